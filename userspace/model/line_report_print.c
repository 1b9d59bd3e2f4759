// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "json/json_schema.h"
#include "lib/print.h"
#include "model/line_report.h"

#define NAME 20

/* A setting of fb_profile_setting() has a column only where it differs between points of one path. */
#define SETTINGS 8

struct table {
	const struct fb_lines *l;
	size_t nr;
	bool column[SETTINGS];
	FILE *to;
};

static json_int_t value_of(const struct fb_lines_path *path, const char *setting)
{
	return fb_json_count(path->path->point, setting);
}

static bool differs(const struct fb_lines *l, const char *setting)
{
	size_t i, k;

	for (i = 0; i < l->nr; i++)
		for (k = 0; k < i; k++)
			if (!strcmp(l->path[i].path->name, l->path[k].path->name) &&
			    value_of(&l->path[i], setting) != value_of(&l->path[k], setting))
				return true;
	return false;
}

static void choose_columns(struct table *t)
{
	const char *setting;
	unsigned int s;
	size_t k;

	for (s = 0; s < SETTINGS && (setting = fb_profile_setting(s)); s++)
		for (k = 0; k < t->nr; k++)
			t->column[s] |= differs(&t->l[k], setting);
}

static void print_head(const struct table *t)
{
	unsigned int s;

	fb_print(t->to, "\n%-*s", NAME, "path");
	for (s = 0; s < SETTINGS; s++)
		if (t->column[s])
			fb_print(t->to, " %8s", fb_profile_setting(s));
}

static void print_name(const struct table *t, const struct fb_lines_path *path)
{
	unsigned int s;

	fb_print(t->to, "%-*s", NAME, path->path->name);
	for (s = 0; s < SETTINGS; s++)
		if (t->column[s])
			fb_print(t->to, " %8" JSON_INTEGER_FORMAT,
				 value_of(path, fb_profile_setting(s)));
}

static void print_counted(const struct table *t)
{
	unsigned int touch;
	size_t i, k;

	print_head(t);
	for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
		fb_print(t->to, " %9s", fb_touch_name(touch));
	fputc('\n', t->to);
	for (k = 0; k < t->nr; k++)
		for (i = 0; i < t->l[k].nr; i++) {
			print_name(t, &t->l[k].path[i]);
			for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
				fb_print(t->to, " %9.1f", t->l[k].path[i].counted.net.net[touch]);
			fputc('\n', t->to);
		}
	fputs("counted, a packet, net of the generator's own: loads and stores; lines of 64 bytes, of data and of code, each\n"
	      "once a packet; conditional branches; indirect jumps and calls.\n",
	      t->to);
}

static void print_sections(const struct table *t)
{
	static const unsigned int shown[] = { FB_TOUCH_DATA, FB_TOUCH_CODE };
	const struct fb_weighed *w;
	unsigned int s, n;
	size_t i, k;

	print_head(t);
	fb_print(t->to, " %-5s %8s ", "lines", "net");
	for (s = 0; s < FB_SEC_GENERATOR; s++)
		fb_print(t->to, " %*s", fb_section_width(s), fb_section_name(s));
	fputc('\n', t->to);
	for (n = 0; n < sizeof(shown) / sizeof(shown[0]); n++)
		for (k = 0; k < t->nr; k++)
			for (i = 0; i < t->l[k].nr; i++) {
				w = &t->l[k].path[i].counted;
				print_name(t, &t->l[k].path[i]);
				fb_print(t->to, " %-5s %8.1f ", fb_touch_name(shown[n]),
					 w->net.net[shown[n]]);
				for (s = 0; s < FB_SEC_GENERATOR; s++)
					fb_print(t->to, " %*.1f", fb_section_width(s),
						 fb_weighed_section(w, s, shown[n]));
				fputc('\n', t->to);
			}
	fputs("Each line belongs to the section that touches it first. They sum to net.\n", t->to);
}

static void print_events(const struct table *t, const struct fb_lines_path *path, size_t machine,
			 unsigned int state)
{
	const double *net = path->modelled[machine][state].net.net;
	unsigned int event;

	for (event = 0; event < FB_MACHINE_EVENTS; event++)
		if (fb_lines_has(path, state))
			fb_print(t->to, " %7.1f", net[FB_TOUCH_EVENTS + event]);
		else
			fb_print(t->to, " %7s", "-");
	fputc('\n', t->to);
}

static void print_modelled(const struct table *t)
{
	unsigned int state, event;
	bool warm = true;
	size_t i, k, m;

	print_head(t);
	fb_print(t->to, " %-8s %-5s", "machine", "state");
	for (event = 0; event < FB_MACHINE_EVENTS; event++)
		fb_print(t->to, " %7s", fb_machine_event_name(event));
	fputc('\n', t->to);
	for (k = 0; k < t->nr; k++)
		for (i = 0; i < t->l[k].nr; i++) {
			warm &= t->l[k].path[i].warm;
			for (m = 0; m < t->l[k].nr_machines; m++)
				for (state = 0; state < FB_LINES_STATES; state++) {
					print_name(t, &t->l[k].path[i]);
					fb_print(t->to, " %-8s %-5s", t->l[k].machine[m].name,
						 fb_lines_state_name(state));
					print_events(t, &t->l[k].path[i], m, state);
				}
		}
	fputs("modelled, a packet: misses of the caches and TLBs; branches, targets of indirect jumps and returns that were guessed\n"
	      "wrong. warm: the same packets went through before; cold: something else has replaced all before each packet.\n",
	      t->to);
	if (!warm)
		fputs("-: not all flows had a packet in the round, so nothing is known of warm ones (--packets, at least as many).\n",
		      t->to);
	for (m = 0; m < t->l->nr_machines; m++)
		fb_print(t->to, "%s: %s\n", t->l->machine[m].name, t->l->machine[m].title);
}

void fb_lines_print(const struct fb_lines *l, size_t nr, FILE *to)
{
	struct table t = { .l = l, .nr = nr, .to = to };
	size_t k, paths = 0;

	for (k = 0; k < nr; k++)
		paths += l[k].nr;
	if (!paths)
		return;
	choose_columns(&t);
	print_counted(&t);
	print_sections(&t);
	if (l->nr_machines)
		print_modelled(&t);
}
