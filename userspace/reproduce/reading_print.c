// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "lib/escape.h"
#include "lib/version.h"
#include "reproduce/reading.h"

static const char *const labels[FB_WORD_GROUPS] = {
	[FB_WORD_PATH] = "path",	[FB_WORD_PART] = "part",
	[FB_WORD_FAMILY] = "family",	[FB_WORD_PROTOCOL] = "protocol",
	[FB_WORD_FILTER] = "netfilter", [FB_WORD_TUNNEL] = "tunnel",
	[FB_WORD_DEVICE] = "device",	[FB_WORD_DETAIL] = "detail",
	[FB_WORD_OTHER] = "calls",
};

static void put_name(const struct fb_reading *reading, uint32_t at, struct fb_out *out)
{
	fb_put_ascii(out, fb_node_name(reading->tree, at));
}

/* "path      a packet is forwarded: ip_forward (line 12), ip_forward_finish (14)" */
static void put_word(const struct fb_reading *reading, int i, struct fb_out *out)
{
	const struct fb_proofs *proofs = &reading->word[i];
	unsigned int k;

	fb_out_printf(out, "%-10s%s: ", labels[fb_words[i].group], fb_words[i].says);
	for (k = 0; k < proofs->nr; k++) {
		fb_out_text(out, k ? ", " : "");
		put_name(reading, proofs->call[k], out);
		fb_out_printf(out, " (%s%u)", k ? "" : "line ",
			      reading->tree->node[proofs->call[k]].line);
	}
	fb_out_char(out, '\n');
}

static void put_group(const struct fb_reading *reading, enum fb_word_group group,
		      struct fb_out *out)
{
	int i;

	for (i = 0; fb_words[i].name; i++)
		if (fb_words[i].group == group && reading->word[i].nr)
			put_word(reading, i, out);
}

/* "kernel    4.19 or later: ip_list_rcv (line 3); before 5.16: iptable_filter_hook (line 9)" */
static void put_kernel(const struct fb_reading *reading, struct fb_out *out)
{
	const struct fb_function_age *since = reading->since, *before = reading->before;

	if (!since && !before)
		return;
	fb_out_printf(out, "%-10s", "kernel");
	if (since) {
		fb_out_printf(out, "%s or later: %s (line %u)", since->since, since->name,
			      reading->tree->node[reading->since_call].line);
	}
	if (before) {
		fb_out_printf(out, "%sbefore %s: %s (line %u)", since ? "; " : "", before->before,
			      before->name, reading->tree->node[reading->before_call].line);
	}
	if (since && before && fb_version_parse(since->since) >= fb_version_parse(before->before))
		fb_out_text(out, "; no version of mainline has both: one of them was backported");
	else
		fb_out_text(out, "; of mainline: distributions backport");
	fb_out_char(out, '\n');
}

/* What nothing in the trace says, and what no trace can say. */
static void put_unknown(const struct fb_reading *reading, struct fb_out *out)
{
	fb_out_printf(out, "%-10s", "unknown");
	if (!fb_reading_group(reading, FB_WORD_FAMILY))
		fb_out_text(out, "IPv4 or IPv6; ");
	if (!fb_reading_group(reading, FB_WORD_PROTOCOL))
		fb_out_text(out, "the protocol; ");
	if (!fb_reading_group(reading, FB_WORD_DEVICE))
		fb_out_text(out, "the devices; ");
	if (!reading->since && !reading->before)
		fb_out_text(out, "the kernel; ");
	fb_out_text(
		out,
		"addresses and ports, the text of rules, and all that a filter of the tracer left out\n");
}

/* Is it an outermost call, or does one call it? What is deeper may be work of anything. */
static bool is_outer(const struct fb_reading *reading, uint32_t at)
{
	uint32_t around = reading->tree->node[at].parent;

	return !around || !reading->tree->node[around].parent;
}

static void put_none(const struct fb_reading *reading, struct fb_out *out)
{
	int i;

	fb_out_text(out, "no packet's path");
	for (i = 0; fb_words[i].name; i++)
		if (fb_words[i].group == FB_WORD_OTHER && reading->word[i].nr &&
		    is_outer(reading, reading->word[i].call[0])) {
			fb_out_printf(out, ", but %s", fb_words[i].says);
			break;
		}
	fb_out_char(out, '\n');
}

static void put_title(const struct fb_reading *reading, struct fb_out *out)
{
	bool first = true;
	int i;

	if (reading->kind == FB_READING_NONE) {
		put_none(reading, out);
		return;
	}
	if (reading->kind == FB_READING_PART) {
		fb_out_printf(out, "a part of a packet's path: %s\n", reading->either);
		return;
	}
	for (i = 0; fb_words[i].name; i++) {
		if (fb_words[i].group != FB_WORD_PATH || !reading->word[i].nr)
			continue;
		fb_out_printf(out, "%s%s", first ? "" : "; ", fb_words[i].says);
		first = false;
	}
	fb_out_char(out, '\n');
}

void fb_reading_print(const struct fb_reading *reading, const char *file, struct fb_out *out)
{
	int group;

	fb_put_shown(out, file, strlen(file));
	fb_out_text(out, ": ");
	put_title(reading, out);
	if (reading->kind == FB_READING_NONE) {
		put_group(reading, FB_WORD_OTHER, out);
		return;
	}
	for (group = FB_WORD_PATH; group < FB_WORD_OTHER; group++)
		if (group != FB_WORD_PART || reading->kind == FB_READING_PART)
			put_group(reading, (enum fb_word_group)group, out);
	if (reading->aside) {
		fb_out_printf(out, "%-10sthe packet came in an interrupt of ", "aside");
		put_name(reading, reading->aside, out);
		fb_out_printf(out, " (line %u)\n", reading->tree->node[reading->aside].line);
	}
	fb_drops_print(reading->tree, &reading->drops, "dropped", out);
	put_kernel(reading, out);
	put_unknown(reading, out);
	if (reading->own)
		fb_out_printf(out, "%-10s%s: make run SCENARIO=%s\n", "scenario", reading->own,
			      reading->own);
}
