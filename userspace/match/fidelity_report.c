// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/paths.h"
#include "lib/version.h"
#include "match/call_file.h"
#include "match/fidelity_check.h"
#include "match/alias_file.h"
#include "match/fidelity_report.h"
#include "tree/tree_diff.h"

#define TRACE_MAX	(256u * 1024 * 1024)
#define FILE_EVENTS_MAX 200000u
#define FUNCTIONS_MAX	(64u * 1024 * 1024)

/* A run need not say what could be traced, but then "untraceable" is taken on trust. */
static int load_functions(const struct fb_fid_options *o, struct fb_fid_report *rep,
			  struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	size_t len;
	int ret;

	ret = fb_join(path, o->run, "functions");
	if (ret)
		return fb_error_errno(error, ret, "%s", o->run);
	ret = fb_read_file(path, FUNCTIONS_MAX, &text, &len);
	if (ret == -ENOENT)
		return 0;
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = fb_nameset_parse(text, len, &rep->functions);
	free(text);
	return ret ? fb_error_errno(error, ret, "%s", path) : 0;
}

static int load_doc(const char *dir, struct fb_fid_phase *ph, struct fb_error *error)
{
	char path[FB_PATH_MAX], file[FB_PHASE_NAME + 8], *text;
	size_t len;
	int ret;

	snprintf(file, sizeof(file), "%s.txt", ph->name);
	ret = fb_join(path, dir, file);
	if (ret)
		return fb_error_errno(error, ret, "%s", dir);
	ret = fb_read_file(path, TRACE_MAX, &text, &len);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	ret = fb_normal_read(text, len, &ph->doc, error);
	free(text);
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

/* Return: 0, also when the run has no trace of this phase. */
static int load_live(const struct fb_fid_options *o, struct fb_fid_phase *ph,
		     struct fb_calls_seen *seen, struct fb_error *error)
{
	char path[FB_PATH_MAX], file[512];
	int ret;

	if (snprintf(file, sizeof(file), "%s/%s.trace", o->scenario, ph->name) >= (int)sizeof(file))
		return fb_error_errno(error, -ENAMETOOLONG, "%s", o->scenario);
	ret = fb_join(path, o->run, file);
	if (ret)
		return fb_error_errno(error, ret, "%s", o->run);
	ret = fb_calls_load(path, ph->doc, &ph->live, seen, error);
	return ret == -ENOENT ? 0 : ret;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

static int is_text(const struct dirent *de)
{
	size_t len = strlen(de->d_name);

	return len > 4 && len < FB_PHASE_NAME + 4 && !strcmp(de->d_name + len - 4, ".txt");
}

/* Any trace as one documented phase. */
static int load_file(const struct fb_fid_options *o, struct fb_fid_report *rep,
		     struct fb_error *error)
{
	struct fb_tree *tree;
	int ret = fb_tree_load_start(o->file, FILE_EVENTS_MAX, &tree, error);

	if (ret)
		return ret;
	rep->phase = calloc(1, sizeof(*rep->phase));
	if (rep->phase) {
		rep->nr = 1;
		snprintf(rep->phase->name, sizeof(rep->phase->name), "p1");
		rep->phase->doc = fb_normal_new();
	}
	ret = rep->phase && rep->phase->doc ? fb_normal_add_tree(rep->phase->doc, tree, 0)
					    : -ENOMEM;
	fb_tree_free(tree);
	return ret ? fb_error_errno(error, ret, "%s", o->file) : 0;
}

/* The documented phases that are asked for. */
static int load_docs(const struct fb_fid_options *o, struct fb_fid_report *rep,
		     struct fb_error *error)
{
	char dir[FB_PATH_MAX];
	struct dirent **list = NULL;
	int ret, nr, i;

	ret = strchr(o->trace, '/')
		      ? -ENOENT
		      : fb_data_path(dir, error, "userspace/data/documented/%s", o->trace);
	if (ret == -EPERM)
		return ret;
	nr = ret ? -1 : scandir(dir, &list, is_text, by_name);
	if (nr < 0)
		return fb_error(error, -ENOENT,
				"no documented trace '%.100s' in userspace/data/documented",
				o->trace);
	rep->phase = calloc((size_t)nr + 1, sizeof(*rep->phase));
	ret = rep->phase ? 0 : -ENOMEM;
	for (i = 0; i < nr; i++) {
		struct fb_fid_phase *ph = &rep->phase[rep->nr];

		if (!ret) {
			snprintf(ph->name, sizeof(ph->name), "%.*s",
				 (int)strlen(list[i]->d_name) - 4, list[i]->d_name);
			if (!o->phase || fb_phase_has(ph->name, o->phase)) {
				rep->nr++;
				ret = load_doc(dir, ph, error);
			}
		}
		free(list[i]);
	}
	free(list);
	if (!ret && !rep->nr)
		ret = fb_error(error, -ENOENT, "no phase '%.60s' in the documented trace %.100s",
			       o->phase ? o->phase : "", o->trace);
	return ret;
}

/* The kernel that the traces were taken on: all must be from the same. */
static int find_kernel(const struct fb_fid_options *o, struct fb_fid_report *rep,
		       struct fb_error *error)
{
	const char *kernel = o->kernel, *said;
	unsigned int i;

	for (i = 0; !o->kernel && i < rep->nr; i++) {
		said = rep->phase[i].live ? fb_normal_get(rep->phase[i].live, "kernel") : NULL;
		if (said && kernel && strcmp(said, kernel))
			return fb_error(error, -EINVAL,
					"%.200s: traces of two kernels, %.60s and %.60s", o->run,
					kernel, said);
		if (said)
			kernel = said;
	}
	if (kernel && !fb_version_parse(kernel))
		return fb_error(error, -EINVAL, "'%.60s': expected a kernel version, as 6.12.1",
				kernel);
	rep->kernel = strdup(kernel ? kernel : "");
	return rep->kernel ? 0 : -ENOMEM;
}

/* What of the table the run shows to be wrong. */
static int check_table(struct fb_fid_report *rep, const struct fb_fid_in *in)
{
	struct fb_fid_pair *pair = calloc(rep->nr + 1, sizeof(*pair));
	unsigned int i, nr = 0;

	rep->wrong = calloc(rep->aliases.nr + 1, sizeof(*rep->wrong));
	if (!rep->wrong || !pair) {
		free(pair);
		return -ENOMEM;
	}
	for (i = 0; i < rep->nr; i++)
		if (rep->phase[i].live)
			pair[nr++] = (struct fb_fid_pair){ .doc = rep->phase[i].doc,
							   .live = rep->phase[i].live,
							   .fi = &rep->phase[i].fi };
	for (i = 0; i < rep->aliases.nr; i++)
		rep->nr_wrong += fb_fidelity_refutes(&rep->aliases.entry[i], &in->at, in->functions,
						     pair, nr, &rep->wrong[rep->nr_wrong]);
	free(pair);
	return 0;
}

static int compare_all(struct fb_fid_report *rep, struct fb_error *error)
{
	struct fb_fid_in in = {
		.aliases = &rep->aliases,
		.functions = rep->functions.nr ? &rep->functions : NULL,
		.at = { .trace = rep->trace,
			.version = fb_version_parse(rep->kernel),
			.release = rep->kernel },
	};
	unsigned int i;
	int ret;

	for (i = 0; i < rep->nr; i++) {
		struct fb_fid_phase *ph = &rep->phase[i];

		if (!ph->live) {
			rep->absent++;
			continue;
		}
		in.doc = ph->doc;
		in.live = ph->live;
		ret = fb_fidelity_compare(&in, &ph->fi);
		if (ret)
			return fb_error(error, ret, "phase %s: %s", ph->name, strerror(-ret));
		fb_fidelity_add(&rep->total, &ph->fi);
	}
	ret = check_table(rep, &in);
	return ret ? fb_error_prefix(error, ret, "aliases") : 0;
}

int fb_fid_report_load(const struct fb_fid_options *o, struct fb_fid_report **out,
		       struct fb_error *error)
{
	struct fb_fid_report *rep = calloc(1, sizeof(*rep));
	unsigned int i;
	int ret;

	if (!rep)
		return fb_error_errno(error, -ENOMEM, "%s", o->run);
	rep->whole = !o->phase;
	rep->trace = strdup(o->file ? "trace" : o->trace);
	ret = rep->trace ? 0 : -ENOMEM;
	if (!ret)
		ret = o->file ? load_file(o, rep, error) : load_docs(o, rep, error);
	if (!ret)
		ret = fb_aliases_load(o->aliases, &rep->aliases, error);
	if (!ret)
		ret = load_functions(o, rep, error);
	for (i = 0; !ret && i < rep->nr; i++)
		ret = load_live(o, &rep->phase[i], &rep->seen, error);
	if (!ret)
		ret = find_kernel(o, rep, error);
	if (!ret)
		ret = compare_all(rep, error);
	if (ret) {
		if (fb_error_empty(error))
			fb_error_errno(error, ret, "%s", o->run);
		fb_fid_report_free(rep);
		return ret;
	}
	*out = rep;
	return 0;
}

void fb_fid_report_free(struct fb_fid_report *rep)
{
	unsigned int i;

	if (!rep)
		return;
	for (i = 0; i < rep->nr; i++) {
		fb_normal_free(rep->phase[i].doc);
		fb_normal_free(rep->phase[i].live);
		fb_fidelity_free(&rep->phase[i].fi);
	}
	fb_aliases_free(&rep->aliases);
	fb_nameset_free(&rep->functions);
	free(rep->phase);
	free(rep->wrong);
	free(rep->trace);
	free(rep->kernel);
	free(rep);
}

int fb_fid_report_ok(const struct fb_fid_report *rep)
{
	return !rep->absent && !rep->nr_wrong && !rep->total.count[FB_FID_MISSING] &&
	       (!rep->whole || fb_fidelity_incidental_ok(&rep->total));
}
