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

#define RULE " ------------------------------------------\n"

/* A head must stay one line, whatever it holds. */
static void head(FILE *f, const char *key, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(f, "# %s=", key);
	for (; *text; text++)
		fputc((unsigned char)*text < ' ' ? '?' : *text, f);
	fputc('\n', f);
}

static int begin(struct fb_export *ex)
{
	fputs("# tracer: function_graph\n#\n", ex->f);
	head(ex->f, "scenario", ex->scenario);
	head(ex->f, "kernel", ex->kernel);
	fputs("# mode=traced (structure: durations contain the tracer's own cost)\n#\n"
	      "# CPU  DURATION                  FUNCTION CALLS\n"
	      "# |     |   |                     |   |   |   |\n",
	      ex->f);
	return 0;
}

/* "p2a" as "### Packet 2 (part 1 of 1) ###": how many parts there are, nobody asks. */
static int phase(struct fb_export *ex)
{
	unsigned int first, second;
	char part;
	int n = -1;

	if (!ex->several) {
		head(ex->f, "phase", ex->phase);
		head(ex->f, "label", ex->label);
		return 0;
	}
	if (sscanf(ex->phase, "p%up%u%n", &first, &second, &n) == 2 && !ex->phase[n])
		fprintf(ex->f, "### Packet %u and %u ###", first, second);
	else if (sscanf(ex->phase, "p%u%c%n", &first, &part, &n) == 2 && n > 0 && !ex->phase[n] &&
		 part >= 'a' && part <= 'z')
		fprintf(ex->f, "### Packet %u (part %d of %d) ###", first, part - 'a' + 1,
			part - 'a' + 1);
	else if (sscanf(ex->phase, "p%u%n", &first, &n) == 1 && !ex->phase[n])
		fprintf(ex->f, "### Packet %u ###", first);
	else
		return head(ex->f, "phase", ex->phase), 0;
	/* One that would be read as something else is left out. */
	if (*ex->label && !strpbrk(ex->label, "#\n\r") &&
	    !fb_fgraph_record_in(ex->label, ex->label + strlen(ex->label)))
		fprintf(ex->f, " %s ###", ex->label);
	fputc('\n', ex->f);
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

/* Everything up to the name. */
static void columns(FILE *f, int cpu, int64_t ns, int32_t level)
{
	char text[40] = "";

	if (cpu >= 0)
		fprintf(f, " %d) ", cpu);
	else
		fputs("    ", f);
	if (ns >= 0)
		snprintf(text, sizeof(text), "%" PRId64 ".%03d us", ns / 1000, (int)(ns % 1000));
	fprintf(f, "%c %-12s|  %*s", ns >= 0 ? sign_of(ns) : ' ', text,
		level > 0 ? (int)(2 * level) : 0, "");
}

static void put(FILE *f, const char *before, const struct fb_str *s, const char *behind)
{
	if (s->len)
		fprintf(f, "%s%.*s%s", before, (int)s->len, s->at, behind);
}

static int enter(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	FILE *f = ((struct fb_export *)to)->f;
	bool leaf = frame->flags & FB_WALK_LEAF;

	if (frame->kind == FB_NODE_IRQ) {
		if (st->cpu >= 0)
			fprintf(f, " %d) ", st->cpu);
		else
			fputs("    ", f);
		fputs("  ==========> |\n", f);
		return 0;
	}
	if (frame->flags & FB_NODE_HEAD_CUT)
		return 0;
	columns(f, st->cpu, frame->dur_ns, frame->level - frame->zero);
	fputs(frame->name ? frame->name : "?", f);
	if (frame->module)
		fprintf(f, " [%s]", frame->module);
	fputs(leaf ? "();" : "() {", f);
	put(f, " /* = ", &ev->retval, " */");
	fputc('\n', f);
	return 0;
}

static void brace(FILE *f, int cpu, int32_t level, const struct fb_fg_event *ev)
{
	columns(f, cpu, ev->dur_ns, level);
	fputc('}', f);
	if (ev->name.len || ev->retval.len) {
		fputs(" /*", f);
		put(f, " ", &ev->name, "");
		put(f, " [", &ev->module, "]");
		put(f, " = ", &ev->retval, "");
		fputs(" */", f);
	}
	fputc('\n', f);
}

/* A call that is cut off has no brace here either. */
static int leave(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = &st->open[st->depth - 1];
	FILE *f = ((struct fb_export *)to)->f;

	if (!ev || frame->flags & FB_WALK_LEAF)
		return 0;
	if (frame->kind != FB_NODE_IRQ) {
		brace(f, st->cpu, frame->level - frame->zero, ev);
		return 0;
	}
	if (st->cpu >= 0)
		fprintf(f, " %d) ", st->cpu);
	else
		fputs("    ", f);
	fputs("  <========== |\n", f);
	return 0;
}

static int mark(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	const struct fb_walk_frame *frame = fb_walk_frame(st);
	FILE *f = ((struct fb_export *)to)->f;

	if (ev->kind == FB_FG_HEADING) {
		fprintf(f, "%.*s\n", (int)ev->text.len, ev->text.at);
		return 0;
	}
	columns(f, st->cpu, -1, frame ? frame->level - frame->zero + 1 : 0);
	fprintf(f, "/* %.*s */\n", (int)ev->text.len, ev->text.at);
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
	FILE *f = ((struct fb_export *)to)->f;

	(void)ev;
	/* Without the CPU's column there is no such line. */
	if (st->cpu >= 0)
		fprintf(f, RULE " %d)  %s   =>    %s\n" RULE "\n", st->cpu, task_of(from),
			task_of(st));
	return 0;
}

static int lost(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	if (st->cpu >= 0)
		fprintf(((struct fb_export *)to)->f, "CPU:%d [LOST %" PRIu64 " EVENTS]\n", st->cpu,
			ev->lost);
	return 0;
}

static int cut(void *to, struct fb_walk_stack *st, const struct fb_fg_event *ev)
{
	(void)st;
	fprintf(((struct fb_export *)to)->f, "%.*s\n", (int)ev->text.len, ev->text.at);
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
	.begin = begin,
	.phase = phase,
};
