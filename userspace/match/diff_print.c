// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "lib/print.h"
#include "match/diff_print.h"
#include "tree/tree_diff.h"

static const enum fb_change_class columns[] = { FB_CHANGE_SAME, FB_CHANGE_RENAMED, FB_CHANGE_MOVED,
						FB_CHANGE_REMOVED, FB_CHANGE_ADDED };

#define NR (sizeof(columns) / sizeof(columns[0]))

static int is_pair(const struct fb_diff_phase *ph)
{
	return ph->calls[0] && ph->calls[1];
}

static void print_row(const char *name, const struct fb_calldiff *d, FILE *f)
{
	fb_print(f, "%-6s %6u %6u %6u %7u %5u %7u %6u %5u %6u\n", name, d->nr[0], d->nr[1],
		 d->count[FB_CHANGE_SAME], d->count[FB_CHANGE_RENAMED], d->count[FB_CHANGE_MOVED],
		 d->count[FB_CHANGE_REMOVED], d->hidden[0], d->count[FB_CHANGE_ADDED],
		 d->hidden[1]);
}

/* "A out/esp-gateway-5.10 (esp-gateway, 5.10.0-37-amd64)" */
static void print_side(char letter, const struct fb_recording *rec, FILE *f)
{
	fb_print(f, "%c %s", letter, rec->path);
	if (*rec->scenario || *rec->kernel)
		fb_print(f, " (%s%s%s)", rec->scenario, *rec->scenario && *rec->kernel ? ", " : "",
			 rec->kernel);
	fputc('\n', f);
}

/* A large phase is mapped piece by piece. */
static void print_unproven(const struct fb_diff_phase *ph, FILE *f)
{
	if (ph->d.unproven)
		fb_print(
			f,
			"%s: too large to compare as a whole: up to %u more calls of each side may be "
			"the same\n    (--root FUNCTION compares a part)\n",
			ph->name, ph->d.unproven);
}

void fb_diff_print_table(const struct fb_diff_report *rep, FILE *f)
{
	unsigned int i, pairs = 0;

	print_side('A', &rep->rec[0], f);
	print_side('B', &rep->rec[1], f);
	fputs("phase       A      B   same renamed moved removed hidden added hidden\n", f);
	for (i = 0; i < rep->nr; i++) {
		const struct fb_diff_phase *ph = &rep->phase[i];

		pairs += is_pair(ph);
		if (is_pair(ph))
			print_row(ph->name, &ph->d, f);
		else
			fb_print(f, "%-6s only in %c\n", ph->name, ph->calls[0] ? 'A' : 'B');
	}
	if (pairs > 1)
		print_row("all", &rep->total, f);
	for (i = 0; i < rep->nr; i++)
		print_unproven(&rep->phase[i], f);
	if (rep->total.hidden[0] || rep->total.hidden[1])
		fputs("hidden: those that the other kernel cannot trace: new there, gone, or inlined\n",
		      f);
	for (i = 0; i < 2; i++)
		if (!rep->rec[i].functions.nr && !fb_diff_same(rep))
			fb_print(
				f,
				"%c has no list of traceable functions: nothing can be hidden there\n",
				(int)('A' + i));
}

static void print_change(const struct fb_change *ch, FILE *f)
{
	static const char signs[FB_CHANGE_CLASSES] = {
		[FB_CHANGE_RENAMED] = '~',
		[FB_CHANGE_MOVED] = '>',
		[FB_CHANGE_REMOVED] = '-',
		[FB_CHANGE_ADDED] = '+',
	};

	fb_print(f, "%c %5u  %s", signs[ch->class], ch->count, ch->name);
	if (ch->class == FB_CHANGE_RENAMED)
		fb_print(f, " -> %s", ch->to);
	fb_print(f, " < %s", ch->caller);
	if (ch->class == FB_CHANGE_MOVED)
		fb_print(f, " -> %s", strcmp(ch->to, ch->caller) ? ch->to : "(another place)");
	if (ch->why)
		fb_print(f, "  (%s)", ch->why->reason);
	else if (!ch->traceable)
		fputs("  (hidden)", f);
	fputc('\n', f);
}

static int collect(struct fb_changes *list, const struct fb_diff_report *rep,
		   const struct fb_diff_phase *ph)
{
	const struct fb_calldiff_in in = fb_diff_phase_in(rep, ph);

	return is_pair(ph) ? fb_changes_collect(list, &in, &ph->d) : 0;
}

int fb_diff_print_changes(const struct fb_diff_report *rep, unsigned int most, FILE *f)
{
	struct fb_changes list = { .nr = 0 };
	unsigned int i, k, shown, left;
	int ret = 0;

	for (i = 0; !ret && i < rep->nr; i++)
		ret = collect(&list, rep, &rep->phase[i]);
	fb_changes_group(&list);
	for (i = 0; !ret && i < list.nr; i = k) {
		enum fb_change_class class = list.change[i].class;

		fb_print(f, "\n%s (%u)\n", fb_change_name(class), rep->total.count[class]);
		for (k = i, shown = left = 0; k < list.nr && list.change[k].class == class; k++) {
			if (most && shown == most) {
				left++;
				continue;
			}
			print_change(&list.change[k], f);
			shown++;
		}
		if (left)
			fb_print(f, "        and %u more (--all shows them)\n", left);
	}
	fb_changes_free(&list);
	return ret;
}

static const char *colour_of(enum fb_change_class class)
{
	static const char *const colours[FB_CHANGE_CLASSES] = {
		[FB_CHANGE_NONE] = "\033[2m",	  [FB_CHANGE_SAME] = "",
		[FB_CHANGE_RENAMED] = "\033[36m", [FB_CHANGE_MOVED] = "\033[33m",
		[FB_CHANGE_REMOVED] = "\033[31m", [FB_CHANGE_ADDED] = "\033[32m",
	};

	return colours[class];
}

/* What of the second tree stands alone, up to @to. */
static void print_right(const struct fb_diff_phase *ph, uint32_t *from, uint32_t to,
			const struct fb_style *style, FILE *f)
{
	for (; *from < to; (*from)++) {
		enum fb_change_class class = (enum fb_change_class)ph->d.call[1][*from].class;
		const struct fb_normal_line line = fb_normal_line(ph->calls[1], *from);

		fb_side_line(NULL,
			     class == FB_CHANGE_ADDED	? "+"
			     : class == FB_CHANGE_MOVED ? "moved >"
							: "",
			     NULL, colour_of(class), &line, style, f);
	}
}

void fb_diff_print_tree(const struct fb_diff_report *rep, const struct fb_diff_phase *ph,
			const struct fb_style *style, FILE *f)
{
	static const char *const signs[FB_CHANGE_CLASSES] = {
		[FB_CHANGE_NONE] = "",		 [FB_CHANGE_SAME] = "=",
		[FB_CHANGE_RENAMED] = "renamed", [FB_CHANGE_MOVED] = "< moved",
		[FB_CHANGE_REMOVED] = "-",
	};
	const struct fb_normal *l = ph->calls[0], *r = ph->calls[1];
	uint32_t at, right = 1;

	if (!is_pair(ph)) {
		fb_print(f, "%s: only in %c\n", ph->name, l ? 'A' : 'B');
		return;
	}
	fb_side_head(*rep->rec[0].kernel ? rep->rec[0].kernel : "A", ph->name,
		     *rep->rec[1].kernel ? rep->rec[1].kernel : "B", style, f);
	for (at = 1; at < l->nr; at++) {
		enum fb_change_class class = (enum fb_change_class)ph->d.call[0][at].class;
		const struct fb_normal_line left = fb_normal_line(l, at);
		bool both = class == FB_CHANGE_SAME || class == FB_CHANGE_RENAMED;
		struct fb_normal_line beside;

		/* These come in the same order on both sides. */
		if (both) {
			print_right(ph, &right, ph->d.call[0][at].other, style, f);
			beside = fb_normal_line(r, right++);
		}
		fb_side_line(&left, signs[class], NULL, colour_of(class), both ? &beside : NULL,
			     style, f);
	}
	print_right(ph, &right, r->nr, style, f);
}

/* {"a": 532, "b": 540, "same": 400, …} */
static json_t *counts(const struct fb_calldiff *d)
{
	json_t *js = json_pack("{s:i, s:i}", "a", (int)d->nr[0], "b", (int)d->nr[1]);
	size_t i;

	for (i = 0; i < NR; i++)
		json_object_set_new(js, fb_change_name(columns[i]),
				    json_integer(d->count[columns[i]]));
	json_object_set_new(js, "removed_untraceable", json_integer(d->hidden[0]));
	json_object_set_new(js, "added_untraceable", json_integer(d->hidden[1]));
	json_object_set_new(js, "unproven", json_integer(d->unproven));
	return js;
}

static json_t *change_of(const struct fb_change *ch)
{
	json_t *one = json_pack("{s:s, s:o, s:o, s:i}", "change", fb_change_name(ch->class),
				"function", fb_json_string(ch->name), "caller",
				fb_json_string(ch->caller), "calls", (int)ch->count);

	if (ch->to)
		json_object_set_new(one, ch->class == FB_CHANGE_RENAMED ? "to" : "to_caller",
				    fb_json_string(ch->to));
	if (ch->traceable >= 0)
		json_object_set_new(one, "traceable", json_boolean(ch->traceable));
	if (ch->why)
		json_object_set_new(one, "reason", fb_json_string(ch->why->reason));
	return one;
}

/* Of @nr phases together. */
static json_t *changes(const struct fb_diff_report *rep, const struct fb_diff_phase *ph,
		       unsigned int nr)
{
	struct fb_changes list = { .nr = 0 };
	json_t *js = json_array();
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++)
		ret = collect(&list, rep, &ph[i]);
	if (!ret)
		fb_changes_group(&list);
	for (i = 0; !ret && i < list.nr; i++)
		json_array_append_new(js, change_of(&list.change[i]));
	fb_changes_free(&list);
	if (!ret)
		return js;
	json_decref(js);
	return NULL;
}

json_t *fb_diff_sum_json(const struct fb_diff_report *rep)
{
	return json_pack("{s:o, s:o}", "total", counts(&rep->total), "changes",
			 changes(rep, rep->phase, rep->nr));
}

static json_t *side(const struct fb_recording *rec)
{
	return json_pack("{s:o, s:o, s:o}", "path", fb_json_string(rec->path), "scenario",
			 fb_json_string(rec->scenario), "kernel", fb_json_string(rec->kernel));
}

json_t *fb_diff_json(const struct fb_diff_report *rep)
{
	json_t *phases = json_array();
	unsigned int i;

	for (i = 0; i < rep->nr; i++) {
		const struct fb_diff_phase *ph = &rep->phase[i];
		json_t *js;

		if (is_pair(ph)) {
			js = counts(&ph->d);
			json_object_set_new(js, "changes", changes(rep, ph, 1));
		} else {
			js = json_pack("{s:s}", "only_in", ph->calls[0] ? "a" : "b");
		}
		json_object_set_new(js, "phase", fb_json_string(ph->name));
		json_array_append_new(phases, js);
	}
	return json_pack("{s:s, s:o, s:o, s:b, s:o, s:o}", "schema", FB_DIFF_SCHEMA, "a",
			 side(&rep->rec[0]), "b", side(&rep->rec[1]), "same", fb_diff_same(rep),
			 "phases", phases, "total", counts(&rep->total));
}
