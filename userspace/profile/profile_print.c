// SPDX-License-Identifier: GPL-2.0
/* A profile as a table and as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "lib/print.h"

/* So many functions of other are shown. */
#define OTHER_SHOWN 3

static double a_packet(const struct fb_profile_path *path, int64_t insns)
{
	return (double)insns / (double)path->packets;
}

/* Less the hook. */
static double own_of(const struct fb_profile_path *path)
{
	return a_packet(path, (int64_t)path->own.insns - path->off_insns);
}

static double net_of(const struct fb_profile_path *path)
{
	return a_packet(path,
			(int64_t)path->gross.insns - (int64_t)path->own.insns + path->off_insns);
}

static int by_repeats(const void *a, const void *b)
{
	const struct fb_profile_self *x = a, *y = b;

	if (x->repeats != y->repeats)
		return x->repeats > y->repeats ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

/* "other of conntrack 4.9 (0.1 %): timekeeping_advance 0.2, …" */
static void print_other(const struct fb_profile *p, const struct fb_profile_path *path, FILE *to)
{
	double other = a_packet(path, path->net[FB_SEC_OTHER]);
	struct fb_profile_self *self;
	unsigned int shown = 0;
	size_t i, nr;

	fb_print(to, "other of %s: %.1f (%.1f %%)", path->name, other,
		 net_of(path) > 0 ? 100 * other / net_of(path) : 0);
	self = fb_profile_flat(p, &path->gross.calls, &nr);
	for (i = 0; i < nr && shown < OTHER_SHOWN; i++)
		if (self[i].section == FB_SEC_OTHER)
			fb_print(to, "%s %s %.2f", shown++ ? "," : ":",
				 p->syms.function[self[i].function].name,
				 a_packet(path, (int64_t)self[i].insns));
	free(self);
	fputc('\n', to);
}

/* The net repeats of a path by function: "repeats of esp 227.0: memset 160.00, …" */
static void print_repeats(const struct fb_profile *p, const struct fb_profile_path *path, FILE *to)
{
	struct fb_profile_self *self;
	size_t i, nr, kept = 0;

	if (!path->gross.repeats)
		return;
	fb_print(to, "repeats of %s: %.1f, own %.1f", path->name,
		 a_packet(path, (int64_t)path->gross.repeats),
		 a_packet(path, (int64_t)path->own.repeats));
	self = fb_profile_flat(p, &path->gross.calls, &nr);
	for (i = 0; i < nr; i++)
		if (self[i].repeats)
			self[kept++] = self[i];
	if (kept)
		qsort(self, kept, sizeof(*self), by_repeats);
	for (i = 0; i < kept; i++)
		fb_print(to, "%s %s %.2f", i ? "," : ":", p->syms.function[self[i].function].name,
			 a_packet(path, (int64_t)self[i].repeats));
	free(self);
	fputc('\n', to);
}

static void print_path(const struct fb_profile_path *path, FILE *to)
{
	unsigned int s;

	fb_print(to, "%-18s %8.1f %7.1f %8.1f ", path->name,
		 a_packet(path, (int64_t)path->gross.insns), own_of(path), net_of(path));
	for (s = 0; s < FB_SEC_GENERATOR; s++)
		fb_print(to, " %*.1f", fb_section_width(s), a_packet(path, path->net[s]));
	fb_print(to, " %8.1f\n",
		 a_packet(path, (int64_t)path->gross.repeats - (int64_t)path->own.repeats));
}

/* Paths differ in it only if they were priced in several boots. */
static void print_hook(const struct fb_profile *p, size_t nr, FILE *to)
{
	double least = INFINITY, most = 0, off;
	size_t i, k;

	for (k = 0; k < nr; k++)
		for (i = 0; i < p[k].nr; i++) {
			off = a_packet(&p[k].path[i], p[k].path[i].off_insns);
			if (!p[k].path[i].hook)
				continue;
			least = fmin(least, off);
			most = fmax(most, off);
		}
	if (least <= most)
		fb_print(to, "own: less the hook at ingress, %.1f%s.\n", most,
			 least < most ? " or less" : "");
}

void fb_profile_print(const struct fb_profile *p, size_t nr, FILE *to)
{
	unsigned int s;
	size_t i, k;

	fb_print(to, "%-18s %8s %7s %8s ", "path", "gross", "own", "net");
	for (s = 0; s < FB_SEC_GENERATOR; s++)
		fb_print(to, " %*s", fb_section_width(s), fb_section_name(s));
	fb_print(to, " %8s\n", "repeats");
	for (k = 0; k < nr; k++)
		for (i = 0; i < p[k].nr; i++)
			print_path(&p[k].path[i], to);
	fputs("Instructions a packet. net: gross less own, section by section; they sum to it. Each round ran as\n"
	      "many as the guest's clock says, to the instruction, less the repeats: further turns of string instructions.\n",
	      to);
	print_hook(p, nr, to);
	for (k = 0; k < nr; k++)
		for (i = 0; i < p[k].nr; i++)
			print_repeats(&p[k], &p[k].path[i], to);
	for (k = 0; k < nr; k++)
		for (i = 0; i < p[k].nr; i++)
			print_other(&p[k], &p[k].path[i], to);
}

static json_t *count_json(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* Instructions a packet; those of the generator only where they are shown. */
static json_t *sections_of(const struct fb_profile_path *path, const int64_t section[FB_SECTIONS],
			   unsigned int nr)
{
	json_t *out = json_object();
	unsigned int s;

	for (s = 0; s < nr; s++)
		json_object_set_new(out, fb_section_name(s), json_real(a_packet(path, section[s])));
	return out;
}

static json_t *round_of(const struct fb_profile_path *path, const struct fb_profile_round *r)
{
	int64_t section[FB_SECTIONS];
	unsigned int s;

	for (s = 0; s < FB_SECTIONS; s++)
		section[s] = (int64_t)r->section[s];
	return json_pack("{s:I, s:I, s:I, s:I, s:f, s:o}", "round", (json_int_t)r->serial, "insn",
			 (json_int_t)r->insns, "repeats", (json_int_t)r->repeats, "windows",
			 (json_int_t)r->windows, "per_packet", a_packet(path, (int64_t)r->insns),
			 "sections", sections_of(path, section, FB_SECTIONS));
}

/* Names are numbered in the order in which they come. */
struct numbers {
	json_t *names;
	json_t *index;
};

static json_t *number_of(struct numbers *n, const char *name)
{
	json_t *there = json_object_get(n->index, name);

	if (!there) {
		json_object_set_new(n->index, name, count_json(json_array_size(n->names)));
		json_array_append_new(n->names, json_string(name));
		there = json_object_get(n->index, name);
	}
	return count_json((uint64_t)json_integer_value(there));
}

/* [[[name, name, …], insn], …]: a stack each, outermost first, with what its last one spent itself. */
static json_t *stacks_of(const struct fb_profile *p, const struct fb_calls *calls,
			 struct numbers *n)
{
	json_t *out = json_array(), *stack;
	uint32_t i, at;

	for (i = 1; i < calls->nr; i++) {
		if (!calls->call[i].insns)
			continue;
		stack = json_array();
		for (at = i; at; at = calls->call[at].parent)
			json_array_insert_new(
				stack, 0,
				number_of(n, p->syms.function[calls->call[at].function].name));
		json_array_append_new(out,
				      json_pack("[o, I]", stack, (json_int_t)calls->call[i].insns));
	}
	return out;
}

/* [[name, section, insn], …], the most expensive first */
static json_t *functions_of(const struct fb_profile *p, const struct fb_calls *calls,
			    struct numbers *n)
{
	struct fb_profile_self *self;
	json_t *out = json_array();
	size_t i, nr;

	self = fb_profile_flat(p, calls, &nr);
	for (i = 0; i < nr; i++)
		if (self[i].insns)
			json_array_append_new(
				out,
				json_pack("[o, s, I]",
					  number_of(n, p->syms.function[self[i].function].name),
					  fb_section_name(self[i].section),
					  (json_int_t)self[i].insns));
	free(self);
	return out;
}

/* [[name, repeats], …] */
static json_t *repeats_of(const struct fb_profile *p, const struct fb_calls *calls,
			  struct numbers *n)
{
	struct fb_profile_self *self;
	json_t *out = json_array();
	size_t i, nr;

	self = fb_profile_flat(p, calls, &nr);
	for (i = 0; i < nr; i++)
		if (self[i].repeats)
			json_array_append_new(
				out,
				json_pack("[o, I]",
					  number_of(n, p->syms.function[self[i].function].name),
					  (json_int_t)self[i].repeats));
	free(self);
	return out;
}

const char *fb_profile_setting(unsigned int i)
{
	static const char *const settings[] = { "size", "segments", "flows", "batch", "cpus", NULL };

	return settings[i];
}

void fb_profile_settings(json_t *to, const json_t *point)
{
	const char *key;
	json_t *value;
	unsigned int i;

	for (i = 0; to && (key = fb_profile_setting(i)); i++) {
		value = json_object_get(point, key);
		if (value)
			json_object_set(to, key, value);
	}
}

static json_t *path_of(const struct fb_profile *p, const struct fb_profile_path *path)
{
	struct numbers n = { json_array(), json_object() };
	json_t *out, *stacks, *functions, *repeats;

	stacks = stacks_of(p, &path->gross.calls, &n);
	functions = functions_of(p, &path->gross.calls, &n);
	repeats = repeats_of(p, &path->gross.calls, &n);
	out = json_pack("{s:s, s:I, s:I, s:f, s:s, s:o, s:o, s:o}", "path", path->name, "packets",
			(json_int_t)path->packets, "insn", (json_int_t)path->gross.insns,
			"per_packet", net_of(path), "per_packet_is", "net: gross less own",
			"sections", sections_of(path, path->net, FB_SEC_GENERATOR), "gross",
			round_of(path, &path->gross), "own", round_of(path, &path->own));
	if (path->hook)
		json_object_set_new(out, "hook",
				    json_pack("{s:f, s:o}", "per_packet",
					      a_packet(path, path->off_insns), "sections",
					      sections_of(path, path->off, FB_SECTIONS)));
	fb_profile_settings(out, path->point);
	if (path->gross.calls.lost)
		json_object_set_new(out, "lost", count_json(path->gross.calls.lost));
	json_object_set_new(out, "names", n.names);
	json_object_set_new(out, "stacks", stacks);
	json_object_set_new(out, "functions", functions);
	json_object_set_new(out, "repeats", repeats);
	json_decref(n.index);
	return out;
}

json_t *fb_profile_json(const struct fb_profile *p, size_t nr)
{
	json_t *sections = json_array(), *paths = json_array(), *doc;
	unsigned int s;
	size_t i, k;

	for (s = 0; s < FB_SEC_GENERATOR; s++)
		json_array_append_new(sections, json_string(fb_section_name(s)));
	for (k = 0; k < nr; k++)
		for (i = 0; i < p[k].nr; i++)
			json_array_append_new(paths, path_of(&p[k], &p[k].path[i]));
	doc = json_pack("{s:s, s:O, s:s, s:o, s:o}", "schema", FB_PROFILE_SCHEMA, "fingerprint",
			json_object_get(p->bench, "fingerprint"), "unit", "insn", "sections",
			sections, "paths", paths);
	return doc;
}
