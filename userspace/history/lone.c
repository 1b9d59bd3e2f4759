// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "history/lone.h"
#include "json/json.h"
#include "lib/error.h"

/* Names of folders may have any bytes. */
static void __attribute__((format(printf, 3, 4))) say(json_t *out, enum fb_part part,
						      const char *fmt, ...)
{
	char text[FB_ERROR_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	json_object_set_new(out, fb_part_name(part), fb_json_string(text));
}

/* Puts the first price of @has that @lacks does not have. */
static bool put_price(json_t *out, const struct fb_release *has, const struct fb_release *lacks)
{
	const struct fb_boot *boot = has->prices.boot;
	unsigned int i;

	for (i = 0; i < boot->nr; i++) {
		if (fb_boot_find(lacks->prices.boot, &boot->price[i]))
			continue;
		say(out, FB_PART_PRICES, "%s has no price of %s as %s has it", lacks->name,
		    boot->price[i].path, has->name);
		return true;
	}
	return false;
}

static bool has_phase(const struct fb_phases *phases, const char *name)
{
	unsigned int i;

	for (i = 0; i < phases->nr; i++)
		if (!strcmp(phases->phase[i].name, name))
			return true;
	return false;
}

static bool put_phase(json_t *out, const struct fb_release *has, const struct fb_release *lacks)
{
	const struct fb_phases *phases = &has->calls.phases;
	unsigned int i;

	for (i = 0; i < phases->nr; i++) {
		if (has_phase(&lacks->calls.phases, phases->phase[i].name))
			continue;
		say(out, FB_PART_CALLS, "%s has no phase %s", lacks->name, phases->phase[i].name);
		return true;
	}
	return false;
}

static void put_calls(json_t *out, const struct fb_release *a, const struct fb_release *b)
{
	if (strcmp(a->calls.scenario, b->calls.scenario))
		say(out, FB_PART_CALLS, "%s is of scenario %s, %s of %s", a->name,
		    a->calls.scenario, b->name, b->calls.scenario);
	else if (!put_phase(out, a, b))
		put_phase(out, b, a);
}

static bool has_check(const json_t *doc, const char *name)
{
	const json_t *list = json_object_get(doc, "checks"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++)
		if (!strcmp(fb_json_text(js, "name", ""), name))
			return true;
	return false;
}

static bool put_check(json_t *out, const struct fb_release *has, const struct fb_release *lacks)
{
	const json_t *list = json_object_get(has->checks, "checks"), *js;
	size_t i;

	for (i = 0; (js = json_array_get(list, i)); i++) {
		const char *name = fb_json_text(js, "name", "");

		if (has_check(lacks->checks, name))
			continue;
		say(out, FB_PART_CHECKS, "%s has no check %s", lacks->name, name);
		return true;
	}
	return false;
}

json_t *fb_lone_json(const struct fb_release *a, const struct fb_release *b)
{
	json_t *out = json_object();

	if (!out)
		return NULL;
	if (a->prices.nr && b->prices.nr && !put_price(out, a, b))
		put_price(out, b, a);
	if (a->calls.phases.nr && b->calls.phases.nr)
		put_calls(out, a, b);
	if (a->checks && b->checks && !put_check(out, a, b))
		put_check(out, b, a);
	return out;
}
