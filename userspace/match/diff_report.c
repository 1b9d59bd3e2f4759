// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/version.h"
#include "match/diff_report.h"

/* Phases by their names, and equal names in their order. */
struct by_name {
	const struct fb_phase **phase;
	unsigned int nr;
};

static int compare_names(const void *a, const void *b)
{
	const struct fb_phase *x = *(const struct fb_phase *const *)a;
	const struct fb_phase *y = *(const struct fb_phase *const *)b;
	int ret = strcmp(x->name, y->name);

	return ret ? ret : x < y ? -1 : x > y;
}

static int sort(const struct fb_phases *ph, struct by_name *sorted)
{
	unsigned int i;

	*sorted = (struct by_name){ .nr = ph->nr };
	sorted->phase = calloc(ph->nr, sizeof(*sorted->phase));
	if (!sorted->phase)
		return -ENOMEM;
	for (i = 0; i < ph->nr; i++)
		sorted->phase[i] = &ph->phase[i];
	qsort(sorted->phase, sorted->nr, sizeof(*sorted->phase), compare_names);
	return 0;
}

/* The first phase named @name, or NULL. */
static const struct fb_phase *find_phase(const struct by_name *sorted, const char *name)
{
	unsigned int low = 0, high = sorted->nr;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (strcmp(sorted->phase[mid]->name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == sorted->nr || strcmp(sorted->phase[low]->name, name))
		return NULL;
	return sorted->phase[low];
}

static struct fb_calldiff_side side_of(const struct fb_diff_report *rep, int side,
				       const struct fb_normal *calls)
{
	const struct fb_recording *rec = &rep->rec[side];
	/* The names of the table are those of the documented trace, if either is held against one. */
	const char *trace = *rec->trace ? rec->trace : rep->rec[!side].trace;

	return (struct fb_calldiff_side){
		.calls = calls,
		.functions = rec->functions.nr ? &rec->functions : NULL,
		.at = { .trace = *trace ? trace : NULL,
			.version = fb_version_parse(rec->kernel),
			.release = *rec->kernel ? rec->kernel : NULL },
	};
}

struct fb_calldiff_in fb_diff_phase_in(const struct fb_diff_report *rep,
				       const struct fb_diff_phase *ph)
{
	return (struct fb_calldiff_in){
		.side = { side_of(rep, 0, ph->calls[0]), side_of(rep, 1, ph->calls[1]) },
		.aliases = &rep->aliases,
	};
}

static int compare_phase(struct fb_diff_report *rep, const char *name, const struct fb_phase *a,
			 const struct fb_phase *b, struct fb_error *error)
{
	struct fb_diff_phase *ph = &rep->phase[rep->nr++];
	struct fb_calldiff_in in;
	int ret;

	*ph = (struct fb_diff_phase){ .name = name,
				      .calls = { a ? a->calls : NULL, b ? b->calls : NULL } };
	if (!a || !b) {
		rep->lone++;
		return 0;
	}
	in = fb_diff_phase_in(rep, ph);
	ret = fb_calldiff_compare(&in, &ph->d);
	if (ret)
		return fb_error_errno(error, ret, "phase %s", ph->name);
	fb_calldiff_add(&rep->total, &ph->d);
	return 0;
}

/* Each phase of A with that of B of its name, then the phases that only B has. */
static int compare_named(struct fb_diff_report *rep, const struct by_name side[2],
			 struct fb_error *error)
{
	const struct fb_phases *a = &rep->rec[0].phases, *b = &rep->rec[1].phases;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < a->nr; i++)
		ret = compare_phase(rep, a->phase[i].name, &a->phase[i],
				    find_phase(&side[1], a->phase[i].name), error);
	for (i = 0; !ret && i < b->nr; i++)
		if (!find_phase(&side[0], b->phase[i].name))
			ret = compare_phase(rep, b->phase[i].name, NULL, &b->phase[i], error);
	return ret;
}

int fb_diff_report_fill(struct fb_diff_report *rep, struct fb_error *error)
{
	const struct fb_phases *a = &rep->rec[0].phases, *b = &rep->rec[1].phases;
	struct by_name side[2] = { { .nr = 0 }, { .nr = 0 } };
	int ret = 0;

	rep->phase = calloc(a->nr + b->nr, sizeof(*rep->phase));
	if (!rep->phase)
		return -ENOMEM;
	if (a->nr == 1 && b->nr == 1) {
		ret = compare_phase(rep, a->phase[0].name, &a->phase[0], &b->phase[0], error);
	} else {
		ret = sort(a, &side[0]);
		if (!ret)
			ret = sort(b, &side[1]);
		if (!ret)
			ret = compare_named(rep, side, error);
	}
	free(side[0].phase);
	free(side[1].phase);
	if (!ret && rep->lone == rep->nr)
		ret = fb_error(error, -ENOENT, "%s and %s have no phase in common",
			       rep->rec[0].path, rep->rec[1].path);
	return ret;
}

void fb_diff_report_drop(struct fb_diff_report *rep)
{
	unsigned int i;

	for (i = 0; i < rep->nr; i++)
		fb_calldiff_free(&rep->phase[i].d);
	free(rep->phase);
	rep->phase = NULL;
	rep->nr = 0;
}

int fb_diff_same(const struct fb_diff_report *rep)
{
	return !rep->lone && fb_calldiff_same(&rep->total);
}
