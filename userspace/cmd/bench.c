// SPDX-License-Identifier: GPL-2.0
/* flowbench bench: what a packet costs on each path, proved and accounted for. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/message.h"
#include "bench/bench_schema.h"
#include "bench/join.h"
#include "bench/bench_json.h"
#include "bench/repeats.h"
#include "price/path_lab.h"
#include "price/paths_load.h"
#include "price/mark.h"
#include "price/stream_ratio.h"
#include "price/measure.h"
#include "flow/flow_price.h"
#include "bench/price_table.h"
#include "price/streams.h"
#include "cmd/cmd.h"
#include "file/paths.h"
#include "json/json.h"
#include "system/debugfs.h"
#include "process/interrupt.h"
#include "file/staged.h"

struct options {
	struct fb_bench_want want;
	const char *peer;
	const char *traffic;
	const char *skb;
	const char *json;
};

static int read_list(const struct fb_option *option, const char *text, void *to,
		     struct fb_error *error)
{
	unsigned long low = (unsigned long)option->low, high = (unsigned long)option->high;
	int ret = fb_bench_list(text, low, high, to);

	if (ret == -ERANGE)
		return fb_error(error, -EINVAL, "--%s: '%s': expected %lu to %lu", option->name,
				text, low, high);
	if (ret == -EEXIST)
		return fb_error(error, -EINVAL, "--%s: '%s' has a number twice", option->name,
				text);
	if (ret == -E2BIG)
		return fb_error(error, -EINVAL, "--%s: more than %d numbers", option->name,
				FB_BENCH_LIST);
	if (ret)
		return fb_error(error, -EINVAL, "--%s: '%s': expected numbers such as 1,10,1k",
				option->name, text);
	return 0;
}

static int read_number(const struct fb_option *option, const char *text, void *to,
		       struct fb_error *error)
{
	unsigned long high = (unsigned long)option->high;

	if (!fb_bench_number(text, 1, high, to))
		return 0;
	return fb_error(error, -EINVAL, "--%s: '%s': expected a number from 1 to %lu", option->name,
			text, high);
}

#define LIST(member, least, most) \
	FB_OWN(read_list, member), .arg = "LIST", .low = (least), .high = (most)
#define COUNT(member, greatest) \
	FB_OWN(read_number, member), .arg = "N", .low = 1, .high = (greatest)

static const struct fb_option options[] = {
	{ "flows", LIST(want.flows, 1, 1000000), .help = "numbers of flows, 1 to 1M, as 1,10k",
	  .usual = "1" },
	{ "size", LIST(want.sizes, FB_SIZE_MIN, FB_SIZE_GSO_MAX),
	  .help = "frame lengths, 60 to 9000, --gso: 65000", .usual = "60" },
	{ "gso", LIST(want.segments, 1, FB_BENCH_SEGMENTS), .help = "segments of a packet, to 128",
	  .usual = "the path's, or 1" },
	{ "batch", LIST(want.batches, 1, 64), .help = "packets handed over at once, 1 to 64",
	  .usual = "1" },
	{ "skb", FB_WORD(skb, { "nic", NULL }, { "plain", NULL }),
	  .help = "packets of a NIC's driver, or plain ones", .usual = "plain" },
	{ "cpus", LIST(want.cpus, 1, FB_BENCH_CPUS_MAX),
	  .help = "CPUs that inject at once and share the flows", .usual = "1" },
	{ "labs", COUNT(want.labs, FB_BENCH_LABS_MAX),
	  .help = "how often each path is built anew, 1 to 100", .usual = "3" },
	{ "tuples", COUNT(want.tuples, FB_BENCH_HOSTS),
	  .help = "flows that are measured one by one, 1 to 32", .usual = "7" },
	{ "rounds", COUNT(want.rounds, FB_BENCH_ROUNDS_MAX),
	  .help = "rounds of each sample, 1 to 1001", .usual = "5" },
	{ "packets", COUNT(want.packets, 100000000), .help = "packets of a round, up to 100M",
	  .usual = "100 or 1000" },
	{ "hooks", FB_FLAG(want.hooks),
	  .help = "price the inner spans too, and what their measuring costs" },
	{ "latency", FB_FLAG(want.latency),
	  .help = "a histogram of each packet's time, in a round of its own" },
	{ "peer", FB_WORD(peer, { "pktgen", NULL }),
	  .help = "run the kernel's own generator beside it" },
	{ "flow-prices", LIST(want.flow_prices, 1, 1000000), .without = "gso",
	  .help = "price a flow too, with so many in the table, as 1,1k,100k" },
	{ "traffic", FB_WORD(traffic, { "iperf3", NULL }),
	  .help = "send real streams from host to host as well" },
	{ "verify", FB_FLAG(want.verify),
	  .help = "check each packet that arrives, in a round of its own" },
	{ "json", FB_FILE(json), .help = "write everything, every round too" },
	FB_QUIET("no progress"),
	FB_VERBOSE,
	{ NULL },
};

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
			fb_print_usage_error(
				"--cpus: %lu processors want as many flows, not --flows %lu", most,
				w->flows.v[i]);
			return -EINVAL;
		}
	}
	return 0;
}

static void set_usual(unsigned long *number, unsigned long usual)
{
	if (!*number)
		*number = usual;
}

static void set_usual_list(struct fb_bench_list *list, unsigned long usual)
{
	if (!list->nr)
		*list = (struct fb_bench_list){ { usual }, 1 };
}

/* What was not said is usual, or follows from what was. */
static int complete(struct options *o)
{
	struct fb_bench_want *w = &o->want;

	set_usual_list(&w->batches, 1);
	set_usual_list(&w->cpus, 1);
	set_usual(&w->labs, 3);
	set_usual(&w->tuples, 7);
	set_usual(&w->rounds, 5);
	w->peer = o->peer != NULL;
	w->traffic = o->traffic != NULL;
	w->nic = o->skb && !strcmp(o->skb, "nic");
	if (w->nic && most_of(&w->segments) > 1) {
		fb_print_usage_error(
			"--skb nic takes no --gso: no NIC's driver makes superpackets");
		return -EINVAL;
	}
	/* The hosts send superpackets, or they do not: streams are compared with one point of a path. */
	if (w->traffic && w->segments.nr > 1) {
		fb_print_usage_error("--traffic takes one --gso");
		return -EINVAL;
	}
	set_usual_list(&w->flows, most_of(&w->cpus));
	return check_cpus(w);
}

/* How many points have something wrong; a negative errno if the bench could not go on. */
static int measure_all(struct fb_bench *b)
{
	unsigned int i;
	int ret, bad = 0;

	fb_bench_say_left();
	for (i = 0; i < b->nr_paths; i++) {
		ret = fb_bench_measure(b, &b->path[i]);
		if (ret == -EINTR || ret == -ENOMEM)
			return ret;
		bad += ret != 0;
	}
	for (i = 0; i < b->nr_points; i++)
		bad += !fb_error_empty(&b->point[i].why);
	for (i = 0; b->want.flow_prices.nr && i < b->nr_paths; i++) {
		ret = fb_flow_price(b, &b->path[i]);
		if (ret == -EINTR || ret == -ENOMEM)
			return ret;
		bad += ret != 0;
	}
	return bad;
}

static int send_all(struct fb_bench *b)
{
	struct fb_traffic_row *row;
	unsigned int i, nr;
	bool superpackets;
	int ret, bad = 0;

	b->row = calloc(b->nr_paths, FB_TRAFFIC_ROWS * sizeof(*b->row));
	if (!b->row)
		return -ENOMEM;
	fb_traffic_print(NULL, stdout);
	for (i = 0; i < b->nr_paths; i++) {
		if (fb_path_unsupported(&b->path[i]))
			continue;
		if (b->path[i].record) {
			fb_print_error("%s: no streams, its packets are recorded ones",
				       b->path[i].name);
			continue;
		}
		if (fb_bench_path_hides(&b->path[i])) {
			fb_print_error("%s: no streams, the lab has no other end of its tunnel",
				       b->path[i].name);
			continue;
		}
		row = &b->row[b->nr_rows];
		superpackets = most_of(&b->want.segments) > 1 ||
			       (!b->want.segments.nr && fb_bench_path_segments(&b->path[i]) > 1);
		ret = fb_traffic_measure(&b->path[i], superpackets, row, FB_TRAFFIC_ROWS, &nr);
		b->nr_rows += nr;
		if (ret == -EINTR || ret == -ENOMEM)
			return ret;
		bad += ret != 0;
	}
	puts("packets: that the gateway forwarded, of these fast%: by the flowtable. us/packet: processor\n"
	     "time of both hosts and the gateway, with the hooks on.");
	/* What the streams are compared with goes in frames of their length. */
	if (!b->want.sizes.nr && !b->want.segments.nr)
		b->want.sizes = (struct fb_bench_list){ { FB_TRAFFIC_FRAME }, 1 };
	ret = measure_all(b);
	if (ret < 0)
		return ret;
	fb_traffic_print_ratios(b, b->row, b->nr_rows, stdout);
	puts("");
	return bad + ret;
}

/* What can only be known on this machine. */
static int look_around(struct fb_bench *b)
{
	const char *mode;
	int ret;

	ret = fb_bench_preflight();
	if (!ret)
		ret = fb_fingerprint_read(&b->fp);
	if (ret)
		return FB_STATUS_FAILED;
	if (most_of(&b->want.cpus) > (unsigned long)sysconf(_SC_NPROCESSORS_ONLN))
		return fb_usage("--cpus: %lu wanted, %ld online", most_of(&b->want.cpus),
				sysconf(_SC_NPROCESSORS_ONLN));
	if (fb_fingerprint_add(&b->fp, FB_PRICES_KEY, FB_PRICES) ||
	    fb_fingerprint_add(&b->fp, "skb", b->want.nic ? "nic" : "plain"))
		return FB_STATUS_FAILED;
	fb_compiler_read(b->compiler);
	mode = fb_fingerprint_get(&b->fp, "mode");
	b->insn = mode && !strcmp(mode, "icount");
	/* Who counts repeats stands outside of this machine. */
	b->turns = b->insn;
	/* Short rounds have no timer's interrupt in them; but each flow is to have its packets. */
	if (!b->want.packets)
		b->want.packets = b->insn && most_of(&b->want.flows) == 1 ? 100 : 1000;
	return 0;
}

static int write_json(struct fb_bench *b, const char *path)
{
	struct fb_error error = { "" };
	int ret = fb_bench_json(b, path, &error);

	if (!ret && b->insn) {
		ret = fb_profile_symbols(path, &error);
		if (ret)
			fb_error_prefix(&error, ret, "symbols for the profile");
	}
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}

/* Return: an exit status. */
static int measure(struct fb_bench *b, const char *json)
{
	struct fb_error error = { "" };
	int bad, ret = 0;

	if (json && fb_staged_check(json, &error) < 0) {
		fb_print_error("%s", error.text);
		return FB_STATUS_FAILED;
	}
	fb_interrupt_catch();
	bad = b->want.traffic ? send_all(b) : measure_all(b);
	if (bad < 0) {
		fb_print_error("%s", bad == -EINTR ? "interrupted" : strerror(-bad));
		return FB_STATUS_FAILED;
	}
	if (b->nr_points)
		fb_bench_print(b, stdout);
	if (json)
		ret = write_json(b, json);
	return bad || ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int join_docs(struct fb_bench *b, json_t *const *docs, char *const *files, size_t nr,
		     const char *json)
{
	struct fb_error error = { "" };
	json_t *joined;
	int ret;

	ret = fb_bench_load(b, NULL, 0);
	if (ret)
		return ret;
	ret = fb_bench_join(b, docs, (const char *const *)files, nr, &joined, &error);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
		return ret;
	}
	fb_bench_print(b, stdout);
	ret = json ? fb_bench_json_write(joined, json, &error) : 0;
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	json_decref(joined);
	return ret;
}

/* What the plugin has counted lies beside the document, if it has. */
static int count_repeats(json_t *doc, const char *file)
{
	const char *slash = strrchr(file, '/');
	struct fb_error error = { "" };
	char path[FB_PATH_MAX], *text = NULL;
	int ret;

	if (strcmp(fb_json_text(doc, "mode", ""), "turns"))
		return 0;
	if (snprintf(path, sizeof(path), "%.*s" FB_REPEATS_FILE,
		     slash ? (int)(slash - file + 1) : 0, file) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	ret = fb_read_file(path, FB_JSON_DOCUMENT_MAX, &text, NULL);
	if (ret == -ENOENT)
		return 0;
	if (ret)
		fb_error_errno(&error, ret, "%s", path);
	else
		ret = fb_bench_count_repeats(doc, text, &error);
	if (ret == FB_JSON_REFUSED)
		fb_error_prefix(&error, ret, "%s", path);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	free(text);
	return ret;
}

/* Return: an exit status. */
static int join_files(struct fb_bench *b, size_t nr, char **files, const char *json)
{
	json_t **docs = calloc(nr + 1, sizeof(*docs));
	struct fb_error error = { "" };
	unsigned int bad = 0;
	size_t i;
	int ret = docs ? 0 : -ENOMEM;

	for (i = 0; !ret && i < nr; i++) {
		ret = fb_json_load_checked(files[i], &fb_bench_schema, &docs[i], &error);
		if (ret)
			fb_print_error("%s", fb_error_text(&error, ret));
		else
			ret = count_repeats(docs[i], files[i]);
	}
	if (!ret)
		ret = join_docs(b, docs, files, nr, json);
	for (i = 0; docs && i < nr; i++)
		json_decref(docs[i]);
	free(docs);
	for (i = 0; i < b->nr_points; i++)
		bad += !fb_error_empty(&b->point[i].why);
	if (ret == FB_JSON_REFUSED || ret == -EINVAL)
		return FB_STATUS_USAGE;
	return ret || bad ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

/* Documents are shown: nothing is measured that an option could change. */
static bool only_json(const struct options *o)
{
	static const struct options none;
	struct options rest;

	memcpy(&rest, o, sizeof(rest));
	rest.json = NULL;
	return !memcmp(&rest, &none, sizeof(rest));
}

static bool are_documents(int nr, char *const *operands)
{
	size_t len = nr ? strlen(operands[0]) : 0;

	return len > 5 && !strcmp(operands[0] + len - 5, ".json");
}

/* What is known of a command line before this machine is asked; @b receives its paths. */
static int check_line(struct options *o, int nr, char **operands, struct fb_bench *b)
{
	if (are_documents(nr, operands)) {
		if (!only_json(o))
			return fb_usage(
				"documents are not measured again: of the options, they take --json");
		return FB_STATUS_DONE;
	}
	if (complete(o))
		return FB_STATUS_USAGE;
	b->want = o->want;
	return fb_bench_load(b, operands, nr) ? FB_STATUS_USAGE : FB_STATUS_DONE;
}

static int check_bench(void *given, int nr, char **operands)
{
	struct fb_bench b = { .clock = -1 };
	int ret = check_line(given, nr, operands, &b);

	fb_bench_free(&b);
	return ret;
}

static int run_bench(void *given, int nr, char **operands)
{
	struct fb_bench b = { .clock = -1 };
	struct options *o = given;
	int ret = check_line(o, nr, operands, &b);

	if (!ret && are_documents(nr, operands)) {
		ret = join_files(&b, (size_t)nr, operands, o->json);
	} else if (!ret) {
		ret = look_around(&b);
		if (!ret)
			ret = measure(&b, o->json);
	}
	fb_bench_free(&b);
	return ret;
}

const struct fb_command fb_cmd_bench = {
	.name = "bench",
	.what = "price every path, prove it, account for each round",
	.operands = "[PATH…]",
	.operand = FB_NAMES_PATH,
	.most = INT_MAX,
	.about = "Price each path, or those named, less the generator's own cost. Needs root.",
	.more = "Packets go through the whole path; what they cost when they are taken at ingress is "
		"taken off, but for the first hook at ingress: the path has not got it. That needs the flowbench module. Hash secrets and slabs are drawn anew in each lab and for each flow, and the price is "
		"the median sample. Without --packets a round has 100 packets if one flow is asked "
		"for and prices are instructions, else 1000. Proofs come from hooks, connection tracking, counters of nft and SAs, before and "
		"after the rounds. Each round is accounted for to the packet.\n"
		"With --gso packets are superpackets of TCP, or of UDP if the path's config says proto=udp. "
		"Their --size is that of all segments together. So are the streams of --traffic, then by TCP only.\n"
		"With --skb nic the head of a packet is a page fragment with the headroom that drivers leave, a "
		"frame of more than 256 bytes has its payload in page fragments, and the packet has a receive "
		"hash. Superpackets, recorded and transmitted packets are never such: their paths are left out. "
		"The fingerprint names the kind, and prices of two kinds are not compared.\n"
		"With --flow-prices flows are priced as well, of each path that has a flowtable and replaces one without: adding "
		"100, refreshing and ending them, three times, by UDP and by TCP unless the path is for one of them. Each figure is the difference of two packets, "
		"or of two passes of the garbage collector; counts prove which packet adds the flow, and that all have ended. "
		"The table says after how many packets the flow has paid.\n"
		"Operands that end with .json are documents of several boots of one machine, each with paths "
		"of its own: nothing is measured, and they are shown, and written by --json, as one. "
		"The guest's prices are in turns of instructions. If a file \"repeats\" of QEMU's plugin lies beside a document, "
		"a repeated string instruction is counted once.",
	.status = "0 all proved and closed, 1 otherwise, 2 usage, refused documents.",
	.example = "flowbench bench --flows 1,1k,100k conntrack flowtable",
	.options = options,
	.size = sizeof(struct options),
	.check = check_bench,
	.run = run_bench,
};
