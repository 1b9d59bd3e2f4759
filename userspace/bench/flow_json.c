// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench/flow_json.h"
#include "bench/flow_table.h"
#include "json/json.h"
#include "lib/vector.h"

#define NR(a) (sizeof(a) / sizeof((a)[0]))

/* --- the form -------------------------------------------------------------------------------------*/

#define COST .low = 0, .high = 1e15

static const char *const protos[] = { "tcp", "udp", NULL };

static const struct fb_json_field costs[] = {
	{ FB_JSON("cost", COUNT), COST },
	{ NULL },
};

#define STEPS FB_JSON("steps", LIST), .low = 4, .high = FB_FLOW_STEPS + 1, .of = costs

static const struct fb_json_field with_fields[] = {
	{ STEPS },
	{ FB_JSON("refresh", COUNT), COST },
	{ FB_JSON("again", COUNT), COST },
	{ FB_JSON("pass", COUNT), COST },
	{ FB_JSON("ending", COUNT), COST },
	{ FB_JSON("freeing", COUNT), COST, .optional = true },
	{ FB_JSON("asking", COUNT), COST, .optional = true },
	{ FB_JSON("work_adding", COUNT), COST, .optional = true },
	{ FB_JSON("work_asking", COUNT), COST, .optional = true },
	{ FB_JSON("work_ending", COUNT), COST, .optional = true },
	{ NULL },
};

static const struct fb_json_field without_fields[] = { { STEPS }, { NULL } };

static const struct fb_json_field with[] = {
	{ FB_JSON("cycle", OBJECT), .of = with_fields },
	{ NULL },
};

static const struct fb_json_field without[] = {
	{ FB_JSON("cycle", OBJECT), .of = without_fields },
	{ NULL },
};

static const struct fb_json_field counts[] = {
	{ FB_JSON("flows", COUNT) },
	{ NULL },
};

/* The figures by their names. */
static const struct {
	const char *name;
	size_t offset;
} figures[] = {
	{ "clock", offsetof(struct fb_flow_figures, clock) },
	{ "connection", offsetof(struct fb_flow_figures, connection) },
	{ "before", offsetof(struct fb_flow_figures, before) },
	{ "add", offsetof(struct fb_flow_figures, add) },
	{ "refresh", offsetof(struct fb_flow_figures, refresh) },
	{ "pass", offsetof(struct fb_flow_figures, pass) },
	{ "end", offsetof(struct fb_flow_figures, end) },
	{ "slow", offsetof(struct fb_flow_figures, slow) },
	{ "fast", offsetof(struct fb_flow_figures, fast) },
	{ "give", offsetof(struct fb_flow_figures, give) },
	{ "ask", offsetof(struct fb_flow_figures, ask) },
	{ "give_up", offsetof(struct fb_flow_figures, give_up) },
};

static const struct fb_json_field figure_fields[] = {
	{ FB_JSON("clock", REAL) },
	{ FB_JSON("connection", REAL) },
	{ FB_JSON("before", REAL) },
	{ FB_JSON("add", REAL) },
	{ FB_JSON("refresh", REAL) },
	{ FB_JSON("pass", REAL) },
	{ FB_JSON("end", REAL) },
	{ FB_JSON("slow", REAL) },
	{ FB_JSON("fast", REAL) },
	{ FB_JSON("give", REAL), .optional = true },
	{ FB_JSON("ask", REAL), .optional = true },
	{ FB_JSON("give_up", REAL), .optional = true },
	{ NULL },
};

static double figure_of(const struct fb_flow_figures *fig, size_t i)
{
	double value;

	memcpy(&value, (const char *)fig + figures[i].offset, sizeof(value));
	return value;
}

/* --- reading --------------------------------------------------------------------------------------*/

static void read_cycles(const json_t *list, struct fb_flow_cycle *cycle)
{
	size_t i, k;

	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		const json_t *one = json_array_get(list, i), *steps = json_object_get(one, "steps");

		for (k = 0; k < json_array_size(steps) && k <= FB_FLOW_STEPS; k++)
			cycle[i].step[k] = (uint64_t)json_integer_value(json_array_get(steps, k));
		cycle[i].refresh = (uint64_t)fb_json_count(one, "refresh");
		cycle[i].again = (uint64_t)fb_json_count(one, "again");
		cycle[i].pass = (uint64_t)fb_json_count(one, "pass");
		cycle[i].ending = (uint64_t)fb_json_count(one, "ending");
		cycle[i].freeing = (uint64_t)fb_json_count(one, "freeing");
		cycle[i].asking = (uint64_t)fb_json_count(one, "asking");
		cycle[i].work_adding = (uint64_t)fb_json_count(one, "work_adding");
		cycle[i].work_asking = (uint64_t)fb_json_count(one, "work_asking");
		cycle[i].work_ending = (uint64_t)fb_json_count(one, "work_ending");
	}
}

static void read_price(const json_t *js, struct fb_flow_price *fp)
{
	const json_t *ended = json_object_get(js, "ended");
	size_t i;

	*fp = (struct fb_flow_price){
		.tcp = !strcmp(fb_json_text(js, "proto", ""), "tcp"),
		.deleted = json_is_true(json_object_get(js, "deleted")),
		.hardware = json_is_true(json_object_get(js, "hardware")),
		.table = (unsigned long)fb_json_count(js, "table"),
		.flows = (unsigned int)fb_json_count(js, "flows"),
		.steps = (unsigned int)fb_json_count(js, "steps"),
		.adds = (unsigned int)fb_json_count(js, "adds"),
		.added_before = (uint64_t)fb_json_count(js, "added_before"),
		.added = (uint64_t)fb_json_count(js, "added"),
	};
	snprintf(fp->path, sizeof(fp->path), "%s", fb_json_text(js, "path", ""));
	snprintf(fp->against, sizeof(fp->against), "%s", fb_json_text(js, "against", ""));
	for (i = 0; i < FB_FLOW_CYCLES; i++)
		fp->ended[i] = (uint64_t)json_integer_value(json_array_get(ended, i));
	read_cycles(json_object_get(js, "with"), fp->with);
	read_cycles(json_object_get(js, "without"), fp->without);
	fb_flow_figures(fp);
}

int fb_flow_prices_read(struct fb_bench *b, const json_t *list, const char *path)
{
	const json_t *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		if (strcmp(fb_json_text(js, "path", ""), path))
			continue;
		if (fb_vector_grow(b->flow, b->nr_flows))
			return -ENOMEM;
		read_price(js, &b->flow[b->nr_flows++]);
	}
	return 0;
}

/* --- what must agree ------------------------------------------------------------------------------*/

static int check_steps(const struct fb_json_at *at, const json_t *js, const char *key,
		       struct fb_error *error)
{
	const json_t *list = json_object_get(js, key), *cycle;
	size_t steps = (size_t)fb_json_count(js, "steps") + 1, i;
	char below[32];

	for (i = 0; (cycle = json_array_get(list, i)); i++) {
		if (json_array_size(json_object_get(cycle, "steps")) == steps)
			continue;
		snprintf(below, sizeof(below), "%s[%zu].steps", key, i);
		return fb_json_bad(at, below, error, "expected the clock and %zu steps", steps - 1);
	}
	return 0;
}

static int price_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	const json_t *said = json_object_get(js, "figures");
	struct fb_flow_price fp;
	char below[32];
	size_t i;
	int ret;

	(void)doc;
	ret = check_steps(at, js, "with", error);
	if (!ret)
		ret = check_steps(at, js, "without", error);
	if (ret)
		return ret;
	read_price(js, &fp);
	if (!fb_flow_proved(&fp))
		return fb_json_bad(
			at, "added", error,
			"expected %u flows added by packet %u of each, none before, and all ended",
			fp.flows, fp.adds);
	for (i = 0; i < NR(figures); i++) {
		double want = figure_of(&fp.fig, i), is = fb_json_real(said, figures[i].name);

		if (fabs(is - want) <= 1e-9 * fabs(want) + 1e-6)
			continue;
		snprintf(below, sizeof(below), "figures.%s", figures[i].name);
		return fb_json_bad(at, below, error,
				   "expected what follows from the cycles, %.3f, found %.3f", want,
				   is);
	}
	return 0;
}

static const struct fb_json_field price_fields[] = {
	{ FB_JSON("path", TEXT), .low = 1, .high = FB_FLOW_NAME - 1 },
	{ FB_JSON("against", TEXT), .low = 1, .high = FB_FLOW_NAME - 1 },
	{ FB_JSON("proto", WORD), .words = protos },
	{ FB_JSON("table", COUNT), .low = 1, .high = 1e8 },
	{ FB_JSON("flows", COUNT), .low = 1, .high = 1e6 },
	{ FB_JSON("steps", COUNT), .low = 3, .high = FB_FLOW_STEPS },
	{ FB_JSON("adds", COUNT), .low = 1, .high = FB_FLOW_STEPS },
	{ FB_JSON("added_before", COUNT) },
	{ FB_JSON("added", COUNT) },
	{ FB_JSON("ended", LIST), .low = FB_FLOW_CYCLES, .high = FB_FLOW_CYCLES, .of = counts },
	{ FB_JSON("deleted", FLAG) },
	{ FB_JSON("hardware", FLAG), .optional = true },
	{ FB_JSON("with", LIST), .low = FB_FLOW_CYCLES, .high = FB_FLOW_CYCLES, .of = with },
	{ FB_JSON("without", LIST), .low = FB_FLOW_CYCLES, .high = FB_FLOW_CYCLES, .of = without },
	{ FB_JSON("figures", OBJECT), .of = figure_fields },
	{ FB_JSON("all", REAL) },
	{ FB_JSON("saves", REAL) },
	{ FB_JSON("pays_after", REAL), .low = 0, .high = 1e15, .null = true },
	{ NULL },
};

const struct fb_json_field fb_flow_price_fields[] = {
	{ FB_JSON("price", OBJECT), .of = price_fields, .agree = price_agrees },
	{ NULL },
};

/* --- writing --------------------------------------------------------------------------------------*/

static void add_hardware(json_t *one, const struct fb_flow_cycle *c)
{
	json_object_set_new(one, "freeing", json_integer((json_int_t)c->freeing));
	json_object_set_new(one, "asking", json_integer((json_int_t)c->asking));
	json_object_set_new(one, "work_adding", json_integer((json_int_t)c->work_adding));
	json_object_set_new(one, "work_asking", json_integer((json_int_t)c->work_asking));
	json_object_set_new(one, "work_ending", json_integer((json_int_t)c->work_ending));
}

static json_t *cycles_of(const struct fb_flow_price *fp, bool flowtable)
{
	json_t *out = json_array();
	unsigned int i, k;

	for (i = 0; i < FB_FLOW_CYCLES; i++) {
		const struct fb_flow_cycle *c = flowtable ? &fp->with[i] : &fp->without[i];
		json_t *steps = json_array(), *one;

		for (k = 0; k <= fp->steps; k++)
			json_array_append_new(steps, json_integer((json_int_t)c->step[k]));
		one = json_pack("{s:o}", "steps", steps);
		if (flowtable) {
			json_object_set_new(one, "refresh", json_integer((json_int_t)c->refresh));
			json_object_set_new(one, "again", json_integer((json_int_t)c->again));
			json_object_set_new(one, "pass", json_integer((json_int_t)c->pass));
			json_object_set_new(one, "ending", json_integer((json_int_t)c->ending));
		}
		if (flowtable && fp->hardware)
			add_hardware(one, c);
		json_array_append_new(out, one);
	}
	return out;
}

static json_t *price_of(const struct fb_bench *b, const struct fb_flow_price *fp)
{
	double all = fb_flow_total(&fp->fig), saves = fb_flow_saves(b, fp);
	double after = fb_flow_pays_after(all, saves);
	json_t *fig = json_object(), *ended = json_array(), *out;
	size_t i;

	for (i = 0; i < NR(figures); i++)
		json_object_set_new(fig, figures[i].name, json_real(figure_of(&fp->fig, i)));
	for (i = 0; i < FB_FLOW_CYCLES; i++)
		json_array_append_new(ended, json_integer((json_int_t)fp->ended[i]));
	out = json_pack(
		"{s:o, s:o, s:s, s:I, s:i, s:i, s:i, s:I, s:I, s:o, s:b, s:b, s:o, s:o, s:o, s:f, s:f, s:o}",
		"path", fb_json_string(fp->path), "against", fb_json_string(fp->against), "proto",
		fp->tcp ? "tcp" : "udp", "table", (json_int_t)fp->table, "flows", (int)fp->flows,
		"steps", (int)fp->steps, "adds", (int)fp->adds, "added_before",
		(json_int_t)fp->added_before, "added", (json_int_t)fp->added, "ended", ended,
		"deleted", fp->deleted, "hardware", fp->hardware, "with", cycles_of(fp, true),
		"without", cycles_of(fp, false), "figures", fig, "all", all, "saves", saves,
		"pays_after", after < 0 ? json_null() : json_real(after));
	return out;
}

json_t *fb_flow_prices_json(const struct fb_bench *b)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < b->nr_flows; i++)
		json_array_append_new(out, price_of(b, &b->flow[i]));
	return out;
}
