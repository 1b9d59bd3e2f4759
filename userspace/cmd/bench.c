// SPDX-License-Identifier: GPL-2.0
/* flowbench bench: what a packet costs on each path, proved and accounted for. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/profile_mark.h"
#include "bench/traffic.h"
#include "cmd/cmd.h"
#include "kernel/debugfs.h"
#include "lib/err.h"
#include "lib/interrupt.h"

static const char help[] =
	"Usage: flowbench bench [OPTIONS] [PATH…]\n"
	"Price each path (all of `list --paths` unless named): packets through the whole\n"
	"path, less what they cost when they are taken at ingress. Every path is proved,\n"
	"and every round accounted for. Needs root and the flowbench module.\n"
	"\n"
	"  --flows LIST    numbers of flows, 1 to 1M (default: 1)\n"
	"  --size LIST     frame lengths, 60 to 9000 (default: the path's own, 60)\n"
	"  --batch LIST    packets handed over at once, 1 to 64 (default: 1, one by one)\n"
	"  --cpus LIST     processors that inject at once, each its share of flows (1)\n"
	"  --rounds N      rounds of each kind, 1 to 1001 (default: 11)\n"
	"  --packets N     packets of a round, up to 100M (default: 1000)\n"
	"  --hooks         price the inner spans too, and what measuring them costs\n"
	"  --latency       how long each packet takes, in a round of its own: a histogram\n"
	"  --peer pktgen   run the kernel's own generator beside it\n"
	"  --setup         price making and keeping flows instead (default: of 1k)\n"
	"  --traffic iperf3  send real streams from host to host as well\n"
	"  --verify        check each packet that arrives, in a round of its own\n"
	"  --json FILE     write everything, every round too\n"
	"  -q, --quiet     no progress\n"
	"  -v, --verbose   progress where there is no terminal, too\n"
	"\n"
	"Numbers may end with k or M.\n"
	"Exit status: 0 every path proved and every round closed, 1 not, 2 usage.\n"
	"Example: flowbench bench --flows 1,1k,100k conntrack flowtable\n";

static int list_option(const char *name, const char *text, unsigned long low, unsigned long high,
		       struct fb_bench_list *list)
{
	int ret = fb_bench_list(text, low, high, list);

	if (ret == -ERANGE)
		fb_err("%s: '%s': from %lu to %lu", name, text, low, high);
	else if (ret == -E2BIG)
		fb_err("%s: more than %d numbers", name, FB_BENCH_LIST);
	else if (ret)
		fb_err("%s: '%s' is no list of numbers such as 1,10,1k", name, text);
	return ret;
}

static int number_option(const char *name, const char *text, unsigned long high, unsigned long *out)
{
	int ret = fb_bench_number(text, 1, high, out);

	if (ret)
		fb_err("%s: '%s' is no number from 1 to %lu", name, text, high);
	return ret;
}

static unsigned long most_of(const struct fb_bench_list *list)
{
	unsigned long most = 0;
	unsigned int i;

	for (i = 0; i < list->nr; i++)
		if (list->v[i] > most)
			most = list->v[i];
	return most;
}

/* Each processor has flows of its own. */
static int check_cpus(const struct fb_bench_want *w)
{
	unsigned long most = most_of(&w->cpus);
	unsigned int i;

	for (i = 0; i < w->flows.nr; i++) {
		if (w->flows.v[i] < most) {
			fb_err("--cpus: %lu processors want as many flows, not --flows %lu", most,
			       w->flows.v[i]);
			return -EINVAL;
		}
	}
	return 0;
}

static int parse_options(int argc, char **argv, struct fb_bench_want *w, const char **json)
{
	static const struct option longs[] = {
		{ "flows", required_argument, NULL, 'f' },
		{ "size", required_argument, NULL, 's' },
		{ "batch", required_argument, NULL, 'b' },
		{ "cpus", required_argument, NULL, 'c' },
		{ "rounds", required_argument, NULL, 'r' },
		{ "packets", required_argument, NULL, 'p' },
		{ "hooks", no_argument, NULL, 'H' },
		{ "latency", no_argument, NULL, 'l' },
		{ "peer", required_argument, NULL, 'P' },
		{ "setup", no_argument, NULL, 'S' },
		{ "traffic", required_argument, NULL, 'T' },
		{ "verify", no_argument, NULL, 'V' },
		{ "json", required_argument, NULL, 'j' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c, ret = 0;

	*w = (struct fb_bench_want){ .batches = { { 1 }, 1 }, .cpus = { { 1 }, 1 }, .rounds = 11 };
	while (!ret && (c = getopt_long(argc, argv, "qvh", longs, NULL)) != -1) {
		switch (c) {
		case 'f':
			ret = list_option("--flows", optarg, 1, 1000000, &w->flows);
			break;
		case 's':
			ret = list_option("--size", optarg, 60, 9000, &w->sizes);
			break;
		case 'b':
			ret = list_option("--batch", optarg, 1, 64, &w->batches);
			break;
		case 'c':
			ret = list_option("--cpus", optarg, 1, FB_BENCH_CPUS_MAX, &w->cpus);
			break;
		case 'r':
			ret = number_option("--rounds", optarg, FB_BENCH_ROUNDS_MAX, &w->rounds);
			break;
		case 'p':
			ret = number_option("--packets", optarg, 100000000, &w->packets);
			break;
		case 'H':
			w->hooks = true;
			break;
		case 'l':
			w->latency = true;
			break;
		case 'S':
			w->setup = true;
			break;
		case 'T':
			w->traffic = true;
			if (strcmp(optarg, "iperf3")) {
				fb_err("--traffic: '%s' is not iperf3", optarg);
				return -EINVAL;
			}
			break;
		case 'P':
			w->peer = true;
			if (strcmp(optarg, "pktgen")) {
				fb_err("--peer: '%s' is not pktgen", optarg);
				return -EINVAL;
			}
			break;
		case 'V':
			w->verify = true;
			break;
		case 'j':
			*json = optarg;
			break;
		case 'q':
			fb_set_quiet(true);
			break;
		case 'v':
			fb_set_verbose(true);
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			return -EINVAL;
		}
	}
	if (!w->flows.nr)
		w->flows = (struct fb_bench_list){ { w->setup ? 1000 : most_of(&w->cpus) }, 1 };
	if (!w->packets)
		w->packets = 1000;
	return ret ? ret : check_cpus(w);
}

/* How many points have something wrong; a negative errno if the bench could not go on. */
static int measure_all(struct fb_bench *b)
{
	unsigned int i;
	int ret, bad = 0;

	for (i = 0; i < b->nr_paths; i++) {
		ret = fb_bench_measure(b, &b->path[i]);
		if (ret == -EINTR || ret == -ENOMEM)
			return ret;
		bad += ret != 0;
	}
	for (i = 0; i < b->nr_points; i++)
		bad += !fb_why_empty(&b->point[i].why);
	return bad;
}

/* A table of its own: no rounds are run. */
static int set_up_all(struct fb_bench *b)
{
	struct fb_bench_setup su;
	unsigned int i, k;
	int ret, bad = 0;

	fb_bench_print_setup(b, NULL, stdout);
	for (i = 0; i < b->nr_paths; i++) {
		if (fb_bench_too_old(&b->path[i]))
			continue;
		for (k = 0; k < b->want.flows.nr; k++) {
			ret = fb_bench_set_up(b, &b->path[i], b->want.flows.v[k], &su);
			if (ret == -EINTR || ret == -ENOMEM)
				return ret;
			bad += ret != 0;
			if (!ret)
				fb_bench_print_setup(b, &su, stdout);
		}
	}
	puts("add: flow_offload_add, once a flow. gc of 1000: a pass of the flowtable over 1000 flows.\n"
	     "bytes a flow: what the kernel took (of 10k and more). own, a flow: what the module took beside it.");
	return bad;
}

static int send_all(struct fb_bench *b)
{
	struct fb_traffic_row *row;
	unsigned int i, nr;
	int ret, bad = 0;

	b->row = calloc(b->nr_paths, FB_TRAFFIC_ROWS * sizeof(*b->row));
	if (!b->row)
		return -ENOMEM;
	fb_traffic_print(NULL, stdout);
	for (i = 0; i < b->nr_paths; i++) {
		if (fb_bench_too_old(&b->path[i]))
			continue;
		if (b->path[i].record) {
			fb_err("%s: no streams, its packets are recorded ones", b->path[i].name);
			continue;
		}
		row = &b->row[b->nr_rows];
		ret = fb_traffic_measure(&b->path[i], row, FB_TRAFFIC_ROWS, &nr);
		b->nr_rows += nr;
		if (ret == -EINTR || ret == -ENOMEM)
			return ret;
		bad += ret != 0;
	}
	puts("packets: that the gateway forwarded, of these fast%: by the flowtable. us/packet: processor\n"
	     "time of both hosts and the gateway, with the hooks on.");
	/* What the streams are compared with goes in frames of their length. */
	if (!b->want.sizes.nr)
		b->want.sizes = (struct fb_bench_list){ { FB_TRAFFIC_FRAME }, 1 };
	ret = measure_all(b);
	if (ret < 0)
		return ret;
	fb_traffic_print_ratios(b, b->row, b->nr_rows, stdout);
	puts("");
	return bad + ret;
}

int fb_cmd_bench(int argc, char **argv)
{
	struct fb_bench b = { .clock = -1 };
	const char *json = NULL, *mode;
	int ret, bad;

	ret = parse_options(argc, argv, &b.want, &json);
	if (ret)
		return ret < 0 ? 2 : 0;
	ret = fb_bench_load(&b, argv + optind, argc - optind);
	if (ret) {
		fb_bench_free(&b);
		return 2;
	}
	ret = fb_bench_preflight();
	if (!ret)
		ret = fb_fingerprint_read(&b.fp);
	if (ret) {
		fb_bench_free(&b);
		return 1;
	}
	if (most_of(&b.want.cpus) > (unsigned long)sysconf(_SC_NPROCESSORS_ONLN)) {
		fb_err("--cpus: %lu wanted, %ld online", most_of(&b.want.cpus),
		       sysconf(_SC_NPROCESSORS_ONLN));
		fb_bench_free(&b);
		return 2;
	}
	mode = fb_fingerprint_get(&b.fp, "mode");
	b.insn = mode && !strcmp(mode, "icount");

	fb_interrupt_catch();
	if (b.want.traffic)
		bad = send_all(&b);
	else
		bad = b.want.setup ? set_up_all(&b) : measure_all(&b);
	if (bad < 0)
		fb_err("%s", bad == -EINTR ? "interrupted" : strerror(-bad));
	if (bad >= 0 && b.nr_points)
		fb_bench_print(&b, stdout);
	if (bad >= 0 && json) {
		ret = fb_bench_json(&b, json);
		if (ret)
			fb_err("%s: %s", json, strerror(-ret));
	}
	if (bad >= 0 && json && !ret && b.insn) {
		ret = fb_profile_symbols(json);
		if (ret)
			fb_err("symbols for the profile: %s", strerror(-ret));
	}
	fb_bench_free(&b);
	return bad || ret ? 1 : 0;
}
