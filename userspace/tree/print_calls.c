// SPDX-License-Identifier: GPL-2.0
/* A recording as text and as JSON, for `flowbench parse`. */
#include "lib/escape.h"
#include "lib/print.h"
#include "tree/print_calls.h"

static void count_flags(const struct fb_tree *tree, unsigned int *heads, unsigned int *tails,
			unsigned int *marks, unsigned int *irqs)
{
	uint32_t i;

	*heads = *tails = *marks = *irqs = 0;
	for (i = 1; i < tree->nr; i++) {
		*heads += !!(tree->node[i].flags & FB_NODE_HEAD_CUT);
		*tails += !!(tree->node[i].flags & FB_NODE_TAIL_CUT);
		*marks += tree->node[i].kind == FB_NODE_MARK;
		*irqs += tree->node[i].kind == FB_NODE_IRQ;
	}
}

static void print_odd(const struct fb_walk_odd *odd, FILE *f)
{
	if (odd->levels == 1)
		fb_print(f, "  1 line where indentation and braces disagree: line %llu\n",
			 (unsigned long long)odd->level_line);
	else if (odd->levels)
		fb_print(
			f,
			"  %llu lines where indentation and braces disagree, the first: line %llu\n",
			(unsigned long long)odd->levels, (unsigned long long)odd->level_line);
	if (odd->doubts)
		fb_print(f,
			 "  %llu place%s where the text contradicts itself, or a line is missing, "
			 "the first: line %llu; calls whose own time is not certain: %llu\n",
			 (unsigned long long)odd->doubts, odd->doubts == 1 ? "" : "s",
			 (unsigned long long)odd->doubt_line, (unsigned long long)odd->uncertain);
}

void fb_print_summary(const char *file, const struct fb_tree *tree, const struct fb_phases *ph,
		      FILE *f)
{
	unsigned int heads, tails, marks, irqs, i;

	count_flags(tree, &heads, &tails, &marks, &irqs);
	fb_print(
		f,
		"%s: %u calls, %u marks, %u interrupts, %u cut heads, %u cut tails, "
		"%llu events lost, %u calls shorter than what they called, %u braces of other calls\n",
		file, tree->calls, marks, irqs, heads, tails, (unsigned long long)tree->lost,
		tree->odd_durations, tree->odd_names);
	print_odd(&tree->odd, f);
	for (i = 0; i < ph->nr; i++) {
		const struct fb_phase *phase = &ph->phase[i];
		const char *label = fb_normal_get(phase->calls, "label");
		int64_t total = 0;
		uint32_t at;

		for (at = phase->first; at; at = fb_phase_after(phase, tree, at))
			total += tree->node[at].dur_ns > 0 ? tree->node[at].dur_ns : 0;
		fb_print(f, "  %-5s %5u calls  %10.3f us traced  %s\n", phase->name,
			 phase->nr_calls, (double)total / 1000, label ? label : "");
	}
}

/* A walk through the nodes of a phase. */
struct phase_walk {
	const struct fb_phase *phase;
	struct fb_normal_walk in;
};

static void walk_begin(struct phase_walk *walk, const struct fb_tree *tree,
		       const struct fb_phase *phase)
{
	walk->phase = phase;
	fb_normal_walk_begin(&walk->in, tree, phase->first);
}

static void walk_next(struct phase_walk *walk)
{
	const struct fb_tree *tree = walk->in.tree;
	uint32_t top = walk->in.top;

	fb_normal_walk_next(&walk->in);
	if (walk->in.at)
		return;
	top = fb_phase_after(walk->phase, tree, top);
	if (top)
		fb_normal_walk_begin(&walk->in, tree, top);
}

/* --- a drawing ------------------------------------------------------------ */

/* Bytes of the column of durations. */
#define DURATION 12

static void put_around(struct fb_out *out, const char *before, const char *text, const char *behind)
{
	if (!text)
		return;
	fb_out_text(out, before);
	fb_put_ascii(out, text);
	fb_out_text(out, behind);
}

static void draw_node(const struct fb_normal_line *node, struct fb_out *out)
{
	if (node->dur_ns < 0)
		fb_out_blanks(out, DURATION);
	else
		fb_out_us(out, node->dur_ns, DURATION);
	fb_out_blanks(out, 2 * (size_t)node->depth);
	if (node->kind == FB_NODE_MARK) {
		fb_out_text(out, "/* ");
		fb_put_ascii(out, node->text);
		fb_out_text(out, " */\n");
		return;
	}
	if (node->kind == FB_NODE_IRQ) {
		fb_out_text(out, "(interrupt)\n");
		return;
	}
	fb_put_ascii(out, node->name ? node->name : "?");
	put_around(out, " [", node->module, "]");
	put_around(out, "(", node->args, ")");
	put_around(out, " = ", node->retval, "");
	put_around(out, " <-", node->caller, "");
	if (node->flags & FB_NODE_HEAD_CUT)
		fb_out_text(out, " (head cut off)");
	if (node->flags & FB_NODE_TAIL_CUT)
		fb_out_text(out, " (tail cut off)");
	fb_out_char(out, '\n');
}

void fb_print_drawing(const struct fb_tree *tree, const struct fb_phase *phase, struct fb_out *out)
{
	const char *label = fb_normal_get(phase->calls, "label");
	struct phase_walk walk;

	fb_out_printf(out, "%s%s%s\n", fb_shown(fb_normal_get(phase->calls, "phase")),
		      label ? ": " : "", fb_shown(label));
	for (walk_begin(&walk, tree, phase); walk.in.at; walk_next(&walk)) {
		const struct fb_normal_line node = fb_normal_walk_node(&walk.in);

		draw_node(&node, out);
	}
}

/* --- the normal form ------------------------------------------------------ */

void fb_print_normal(const struct fb_tree *tree, const struct fb_phase *phase, struct fb_out *out)
{
	struct phase_walk walk;

	fb_normal_write_heads(phase->calls, out);
	for (walk_begin(&walk, tree, phase); walk.in.at; walk_next(&walk)) {
		const struct fb_normal_line node = fb_normal_walk_node(&walk.in);

		fb_normal_write_node(&node, out);
	}
}

/* --- JSON ----------------------------------------------------------------- */

/* A string of printable ASCII, or nothing for NULL. */
static void put_member(struct fb_out *out, const char *key, const char *text)
{
	if (!text)
		return;
	fb_out_text(out, key);
	fb_put_json_ascii(out, text);
}

static void json_node(const struct fb_normal_line *node, struct fb_out *out)
{
	static const char *const kinds[] = { "top", "call", "mark", "interrupt" };

	fb_out_text(out, "{\"kind\": \"");
	fb_out_text(out, kinds[node->kind]);
	fb_out_named(out, "\", \"depth\": ", node->depth);
	fb_out_named(out, ", \"line\": ", (int64_t)node->line);
	put_member(out, ", \"name\": ", node->name);
	put_member(out, ", \"module\": ", node->module);
	put_member(out, ", \"text\": ", node->text);
	put_member(out, ", \"args\": ", node->args);
	put_member(out, ", \"caller\": ", node->caller);
	put_member(out, ", \"retval\": ", node->retval);
	if (node->dur_ns >= 0)
		fb_out_named(out, ", \"dur_ns\": ", node->dur_ns);
	fb_out_char(out, '}');
}

static void json_phase(const struct fb_tree *tree, const struct fb_phase *phase, struct fb_out *out)
{
	const char *before = "\n";
	struct phase_walk walk;

	for (walk_begin(&walk, tree, phase); walk.in.at; walk_next(&walk)) {
		const struct fb_normal_line node = fb_normal_walk_node(&walk.in);

		fb_out_text(out, before);
		json_node(&node, out);
		before = ",\n";
	}
}

static void json_head(const struct fb_normal *n, struct fb_out *out)
{
	uint32_t i;

	fb_out_text(out, "{\"head\": {");
	for (i = 0; i < n->nr_heads; i++) {
		fb_out_text(out, i ? ", " : "");
		fb_put_json_ascii(out, n->head[i].key);
		fb_out_text(out, ": ");
		fb_put_json_ascii(out, n->head[i].value);
	}
	fb_out_text(out, "}, \"calls\": [");
}

/* A flat list with depths: nested lists would be deeper than JSON readers accept. */
void fb_print_calls_json(const struct fb_tree *tree, const struct fb_phase *phase, unsigned int nr,
			 struct fb_out *out)
{
	unsigned int i;

	fb_out_text(out, "{\"schema\": \"" FB_NORMAL_MAGIC "\", \"phases\": [");
	for (i = 0; i < nr; i++) {
		fb_out_text(out, i ? ",\n" : "\n");
		json_head(phase[i].calls, out);
		json_phase(tree, &phase[i], out);
		fb_out_text(out, "]}");
	}
	fb_out_text(out, "]}\n");
}
