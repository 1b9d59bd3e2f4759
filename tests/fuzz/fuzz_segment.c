// SPDX-License-Identifier: GPL-2.0
/*
 * The parts of a trace: its phases by headings, the phases of a scenario, the tree of each packet
 * without a scenario, and the normal form of each part.
 */
#include "fuzz.h"

#include <errno.h>
#include <jansson.h>

#include "match/call_file.h"
#include "scenario/copy_lines.h"
#include "scenario/packet_file.h"
#include "scenario/returned.h"
#include "scenario/segment.h"
#include "tree/phases.h"
#include "tree/print_calls.h"
#include "tests/unit/unit_normal.h"

static const char plan[] =
	"title = t\ntopology = t\nnetns = 1\ntraffic = t\ngraph = g\n"
	"[p1]\nlabel = l\npath = slow\npacket = dev=a\nroot = h r\n"
	"expect = f > g|h\nexpect = 2 x g\n"
	"[p2]\nlabel = l\npath = fast\npacket = dev=a\nroot = h r\nbatch = p1\n"
	"alone = p1\nrefuse = f\n"
	"[p3]\nlabel = l\npath = local\npacket = none\nroot = s\nreturns = s 0\n";

/* Each range of lines must lie within the subtree's lines, and after the previous range. */
static void check_cuts(const struct fb_node *root, const struct fb_line_range *cut, unsigned int nr,
		       uint64_t lines)
{
	uint64_t left = root->end_line - root->line + 1;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		fuzz_must(cut[i].first <= cut[i].last);
		left -= cut[i].last - cut[i].first + 1;
	}
	fuzz_must(left == lines);
}

/*
 * The lines in front of the tree that name the columns: which there are may be said by them alone. A text that began with "#" and a
 * NUL would be taken for UTF-16, so an empty line is before them.
 */
static void copy_head(const struct fb_str *text, uint64_t lines, FILE *to)
{
	const char *at = text->at, *end = at + text->len, *next, *calls;

	fputc('\n', to);
	for (; lines && at < end; lines--, at = next) {
		next = memchr(at, '\n', (size_t)(end - at));
		next = next ? next + 1 : end;
		/* What else stands in it may look like records; "#" may be in a comment of C. */
		calls = memmem(at, (size_t)(next - at), "FUNCTION CALLS", 14);
		if (calls && memchr(at, '#', (size_t)(calls - at)))
			fprintf(to, "# %sFUNCTION CALLS\n",
				memmem(at, (size_t)(next - at), "DURATION", 8) ? "DURATION " : "");
	}
}

/* All lines of the tree must be copied but those that are cut, and the copy must be a trace. */
static void check_copy(const struct fb_node *root, const struct fb_packet_tree *p,
		       const struct fb_str *text)
{
	FILE *in = fmemopen((void *)text->at, text->len, "r");
	struct fb_tree *tree = NULL;
	struct fb_fgraph *fg;
	struct fuzz_out out;
	struct fb_error error = { "" };
	int ret;

	fuzz_must(in);
	fuzz_out_begin(&out);
	copy_head(text, root->line - 1, out.f);
	fuzz_must(!fb_lines_copy(in, out.f, root->line, root->end_line, p->cut, p->nr_cut));
	fuzz_out_end(&out);
	fclose(in);
	fuzz_must(!fb_fgraph_open_text(out.text, out.len, &fg));
	ret = fb_tree_parse(fg, &tree, &error);
	/* Half of a line that quoted-printable has broken is none. */
	fuzz_must(!ret || ret == -ENODATA || memmem(text->at, text->len, "=\n", 2) ||
		  text->at[text->len - 1] == '=');
	fb_tree_free(tree);
	fb_fgraph_close(fg);
	free(out.text);
}

static void find_packets(const struct fb_tree *tree, const struct fb_str *text, const char *roots,
			 const char *dev, int calls)
{
	struct fb_packets_in in = { .tree = tree, .roots = roots, .dev = dev, .calls = calls };
	struct fb_packets list;
	unsigned int i;

	fuzz_must(!fb_packets_find(&in, &list));
	for (i = 0; i < list.nr; i++) {
		const struct fb_packet_tree *p = &list.packet[i];

		fuzz_must(p->root && p->root < tree->nr && p->batch >= 1);
		fuzz_must(p->calls >= 1 && p->calls <= tree->calls);
		check_cuts(&tree->node[p->root], p->cut, p->nr_cut, p->lines);
		if (i < 4)
			check_copy(&tree->node[p->root], p, text);
		if (p->mark)
			(void)fb_packet_words(fb_node_text(tree, p->mark));
	}
	fb_packets_free(&list);
}

static void find_segments(const struct fb_tree *tree, const struct fb_scenario *sc, int batches)
{
	static struct fb_segment seg[FB_PHASES_MAX];
	struct fb_error error = { "" };
	unsigned int i, k;
	int ret;

	if (fb_segment_find(tree, sc, 1, batches, seg, &error)) {
		fuzz_must(*error.text);
		return;
	}
	for (i = 0; i < sc->nr_phases; i++) {
		fuzz_must(seg[i].mark && seg[i].root && seg[i].proof && seg[i].lead <= i);
		check_cuts(&tree->node[seg[i].root], seg[i].cut, seg[i].nr_cut, seg[i].lines);
		for (k = 0; k < seg[i].proof->nr_expect; k++) {
			const struct fb_expect *ex = &seg[i].proof->expect[k];
			struct fb_returned_in in = { .tree = tree, .seg = &seg[i] };

			ret = ex->returns ? fb_returned(&in, ex->text)
					  : fb_segment_expect(tree, &seg[i], ex->text);
			fuzz_must(ret == 0 || ret == 1 || (ex->returns && ret == -ENODATA));
		}
	}
}

/* The written form must be read as the same tree, and be written as the same text. */
static void check_normal(const struct fb_normal *n)
{
	struct fb_normal *again = NULL;
	struct fuzz_out one, two;
	struct fb_error error = { "" };

	fuzz_out_begin(&one);
	unit_normal_write(n, one.f);
	fuzz_out_end(&one);
	if (n->calls) {
		fuzz_must(!fb_normal_read(one.text, one.len, &again, &error));
		fuzz_must(again->nr == n->nr && again->calls == n->calls);
		fuzz_out_begin(&two);
		unit_normal_write(again, two.f);
		fuzz_out_end(&two);
		fuzz_must(one.len == two.len && !memcmp(one.text, two.text, one.len));
		free(two.text);
	}
	fb_normal_free(again);
	free(one.text);
}

/* What is printed straight from the forest is what the copy of it says; and JSON is JSON. */
static void check_print(const struct fb_tree *tree, const struct fb_phases *ph)
{
	struct fuzz_out one, two;
	struct fb_out out;
	json_error_t err;
	json_t *doc;
	unsigned int i;

	for (i = 0; i < ph->nr; i++) {
		fuzz_must(ph->phase[i].nr_calls == ph->phase[i].calls->calls);
		fuzz_out_begin(&one);
		fb_out_begin(&out, one.f);
		fb_print_normal(tree, &ph->phase[i], &out);
		fb_out_flush(&out);
		fuzz_out_end(&one);
		fuzz_out_begin(&two);
		unit_normal_write(ph->phase[i].calls, two.f);
		fuzz_out_end(&two);
		fuzz_must(one.len == two.len && !memcmp(one.text, two.text, one.len));
		free(two.text);
		free(one.text);
	}
	fuzz_out_begin(&one);
	fb_out_begin(&out, one.f);
	fb_print_calls_json(tree, ph->phase, ph->nr, &out);
	fb_out_flush(&out);
	fuzz_out_end(&one);
	doc = json_loadb(one.text, one.len, JSON_REJECT_DUPLICATES, &err);
	fuzz_must(json_array_size(json_object_get(doc, "phases")) == ph->nr);
	json_decref(doc);
	free(one.text);
}

static void split(const struct fb_tree *tree)
{
	struct fb_phases ph;
	unsigned int i;
	int ret = unit_phases_split(tree, &ph);

	fuzz_must(!ret == !!ph.nr || ret);
	for (i = 0; !ret && i < ph.nr; i++) {
		check_normal(ph.phase[i].calls);
		fuzz_must(fb_phases_find(&ph, ph.phase[i].name) >= 0);
	}
	if (!ret)
		check_print(tree, &ph);
	fb_phases_free(&ph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size), devices[200];
	struct fb_error error = { "" };
	const struct fb_str whole = { .at = text, .len = size };
	struct fb_normal *n = NULL;
	struct fb_tree *tree = NULL;
	struct fb_scenario sc;
	struct fb_fgraph *fg;
	int ret;

	ret = fb_calls_read(text, size, &n, NULL, &error);
	fuzz_must(!ret == !!n);
	if (n)
		check_normal(n);
	fb_normal_free(n);

	fuzz_must(!fb_fgraph_open_text(text, size, &fg));
	ret = fb_tree_parse(fg, &tree, &error);
	fb_fgraph_close(fg);
	if (!ret) {
		split(tree);
		find_packets(tree, &whole, "h r net_rx_action", NULL, 0);
		find_packets(tree, &whole, "s r", NULL, 1);
		find_packets(tree, &whole, "h", "a", 0);
		fb_packet_devices(tree, devices);
		fuzz_must(!fb_scenario_parse(plan, &sc, &error));
		find_segments(tree, &sc, 0);
		find_segments(tree, &sc, 1);
		fb_scenario_free(&sc);
		fb_tree_free(tree);
	}
	free(text);
	return 0;
}
