// SPDX-License-Identifier: GPL-2.0
/* flowbench reproduce: what a trace is, by the calls in it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/seen.h"
#include "lib/error.h"
#include "lib/message.h"
#include "lib/out.h"
#include "reproduce/reading.h"
#include "trace/call_tree.h"

/* Events that are looked at: a trace of a path has some thousands. */
#define EVENTS_MAX 4000000u

struct options {
	const char *file;
};

static const struct fb_option options[] = {
	{ NULL },
};

static int reproduce(const struct options *o)
{
	struct fb_reading *reading = malloc(sizeof(*reading));
	struct fb_tree *tree = NULL;
	struct fb_error error = { "" };
	struct fb_out out;
	int ret, kind = 0;

	ret = reading ? fb_tree_load_start(o->file, EVENTS_MAX, &tree, &error) : -ENOMEM;
	if (!ret)
		ret = fb_reading_make(tree, reading);
	if (ret) {
		fb_print_error("%s", fb_error_text(&error, ret));
	} else {
		kind = reading->kind;
		fb_out_begin(&out, stdout);
		fb_reading_print(reading, o->file, &out);
		fb_out_flush(&out);
		fb_say_seen(NULL, &tree->seen);
		fb_say_odd(NULL, &tree->odd);
	}
	fb_tree_free(tree);
	free(reading);
	return ret || kind == FB_READING_NONE ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

static int run_reproduce(void *given, int nr, char **operands)
{
	struct options *o = given;

	(void)nr;
	o->file = strcmp(operands[0], "-") ? operands[0] : "/dev/stdin";
	return reproduce(o);
}

const struct fb_command fb_cmd_reproduce = {
	.name = "reproduce",
	.what = "say what a trace is, and what makes it happen again",
	.operands = "TRACE",
	.operand = FB_NAMES_FILE,
	.least = 1,
	.most = 1,
	.about =
		"Read function_graph text, or a trace.dat, and say what becomes of the packet, by which protocol, rules, "
		"tunnels and devices, on which kernels, and where it is dropped. Each word stands with the calls that "
		"prove it. TRACE may be -.",
	.status = "0 a packet's path or a part of one, 1 none, or not function_graph, 2 usage.",
	.example = "flowbench reproduce trace.txt",
	.options = options,
	.size = sizeof(struct options),
	.run = run_reproduce,
};
