// SPDX-License-Identifier: GPL-2.0
/* One row a call, as RFC 4180 has it; it comes when the call ends, behind what that has called. */
#include <string.h>

#include "export/csv_prices.h"
#include "export/export.h"
#include "lib/escape.h"

static int begin_csv(struct fb_export *ex)
{
	fb_out_text(ex->out,
		    "phase,cpu,depth,function,module,traced_ns,self_ns,line,uncertain\r\n");
	return 0;
}

static void put_field(struct fb_out *out, const char *text)
{
	if (text)
		fb_put_csv(out, text, strlen(text));
	fb_out_char(out, ',');
}

static void row(const struct fb_export *ex, const struct fb_walk_frame *frame, int cpu)
{
	struct fb_out *out = ex->out;

	if (frame->kind != FB_NODE_CALL)
		return;
	put_field(out, ex->phase);
	if (cpu >= 0)
		fb_out_int(out, cpu);
	fb_out_char(out, ',');
	fb_out_int(out, frame->depth);
	fb_out_char(out, ',');
	put_field(out, frame->name);
	put_field(out, frame->module);
	if (frame->dur_ns >= 0)
		fb_out_int(out, frame->dur_ns);
	fb_out_char(out, ',');
	if (frame->dur_ns >= 0)
		fb_out_int(out, fb_walk_self(frame));
	fb_out_char(out, ',');
	fb_out_uint(out, frame->line);
	fb_out_text(out, frame->flags & FB_NODE_UNCERTAIN ? ",self_ns\r\n" : ",\r\n");
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
	.begin = begin_csv,
	.prices = fb_csv_prices,
};
