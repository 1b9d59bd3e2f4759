// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json_schema.h"
#include "price/prices.h"
#include "bench/bench_json.h"
#include "profile/profile.h"

void fb_profile_sections(const struct fb_calls *calls, const struct fb_symbols *syms,
			 const struct fb_section_rules *rules, unsigned char *section)
{
	unsigned int own;
	uint32_t i;

	section[0] = FB_SEC_OTHER;
	for (i = 1; i < calls->nr; i++) {
		own = fb_sections_of(rules, &syms->function[calls->call[i].function]);
		section[i] = own == FB_SEC_NONE ? section[calls->call[i].parent]
						: (unsigned char)own;
	}
}

static int sum_up(const struct fb_profile *p, struct fb_profile_round *r)
{
	unsigned char *section = malloc(r->calls.nr);
	uint32_t i;

	if (!section)
		return -ENOMEM;
	fb_profile_sections(&r->calls, &p->syms, &p->rules, section);
	for (i = 0; i < r->calls.nr; i++)
		r->section[section[i]] += r->calls.call[i].insns;
	free(section);
	return 0;
}

/* Windows begin and end in the generator, or the clock was read by somebody else. */
static int check_windows(const struct fb_profile *p, const struct fb_profile_round *r,
			 struct fb_error *error)
{
	const struct fb_function *fn;
	uint32_t i;

	for (i = r->calls.call[0].child; i != FB_BLOCK_NONE; i = r->calls.call[i].sibling) {
		fn = &p->syms.function[r->calls.call[i].function];
		if (fn->module && !strcmp(fn->module, FB_MODULE_NAME) &&
		    fb_sections_of(&p->rules, fn) == FB_SEC_GENERATOR)
			continue;
		return fb_error(error, -EINVAL,
				"round %" PRIu32 ": a window begins in %.60s, not in the generator",
				r->serial, fn->name);
	}
	return 0;
}

static int take_apart(struct fb_profile *p, const struct fb_profile_record *rec, uint32_t serial,
		      struct fb_profile_round *r, struct fb_error *error)
{
	const struct fb_record_round *from = &rec->round[serial - 1];
	uint64_t sum = 0;
	unsigned int i;
	int ret;

	r->serial = serial;
	r->insns = from->head.insns;
	r->repeats = from->head.repeats;
	r->windows = from->head.windows;
	ret = fb_blockwalk(rec->block, rec->nr_blocks, from->seq, from->head.nr, &p->syms,
			   &r->calls, error);
	if (!ret)
		ret = check_windows(p, r, error);
	if (!ret)
		ret = sum_up(p, r);
	for (i = 0; i < FB_SECTIONS; i++)
		sum += r->section[i];
	if (ret ||
	    (sum == r->insns && r->calls.insns == r->insns && r->calls.repeats == r->repeats))
		return ret;
	return fb_error(error, -EINVAL,
			"round %" PRIu32 ": sections have %" PRIu64
			" instructions, its windows %" PRIu64,
			serial, sum, r->insns);
}

bool fb_profile_round_closes(const struct fb_rec_round *head, const json_t *one)
{
	uint64_t repeats = (uint64_t)fb_json_count(one, "repeats");

	return !head->flags && head->repeats == repeats &&
	       head->insns + repeats == (uint64_t)fb_json_count(one, "cycles");
}

/* A round of bench.json, which the record must have with as many instructions. */
static int check_round(const struct fb_profile_record *rec, const char *name, const char *kind,
		       const json_t *one, size_t number, struct fb_error *error)
{
	json_int_t cycles = fb_json_count(one, "cycles");
	json_int_t serial = fb_json_count(one, "serial");
	const struct fb_rec_round *head;

	if (serial < 1 || serial > (json_int_t)rec->nr_rounds)
		return fb_error(error, -EINVAL, "%.60s: %s round %zu is not in the record", name,
				kind, number);
	head = &rec->round[serial - 1].head;
	if (fb_profile_round_closes(head, one))
		return 0;
	return fb_error(error, -EINVAL,
			"%.60s: %s round %zu does not close: %" PRIu64 " instructions and %" PRIu32
			" repeats ran, the guest's clock says %" JSON_INTEGER_FORMAT
			" with %" JSON_INTEGER_FORMAT " repeats%s",
			name, kind, number, head->insns, head->repeats, cycles,
			fb_json_count(one, "repeats"),
			head->flags ? " (a clock inside a block)" : "");
}

/*
 * struct kind - rounds of one kind
 * @name: of the path that they are of
 * @kind: "own", "gross", or of the hook
 * @rounds: as bench.json has them
 * @insns: what is looked for among those with a sequence
 * @packets: of a round
 */
struct kind {
	const char *name;
	const char *kind;
	const json_t *rounds;
	double insns;
	uint64_t packets;
};

/* All rounds of one kind agree with the clock. Of those with a sequence the one nearest to @k->insns is taken apart. */
static int rounds_of(struct fb_profile *p, const struct fb_profile_record *rec,
		     const struct kind *k, struct fb_profile_round *out, struct fb_error *error)
{
	double far, nearest = INFINITY;
	json_int_t serial, best = 0;
	const json_t *one;
	size_t i;
	int ret;

	for (i = 0; i < json_array_size(k->rounds); i++) {
		one = json_array_get(k->rounds, i);
		ret = check_round(rec, k->name, k->kind, one, i + 1, error);
		if (ret)
			return ret;
		serial = fb_json_count(one, "serial");
		far = fabs((double)rec->round[serial - 1].head.insns - k->insns);
		if (!rec->round[serial - 1].seq || far >= nearest)
			continue;
		nearest = far;
		best = serial;
	}
	out->packets = k->packets;
	if (best)
		return take_apart(p, rec, (uint32_t)best, out, error);
	return fb_error(error, -EINVAL, "%.60s: no %s round was recorded", k->name, k->kind);
}

/* The rounds whose price is nearest to the median sample. */
static int path_rounds(struct fb_profile *p, const struct fb_profile_record *rec,
		       const struct fb_profile_path *path, const char *kind,
		       struct fb_profile_round *out, struct fb_error *error)
{
	bool own = !strcmp(kind, "own");
	double price = fb_json_real(json_object_get(path->point, kind), "median") +
		       (own ? fb_json_real(path->point, "hook") : 0);
	const struct kind k = { path->name, kind,
				json_object_get(json_object_get(path->point, "rounds"), kind),
				price * (double)path->packets, path->packets };

	return rounds_of(p, rec, &k, out, error);
}

/* Of the hook's rounds the cheapest count, as in its price. */
static int add_hook(struct fb_profile *p, const struct fb_profile_record *rec,
		    struct fb_error *error)
{
	static const char *const kinds[FB_HOOK_ROUNDS] = { "none", "one", "two" };
	const json_t *hook = json_array_get(json_object_get(p->bench, "hooks"), 0);
	struct kind k = { .name = "hook at ingress" };
	double cost;
	unsigned int i;
	int ret = 0;

	if (!hook)
		return 0;
	k.packets = (uint64_t)fb_json_count(hook, "packets");
	for (i = 0; !ret && i < FB_HOOK_ROUNDS; i++) {
		k.kind = kinds[i];
		k.rounds = json_object_get(json_object_get(hook, "rounds"), kinds[i]);
		ret = rounds_of(p, rec, &k, &p->hook[i], error);
	}
	if (ret)
		return ret;
	cost = (2.0 * (double)p->hook[FB_HOOK_ONE].insns - (double)p->hook[FB_HOOK_NONE].insns -
		(double)p->hook[FB_HOOK_TWO].insns) /
	       (double)k.packets;
	if (fb_json_close_to(cost, fb_json_real(hook, "cost")))
		return 0;
	return fb_error(
		error, -EINVAL,
		"%s does not close: %.10g instructions a packet by its rounds, %.10g in bench.json",
		k.name, cost, fb_json_real(hook, "cost"));
}

unsigned int fb_profile_terms(const struct fb_profile_path *path,
			      struct fb_profile_term term[FB_PROFILE_TERMS])
{
	term[0] = (struct fb_profile_term){ &path->gross, 1 };
	term[1] = (struct fb_profile_term){ &path->own, -1 };
	if (!path->hook)
		return 2;
	term[2] = (struct fb_profile_term){ &path->hook[FB_HOOK_NONE], -1 };
	term[3] = (struct fb_profile_term){ &path->hook[FB_HOOK_ONE], 2 };
	term[4] = (struct fb_profile_term){ &path->hook[FB_HOOK_TWO], -1 };
	return 5;
}

/* A round of superpackets has fewer packets than one of the hook. */
static void take_hook_off(struct fb_profile_path *path)
{
	const struct fb_profile_round *hook = path->hook;
	unsigned int i;
	double off;

	for (i = 0; hook && i < FB_SECTIONS; i++) {
		off = 2.0 * (double)hook[FB_HOOK_ONE].section[i] -
		      (double)hook[FB_HOOK_NONE].section[i] - (double)hook[FB_HOOK_TWO].section[i];
		path->off[i] = llround(off * (double)path->packets / (double)hook->packets);
		path->off_insns += path->off[i];
	}
}

static int add_path(struct fb_profile *p, const struct fb_profile_record *rec, const json_t *point,
		    json_int_t packets, struct fb_error *error)
{
	const json_t *rounds = json_object_get(point, "rounds");
	const char *name = json_string_value(json_object_get(point, "path"));
	struct fb_profile_path *path = &p->path[p->nr];
	unsigned int i;
	int ret;

	if (!name || packets < 1)
		return fb_error(error, -EINVAL, "bench.json: a point without a path or packets");
	/* One that could not be measured has no rounds, and bench has said so. */
	if (!json_array_size(json_object_get(rounds, "gross")))
		return 0;
	p->nr++;
	path->point = point;
	path->name = name;
	path->packets = (uint64_t)packets;
	path->hook = json_object_get(point, "hook") && p->hook->packets ? p->hook : NULL;
	ret = path_rounds(p, rec, path, "own", &path->own, error);
	if (!ret)
		ret = path_rounds(p, rec, path, "gross", &path->gross, error);
	take_hook_off(path);
	for (i = 0; i < FB_SECTIONS; i++)
		path->net[i] = (int64_t)path->gross.section[i] - (int64_t)path->own.section[i] +
			       path->off[i];
	/* The sink stands for a device, and is paid for beyond what taking packets back costs. */
	path->net[FB_SEC_TRANSMIT] += path->net[FB_SEC_GENERATOR];
	path->net[FB_SEC_GENERATOR] = 0;
	return ret;
}

int fb_profile_build(struct fb_profile *p, const struct fb_profile_record *rec,
		     struct fb_error *error)
{
	const char *schema = json_string_value(json_object_get(p->bench, "schema"));
	const char *mode = json_string_value(json_object_get(p->bench, "mode"));
	const json_t *points = json_object_get(p->bench, "points");
	size_t i;
	int ret = 0;

	if (!schema || strcmp(schema, FB_BENCH_SCHEMA) || !mode || strcmp(mode, "insn"))
		return fb_error(error, -EINVAL,
				"bench.json: not a " FB_BENCH_SCHEMA " in instructions");
	p->path = calloc(json_array_size(points) + 1, sizeof(*p->path));
	if (!p->path)
		return -ENOMEM;
	ret = add_hook(p, rec, error);
	for (i = 0; !ret && i < json_array_size(points); i++)
		ret = add_path(p, rec, json_array_get(points, i),
			       fb_bench_point_packets(p->bench, json_array_get(points, i)), error);
	if (ret || p->nr)
		return ret;
	return fb_error(error, -EINVAL, "bench.json: no path was measured");
}

void fb_profile_free(struct fb_profile *p)
{
	size_t i;

	for (i = 0; i < p->nr; i++) {
		fb_calls_free(&p->path[i].gross.calls);
		fb_calls_free(&p->path[i].own.calls);
	}
	for (i = 0; i < FB_HOOK_ROUNDS; i++)
		fb_calls_free(&p->hook[i].calls);
	free(p->path);
	fb_symbols_free(&p->syms);
	fb_sections_free(&p->rules);
	memset(p, 0, sizeof(*p));
}

static int by_function(const void *a, const void *b)
{
	const struct fb_profile_self *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (int)x->section - (int)y->section;
}

static int by_insns(const void *a, const void *b)
{
	const struct fb_profile_self *x = a, *y = b;

	if (x->insns != y->insns)
		return x->insns > y->insns ? -1 : 1;
	return by_function(a, b);
}

struct fb_profile_self *fb_profile_flat(const struct fb_profile *p, const struct fb_calls *calls,
					size_t *nr)
{
	struct fb_profile_self *self = calloc((size_t)calls->nr + 1, sizeof(*self));
	unsigned char *section = malloc((size_t)calls->nr + 1);
	size_t kept = 0;
	uint32_t i;

	*nr = 0;
	if (!self || !section) {
		free(self);
		free(section);
		return NULL;
	}
	fb_profile_sections(calls, &p->syms, &p->rules, section);
	for (i = 0; i < calls->nr; i++)
		self[i] = (struct fb_profile_self){ calls->call[i].function, section[i],
						    calls->call[i].insns, calls->call[i].repeats };
	free(section);
	qsort(self, calls->nr, sizeof(*self), by_function);
	for (i = 0; i < calls->nr; i++) {
		if (!self[i].insns && !self[i].repeats)
			continue;
		if (kept && !by_function(&self[kept - 1], &self[i])) {
			self[kept - 1].insns += self[i].insns;
			self[kept - 1].repeats += self[i].repeats;
		} else {
			self[kept++] = self[i];
		}
	}
	qsort(self, kept, sizeof(*self), by_insns);
	*nr = kept;
	return self;
}
