// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>

#include "lib/json.h"
#include "model/lines.h"

#define NAME 20

static const char *const states[FB_LINES_STATES] = {
	[FB_LINES_WARM] = "warm", [FB_LINES_COLD] = "cold"
};

static void print_counted(const struct fb_lines *l, FILE *to)
{
	unsigned int touch;
	size_t i;

	fprintf(to, "%-*s", NAME, "path");
	for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
		fprintf(to, " %9s", fb_touch_name(touch));
	fputc('\n', to);
	for (i = 0; i < l->nr; i++) {
		fprintf(to, "%-*s", NAME, l->path[i].path->name);
		for (touch = 0; touch < FB_TOUCH_EVENTS; touch++)
			fprintf(to, " %9.1f", l->path[i].counted.net[touch]);
		fputc('\n', to);
	}
	fputs("counted, a packet, net of the generator's own: loads and stores; lines of 64 bytes, of data and of code, each\n"
	      "once a packet; conditional branches; indirect jumps and calls.\n",
	      to);
}

static void print_modelled(const struct fb_lines *l, FILE *to)
{
	unsigned int state, event;
	size_t i, k;

	fprintf(to, "\n%-*s %-8s %-5s", NAME, "path", "machine", "state");
	for (event = 0; event < FB_MACHINE_EVENTS; event++)
		fprintf(to, " %7s", fb_machine_event_name(event));
	fputc('\n', to);
	for (i = 0; i < l->nr; i++)
		for (k = 0; k < l->nr_machines; k++)
			for (state = 0; state < FB_LINES_STATES; state++) {
				const double *net = l->path[i].modelled[k][state].net;

				fprintf(to, "%-*s %-8s %-5s", NAME, l->path[i].path->name,
					l->machine[k].name, states[state]);
				for (event = 0; event < FB_MACHINE_EVENTS; event++)
					fprintf(to, " %7.1f", net[FB_TOUCH_EVENTS + event]);
				fputc('\n', to);
			}
	fputs("modelled, a packet: misses of the caches and TLBs; branches, targets of indirect jumps and returns that were guessed\n"
	      "wrong. warm: the same packets went through before; cold: something else has replaced all before each packet.\n",
	      to);
	for (k = 0; k < l->nr_machines; k++)
		fprintf(to, "%s: %s\n", l->machine[k].name, l->machine[k].title);
}

void fb_lines_print(const struct fb_lines *l, FILE *to)
{
	if (!l->nr)
		return;
	fputc('\n', to);
	print_counted(l, to);
	if (l->nr_machines)
		print_modelled(l, to);
}

/* Functions with something of it, as [name, …]; those of @from to @end of enum fb_touch. */
static json_t *counts_json(const struct fb_net *c, unsigned int from, unsigned int end)
{
	json_t *obj = json_object();
	unsigned int touch;

	for (touch = from; touch < end; touch++)
		json_object_set_new(obj, fb_touch_name(touch), json_real(c->net[touch]));
	return obj;
}

static json_t *functions_json(const struct fb_lines *l, const struct fb_net *c, unsigned int from,
			      unsigned int end)
{
	json_t *list = json_array(), *row;
	unsigned int touch;
	uint32_t f;

	for (f = 0; f < c->nr; f++) {
		const double *self = &c->self[(size_t)f * FB_TOUCHES];
		bool any = false;

		for (touch = from; touch < end; touch++)
			any |= self[touch] != 0;
		if (!any)
			continue;
		row = json_array();
		json_array_append_new(row, json_string(l->p->syms.function[f].name));
		for (touch = from; touch < end; touch++)
			json_array_append_new(row, json_real(self[touch]));
		json_array_append_new(list, row);
	}
	return list;
}

int fb_lines_json(const struct fb_lines *l, json_t *to)
{
	unsigned int state;
	size_t i, k;

	for (i = 0; i < l->nr; i++) {
		const struct fb_lines_path *path = &l->path[i];
		json_t *modelled = json_array(), *obj;

		for (k = 0; k < l->nr_machines; k++)
			for (state = 0; state < FB_LINES_STATES; state++) {
				obj = json_pack("{s:s, s:s, s:o, s:o}", "machine",
						l->machine[k].name, "state", states[state],
						"per_packet",
						counts_json(&path->modelled[k][state],
							    FB_TOUCH_EVENTS, FB_TOUCHES),
						"functions",
						functions_json(l, &path->modelled[k][state],
							       FB_TOUCH_EVENTS, FB_TOUCHES));
				json_array_append_new(modelled, obj);
			}
		obj = json_pack("{s:s, s:o, s:o, s:o}", "path", path->path->name, "per_packet",
				counts_json(&path->counted, 0, FB_TOUCH_EVENTS), "functions",
				functions_json(l, &path->counted, 0, FB_TOUCH_EVENTS), "modelled",
				modelled);
		if (json_array_append_new(to, obj))
			return -ENOMEM;
	}
	return 0;
}
