// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/scenario.h"

struct key {
	const char *name;
	size_t offset;
	bool optional;
};

static const struct key scenario_keys[] = {
	{ .name = "title", .offset = offsetof(struct fb_scenario, title) },
	{ .name = "topology", .offset = offsetof(struct fb_scenario, topology) },
	{ .name = "documented",
	  .offset = offsetof(struct fb_scenario, documented),
	  .optional = true },
	{ .name = "netns", .offset = offsetof(struct fb_scenario, netns) },
	{ .name = "traffic", .offset = offsetof(struct fb_scenario, traffic) },
	{ .name = "graph", .offset = offsetof(struct fb_scenario, graph) },
	{ .name = "start", .offset = offsetof(struct fb_scenario, start), .optional = true },
	{ .name = "processors",
	  .offset = offsetof(struct fb_scenario, processors),
	  .optional = true },
};

static const struct key phase_keys[] = {
	{ .name = "label", .offset = offsetof(struct fb_phase_def, label) },
	{ .name = "path", .offset = offsetof(struct fb_phase_def, path) },
	{ .name = "packet", .offset = offsetof(struct fb_phase_def, packet) },
	{ .name = "root", .offset = offsetof(struct fb_phase_def, root) },
	{ .name = "batch", .offset = offsetof(struct fb_phase_def, batch) },
	{ .name = "alone", .offset = offsetof(struct fb_phase_def, alone) },
};

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static char **field(void *base, const struct key *keys, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(keys[i].name, name))
			return (char **)((char *)base + keys[i].offset);
	return NULL;
}

static char *trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return s;
}

static int start_phase(struct fb_scenario *sc, char *head, unsigned int line, char why[160])
{
	struct fb_phase_def *ph;
	size_t len = strlen(head);

	if (len < 3 || head[len - 1] != ']') {
		snprintf(why, 160, "line %u: a phase is written [name]", line);
		return -EINVAL;
	}
	head[len - 1] = '\0';
	head++;
	if (fb_scenario_phase(sc, head)) {
		snprintf(why, 160, "line %u: phase '%.40s' stands here twice", line, head);
		return -EINVAL;
	}
	/* The name becomes a file name. */
	if (strspn(head, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(head)) {
		snprintf(why, 160, "line %u: phase '%.40s': a to z, 0 to 9 and - only", line, head);
		return -EINVAL;
	}
	if (sc->nr_phases == FB_PHASES_MAX) {
		snprintf(why, 160, "line %u: more than %d phases", line, FB_PHASES_MAX);
		return -EINVAL;
	}
	ph = &sc->phase[sc->nr_phases++];
	ph->line = line;
	ph->name = strdup(head);
	return ph->name ? 0 : -ENOMEM;
}

/* "expect", "refuse" or "returns", for one kind of NIC only in "expect(igb)". */
static bool is_expect(const char *name)
{
	size_t len = strcspn(name, "(");

	if (len == 7)
		return !strcmp(name, "returns");
	return len == 6 && (!strncmp(name, "expect", len) || !strncmp(name, "refuse", len));
}

static int add_expect(struct fb_phase_def *ph, const char *name, const char *value,
		      unsigned int line, char why[160])
{
	size_t kind = name[6] == '(' ? strlen(name) - 8 : 0;
	struct fb_expect *ex;

	if (name[6] == '(' &&
	    (!kind || name[7 + kind] != ')' || strcspn(name + 7, "( )") != kind)) {
		snprintf(why, 160, "line %u: '%.40s' is not expect(NIC) or refuse(NIC)", line,
			 name);
		return -EINVAL;
	}

	if (ph->nr_expect == FB_EXPECT_MAX) {
		snprintf(why, 160, "line %u: more than %d expectations", line, FB_EXPECT_MAX);
		return -EINVAL;
	}
	ex = &ph->expect[ph->nr_expect++];
	ex->returns = name[6] == 's';
	ex->refuse = name[0] == 'r' && !ex->returns;
	ex->text = strdup(value);
	if (kind)
		ex->nic = strndup(name + 7, kind);
	return ex->text && (ex->nic || !kind) ? 0 : -ENOMEM;
}

static int set_key(struct fb_scenario *sc, char *text, unsigned int line, char why[160])
{
	struct fb_phase_def *ph = sc->nr_phases ? &sc->phase[sc->nr_phases - 1] : NULL;
	char *eq = strchr(text, '=');
	char *name, *value, **slot;

	if (!eq) {
		snprintf(why, 160, "line %u: not 'key = value': '%.40s'", line, text);
		return -EINVAL;
	}
	*eq = '\0';
	name = trim(text);
	value = trim(eq + 1);
	if (!*value) {
		snprintf(why, 160, "line %u: '%.40s' has no value", line, name);
		return -EINVAL;
	}
	if (ph && is_expect(name))
		return add_expect(ph, name, value, line, why);
	slot = ph ? field(ph, phase_keys, NR(phase_keys), name)
		  : field(sc, scenario_keys, NR(scenario_keys), name);
	if (!slot) {
		snprintf(why, 160, "line %u: unknown key '%.40s'", line, name);
		return -EINVAL;
	}
	if (*slot) {
		snprintf(why, 160, "line %u: '%.40s' stands here twice", line, name);
		return -EINVAL;
	}
	*slot = strdup(value);
	return *slot ? 0 : -ENOMEM;
}

/* Every key but "batch" and "alone" must be there, and a batch must name an earlier phase. */
static int check_complete(const struct fb_scenario *sc, char why[160])
{
	unsigned int i, k;

	for (i = 0; i < NR(scenario_keys); i++) {
		if (!scenario_keys[i].optional &&
		    !*(char *const *)((const char *)sc + scenario_keys[i].offset)) {
			snprintf(why, 160, "'%s' is missing", scenario_keys[i].name);
			return -EINVAL;
		}
	}
	if (sc->processors && fb_scenario_processors(sc) < 1) {
		snprintf(why, 160, "processors: '%.40s' is no number from 1 to %d", sc->processors,
			 FB_PROCESSORS_MAX);
		return -EINVAL;
	}
	if (!sc->nr_phases) {
		snprintf(why, 160, "no phase");
		return -EINVAL;
	}
	for (i = 0; i < sc->nr_phases; i++) {
		const struct fb_phase_def *ph = &sc->phase[i];

		if (!ph->label || !ph->path || !ph->packet || !ph->root) {
			snprintf(why, 160,
				 "line %u: phase '%.40s' needs label, path, packet and root",
				 ph->line, ph->name);
			return -EINVAL;
		}
		for (k = 0; ph->batch && k < i; k++)
			if (!strcmp(sc->phase[k].name, ph->batch))
				break;
		if (ph->batch && k == i) {
			snprintf(why, 160, "line %u: phase '%.40s': no phase '%.40s' before it",
				 ph->line, ph->name, ph->batch);
			return -EINVAL;
		}
		if (ph->alone && (!ph->batch || !fb_scenario_phase(sc, ph->alone))) {
			snprintf(why, 160,
				 "line %u: phase '%.40s': alone wants a batch and a phase",
				 ph->line, ph->name);
			return -EINVAL;
		}
	}
	return 0;
}

int fb_scenario_parse(const char *text, struct fb_scenario *sc, char why[160])
{
	char *copy, *rest, *row;
	unsigned int line = 0;
	int ret = 0;

	memset(sc, 0, sizeof(*sc));
	why[0] = '\0';
	copy = strdup(text);
	if (!copy)
		return -ENOMEM;
	for (rest = copy; !ret && (row = strsep(&rest, "\n"));) {
		line++;
		row = trim(row);
		if (!*row || *row == '#')
			continue;
		ret = *row == '[' ? start_phase(sc, row, line, why) : set_key(sc, row, line, why);
	}
	free(copy);
	if (!ret)
		ret = check_complete(sc, why);
	if (ret)
		fb_scenario_free(sc);
	return ret;
}

void fb_scenario_free(struct fb_scenario *sc)
{
	unsigned int i, k;

	for (i = 0; i < NR(scenario_keys); i++)
		free(*(char **)((char *)sc + scenario_keys[i].offset));
	for (i = 0; i < sc->nr_phases; i++) {
		struct fb_phase_def *ph = &sc->phase[i];

		free(ph->name);
		for (k = 0; k < NR(phase_keys); k++)
			free(*(char **)((char *)ph + phase_keys[k].offset));
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
	char *end;
	long nr;

	if (!sc->processors)
		return 1;
	nr = strtol(sc->processors, &end, 10);
	return !isdigit((unsigned char)*sc->processors) || *end || nr > FB_PROCESSORS_MAX ? 0
											  : (int)nr;
}

int fb_phase_is_call(const struct fb_phase_def *ph)
{
	return !strcmp(ph->packet, FB_PACKET_NONE);
}

int fb_expect_shown(const struct fb_expect *ex, const char *nic)
{
	return !ex->nic || !strcmp(ex->nic, nic);
}

static int expand(char **slot, fb_var_fn var, void *ctx, char why[160])
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
			snprintf(why, 160, "no value for '$%.*s'", (int)n, in);
			fclose(f);
			free(out);
			return -EINVAL;
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

int fb_scenario_expand(struct fb_scenario *sc, fb_var_fn var, void *ctx, char why[160])
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < NR(scenario_keys); i++)
		ret = expand((char **)((char *)sc + scenario_keys[i].offset), var, ctx, why);
	for (i = 0; !ret && i < sc->nr_phases; i++)
		ret = expand(&sc->phase[i].packet, var, ctx, why);
	return ret;
}
