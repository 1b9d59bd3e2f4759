// SPDX-License-Identifier: GPL-2.0
/* A count from outside as tables and as JSON. */
#include <math.h>
#include <string.h>

#include "confirm/confirm.h"
#include "json/json.h"
#include "lib/print.h"

/* Smaller differences are one line together. */
#define SHOWN 1.0

static const char *kernel_of(const json_t *bench)
{
	const char *kernel =
		json_string_value(json_object_get(json_object_get(bench, "fingerprint"), "kernel"));

	return kernel ? kernel : "?";
}

static void print_row(const char *name, const struct fb_confirm_row *r, FILE *to)
{
	fb_print(to, "  %-12s %9.1f %8.1f %9.1f %9.1f %9.1f\n", name, r->counted, r->spread,
		 r->gross, r->own, r->gross - r->own);
}

/* Rows that are nothing on either side are left out. */
static void print_rows(const struct fb_confirm *c, const struct fb_confirm_path *p, FILE *to)
{
	const struct fb_confirm_row *r;
	unsigned int row;

	fb_print(to, "  %-12s %9s %8s %9s %9s %9s\n", "row", "counted", "spread", "gross", "own",
		 "net");
	for (row = 0; row < c->lo->nr_rows; row++) {
		r = &p->row[row];
		if (r->counted != 0 || r->spread != 0 || r->gross != 0 || r->own != 0)
			print_row(c->lo->row[row], r, to);
	}
	fb_print(to, "  %-12s %9.1f %8s %9.1f %9.1f %9.1f\n", "all", p->all.counted, "",
		 p->all.gross, p->all.own, p->all.gross - p->all.own);
}

/*
 *   function                                  counted    priced       gap
 *   __udp4_lib_lookup                            12.0       0.0     +12.0
 *   41 others                                   801.3     802.0      -0.7
 */
static void print_functions(const struct fb_confirm_path *p, FILE *to)
{
	const struct fb_confirm_function *f;
	double counted = 0, priced = 0;
	unsigned int others = 0;
	char name[80];
	size_t i;

	fb_print(to, "  %-40s %9s %9s %9s\n", "function of path", "counted", "priced", "gap");
	for (i = 0; i < p->nr_functions; i++) {
		f = &p->function[i];
		if (fabs(f->counted - f->priced) < SHOWN) {
			counted += f->counted;
			priced += f->priced;
			others++;
			continue;
		}
		snprintf(name, sizeof(name), "%.44s%s%.24s%s", f->name, f->module ? " [" : "",
			 f->module ? f->module : "", f->module ? "]" : "");
		fb_print(to, "  %-40s %9.1f %9.1f %+9.1f\n", name, f->counted, f->priced,
			 f->counted - f->priced);
	}
	snprintf(name, sizeof(name), "%u others", others);
	fb_print(to, "  %-40s %9.1f %9.1f %+9.1f\n", name, counted, priced, counted - priced);
}

static void print_path(const struct fb_confirm *c, const struct fb_confirm_path *p, FILE *to)
{
	fb_print(to, "\n%s: %u times %lu packets of %lu bytes%s, in bursts of %lu", p->path->name,
		 p->repetitions, p->packets, c->rounds->size,
		 c->rounds->bare ? " without UDP checksum" : "", c->rounds->burst);
	if (p->polls > 0)
		fb_print(to, "; %.1f packets a poll", 1 / p->polls);
	if (p->interrupts > 0)
		fb_print(to, ", %.1f an interrupt", 1 / p->interrupts);
	fputc('\n', to);
	print_rows(c, p, to);
	print_functions(p, to);
}

void fb_confirm_print(const struct fb_confirm *c, FILE *to)
{
	const struct fb_confirm_path *p;
	size_t i;

	fb_print(to, "%s\n%-20s %9s %9s %9s %8s %9s %8s\n", kernel_of(c->price->bench), "path",
		 "price", "priced", "counted", "spread", "gap", "%");
	for (i = 0; i < c->nr; i++) {
		p = &c->path[i];
		fb_print(to, "%-20s %9.1f %9.1f %9.1f %8.1f %+9.1f %+7.2f%%%s\n", p->path->name,
			 p->net, p->row[FB_ROW_PATH].gross, p->row[FB_ROW_PATH].counted,
			 p->row[FB_ROW_PATH].spread, fb_confirm_gap(p), fb_confirm_percent(p),
			 fabs(fb_confirm_percent(p)) <= FB_CONFIRM_NEAR ? ""
									: "  by function below");
	}
	fputs("Instructions a packet. price: net of bench.json. priced: the row path of its round, which a NIC's packet\n"
	      "takes as well. counted: the same row of a gateway with NICs and without the module.\n",
	      to);
	for (i = 0; i < c->nr; i++)
		print_path(c, &c->path[i], to);
}

static json_t *row_json(const char *name, const struct fb_confirm_row *r)
{
	return json_pack("{s:o, s:f, s:f, s:f, s:f}", "row", fb_json_string(name), "counted",
			 r->counted, "spread", r->spread, "gross", r->gross, "own", r->own);
}

static json_t *path_json(const struct fb_confirm *c, const struct fb_confirm_path *p)
{
	json_t *rows = json_array(), *functions = json_array();
	unsigned int row;
	size_t i;

	for (row = 0; row < c->lo->nr_rows; row++)
		json_array_append_new(rows, row_json(c->lo->row[row], &p->row[row]));
	for (i = 0; i < p->nr_functions; i++)
		json_array_append_new(functions,
				      json_pack("{s:o, s:o, s:f, s:f}", "function",
						fb_json_string(p->function[i].name), "module",
						p->function[i].module
							? fb_json_string(p->function[i].module)
							: json_null(),
						"counted", p->function[i].counted, "priced",
						p->function[i].priced));
	return json_pack("{s:o, s:I, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",
			 "path", fb_json_string(p->path->name), "packets", (json_int_t)p->packets,
			 "repetitions", (int)p->repetitions, "price", p->net, "priced",
			 p->row[FB_ROW_PATH].gross, "counted", p->row[FB_ROW_PATH].counted, "all",
			 p->all.counted, "gap", fb_confirm_gap(p), "percent", fb_confirm_percent(p),
			 "polls", p->polls, "interrupts", p->interrupts, "rows", rows, "functions",
			 functions);
}

json_t *fb_confirm_json(const struct fb_confirm *c)
{
	json_t *paths = json_array();
	size_t i;

	for (i = 0; i < c->nr; i++)
		json_array_append_new(paths, path_json(c, &c->path[i]));
	return json_pack("{s:s, s:O?, s:I, s:I, s:b, s:o}", "schema", FB_CONFIRM_SCHEMA,
			 "fingerprint", json_object_get(c->price->bench, "fingerprint"), "size",
			 (json_int_t)c->rounds->size, "burst", (json_int_t)c->rounds->burst,
			 "udp_checksum", !c->rounds->bare, "paths", paths);
}
