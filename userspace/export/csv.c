// SPDX-License-Identifier: GPL-2.0
/* One row a call, as RFC 4180 has it; it comes when the call ends, behind what that has called. */
#include <inttypes.h>
#include <string.h>

#include "export/export.h"
#include "lib/escape.h"

static int begin(struct fb_export *ex)
{
	fputs("phase,cpu,depth,function,module,traced_ns,self_ns,line\r\n", ex->f);
	return 0;
}

static void put(FILE *f, const char *text)
{
	if (text)
		fb_put_csv(f, text, strlen(text));
	fputc(',', f);
}

static void row(const struct fb_export *ex, const struct fb_walk_frame *frame, int cpu)
{
	FILE *f = ex->f;

	if (frame->kind != FB_NODE_CALL)
		return;
	put(f, ex->phase);
	if (cpu >= 0)
		fprintf(f, "%d", cpu);
	fprintf(f, ",%" PRId32 ",", frame->depth);
	put(f, frame->name);
	put(f, frame->module);
	if (frame->dur_ns >= 0)
		fprintf(f, "%" PRId64 ",%" PRId64, frame->dur_ns, fb_walk_self(frame));
	else
		fputc(',', f);
	fprintf(f, ",%" PRIu64 "\r\n", frame->line);
}

static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	(void)ev;
	row(to, fb_walk_frame(st), st->cpu);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame frame = { .kind = FB_NODE_CALL,
					     .depth = fb_walk_frame(st)->depth + 1,
					     .name = FB_WALK_CUT,
					     .line = ev->line,
					     .dur_ns = ev->dur_ns };

	row(to, &frame, st->cpu);
	return 0;
}

static const struct fb_walk_ops ops = {
	.leave = leave,
	.cut = cut,
};

const struct fb_export_format fb_export_csv = {
	.name = "csv",
	.ops = &ops,
	.begin = begin,
};
