// SPDX-License-Identifier: GPL-2.0
/* Sides from disk. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "price/prices.h"
#include "compare/side_load.h"
#include "stat/sample_stat.h"
#include "bench/bench_schema.h"
#include "bench/bench_json.h"
#include "json/json.h"
#include "file/paths.h"
#include "lib/vector.h"

/* What a bench was told to measure at a point. */
struct settings {
	bool insn;
	json_int_t packets;
	unsigned int rounds;
	unsigned int labs;
};

static unsigned long member_number(const json_t *js, const char *key)
{
	return (unsigned long)fb_json_count(js, key);
}

/*
 * Prices of @nr samples of so many rounds each. Under icount a timer's interrupt that falls into
 * a round is none of the
 * path's, so the cheapest one counts.
 */
static int prices_of(const json_t *rounds, const struct settings *set, unsigned int nr,
		     double *price)
{
	double *v = malloc(set->rounds * sizeof(*v)), least;
	const json_t *one;
	unsigned int i, k;

	if (!v)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		least = INFINITY;
		for (k = 0; k < set->rounds; k++) {
			one = json_array_get(rounds, (size_t)i * set->rounds + k);
			v[k] = (set->insn
					? fb_json_real(one, "cycles") - fb_json_real(one, "repeats")
					: fb_json_real(one, "ns")) /
			       (double)set->packets;
			least = fmin(least, v[k]);
		}
		price[i] = set->insn ? least : fb_stat_median(v, set->rounds);
	}
	free(v);
	return 0;
}

static int add_samples(const json_t *point, const struct settings *set, struct fb_price *p)
{
	const json_t *rounds = json_object_get(point, "rounds");
	size_t nr = json_array_size(json_object_get(point, "samples"));
	double *own;
	int ret;

	p->sample = calloc(nr, sizeof(*p->sample));
	own = calloc(set->labs + 1, sizeof(*own));
	ret = p->sample && own ? 0 : -ENOMEM;
	if (!ret)
		ret = prices_of(json_object_get(rounds, "own"), set, set->labs, own);
	if (!ret)
		ret = prices_of(json_object_get(rounds, "gross"), set, (unsigned int)nr, p->sample);
	if (!ret) {
		p->nr = (unsigned int)nr;
		p->own = fb_stat_median(own, set->labs) - fb_json_real(point, "hook");
		p->gross = fb_stat_median(p->sample, p->nr);
	}
	free(own);
	return ret;
}

static int add_price(struct fb_boot *boot, const json_t *point, const struct settings *set,
		     struct fb_error *error)
{
	const char *name = fb_json_text(point, "path", "");
	struct fb_price *p = &boot->price[boot->nr];

	if (!fb_bench_is_measured(point))
		return fb_error(error, FB_JSON_REFUSED, "%s: %s: %.200s", boot->file, name,
				fb_json_text(point, "error", ""));
	if (!json_object_get(point, "rounds"))
		return fb_error(error, FB_JSON_REFUSED,
				"%s: points[%u].rounds: expected the rounds of %s, found nothing",
				boot->file, boot->nr, name);
	snprintf(p->path, sizeof(p->path), "%s", name);
	p->size = member_number(point, "size");
	p->flows = member_number(point, "flows");
	p->batch = member_number(point, "batch");
	p->cpus = member_number(point, "cpus");
	p->segments = member_number(point, "segments");
	boot->nr++;
	return add_samples(point, set, p);
}

static int read_doc(const json_t *doc, struct fb_boot *boot, struct fb_error *error)
{
	const json_t *settings = json_object_get(doc, "settings");
	const json_t *points = json_object_get(doc, "points");
	struct settings set;
	size_t i;
	int ret;

	snprintf(boot->compiler, sizeof(boot->compiler), "%s", fb_json_text(doc, "compiler", ""));
	snprintf(boot->mode, sizeof(boot->mode), "%s", fb_json_text(doc, "mode", ""));
	boot->insn = fb_bench_mode_counts(boot->mode);
	set = (struct settings){
		.insn = boot->insn,
		.rounds = (unsigned int)member_number(settings, "rounds"),
		.labs = (unsigned int)member_number(settings, "labs"),
	};
	if (!json_array_size(points))
		return fb_error(error, FB_JSON_REFUSED, "%s: points: expected a price, found none",
				boot->file);
	boot->settings = json_dumps(settings, JSON_SORT_KEYS | JSON_COMPACT);
	boot->price = calloc(json_array_size(points), sizeof(*boot->price));
	if (!boot->settings || !boot->price)
		return -ENOMEM;
	ret = fb_fingerprint_from_json(&boot->fp, json_object_get(doc, "fingerprint"));
	for (i = 0; !ret && i < json_array_size(points); i++) {
		const json_t *point = json_array_get(points, i);

		set.packets = fb_bench_point_packets(doc, point);
		ret = add_price(boot, point, &set, error);
	}
	return ret;
}

int fb_boot_read(const char *text, const char *file, struct fb_boot *boot, struct fb_error *error)
{
	json_t *doc;
	int ret;

	*boot = (struct fb_boot){ .file = strdup(file) };
	if (!boot->file)
		return -ENOMEM;
	doc = fb_json_parse(text, strlen(text), error);
	ret = doc ? fb_json_check(doc, &fb_bench_schema, error) : FB_JSON_REFUSED;
	if (ret)
		fb_error_prefix(error, ret, "%s", file);
	else
		ret = read_doc(doc, boot, error);
	json_decref(doc);
	return ret;
}

const struct fb_price *fb_boot_find(const struct fb_boot *boot, const struct fb_price *like)
{
	unsigned int i;

	for (i = 0; i < boot->nr; i++) {
		const struct fb_price *p = &boot->price[i];

		if (!strcmp(p->path, like->path) && p->size == like->size &&
		    p->segments == like->segments && p->flows == like->flows &&
		    p->batch == like->batch && p->cpus == like->cpus)
			return p;
	}
	return NULL;
}

json_t *fb_price_point(const struct fb_price *price)
{
	json_t *out = json_pack("{s:s, s:I, s:I, s:I, s:I}", "path", price->path, "size",
				(json_int_t)price->size, "flows", (json_int_t)price->flows, "batch",
				(json_int_t)price->batch, "cpus", (json_int_t)price->cpus);

	if (out && price->segments)
		json_object_set_new(out, "segments", json_integer((json_int_t)price->segments));
	return out;
}

void fb_boot_free(struct fb_boot *boot)
{
	unsigned int i;

	for (i = 0; i < boot->nr; i++)
		free(boot->price[i].sample);
	free(boot->file);
	free(boot->settings);
	free(boot->price);
	fb_fingerprint_free(&boot->fp);
	*boot = (struct fb_boot){ .nr = 0 };
}

static int add_file(const char *path, struct fb_side *side, struct fb_error *error)
{
	char *text;
	int ret;

	if (fb_vector_grow(side->boot, side->nr))
		return -ENOMEM;
	ret = fb_read_file(path, FB_JSON_DOCUMENT_MAX, &text, NULL);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = fb_boot_read(text, path, &side->boot[side->nr++], error);
	free(text);
	return ret;
}

static bool is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* bench.json in a folder, or in those below it. A folder without one was a boot that failed. */
static int add_dir(const char *path, struct fb_side *side, struct fb_error *error)
{
	char file[FB_PATH_MAX], below[FB_PATH_MAX];
	struct dirent **entry = NULL;
	struct stat st;
	int nr, i, ret;

	ret = fb_join(file, path, "bench.json");
	if (ret)
		return ret;
	if (!stat(file, &st))
		return add_file(file, side, error);
	nr = scandir(path, &entry, NULL, versionsort);
	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!ret && entry[i]->d_name[0] != '.')
			ret = fb_join(below, path, entry[i]->d_name);
		if (!ret && entry[i]->d_name[0] != '.' && is_dir(below)) {
			ret = fb_join(file, below, "bench.json");
			ret = ret ? ret : add_file(file, side, error);
		}
		free(entry[i]);
	}
	free(entry);
	return ret;
}

int fb_side_load(const char *path, struct fb_side *side, struct fb_error *error)
{
	int ret;

	*side = (struct fb_side){ .nr = 0 };
	snprintf(side->name, sizeof(side->name), "%s", path);
	ret = is_dir(path) ? add_dir(path, side, error) : add_file(path, side, error);
	if (!ret && !side->nr)
		ret = -ENOENT;
	if (ret && fb_error_empty(error))
		fb_error(error, ret, "%.300s: %s", path,
			 ret == -ENOENT ? "no bench.json in it" : strerror(-ret));
	return ret;
}

void fb_side_free(struct fb_side *side)
{
	unsigned int i;

	for (i = 0; i < side->nr; i++)
		fb_boot_free(&side->boot[i]);
	free(side->boot);
	side->boot = NULL;
	side->nr = 0;
}
