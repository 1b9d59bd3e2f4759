// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/paths.h"
#include "lib/vector.h"
#include "match/results_schema.h"
#include "match/scenario_matrix.h"

#define WHY_MAX 4096

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

/* One line that somebody left; 0 if it was there. */
static int read_why(struct fb_cell *cell, const char *dir, const char *file)
{
	char path[FB_PATH_MAX], *text;
	int ret;

	ret = fb_join(path, dir, file);
	if (!ret)
		ret = fb_read_file(path, WHY_MAX, &text, NULL);
	if (ret)
		return ret;
	text[strcspn(text, "\n")] = '\0';
	fb_error(&cell->why, 0, "%s", text);
	free(text);
	return 0;
}

static void load_cell(struct fb_cell *cell, const char *dir, const char *aliases)
{
	struct fb_fid_options what = { .run = dir, .scenario = cell->scenario, .aliases = aliases };
	char path[FB_PATH_MAX];
	int ret;

	if (!read_why(cell, dir, "skipped")) {
		cell->skipped = 1;
		return;
	}
	if (!read_why(cell, dir, "failed"))
		return;
	ret = fb_join(path, dir, "results.json");
	ret = ret ? fb_error_errno(&cell->why, ret, "results.json")
		  : fb_json_load_checked(path, &fb_results_schema, &cell->results, &cell->why);
	if (ret) {
		cell->refused = true;
		return;
	}
	what.trace = json_string_value(json_object_get(cell->results, "documented"));
	if (!what.trace)
		fb_error(&cell->why, -EINVAL, "its scenario has no documented trace");
	else if (fb_fid_report_load(&what, &cell->rep, &cell->why))
		cell->rep = NULL;
}

static int add_cell(struct fb_matrix *m, const char *dir, const char *kernel, const char *scenario,
		    const char *aliases)
{
	char run[FB_PATH_MAX];
	struct fb_cell *cell;
	int ret;

	if (fb_vector_grow(m->cell, m->nr))
		return -ENOMEM;
	ret = fb_join(run, dir, scenario);
	if (ret)
		return ret;
	cell = &m->cell[m->nr++];
	*cell = (struct fb_cell){ .skipped = 0 };
	snprintf(cell->kernel, sizeof(cell->kernel), "%s", kernel);
	snprintf(cell->scenario, sizeof(cell->scenario), "%s", scenario);
	load_cell(cell, run, aliases);
	return 0;
}

static int add_kernel(struct fb_matrix *m, const char *dir, const char *kernel, const char *aliases)
{
	char path[FB_PATH_MAX];
	struct dirent **list;
	int ret, nr, i;

	ret = fb_join(path, dir, kernel);
	nr = ret ? -1 : scandir(path, &list, NULL, by_name);
	if (nr < 0)
		return ret ? ret : -errno;
	for (i = 0; i < nr; i++) {
		if (!ret && fb_is_folder(path, list[i]->d_name))
			ret = add_cell(m, path, kernel, list[i]->d_name, aliases);
		free(list[i]);
	}
	free(list);
	return ret;
}

static int by_scenario(const void *a, const void *b)
{
	const struct fb_cell *x = a, *y = b;
	int ret = strcmp(x->scenario, y->scenario);

	return ret ? ret : strverscmp(x->kernel, y->kernel);
}

int fb_matrix_load(const char *dir, const char *aliases, struct fb_matrix *m)
{
	struct dirent **list;
	int nr, ret = 0, i;

	*m = (struct fb_matrix){ .nr = 0 };
	nr = scandir(dir, &list, NULL, by_name);
	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		if (!ret && fb_is_folder(dir, list[i]->d_name))
			ret = add_kernel(m, dir, list[i]->d_name, aliases);
		free(list[i]);
	}
	free(list);
	if (!ret && !m->nr)
		ret = -ENOENT;
	if (m->nr)
		qsort(m->cell, m->nr, sizeof(*m->cell), by_scenario);
	return ret;
}

void fb_matrix_free(struct fb_matrix *m)
{
	unsigned int i;

	for (i = 0; i < m->nr; i++) {
		json_decref(m->cell[i].results);
		fb_fid_report_free(m->cell[i].rep);
	}
	free(m->cell);
	*m = (struct fb_matrix){ .nr = 0 };
}

unsigned int fb_cell_proofs(const struct fb_cell *cell, const char *phase, unsigned int *held)
{
	const json_t *phases = json_object_get(cell->results, "phases"), *ph, *ex;
	unsigned int of = 0;
	size_t i, k;

	*held = 0;
	json_array_foreach(phases, i, ph)
	{
		const char *name = json_string_value(json_object_get(ph, "name"));

		if (!name || !fb_phase_has(phase, name))
			continue;
		json_array_foreach(json_object_get(ph, "expect"), k, ex)
		{
			of++;
			*held += json_is_true(json_object_get(ex, "holds"));
		}
	}
	return of;
}

int fb_cell_ok(const struct fb_cell *cell)
{
	unsigned int i, held, of;

	if (cell->skipped)
		return 1;
	if (!cell->rep || !fb_fid_report_ok(cell->rep))
		return 0;
	for (i = 0; i < cell->rep->nr; i++) {
		of = fb_cell_proofs(cell, cell->rep->phase[i].name, &held);
		if (held != of)
			return 0;
	}
	return 1;
}
