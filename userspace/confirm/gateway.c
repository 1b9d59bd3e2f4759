// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/progress.h"
#include "confirm/gateway.h"
#include "confirm/wire.h"
#include "file/paths.h"
#include "file/staged.h"
#include "price/mark.h"
#include "price/path_lab.h"
#include "system/sysctl.h"

/* Asks for NICs in place of the sink devices. */
#define NIC_FILE "nic.sysctl"

#define CTL_MAC	 "02:fb:00:00:09:01"

/* Turns of both directions before the rounds: connections are established, flows are offloaded. */
#define TURNS 4

/* Unmarked bursts before the rounds: the driver's rings have gone round, the caches of memory are full. */
#define WARM_BURSTS 8

struct gateway {
	const struct fb_gateway_want *want;
	const struct fb_bench_path *path;
	int ctl;
	FILE *out;
	struct fb_error *error;
};

/* The name of the NIC with this address. */
static int find_nic(const char *mac, char nic[IF_NAMESIZE])
{
	DIR *dir = opendir("/sys/class/net");
	char path[FB_PATH_MAX], *text;
	struct dirent *e;
	int ret = -ENODEV;

	while (dir && ret && (e = readdir(dir))) {
		snprintf(path, sizeof(path), "/sys/class/net/%s/address", e->d_name);
		if (fb_read_file(path, 64, &text, NULL))
			continue;
		if (!strncmp(text, mac, strlen(mac))) {
			snprintf(nic, IF_NAMESIZE, "%.15s", e->d_name);
			ret = 0;
		}
		free(text);
	}
	if (dir)
		closedir(dir);
	return ret;
}

/* A device that is up sends packets of IPv6 by itself. */
static void silence(const char *nic)
{
	char path[FB_PATH_MAX];

	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/disable_ipv6", nic);
	/* A kernel without IPv6 has no such setting. */
	fb_sysctl_set(path, 1);
}

static int set_up(int fd, const char *nic)
{
	struct ifreq req = { 0 };

	snprintf(req.ifr_name, sizeof(req.ifr_name), "%s", nic);
	if (ioctl(fd, SIOCGIFFLAGS, &req))
		return -errno;
	req.ifr_flags |= IFF_UP;
	return ioctl(fd, SIOCSIFFLAGS, &req) ? -errno : 0;
}

/* A socket at the cable to the other machine that packets are asked for by. */
static int open_control(struct fb_error *error)
{
	struct sockaddr_ll at = { .sll_family = AF_PACKET, .sll_protocol = htons(FB_WIRE_TYPE) };
	char nic[IF_NAMESIZE];
	int fd, ret;

	if (find_nic(CTL_MAC, nic))
		return fb_error(error, -ENODEV, "no NIC " CTL_MAC ": boot with confirm.nics");
	silence(nic);
	fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(FB_WIRE_TYPE));
	if (fd < 0)
		return fb_error_errno(error, -errno, "%s", nic);
	at.sll_ifindex = (int)if_nametoindex(nic);
	ret = set_up(fd, nic);
	if (!ret && bind(fd, (struct sockaddr *)&at, sizeof(at)))
		ret = -errno;
	if (!ret)
		return fd;
	close(fd);
	return fb_error_errno(error, ret, "%s", nic);
}

/* Between the marks are these two system calls, the packets, and what the machine does besides. */
static int exchange(const struct gateway *g, uint8_t frame[FB_WIRE_FRAME_MAX], size_t *len,
		    bool marked)
{
	ssize_t n;

	if (marked)
		fb_mark(FB_MARK_ALL);
	n = send(g->ctl, frame, *len, 0);
	if (n >= 0)
		n = recv(g->ctl, frame, FB_WIRE_FRAME_MAX, 0);
	if (marked)
		fb_mark(FB_MARK_END);
	*len = n < 0 ? 0 : (size_t)n;
	return n < 0 ? -errno : 0;
}

static int ask_for(const struct gateway *g, const struct fb_wire_ask *ask, bool marked)
{
	unsigned int all = ask->burst * ask->bursts * (ask->warm ? 2 : 1);
	uint8_t frame[FB_WIRE_FRAME_MAX];
	struct fb_wire_answer answer;
	const char *said;
	char text[80];
	size_t len;
	int ret;

	fb_wire_ask_write(ask, text, sizeof(text));
	len = fb_wire_control(frame, true, text);
	ret = exchange(g, frame, &len, marked);
	if (ret)
		return fb_error_errno(g->error, ret, "ctl0");
	said = fb_wire_control_text(frame, len);
	if (!said || !fb_wire_answer_read(said, &answer))
		return fb_error(g->error, -EPROTO, "the other machine does not answer '%s'", text);
	if (answer.sent == all && answer.arrived == all && !answer.other)
		return 0;
	return fb_error(g->error, -EPROTO,
			"%s: of %u packets %u were sent, %u arrived; %u other frames",
			g->path->name, all, answer.sent, answer.arrived, answer.other);
}

static int one_round(struct gateway *g, unsigned long repetition, unsigned long bursts)
{
	struct fb_wire_ask ask = { .size = (unsigned int)g->want->size,
				   .burst = (unsigned int)g->want->burst,
				   .bursts = (unsigned int)bursts,
				   .bare = g->want->bare };
	uint64_t serial = fb_mark_serial();
	int ret = ask_for(g, &ask, true);

	if (ret)
		return ret;
	fprintf(g->out, "%s %lu %lu %" PRIu64 "\n", g->path->name, repetition,
		g->want->burst * bursts, serial);
	return 0;
}

static int in_lab(void *ctx)
{
	struct gateway *g = ctx;
	struct fb_wire_ask turns = { true, (unsigned int)g->want->size, 1, TURNS, g->want->bare };
	struct fb_wire_ask warm = { false, (unsigned int)g->want->size,
				    (unsigned int)g->want->burst, WARM_BURSTS, g->want->bare };
	unsigned long i;
	int ret;

	ret = ask_for(g, &turns, false);
	if (!ret)
		ret = ask_for(g, &warm, false);
	for (i = 1; !ret && i <= g->want->repetitions; i++) {
		ret = one_round(g, i, g->want->bursts);
		if (!ret)
			ret = one_round(g, i, 2 * g->want->bursts);
	}
	return ret;
}

static int count_path(struct gateway *g, const struct fb_bench_path *path)
{
	struct fb_bench_path nic = *path;
	char *with = NULL;
	int ret;

	if (path->record || fb_bench_path_segments(path) > 1)
		return fb_error(g->error, -EINVAL,
				"%s: its packets are recorded ones, or superpackets", path->name);
	if (asprintf(&with, NIC_FILE "%s%s", path->with ? "," : "", path->with ? path->with : "") <
	    0)
		return -ENOMEM;
	nic.with = with;
	g->path = path;
	ret = fb_bench_in_lab(&nic, 1, in_lab, g);
	free(with);
	return ret;
}

int fb_gateway_count(struct fb_bench_path *path, unsigned int nr,
		     const struct fb_gateway_want *want, const char *out, struct fb_error *error)
{
	struct gateway g = { .want = want, .error = error };
	struct fb_staged file;
	unsigned int i;
	int ret;

	g.ctl = open_control(error);
	if (g.ctl < 0)
		return g.ctl;
	ret = fb_staged_open(&file, out, error);
	if (ret) {
		close(g.ctl);
		return ret;
	}
	g.out = file.f;
	fprintf(g.out, "size %lu burst %lu %s\n", want->size, want->burst,
		want->bare ? "bare" : "sum");
	for (i = 0; !ret && i < nr; i++)
		ret = count_path(&g, &path[i]);
	ret = fb_staged_end(&file, ret, error);
	close(g.ctl);
	return ret ? ret : fb_profile_symbols(out, error);
}
