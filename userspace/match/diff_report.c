// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "match/diff_report.h"

/* The phase of @rec that belongs to one named @name. */
static const struct fb_phase *find(const struct fb_recording *rec, const char *name, int lone)
{
	unsigned int i;

	if (lone)
		return &rec->phases.phase[0];
	for (i = 0; i < rec->phases.nr; i++)
		if (!strcmp(rec->phases.phase[i].name, name))
			return &rec->phases.phase[i];
	return NULL;
}

static struct fb_calldiff_side side_of(const struct fb_diff_report *rep, int side,
				       const struct fb_phase *ph)
{
	const struct fb_recording *rec = &rep->rec[side];
	/* The names of the table are those of the documented trace, if either is held against one. */
	const char *trace = *rec->trace ? rec->trace : rep->rec[!side].trace;

	return (struct fb_calldiff_side){
		.calls = ph ? ph->calls : NULL,
		.functions = rec->functions.nr ? &rec->functions : NULL,
		.at = { .trace = *trace ? trace : NULL,
			.version = fb_version_parse(rec->kernel),
			.release = *rec->kernel ? rec->kernel : NULL },
	};
}

static int compare_phase(struct fb_diff_report *rep, const char *name, const struct fb_phase *a,
			 const struct fb_phase *b, struct fb_why *why)
{
	struct fb_diff_phase *ph = &rep->phase[rep->nr++];
	int ret;

	*ph = (struct fb_diff_phase){ .name = name };
	ph->in.side[0] = side_of(rep, 0, a);
	ph->in.side[1] = side_of(rep, 1, b);
	ph->in.aliases = &rep->aliases;
	if (!a || !b) {
		rep->lone++;
		return 0;
	}
	ret = fb_calldiff_compare(&ph->in, &ph->d);
	if (ret)
		return fb_why_errno(why, ret, "phase %s", ph->name);
	fb_calldiff_add(&rep->total, &ph->d);
	return 0;
}

int fb_diff_report_fill(struct fb_diff_report *rep, struct fb_why *why)
{
	const struct fb_phases *a = &rep->rec[0].phases, *b = &rep->rec[1].phases;
	int lone = a->nr == 1 && b->nr == 1, ret = 0;
	unsigned int i;

	rep->phase = calloc(a->nr + b->nr, sizeof(*rep->phase));
	if (!rep->phase)
		return -ENOMEM;
	for (i = 0; !ret && i < a->nr; i++) {
		const char *name = a->phase[i].name;

		ret = compare_phase(rep, name, &a->phase[i], find(&rep->rec[1], name, lone), why);
	}
	for (i = 0; !ret && i < b->nr; i++)
		if (!find(&rep->rec[0], b->phase[i].name, lone))
			ret = compare_phase(rep, b->phase[i].name, NULL, &b->phase[i], why);
	if (!ret && rep->lone == rep->nr)
		ret = fb_why(why, -ENOENT, "%s and %s have no phase in common", rep->rec[0].path,
			     rep->rec[1].path);
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
