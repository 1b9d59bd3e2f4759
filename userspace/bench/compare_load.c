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

#include "bench/bench.h"
#include "bench/compare_load.h"
#include "bench/compare_stat.h"
#include "bench/json.h"
#include "lib/json.h"
#include "lib/paths.h"

/* More samples than a bench takes. */
#define SAMPLES_MAX    100000

#define FILE_MAX_BYTES (256u * 1024 * 1024)

/* What a bench was told to measure at a point, as far as rounds have to agree with it. */
struct settings {
	bool insn;
	json_int_t packets;
	const json_t *point;
	unsigned int rounds;
	unsigned int labs;
};

static unsigned long number(const json_t *js, const char *key)
{
	return (unsigned long)json_integer_value(json_object_get(js, key));
}

/* The same sums that bench held the round against. */
static bool accounted(const json_t *round, const struct settings *set, bool baseline)
{
	const struct fb_bench_result r = {
		.error = "none",
		.size = number(set->point, "size"),
		.segments = number(set->point, "segments"),
		.injected = number(round, "injected"),
		.primed = number(round, "primed"),
		.arrived = number(round, "arrived"),
		.returned = number(round, "returned"),
		.dropped = number(round, "dropped"),
		.kept = number(round, "kept"),
		.consumed = number(round, "consumed"),
		.other = number(round, "other"),
		.sink_bytes = number(round, "sink_bytes"),
	};
	struct fb_why why;

	return fb_bench_result_closes(&r, (uint64_t)set->packets, baseline, &why);
}

static int add_round(const json_t *round, const struct settings *set, bool baseline, double *price)
{
	json_int_t cost = json_integer_value(json_object_get(round, set->insn ? "cycles" : "ns"));

	if (set->packets <= 0 || cost <= 0 || !accounted(round, set, baseline))
		return -EINVAL;
	*price = (double)cost / (double)set->packets;
	return 0;
}

/*
 * Prices of @nr samples of so many rounds each: none of them may be missing. Under icount a timer's
 * interrupt that falls into a round is none of the path's, so the cheapest one counts.
 */
static int prices_of(const json_t *rounds, const struct settings *set, bool baseline,
		     unsigned int nr, double *price)
{
	double *v, least;
	unsigned int i, k;
	int ret = 0;

	if (json_array_size(rounds) != (size_t)nr * set->rounds || !nr || !set->rounds)
		return -EINVAL;
	v = malloc(set->rounds * sizeof(*v));
	if (!v)
		return -ENOMEM;
	for (i = 0; !ret && i < nr; i++) {
		least = INFINITY;
		for (k = 0; !ret && k < set->rounds; k++) {
			ret = add_round(json_array_get(rounds, (size_t)i * set->rounds + k), set,
					baseline, &v[k]);
			least = ret ? least : fmin(least, v[k]);
		}
		price[i] = ret ? 0 : set->insn ? least : fb_stat_median(v, set->rounds);
	}
	free(v);
	return ret;
}

static int add_samples(const json_t *point, const struct settings *set, struct fb_price *p)
{
	const json_t *rounds = json_object_get(point, "rounds");
	size_t nr = json_array_size(json_object_get(point, "samples"));
	double *own;
	int ret;

	if (!nr || nr > SAMPLES_MAX || set->labs > SAMPLES_MAX)
		return -EINVAL;
	p->sample = calloc(nr, sizeof(*p->sample));
	own = calloc(set->labs + 1, sizeof(*own));
	ret = p->sample && own ? 0 : -ENOMEM;
	if (!ret)
		ret = prices_of(json_object_get(rounds, "own"), set, true, set->labs, own);
	if (!ret)
		ret = prices_of(json_object_get(rounds, "gross"), set, false, (unsigned int)nr,
				p->sample);
	if (!ret) {
		p->nr = (unsigned int)nr;
		p->own = fb_stat_median(own, set->labs);
		p->gross = fb_stat_median(p->sample, p->nr);
	}
	free(own);
	return ret;
}

static int add_price(struct fb_boot *boot, const json_t *point, const struct settings *set,
		     struct fb_why *why)
{
	const char *name = json_string_value(json_object_get(point, "path"));
	const char *error = json_string_value(json_object_get(point, "error"));
	struct fb_price *p = &boot->price[boot->nr];
	int ret;

	if (!name || strlen(name) >= sizeof(p->path))
		return fb_why(why, -EINVAL, "%s: a point without a path", boot->file);
	if (error)
		return fb_why(why, -EINVAL, "%s: %s: %.200s", boot->file, name, error);
	strcpy(p->path, name);
	p->size = number(point, "size");
	p->flows = number(point, "flows");
	p->batch = number(point, "batch");
	p->cpus = number(point, "cpus");
	boot->nr++;
	p->segments = number(point, "segments");
	ret = add_samples(point, set, p);
	if (ret == -EINVAL)
		fb_why(why, ret, "%s: %s: a round is missing, or not accounted for", boot->file,
		       name);
	return ret;
}

static int read_doc(const json_t *doc, struct fb_boot *boot, struct fb_why *why)
{
	const char *schema = json_string_value(json_object_get(doc, "schema"));
	const char *mode = json_string_value(json_object_get(doc, "mode"));
	const json_t *settings = json_object_get(doc, "settings");
	const json_t *points = json_object_get(doc, "points");
	const json_t *print = json_object_get(doc, "fingerprint");
	struct settings set;
	size_t i;
	int ret;

	if (!schema || strcmp(schema, FB_BENCH_SCHEMA))
		return fb_why(why, -EINVAL, "%s: its schema is '%.60s', not " FB_BENCH_SCHEMA,
			      boot->file, schema ? schema : "");
	if (!mode || !json_is_object(settings) || !json_object_size(print) ||
	    !json_array_size(points))
		return fb_why(why, -EINVAL, "%s: mode, settings, fingerprint or points are missing",
			      boot->file);
	snprintf(boot->compiler, sizeof(boot->compiler), "%s", fb_json_text(doc, "compiler", ""));
	boot->insn = !strcmp(mode, "insn");
	set = (struct settings){
		.insn = boot->insn,
		.rounds = (unsigned int)number(settings, "rounds"),
		.labs = (unsigned int)number(settings, "labs"),
	};
	boot->settings = json_dumps(settings, JSON_SORT_KEYS | JSON_COMPACT);
	boot->price = calloc(json_array_size(points), sizeof(*boot->price));
	if (!boot->settings || !boot->price)
		return -ENOMEM;
	ret = fb_fingerprint_from_json(&boot->fp, print);
	if (ret == -EINVAL)
		fb_why(why, ret, "%s: its fingerprint cannot be read", boot->file);
	for (i = 0; !ret && i < json_array_size(points); i++) {
		const json_t *point = json_array_get(points, i);

		set.packets = fb_bench_point_packets(doc, point);
		set.point = point;
		ret = add_price(boot, point, &set, why);
	}
	return ret;
}

int fb_boot_read(const char *text, const char *file, struct fb_boot *boot, struct fb_why *why)
{
	json_error_t at;
	json_t *doc;
	int ret;

	*boot = (struct fb_boot){ .file = strdup(file) };
	if (!boot->file)
		return -ENOMEM;
	doc = json_loads(text, 0, &at);
	if (!doc)
		return fb_why(why, -EINVAL, "%s: line %d: %.120s", file, at.line, at.text);
	ret = read_doc(doc, boot, why);
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

static int add_file(const char *path, struct fb_side *side, struct fb_why *why)
{
	struct fb_boot *grown;
	char *text;
	int ret;

	grown = realloc(side->boot, (side->nr + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	side->boot = grown;
	ret = fb_read_file(path, FILE_MAX_BYTES, &text, NULL);
	if (ret)
		return fb_why_errno(why, ret, "%s", path);
	ret = fb_boot_read(text, path, &side->boot[side->nr++], why);
	free(text);
	return ret;
}

static bool is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* bench.json in a folder, or in those below it. A folder without one was a boot that failed. */
static int add_dir(const char *path, struct fb_side *side, struct fb_why *why)
{
	char file[FB_PATH_MAX], below[FB_PATH_MAX];
	struct dirent **entry = NULL;
	struct stat st;
	int nr, i, ret;

	ret = fb_join(file, path, "bench.json");
	if (ret)
		return ret;
	if (!stat(file, &st))
		return add_file(file, side, why);
	nr = scandir(path, &entry, NULL, versionsort);
	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!ret && entry[i]->d_name[0] != '.')
			ret = fb_join(below, path, entry[i]->d_name);
		if (!ret && entry[i]->d_name[0] != '.' && is_dir(below)) {
			ret = fb_join(file, below, "bench.json");
			ret = ret ? ret : add_file(file, side, why);
		}
		free(entry[i]);
	}
	free(entry);
	return ret;
}

int fb_side_load(const char *path, struct fb_side *side, struct fb_why *why)
{
	int ret;

	*side = (struct fb_side){ .nr = 0 };
	snprintf(side->name, sizeof(side->name), "%s", path);
	ret = is_dir(path) ? add_dir(path, side, why) : add_file(path, side, why);
	if (!ret && !side->nr)
		ret = -ENOENT;
	if (ret && fb_why_empty(why))
		fb_why(why, ret, "%.300s: %s", path,
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
