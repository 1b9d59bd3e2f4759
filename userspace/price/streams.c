// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/progress.h"
#include "lib/message.h"
#include "price/mark.h"
#include "price/streams.h"
#include "system/debugfs.h"
#include "system/hook_count.h"
#include "system/hook_switch.h"
#include "system/lab.h"
#include "process/child.h"
#include "process/interrupt.h"
#include "lib/now.h"
#include "file/paths.h"

/*
 * Seconds that the processors did not idle. What they did is sampled by ticks, which work that a timer begins can
 * avoid; how long they idled is measured (get_cpu_idle_time_us).
 */
static double busy(void)
{
	unsigned long long idle, waited;
	double ticks = 0;
	char *text;

	if (fb_read_file("/proc/stat", 1024 * 1024, &text, NULL))
		return 0;
	if (sscanf(text, "cpu %*u %*u %*u %llu %llu", &idle, &waited) == 2)
		ticks = (double)(idle + waited);
	free(text);
	return (double)sysconf(_SC_NPROCESSORS_ONLN) * fb_now_seconds() -
	       ticks / (double)sysconf(_SC_CLK_TCK);
}

static const char *const hooks[] = {
	"nf_flow_offload_ip_hook",
	"nf_flow_offload_ipv6_hook",
	"ip_forward",
	"ip6_forward",
};

#define NR_HOOKS (sizeof(hooks) / sizeof(hooks[0]))

static int switch_hooks(bool on)
{
	size_t i;
	int ret;

	for (i = 0; i < NR_HOOKS; i++) {
		ret = fb_hook_switch(hooks[i], on);
		if (ret && ret != -EOPNOTSUPP)
			return ret;
	}
	return 0;
}

static int count_hooks(struct fb_traffic_row *row)
{
	char *calls = NULL, *verdicts = NULL;
	uint64_t n;
	size_t i;
	int ret;

	ret = fb_benchfs_read("hooks", &calls);
	if (!ret)
		ret = fb_benchfs_read("verdicts", &verdicts);
	for (i = 0; !ret && i < NR_HOOKS; i++) {
		bool fast = i < 2;

		if (fb_count_hook(calls, verdicts, hooks[i], fast ? "NF_STOLEN" : NULL, &n))
			continue;
		row->packets += n;
		row->fast += fast ? n : 0;
	}
	free(calls);
	free(verdicts);
	return ret;
}

static int stream(const char *client, struct fb_traffic_row *row)
{
	char streams[16];
	char *argv[24] = { "ip", "netns", "exec", (char *)client, "iperf3", "--json", "-t", "1" };
	const char *six = row->path->config ? strstr(row->path->config, "family=6") : NULL;
	double before, most = (double)sysconf(_SC_NPROCESSORS_ONLN);
	struct fb_error error = { "" };
	char *text = NULL;
	int n = 8, ret;

	snprintf(streams, sizeof(streams), "%u", row->streams);
	argv[n++] = "-P";
	argv[n++] = streams;
	argv[n++] = "-c";
	argv[n++] = six ? "fd00:2::2" : "10.0.2.2";
	if (row->udp) {
		/* As fast as it goes, in datagrams that fit a tunnel. */
		argv[n++] = "-u";
		argv[n++] = "-b";
		argv[n++] = "0";
		argv[n++] = "-l";
		argv[n++] = FB_TRAFFIC_DATAGRAM;
	}
	ret = fb_benchfs_write("reset", "1");
	if (ret)
		return ret;
	row->serial = fb_mark_serial();
	before = busy();
	fb_mark(FB_MARK_COUNT);
	ret = fb_child_run(argv, &text);
	fb_mark(FB_MARK_END);
	row->cpu = busy() - before;
	row->busy = row->cpu;
	if (ret < 0)
		return ret;
	ret = fb_stream_parse(text, &row->said, &error);
	free(text);
	if (ret) {
		fb_print_error("%s: %s", row->path->name, error.text);
		return ret;
	}
	/* Starting many streams takes processors as well, and is not part of a packet's price. */
	if (row->cpu > row->said.seconds * most)
		row->cpu = row->said.seconds * most;
	return count_hooks(row);
}

/* TCP, then UDP; of superpackets TCP only, as iperf3 sends no others. */
static int all_streams(const struct fb_lab *lab, const struct fb_bench_path *path,
		       bool superpackets, struct fb_traffic_row *row, unsigned int max,
		       unsigned int *nr)
{
	static const unsigned int streams[] = { 1, 10, 64 };
	unsigned int wanted = superpackets ? 3 : 6;
	struct fb_traffic_row first;
	char client[64], server[64];
	char *serve[] = { "ip", "netns", "exec", server, "iperf3", "-s", "-D", NULL };
	unsigned int i;
	int ret;

	snprintf(client, sizeof(client), "fb-%s-client", lab->id);
	snprintf(server, sizeof(server), "fb-%s-server", lab->id);
	ret = fb_child_run(serve, NULL);
	if (ret) {
		fb_print_error("%s: iperf3 cannot be started", path->name);
		return ret < 0 ? ret : -ENOENT;
	}
	for (i = 0; !ret && i < wanted && *nr < max; i++) {
		/* What the first one finds cold is not the path's. */
		first = (struct fb_traffic_row){ .path = path, .streams = 1 };
		if (!i)
			ret = stream(client, &first);
		row[*nr] = (struct fb_traffic_row){ .path = path,
						    .udp = i >= 3,
						    .streams = streams[i % 3] };
		if (!ret)
			ret = fb_interrupted() ? -EINTR : stream(client, &row[*nr]);
		if (!ret)
			fb_traffic_print(&row[(*nr)++], stdout);
	}
	return ret;
}

int fb_traffic_measure(const struct fb_bench_path *path, bool superpackets,
		       struct fb_traffic_row *row, unsigned int max, unsigned int *nr)
{
	struct fb_lab_options opt = { .nic = NULL };
	char with[512];
	struct fb_lab lab;
	int ret, down;

	*nr = 0;
	if (path->own) {
		fb_print_error("%s: left out, its cable ends in the gateway", path->name);
		return 0;
	}
	snprintf(with, sizeof(with), "hosts.sysctl%s%s%s",
		 superpackets ? ",superpackets.sysctl" : "", path->with ? "," : "",
		 path->with ? path->with : "");
	opt.with = with;
	fb_print_progress("%s, real streams%s", path->name, superpackets ? " of superpackets" : "");
	ret = fb_lab_up(&lab, "bench", &opt);
	if (ret) {
		fb_print_error("%s: the lab did not come up", path->name);
		return ret;
	}
	ret = switch_hooks(true);
	if (!ret)
		ret = fb_profile_programs();
	if (!ret)
		ret = all_streams(&lab, path, superpackets, row, max, nr);
	switch_hooks(false);
	down = fb_lab_down(&lab);
	return ret ? ret : down;
}
