// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_schema.h"
#include "confirm/confirm.h"
#include "confirm/confirm_load.h"
#include "file/paths.h"
#include "json/json_schema.h"
#include "profile/sections_load.h"

#define TEXT_MAX ((size_t)256 << 20)

/* A machine's record and symbols. */
struct machine {
	struct fb_profile_record rec;
	struct fb_symbols syms;
	char *data;
};

static int read_in(const char *dir, const char *name, size_t max, char **text, size_t *len,
		   struct fb_error *error)
{
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, name);

	if (!ret)
		ret = fb_read_file(path, max, text, len);
	return ret ? fb_error_errno(error, ret, "%s/%s", dir, name) : 0;
}

static void machine_free(struct machine *m)
{
	fb_profile_record_free(&m->rec);
	fb_symbols_free(&m->syms);
	free(m->data);
	memset(m, 0, sizeof(*m));
}

static int read_machine(const char *dir, struct machine *m, struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	memset(m, 0, sizeof(*m));
	ret = fb_join(path, dir, "profile.record");
	if (!ret)
		ret = fb_profile_record_check(path, error);
	if (!ret)
		ret = read_in(dir, "kallsyms", TEXT_MAX, &text, &len, error);
	if (ret)
		return ret;
	ret = fb_symbols_parse(text, len, &m->syms, error);
	free(text);
	if (!ret)
		ret = read_in(dir, "profile.record", FB_PROFILE_RECORD_MAX, &m->data, &len, error);
	if (!ret)
		ret = fb_profile_record_parse(m->data, len, &m->rec, error);
	if (!ret)
		return 0;
	machine_free(m);
	return fb_error_prefix(error, ret, "%s", dir);
}

static int read_left_out(const char *file, struct fb_left_out *lo, struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	if (!file) {
		ret = fb_data_path(path, error, "userspace/data/confirm/left-out");
		if (ret)
			return ret;
		file = path;
	}
	ret = fb_read_file(file, TEXT_MAX, &text, &len);
	if (ret)
		return fb_error_errno(error, ret, "%s", file);
	ret = fb_left_out_parse(text, len, file, lo, error);
	free(text);
	return ret;
}

static int read_rounds(const char *dir, struct fb_gateway_rounds *rounds, struct fb_error *error)
{
	size_t len;
	char *text;
	int ret = read_in(dir, "rounds", TEXT_MAX, &text, &len, error);

	if (ret)
		return ret;
	ret = fb_gateway_rounds_parse(text, len, rounds, error);
	free(text);
	return ret ? fb_error_prefix(error, ret, "%s/rounds", dir) : 0;
}

/* The profile takes the symbols over. */
static int read_prices(const char *dir, struct fb_profile *p, json_t **bench, struct machine *m,
		       struct fb_error *error)
{
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, "bench.json");

	memset(p, 0, sizeof(*p));
	if (!ret)
		ret = fb_json_load_checked(path, &fb_bench_schema, bench, error);
	if (!ret)
		ret = read_machine(dir, m, error);
	if (ret)
		return ret;
	p->bench = *bench;
	p->syms = m->syms;
	memset(&m->syms, 0, sizeof(m->syms));
	ret = fb_sections_load(NULL, &p->rules, error);
	if (!ret)
		ret = fb_profile_build(p, &m->rec, error);
	return ret;
}

/* What a gateway has left. */
struct gateway {
	struct fb_gateway_rounds rounds;
	struct machine m;
};

static int read_gateway(const char *dir, struct gateway *g, struct fb_error *error)
{
	int ret;

	memset(g, 0, sizeof(*g));
	ret = read_rounds(dir, &g->rounds, error);
	return ret ? ret : read_machine(dir, &g->m, error);
}

static int show(const struct fb_confirm *c, FILE *to, json_t **json)
{
	fb_confirm_print(c, to);
	if (!json)
		return 0;
	*json = fb_confirm_json(c);
	return *json ? 0 : -ENOMEM;
}

/* The prices' record has gone by then: each may be large. */
static int hold(const struct fb_profile *p, const struct fb_left_out *lo, struct gateway *g,
		const struct fb_bench *b, FILE *to, json_t **json, struct fb_error *error)
{
	struct fb_confirm c = { .price = p, .lo = lo, .rounds = &g->rounds, .syms = &g->m.syms };
	int ret = fb_confirm_build(&c, &g->m.rec, b->path, b->nr_paths, error);

	if (!ret)
		ret = show(&c, to, json);
	fb_confirm_free(&c);
	return ret;
}

int fb_confirm_load(const struct fb_confirm_files *files, const struct fb_bench *b, FILE *to,
		    json_t **json, struct fb_error *error)
{
	struct machine prices = { .data = NULL };
	struct fb_profile p = { .bench = NULL };
	struct gateway g = { .m = { .data = NULL } };
	json_t *bench = NULL;
	struct fb_left_out lo;
	int ret = read_left_out(files->left_out, &lo, error);

	if (ret)
		return ret;
	ret = read_prices(files->prices, &p, &bench, &prices, error);
	machine_free(&prices);
	if (!ret)
		ret = read_gateway(files->gateway, &g, error);
	if (!ret)
		ret = hold(&p, &lo, &g, b, to, json, error);
	machine_free(&g.m);
	fb_gateway_rounds_free(&g.rounds);
	fb_profile_free(&p);
	json_decref(bench);
	fb_left_out_free(&lo);
	return ret;
}
