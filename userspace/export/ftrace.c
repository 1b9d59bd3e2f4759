// SPDX-License-Identifier: GPL-2.0
/*
 * The calls as function_graph text again, as the kernel prints it: of one phase, below one
 * function, out of a text that was flattened or had other columns. Phases are told apart by headings, which
 * flowbench parse knows and every other reader takes for a comment.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "export/export.h"
#include "lib/escape.h"

/* Bytes between the sign and the bar. */
#define DURATION 12

#define RULE	 " ------------------------------------------\n"

/* What stands in a line must not end it, whatever it holds. */
static void put_text(struct fb_out *out, const char *text)
{
	fb_put_shown(out, text, strlen(text));
}

static void head(struct fb_out *out, const char *key, const char *text)
{
	if (!text || !*text)
		return;
	fb_out_printf(out, "# %s=", key);
	put_text(out, text);
	fb_out_char(out, '\n');
}

static int begin_ftrace(struct fb_export *ex)
{
	fb_out_text(ex->out, "# tracer: function_graph\n#\n");
	head(ex->out, "scenario", ex->scenario);
	head(ex->out, "kernel", ex->kernel);
	fb_out_text(ex->out,
		    "# mode=traced (structure: durations contain the tracer's own cost)\n#\n"
		    "# CPU  DURATION                  FUNCTION CALLS\n"
		    "# |     |   |                     |   |   |   |\n");
	return 0;
}

/* "p2a" as "### Packet 2 (part 1 of 1) ###": how many parts there are, nobody asks. */
static int phase(struct fb_export *ex)
{
	unsigned int first, second;
	char part;
	int n = -1;

	if (!ex->several) {
		head(ex->out, "phase", ex->phase);
		head(ex->out, "label", ex->label);
		return 0;
	}
	if (sscanf(ex->phase, "p%up%u%n", &first, &second, &n) == 2 && !ex->phase[n])
		fb_out_printf(ex->out, "### Packet %u and %u ###", first, second);
	else if (sscanf(ex->phase, "p%u%c%n", &first, &part, &n) == 2 && n > 0 && !ex->phase[n] &&
		 part >= 'a' && part <= 'z')
		fb_out_printf(ex->out, "### Packet %u (part %d of %d) ###", first, part - 'a' + 1,
			      part - 'a' + 1);
	else if (sscanf(ex->phase, "p%u%n", &first, &n) == 1 && !ex->phase[n])
		fb_out_printf(ex->out, "### Packet %u ###", first);
	else
		return head(ex->out, "phase", ex->phase), 0;
	/* One that would be read as something else is left out. */
	if (*ex->label && !strpbrk(ex->label, "#\n\r") &&
	    !fb_fgraph_record_in(ex->label, ex->label + strlen(ex->label)))
		fb_out_printf(ex->out, " %s ###", fb_shown(ex->label));
	fb_out_char(ex->out, '\n');
	return 0;
}

/* How long it took, at a glance: the kernel's own signs. */
static char sign_of(int64_t ns)
{
	static const struct {
		int64_t above;
		char sign;
	} signs[] = { { 1000000000, '$' }, { 100000000, '@' }, { 10000000, '*' },
		      { 1000000, '#' },	   { 100000, '!' },    { 10000, '+' } };
	size_t i;

	for (i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (ns > signs[i].above)
			return signs[i].sign;
	return ' ';
}

/* The CPU, or where the text names none, the task: without either, calls of two tasks would be read as those of one. */
static void put_where(struct fb_out *out, const struct fb_walk_stack *st)
{
	if (st->cpu >= 0) {
		fb_out_char(out, ' ');
		fb_out_int(out, st->cpu);
		fb_out_text(out, ") ");
	} else if (st->task) {
		fb_out_text(out, "  ");
		put_text(out, st->task);
		fb_out_text(out, "   | ");
	} else {
		fb_out_text(out, "    ");
	}
}

/* Everything up to the name. */
static void columns(struct fb_out *out, const struct fb_walk_stack *st, int64_t ns, int32_t level)
{
	size_t width = 0;

	put_where(out, st);
	if (ns >= 0) {
		fb_out_char(out, sign_of(ns));
		fb_out_char(out, ' ');
		width = fb_out_us(out, ns, 0) + 3;
		fb_out_text(out, " us");
	} else {
		fb_out_text(out, "  ");
	}
	fb_out_blanks(out, width < DURATION ? DURATION - width : 0);
	fb_out_text(out, "|  ");
	fb_out_blanks(out, level > 0 ? 2 * (size_t)level : 0);
}

static void put_between(struct fb_out *out, const char *before, const struct fb_str *s,
			const char *behind)
{
	if (!s->len)
		return;
	fb_out_text(out, before);
	fb_put_shown(out, s->at, s->len);
	fb_out_text(out, behind);
}

static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	struct fb_out *out = ((struct fb_export *)to)->out;
	bool leaf = frame->flags & FB_WALK_LEAF;

	if (frame->kind == FB_NODE_IRQ) {
		put_where(out, st);
		fb_out_text(out, "  ==========> |\n");
		return 0;
	}
	if (frame->flags & FB_NODE_HEAD_CUT)
		return 0;
	columns(out, st, frame->dur_ns, frame->level - frame->zero);
	put_text(out, frame->name ? frame->name : "?");
	if (frame->module) {
		fb_out_text(out, " [");
		put_text(out, frame->module);
		fb_out_char(out, ']');
	}
	fb_out_char(out, '(');
	fb_put_shown(out, ev->args.at, ev->args.len);
	fb_out_text(out, leaf ? ");" : ") {");
	if (ev->caller.len) {
		put_between(out, " /* <-", &ev->caller, "");
		put_between(out, " ret=", &ev->retval, "");
		fb_out_text(out, " */");
	} else {
		put_between(out, " /* = ", &ev->retval, " */");
	}
	fb_out_char(out, '\n');
	return 0;
}

static void brace(struct fb_out *out, const struct fb_walk_stack *st, int32_t level,
		  const struct fb_fg_event *ev)
{
	columns(out, st, ev->dur_ns, level);
	fb_out_char(out, '}');
	if (ev->name.len || ev->retval.len) {
		fb_out_text(out, " /*");
		put_between(out, " ", &ev->name, "");
		put_between(out, " [", &ev->module, "]");
		put_between(out, " = ", &ev->retval, "");
		fb_out_text(out, " */");
	}
	fb_out_char(out, '\n');
}

/* A call that is cut off has no brace here either. */
static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	struct fb_out *out = ((struct fb_export *)to)->out;

	if (!ev || frame->flags & FB_WALK_LEAF)
		return 0;
	if (frame->kind != FB_NODE_IRQ) {
		brace(out, st, frame->level - frame->zero, ev);
		return 0;
	}
	put_where(out, st);
	fb_out_text(out, "  <========== |\n");
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = fb_walk_frame(st);
	struct fb_out *out = ((struct fb_export *)to)->out;

	if (ev->kind == FB_FG_HEADING) {
		put_between(out, "", &ev->text, "\n");
		return 0;
	}
	if (ev->kind == FB_FG_GAP) {
		fb_out_text(out, "...\n");
		return 0;
	}
	columns(out, st, -1, frame ? frame->level - frame->zero + 1 : 0);
	fb_out_text(out, "/* ");
	fb_put_shown(out, ev->text.at, ev->text.len);
	fb_out_text(out, " */\n");
	return 0;
}

/* The text may not say who ran until another task did. */
static const char *task_of(const struct fb_walk_stack *st)
{
	return st->task ? st->task : "unknown-0";
}

static int change(void *to, struct fb_walk_stack *from, struct fb_walk_stack *st,
		  const struct fb_fg_event *ev)
{
	struct fb_out *out = ((struct fb_export *)to)->out;

	(void)ev;
	/* Without the CPU's column there is no such line. */
	if (st->cpu >= 0)
		fb_out_printf(out, RULE " %d)  %s   =>    %s\n" RULE "\n", st->cpu,
			      fb_shown(task_of(from)), fb_shown(task_of(st)));
	return 0;
}

static int lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	if (st->cpu >= 0)
		fb_out_printf(((struct fb_export *)to)->out, "CPU:%d [LOST %" PRIu64 " EVENTS]\n",
			      st->cpu, ev->lost);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	(void)st;
	put_between(((struct fb_export *)to)->out, "", &ev->text, "\n");
	return 0;
}

static const struct fb_walk_ops ops = {
	.enter = enter,
	.leave = leave,
	.mark = mark,
	.change = change,
	.lost = lost,
	.cut = cut,
};

const struct fb_export_format fb_export_ftrace = {
	.name = "ftrace",
	.ops = &ops,
	.begin = begin_ftrace,
	.phase = phase,
};
