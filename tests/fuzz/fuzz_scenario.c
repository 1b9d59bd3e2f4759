// SPDX-License-Identifier: GPL-2.0
/* Scenario files: a scenario that is read, written and read again must be the same, with and without variables. */
#include "fuzz.h"

#include <errno.h>

#include "scenario/scenario.h"

static void put(FILE *f, const char *key, const char *value)
{
	if (value)
		fprintf(f, "%s = %s\n", key, value);
}

static void put_phase(FILE *f, const struct fb_phase_def *ph)
{
	unsigned int i;

	fprintf(f, "[%s]\n", ph->name);
	put(f, "label", ph->label);
	put(f, "path", ph->path);
	put(f, "packet", ph->packet);
	put(f, "root", ph->root);
	put(f, "batch", ph->batch);
	put(f, "alone", ph->alone);
	for (i = 0; i < ph->nr_expect; i++) {
		const struct fb_expect *ex = &ph->expect[i];
		const char *key = ex->returns ? "returns" : ex->refuse ? "refuse" : "expect";

		fprintf(f, "%s%s%s%s = %s\n", key, ex->nic ? "(" : "", ex->nic ? ex->nic : "",
			ex->nic ? ")" : "", ex->text);
		fuzz_must(!ex->nic || fb_expect_shown(ex, ex->nic));
	}
}

static char *written(const struct fb_scenario *sc)
{
	struct fuzz_out out;
	unsigned int i;

	fuzz_out_begin(&out);
	put(out.f, "title", sc->title);
	put(out.f, "topology", sc->topology);
	put(out.f, "documented", sc->documented);
	put(out.f, "netns", sc->netns);
	put(out.f, "traffic", sc->traffic);
	put(out.f, "graph", sc->graph);
	put(out.f, "start", sc->start);
	put(out.f, "processors", sc->processors);
	for (i = 0; i < sc->nr_phases; i++)
		put_phase(out.f, &sc->phase[i]);
	fuzz_out_end(&out);
	return out.text;
}

/* Returns a value for each variable whose name does not begin with X. */
static const char *value_of(void *ctx, const char *name, size_t len)
{
	(void)ctx;
	return len && *name == 'X' ? NULL : "value";
}

static void check_whole(const struct fb_scenario *sc)
{
	unsigned int i;

	fuzz_must(sc->title && sc->topology && sc->netns && sc->traffic && sc->graph);
	fuzz_must(sc->nr_phases && sc->nr_phases <= FB_PHASES_MAX);
	fuzz_must(fb_scenario_processors(sc) >= 1);
	for (i = 0; i < sc->nr_phases; i++) {
		const struct fb_phase_def *ph = &sc->phase[i];

		fuzz_must(ph->label && ph->path && ph->packet && ph->root);
		fuzz_must(fb_scenario_phase(sc, ph->name) == ph);
		fuzz_must(!ph->batch || fb_scenario_phase(sc, ph->batch) < ph);
		fuzz_must(!ph->alone || fb_scenario_phase(sc, ph->alone));
		(void)fb_phase_is_call(ph);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fb_scenario none;
	char *text = fuzz_text(data, size), *first, *second;
	struct fb_error error = { "" };
	struct fb_scenario sc, again;
	int ret = fb_scenario_parse(text, &sc, &error);

	fuzz_must(!ret || (ret == -EINVAL && *error.text && !memcmp(&sc, &none, sizeof(sc))));
	if (!ret) {
		check_whole(&sc);
		first = written(&sc);
		fuzz_must(!fb_scenario_parse(first, &again, &error));
		second = written(&again);
		fuzz_must(!strcmp(first, second));
		ret = fb_scenario_expand(&again, value_of, NULL, &error);
		fuzz_must(!ret || (ret == -EINVAL && *error.text));
		fb_scenario_free(&again);
		free(first);
		free(second);
	}
	fb_scenario_free(&sc);
	free(text);
	return 0;
}
