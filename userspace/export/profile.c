// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "export/profile.h"
#include "lib/json.h"

#define SCHEMA "flowbench.profile/1"

static const json_t *find(const json_t *paths, const char *path, struct fb_why *why)
{
	struct fb_why list;
	const json_t *js;
	size_t i;

	if (!path && json_array_size(paths) == 1)
		return json_array_get(paths, 0);
	for (i = 0; (js = json_array_get(paths, i)); i++)
		if (path && !strcmp(fb_json_text(js, "path", ""), path))
			return js;
	fb_why(&list, -ENOENT,
	       path ? "no path '%.64s' in it; --path may be:" : "which path? --path may be:%.0s",
	       path ? path : "");
	for (i = 0; (js = json_array_get(paths, i)); i++)
		fb_why(&list, -ENOENT, "%s %s", list.text, fb_json_text(js, "path", "?"));
	fb_why(why, -ENOENT, "%s", list.text);
	return NULL;
}

/* [[[name, ...], insn], ...]; where names are numbers they are indices into "names". */
static int add_stack(struct fb_flame *fl, const json_t *row, const json_t *names)
{
	const json_t *stack = json_array_get(row, 0), *value = json_array_get(row, 1), *js;
	const char *name[FB_FLAME_DEPTH];
	size_t i, nr = json_array_size(stack);

	if (!nr || nr > FB_FLAME_DEPTH || !json_is_integer(value) || json_integer_value(value) < 0)
		return -EINVAL;
	for (i = 0; (js = json_array_get(stack, i)); i++) {
		if (json_is_integer(js))
			js = json_array_get(names, (size_t)json_integer_value(js));
		name[i] = json_string_value(js);
		if (!name[i])
			return -EINVAL;
	}
	return fb_flame_stack(fl, name, (unsigned int)nr, (uint64_t)json_integer_value(value));
}

int fb_export_profile(const json_t *doc, const char *path, struct fb_export_profile *pr,
		      struct fb_why *why)
{
	const json_t *js, *row, *stacks;
	size_t i;
	int ret;

	*pr = (struct fb_export_profile){ .stacks = NULL };
	if (strcmp(fb_json_text(doc, "schema", ""), SCHEMA))
		return fb_why(why, -EINVAL, "not of schema " SCHEMA);
	js = find(json_object_get(doc, "paths"), path, why);
	if (!js)
		return -ENOENT;
	pr->stacks = fb_flame_new(NULL);
	if (!pr->stacks)
		return -ENOMEM;
	stacks = json_object_get(js, "stacks");
	for (i = 0; (row = json_array_get(stacks, i)); i++) {
		ret = add_stack(pr->stacks, row, json_object_get(js, "names"));
		if (ret == -EINVAL)
			return fb_why(why, ret, "stack %zu of path %.64s is none", i,
				      fb_json_text(js, "path", "?"));
		if (ret)
			return ret;
	}
	snprintf(pr->unit, sizeof(pr->unit), "%s", fb_json_text(doc, "unit", "insn"));
	snprintf(pr->title, sizeof(pr->title), "%s on %s, %lld packets",
		 fb_json_text(js, "path", "?"),
		 fb_json_text(json_object_get(doc, "fingerprint"), "kernel", "an unknown kernel"),
		 (long long)json_integer_value(json_object_get(js, "packets")));
	pr->look = (struct fb_flame_look){ .title = pr->title, .unit = pr->unit };
	return 0;
}

void fb_export_profile_free(struct fb_export_profile *pr)
{
	fb_flame_free(pr->stacks);
	pr->stacks = NULL;
}
