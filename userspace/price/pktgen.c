// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own generator over the same path, in the same boot. What it says of a packet that the
 * fast path took is wrong (the hook keeps the packet, and that looks like a drop to it), so packets
 * are counted where they leave.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/message.h"
#include "price/pktgen.h"
#include "process/child.h"
#include "state/devices.h"
#include "file/paths.h"

#define DIR "/proc/thread-self/net/pktgen/"

/* In front of everything else that hangs on the device. */
#define DROP                                           \
	"table netdev flowbench_peer { chain early { " \
	"type filter hook ingress device \"in0\" priority -500; policy drop; }; }"

static int write_pktgen(const char *file, const char *text)
{
	char path[128], line[192];
	int fd, ret = 0;

	/* It takes the last byte for the line's end. */
	snprintf(path, sizeof(path), DIR "%s", file);
	snprintf(line, sizeof(line), "%s\n", text);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, line, strlen(line)) < 0)
		ret = -errno;
	close(fd);
	if (ret)
		fb_print_error("pktgen takes no '%s': %s", text, strerror(-ret));
	return ret;
}

/* The value of @key in the words of a path's configuration, or @otherwise. */
static const char *word(const struct fb_bench_path *path, const char *key, const char *otherwise,
			char value[64])
{
	size_t len = strlen(key);
	const char *p = path->config;

	while (p && (p = strstr(p, key))) {
		if (p[len] == '=' && (p == path->config || p[-1] == ' ')) {
			snprintf(value, 64, "%.*s", (int)strcspn(p + len + 1, " \t"), p + len + 1);
			return value;
		}
		p += len;
	}
	return otherwise;
}

static int set_up(const struct fb_bench_point *pt, uint64_t packets)
{
	char value[64], line[160];
	bool six = !strcmp(word(pt->path, "family", "4", value), "6");
	const char *vlan;
	int ret;

	ret = write_pktgen("kpktgend_0", "rem_device_all");
	if (!ret)
		ret = write_pktgen("kpktgend_0", "add_device in0");
	if (!ret)
		ret = write_pktgen("in0", "xmit_mode netif_receive");
	snprintf(line, sizeof(line), "count %llu", (unsigned long long)packets);
	if (!ret)
		ret = write_pktgen("in0", line);
	snprintf(line, sizeof(line), "pkt_size %lu", pt->size);
	if (!ret)
		ret = write_pktgen("in0", line);
	snprintf(line, sizeof(line), six ? "src6 %s" : "src_min %s",
		 word(pt->path, "src", "10.0.1.2", value));
	if (!ret)
		ret = write_pktgen("in0", line);
	snprintf(line, sizeof(line), six ? "dst6 %s" : "dst %s",
		 word(pt->path, "dst", "10.0.2.2", value));
	if (!ret)
		ret = write_pktgen("in0", line);
	if (!ret && six)
		ret = write_pktgen("in0", "flag IPV6");
	vlan = word(pt->path, "vlan", NULL, value);
	snprintf(line, sizeof(line), "vlan_id %s", vlan ? vlan : "");
	if (!ret && vlan)
		ret = write_pktgen("in0", line);
	if (!ret)
		ret = write_pktgen("in0", "dst_mac 02:fb:00:00:01:01");
	if (!ret)
		ret = write_pktgen("in0", "udp_src_min 1024");
	if (!ret)
		ret = write_pktgen("in0", "udp_src_max 1024");
	return ret ? ret : write_pktgen("in0", "delay 0");
}

static int left(uint64_t *n)
{
	struct fb_device out;
	int ret = fb_device_read("out0", &out, NULL);

	*n = out.sent;
	return ret;
}

/* ns are instructions where a cycle is one: the machine's clock then counts them. */
static int run_pktgen(struct fb_pktgen *pg, double *price, uint64_t *arrived)
{
	uint64_t before = 0;
	char *text;
	int ret;

	ret = left(&before);
	if (!ret)
		ret = write_pktgen("pgctrl", "start");
	if (!ret)
		ret = left(arrived);
	if (!ret)
		ret = fb_read_file(DIR "in0", 65536, &text, NULL);
	if (ret)
		return ret;
	*arrived -= before;
	ret = fb_count_pktgen(text, pg);
	free(text);
	if (!ret && pg->sent)
		*price = (double)pg->usec * 1000 / (double)pg->sent;
	return ret;
}

static int nft(const char *what)
{
	char *const argv[] = { "nft", (char *)what, NULL };

	return fb_child_run(argv, NULL) ? -EIO : 0;
}

int fb_bench_pktgen(const struct fb_bench *b, struct fb_bench_point *pt)
{
	char *const load[] = { "modprobe", "-q", "-a", "pktgen", "nf_tables", NULL };
	uint64_t packets = b->want.packets < 10000 ? 10000 : b->want.packets;
	struct fb_bench_peer *peer = &pt->peer;
	struct fb_pktgen pg = { .usec = 0 };
	uint64_t none;
	int ret;

	if (fb_child_run(load, NULL)) {
		fb_print_error("this kernel has no module pktgen");
		return -ENOENT;
	}
	ret = set_up(pt, packets);
	if (!ret)
		ret = run_pktgen(&pg, &peer->gross, &peer->arrived);
	if (!ret) {
		peer->sent = pg.sent;
		peer->errors = pg.errors;
		ret = nft(DROP);
	}
	if (!ret) {
		ret = run_pktgen(&pg, &peer->own, &none);
		nft("delete table netdev flowbench_peer");
	}
	write_pktgen("kpktgend_0", "rem_device_all");
	if (ret)
		fb_print_error("%s: pktgen: %s", pt->path->name, strerror(-ret));
	/* The rule that drops is a hook at ingress as well. */
	peer->own -= b->hook.cost;
	peer->there = !ret;
	return ret;
}
