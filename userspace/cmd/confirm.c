// SPDX-License-Identifier: GPL-2.0
/* flowbench confirm: prices, held against a count from outside. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "confirm/confirm_load.h"
#include "confirm/gateway.h"
#include "confirm/peer.h"
#include "confirm/wire.h"
#include "json/json.h"
#include "json/json_schema.h"
#include "price/paths_load.h"
#include "process/interrupt.h"

struct options {
	const char *json;
	const char *left_out;
	const char *gateway;
	const char *peer;
	struct fb_gateway_want want;
};

static const struct fb_option options[] = {
	{ "json", FB_FILE(json), .without = "gateway peer",
	  .help = "write it as JSON, with every function" },
	{ "left-out", FB_FILE(left_out), .without = "gateway peer",
	  .help = "the rows and their functions", .usual = "userspace/data/confirm/left-out" },
	{ "gateway", FB_FILE(gateway), .without = "peer",
	  .help = "be the gateway that is counted; FILE is the list of its rounds" },
	{ "peer", FB_FOLDER(peer), .without = FB_OPERANDS,
	  .help = "be the other machine; DIR gets the cables' sockets" },
	{ "size", FB_NUMBER(want.size, FB_WIRE_FRAME_MIN, FB_WIRE_FRAME_MAX), .arg = "N",
	  .with = "gateway", .help = "bytes of a frame, 60 to 1514", .usual = "60" },
	{ "burst", FB_NUMBER(want.burst, 1, 256), .arg = "N", .with = "gateway",
	  .help = "packets sent at once, 1 to 256", .usual = "64" },
	{ "bursts", FB_NUMBER(want.bursts, 1, 1000), .arg = "N", .with = "gateway",
	  .help = "bursts of a short round; a long one has two times as many", .usual = "4" },
	{ "repetitions", FB_NUMBER(want.repetitions, 1, 99), .arg = "N", .with = "gateway",
	  .help = "pairs of a short and a long round", .usual = "3" },
	{ "no-checksum", FB_FLAG(want.bare), .with = "gateway",
	  .help = "packets have no UDP checksum" },
	{ NULL },
};

static int say_of(int ret, const struct fb_error *error)
{
	if (ret && ret != -EINTR)
		fb_print_error("%s", fb_error_text(error, ret));
	return ret;
}

static int status_of(int ret)
{
	if (ret == FB_JSON_REFUSED)
		return FB_STATUS_USAGE;
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static void set_usual(unsigned long *number, unsigned long usual)
{
	if (!*number)
		*number = usual;
}

static int be_gateway(struct options *o, int nr, char **names)
{
	struct fb_error error = { "" };
	struct fb_bench b = { .path = NULL };
	int ret;

	set_usual(&o->want.size, FB_WIRE_FRAME_MIN);
	set_usual(&o->want.burst, 64);
	set_usual(&o->want.bursts, 4);
	set_usual(&o->want.repetitions, 3);
	ret = fb_bench_load(&b, names, nr);
	if (!ret)
		ret = say_of(fb_gateway_count(b.path, b.nr_paths, &o->want, o->gateway, &error),
			     &error);
	fb_bench_free(&b);
	return status_of(ret);
}

static int confirm(const struct options *o, char **dirs)
{
	const struct fb_confirm_files files = { dirs[0], dirs[1], o->left_out };
	struct fb_bench b = { .path = NULL };
	struct fb_error error = { "" };
	json_t *doc = NULL;
	int ret;

	ret = fb_bench_load(&b, NULL, 0);
	if (!ret)
		ret = say_of(fb_confirm_load(&files, &b, stdout, o->json ? &doc : NULL, &error),
			     &error);
	if (!ret && o->json)
		ret = say_of(fb_json_write(doc, 12, o->json, &error), &error);
	json_decref(doc);
	fb_bench_free(&b);
	return status_of(ret);
}

static int run_confirm(void *given, int nr, char **operands)
{
	struct fb_error error = { "" };
	struct options *o = given;

	if (o->peer)
		return status_of(say_of(fb_peer_run(o->peer, &error), &error));
	if (o->gateway && !nr)
		return fb_usage("--gateway needs paths");
	if (o->gateway)
		return be_gateway(o, nr, operands);
	if (nr != 2)
		return fb_usage("expected two folders: of prices, and of a gateway");
	return confirm(o, operands);
}

const struct fb_command fb_cmd_confirm = {
	.name = "confirm",
	.what = "hold prices against a count of all that a gateway executes",
	.operands = "PRICES GATEWAY | PATH…",
	.operand = FB_NAMES_FOLDER,
	.most = INT_MAX,
	.about =
		"Hold prices against a count from outside, as `make confirm` makes it. PRICES is what "
		"`make bench PROFILE=keep` leaves, GATEWAY the same of a gateway with NICs and without "
		"the module: what all of the machine ran while packets of another machine went through it.",
	.status =
		"0 counted, every packet has arrived, and all rows close; 1 otherwise; 2 usage, or "
		"bench.json is refused.",
	.example = "flowbench confirm out/confirm-6.12/prices out/confirm-6.12/gateway",
	.options = options,
	.size = sizeof(struct options),
	.run = run_confirm,
};
