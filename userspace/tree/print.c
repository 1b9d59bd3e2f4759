// SPDX-License-Identifier: GPL-2.0
/* A recording as text and as JSON, for `flowbench parse`. */
#include <jansson.h>

#include "tree/print.h"

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

void fb_print_summary(const char *file, const struct fb_tree *tree, const struct fb_phases *ph,
		      FILE *f)
{
	unsigned int heads, tails, marks, irqs, i;

	count_flags(tree, &heads, &tails, &marks, &irqs);
	fprintf(f,
		"%s: %u calls, %u marks, %u interrupts, %u cut heads, %u cut tails, "
		"%llu events lost, %u calls shorter than what they called, %u braces of other calls\n",
		file, tree->calls, marks, irqs, heads, tails, (unsigned long long)tree->lost,
		tree->odd_durations, tree->odd_names);
	if (tree->odd_levels == 1)
		fprintf(f, "  1 line where indentation and braces disagree: line %llu\n",
			(unsigned long long)tree->odd_line);
	else if (tree->odd_levels)
		fprintf(f,
			"  %u lines where indentation and braces disagree, the first: line %llu\n",
			tree->odd_levels, (unsigned long long)tree->odd_line);
	for (i = 0; i < ph->nr; i++) {
		const struct fb_normal *n = ph->phase[i].calls;
		const char *label = fb_normal_get(n, "label");
		int64_t total = 0;
		uint32_t at;

		for (at = 1; at < n->nr; at = n->node[at].end)
			total += n->node[at].dur_ns > 0 ? n->node[at].dur_ns : 0;
		fprintf(f, "  %-5s %5u calls  %10.3f us traced  %s\n", ph->phase[i].name, n->calls,
			(double)total / 1000, label ? label : "");
	}
}

void fb_print_drawing(const struct fb_normal *n, FILE *f)
{
	const char *label = fb_normal_get(n, "label");
	uint32_t i;

	fprintf(f, "%s%s%s\n", fb_normal_get(n, "phase"), label ? ": " : "", label ? label : "");
	for (i = 1; i < n->nr; i++) {
		const struct fb_normal_node *node = &n->node[i];
		int indent = 2 * (node->depth - 1);

		if (node->dur_ns >= 0)
			fprintf(f, "%12.3f  ", (double)node->dur_ns / 1000);
		else
			fprintf(f, "%12s  ", "");
		if (node->kind == FB_NODE_MARK)
			fprintf(f, "%*s/* %s */\n", indent, "", node->text ? node->text : "");
		else if (node->kind == FB_NODE_IRQ)
			fprintf(f, "%*s(interrupt)\n", indent, "");
		else
			fprintf(f, "%*s%s%s%s%s%s%s%s%s\n", indent, "",
				node->name ? node->name : "?", node->module ? " [" : "",
				node->module ? node->module : "", node->module ? "]" : "",
				node->retval ? " = " : "", node->retval ? node->retval : "",
				node->flags & FB_NODE_HEAD_CUT ? " (head cut off)" : "",
				node->flags & FB_NODE_TAIL_CUT ? " (tail cut off)" : "");
	}
}

static json_t *json_node(const struct fb_normal_node *node)
{
	static const char *const kinds[] = { "top", "call", "mark", "interrupt" };
	json_t *js = json_pack("{s:s, s:i, s:I}", "kind", kinds[node->kind], "depth", node->depth,
			       "line", (json_int_t)node->line);

	if (node->name)
		json_object_set_new(js, "name", json_string(node->name));
	if (node->module)
		json_object_set_new(js, "module", json_string(node->module));
	if (node->text)
		json_object_set_new(js, "text", json_string(node->text));
	if (node->retval)
		json_object_set_new(js, "retval", json_string(node->retval));
	if (node->dur_ns >= 0)
		json_object_set_new(js, "dur_ns", json_integer(node->dur_ns));
	return js;
}

/* A flat list with depths: nested lists would be deeper than JSON readers accept. */
void fb_print_calls_json(const struct fb_normal *const *list, unsigned int nr, FILE *f)
{
	unsigned int i;
	uint32_t k;

	fputs("{\"schema\": \"" FB_NORMAL_MAGIC "\", \"phases\": [", f);
	for (i = 0; i < nr; i++) {
		json_t *head = json_object();

		for (k = 0; k < list[i]->nr_heads; k++)
			json_object_set_new(head, list[i]->head[k].key,
					    json_string(list[i]->head[k].value));
		fputs(i ? ",\n{\"head\": " : "\n{\"head\": ", f);
		json_dumpf(head, f, JSON_PRESERVE_ORDER);
		json_decref(head);
		fputs(", \"calls\": [", f);
		for (k = 1; k < list[i]->nr; k++) {
			json_t *js = json_node(&list[i]->node[k]);

			fputs(k > 1 ? ",\n" : "\n", f);
			json_dumpf(js, f, JSON_PRESERVE_ORDER);
			json_decref(js);
		}
		fputs("]}", f);
	}
	fputs("]}\n", f);
}
