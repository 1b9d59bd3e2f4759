// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text_lines.h"
#include "lib/words.h"
#include "scenario/scenario.h"

static const struct fb_text_key scenario_keys[] = {
	{ .name = "title", .offset = offsetof(struct fb_scenario, title) },
	{ .name = "topology", .offset = offsetof(struct fb_scenario, topology) },
	{ .name = "documented",
	  .offset = offsetof(struct fb_scenario, documented),
	  .optional = true },
	{ .name = "netns", .offset = offsetof(struct fb_scenario, netns) },
	{ .name = "traffic", .offset = offsetof(struct fb_scenario, traffic) },
	{ .name = "graph", .offset = offsetof(struct fb_scenario, graph) },
	{ .name = "with", .offset = offsetof(struct fb_scenario, with), .optional = true },
	{ .name = "start", .offset = offsetof(struct fb_scenario, start), .optional = true },
	{ .name = "processors",
	  .offset = offsetof(struct fb_scenario, processors),
	  .optional = true },
};

static const struct fb_text_key phase_keys[] = {
	{ .name = "label", .offset = offsetof(struct fb_phase_def, label) },
	{ .name = "path", .offset = offsetof(struct fb_phase_def, path) },
	{ .name = "packet", .offset = offsetof(struct fb_phase_def, packet) },
	{ .name = "root", .offset = offsetof(struct fb_phase_def, root) },
	{ .name = "batch", .offset = offsetof(struct fb_phase_def, batch) },
	{ .name = "alone", .offset = offsetof(struct fb_phase_def, alone) },
};

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static int start_phase(const struct fb_text_lines *t, struct fb_scenario *sc, char *head)
{
	struct fb_phase_def *ph;
	size_t len = strlen(head);

	if (len < 3 || head[len - 1] != ']')
		return fb_text_bad(t, "a phase is written [name]");
	head[len - 1] = '\0';
	head++;
	if (fb_scenario_phase(sc, head))
		return fb_text_bad(t, "phase '%.40s' stands here twice", head);
	/* The name is used as a file name. */
	if (strspn(head, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(head))
		return fb_text_bad(t, "phase '%.40s': a to z, 0 to 9 and - only", head);
	if (sc->nr_phases == FB_PHASES_MAX)
		return fb_text_bad(t, "more than %d phases", FB_PHASES_MAX);
	ph = &sc->phase[sc->nr_phases++];
	ph->line = t->line;
	ph->name = strdup(head);
	return ph->name ? 0 : -ENOMEM;
}

/* Returns true for "expect", "refuse" or "returns", and for these with a kind of NIC: "expect(igb)". */
static bool is_expect(const char *name)
{
	size_t len = strcspn(name, "(");

	if (len == 7)
		return !strcmp(name, "returns");
	return len == 6 && (!strncmp(name, "expect", len) || !strncmp(name, "refuse", len));
}

static int add_expect(const struct fb_text_lines *t, struct fb_phase_def *ph, const char *name,
		      const char *value)
{
	size_t kind = name[6] == '(' ? strlen(name) - 8 : 0;
	struct fb_expect *ex;

	if (name[6] == '(' && (!kind || name[7 + kind] != ')' || strcspn(name + 7, "( )") != kind))
		return fb_text_bad(t, "'%.40s' is not expect(NIC) or refuse(NIC)", name);

	if (ph->nr_expect == FB_EXPECT_MAX)
		return fb_text_bad(t, "more than %d expectations", FB_EXPECT_MAX);
	ex = &ph->expect[ph->nr_expect++];
	ex->returns = name[6] == 's';
	ex->refuse = name[0] == 'r' && !ex->returns;
	ex->text = strdup(value);
	if (kind)
		ex->nic = strndup(name + 7, kind);
	return ex->text && (ex->nic || !kind) ? 0 : -ENOMEM;
}

static int set_key(const struct fb_text_lines *t, struct fb_scenario *sc, char *text)
{
	struct fb_phase_def *ph = sc->nr_phases ? &sc->phase[sc->nr_phases - 1] : NULL;
	char *name, *value;
	int ret;

	ret = fb_text_pair(t, text, &name, &value);
	if (ret)
		return ret;
	if (ph && is_expect(name))
		return add_expect(t, ph, name, value);
	return ph ? fb_text_set(t, ph, phase_keys, NR(phase_keys), name, value)
		  : fb_text_set(t, sc, scenario_keys, NR(scenario_keys), name, value);
}

/* Every key but "batch" and "alone" must be there, and a batch must name an earlier phase. */
static int check_complete(const struct fb_scenario *sc, struct fb_error *error)
{
	const char *key = fb_text_missing(sc, scenario_keys, NR(scenario_keys));
	unsigned int i, k;

	if (key)
		return fb_error(error, -EINVAL, "'%s' is missing", key);
	if (sc->processors && fb_scenario_processors(sc) < 1)
		return fb_error(error, -EINVAL,
				"processors: '%.40s': expected a number from 1 to %d",
				sc->processors, FB_PROCESSORS_MAX);
	if (!sc->nr_phases)
		return fb_error(error, -EINVAL, "no phase");
	for (i = 0; i < sc->nr_phases; i++) {
		const struct fb_phase_def *ph = &sc->phase[i];

		if (!ph->label || !ph->path || !ph->packet || !ph->root)
			return fb_error(error, -EINVAL,
					"line %u: phase '%.40s' needs label, path, packet and root",
					ph->line, ph->name);
		for (k = 0; ph->batch && k < i; k++)
			if (!strcmp(sc->phase[k].name, ph->batch))
				break;
		if (ph->batch && k == i)
			return fb_error(error, -EINVAL,
					"line %u: phase '%.40s': no phase '%.40s' before it",
					ph->line, ph->name, ph->batch);
		if (ph->alone && (!ph->batch || !fb_scenario_phase(sc, ph->alone)))
			return fb_error(error, -EINVAL,
					"line %u: phase '%.40s': alone wants a batch and a phase",
					ph->line, ph->name);
	}
	return 0;
}

int fb_scenario_parse(const char *text, struct fb_scenario *sc, struct fb_error *error)
{
	char *copy = strdup(text), *row;
	struct fb_text_lines t = { .rest = copy, .why = error };
	int ret = 0;

	memset(sc, 0, sizeof(*sc));
	if (!copy)
		return -ENOMEM;
	while (!ret && (row = fb_text_next(&t)))
		ret = *row == '[' ? start_phase(&t, sc, row) : set_key(&t, sc, row);
	free(copy);
	if (!ret)
		ret = check_complete(sc, error);
	if (ret)
		fb_scenario_free(sc);
	return ret;
}

void fb_scenario_free(struct fb_scenario *sc)
{
	unsigned int i, k;

	fb_text_free(sc, scenario_keys, NR(scenario_keys));
	for (i = 0; i < sc->nr_phases; i++) {
		struct fb_phase_def *ph = &sc->phase[i];

		free(ph->name);
		fb_text_free(ph, phase_keys, NR(phase_keys));
		for (k = 0; k < ph->nr_expect; k++) {
			free(ph->expect[k].text);
			free(ph->expect[k].nic);
		}
	}
	memset(sc, 0, sizeof(*sc));
}

const struct fb_phase_def *fb_scenario_phase(const struct fb_scenario *sc, const char *name)
{
	unsigned int i;

	for (i = 0; i < sc->nr_phases; i++)
		if (sc->phase[i].name && !strcmp(sc->phase[i].name, name))
			return &sc->phase[i];
	return NULL;
}

int fb_scenario_processors(const struct fb_scenario *sc)
{
	uint64_t nr;

	if (!sc->processors)
		return 1;
	return fb_number(sc->processors, 1, FB_PROCESSORS_MAX, &nr) ? 0 : (int)nr;
}

int fb_phase_is_call(const struct fb_phase_def *ph)
{
	return !strcmp(ph->packet, FB_PACKET_NONE);
}

int fb_expect_shown(const struct fb_expect *ex, const char *nic)
{
	return !ex->nic || !strcmp(ex->nic, nic);
}

static int expand(char **slot, fb_var_fn var, void *ctx, struct fb_error *error)
{
	const char *in = *slot;
	char *out = NULL;
	size_t len = 0;
	FILE *f;

	if (!in || !strchr(in, '$'))
		return 0;
	f = open_memstream(&out, &len);
	if (!f)
		return -ENOMEM;
	while (*in) {
		const char *value;
		size_t n;

		if (*in != '$') {
			fputc(*in++, f);
			continue;
		}
		in++;
		n = strspn(in, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
		value = var(ctx, in, n);
		if (!value) {

			fclose(f);
			free(out);
			return fb_error(error, -EINVAL, "no value for '$%.*s'", (int)n, in);
		}
		fputs(value, f);
		in += n;
	}
	if (fclose(f)) {
		free(out);
		return -ENOMEM;
	}
	free(*slot);
	*slot = out;
	return 0;
}

int fb_scenario_expand(struct fb_scenario *sc, fb_var_fn var, void *ctx, struct fb_error *error)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < NR(scenario_keys); i++)
		ret = expand(fb_text_slot(sc, &scenario_keys[i]), var, ctx, error);
	for (i = 0; !ret && i < sc->nr_phases; i++)
		ret = expand(&sc->phase[i].packet, var, ctx, error);
	return ret;
}
