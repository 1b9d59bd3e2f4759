// SPDX-License-Identifier: GPL-2.0
/* The table of a run: a line a phase. */
#include <errno.h>

#include "lib/message.h"
#include "lib/print.h"
#include "scenario/phase_table.h"

/* Lists the expectations that this lab's NICs cannot show. */
static void print_unshown(const struct fb_run *run, FILE *f)
{
	unsigned int i, k, nr = 0;

	for (i = 0; i < run->sc->nr_phases; i++) {
		const struct fb_phase_def *def = run->seg[i].proof;

		for (k = 0; k < def->nr_expect; k++) {
			const struct fb_expect *ex = &def->expect[k];

			if (fb_expect_shown(ex, run->lab->nic))
				continue;
			if (!nr++)
				fb_print(f, "what %s cannot show:\n", run->lab->nic);
			fb_print(f, "%-6s %s%s\n", run->sc->phase[i].name, ex->refuse ? "not " : "",
				 ex->text);
		}
	}
	if (nr)
		fputc('\n', f);
}

/*
 * phase  path       calls  traced us  proof  packet
 * p8     fast-xfrm    215     1010.3    3/3  |IP|TCP ACK| forward …
 *
 * Traced time holds the tracer's own cost: it is not what a packet costs.
 */
void fb_run_print(const struct fb_run *run, FILE *f)
{
	unsigned int i, k;

	fb_print(f, "%s on %s\nphase  path       lines  traced us  proof  packet\n", run->name,
		 fb_fingerprint_get(run->fp, "kernel"));
	for (i = 0; i < run->sc->nr_phases; i++) {
		const struct fb_segment *seg = &run->seg[i];
		unsigned int held = 0, of = 0;

		for (k = 0; k < seg->proof->nr_expect; k++) {
			if (!fb_expect_shown(&seg->proof->expect[k], run->lab->nic))
				continue;
			held += seg->holds[k] > 0;
			of++;
		}
		if (seg->lead == i)
			fb_print(f, "%-6s %-10s %5llu %10.1f %3u/%u    %s\n", seg->def->name,
				 seg->proof->path, (unsigned long long)seg->lines,
				 (double)seg->dur_ns / 1000, held, of, seg->def->label);
		else
			fb_print(f, "%-6s %-10s %16s %3u/%u    %s\n", seg->def->name,
				 seg->proof->path, "(as above)", held, of, seg->def->label);
	}
	fputc('\n', f);
	print_unshown(run, f);
}

void fb_run_say_failed(const struct fb_run *run)
{
	unsigned int i, k;

	for (i = 0; i < run->sc->nr_phases; i++) {
		const struct fb_phase_def *def = run->seg[i].proof;

		for (k = 0; k < def->nr_expect; k++) {
			const struct fb_expect *ex = &def->expect[k];
			int holds = run->seg[i].holds[k];

			if (!fb_expect_shown(ex, run->lab->nic))
				continue;
			if (holds == -ENODATA)
				fb_print_error("%s/%s: nothing says what was returned: '%s'",
					       run->name, run->sc->phase[i].name, ex->text);
			else if (holds < 0)
				fb_print_error("%s/%s: '%s' is not in its form", run->name,
					       run->sc->phase[i].name, ex->text);
			else if (!holds)
				fb_print_error("%s/%s: '%s' %s", run->name, run->sc->phase[i].name,
					       ex->text,
					       ex->returns  ? "was not returned"
					       : ex->refuse ? "stands in the trace and must not"
							    : "does not stand in the trace");
		}
	}
}
