// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "bench/definition.h"
#include "json/json.h"
#include "price/prices.h"

const char *fb_bench_definition(const json_t *doc)
{
	return fb_json_text(json_object_get(doc, "fingerprint"), FB_PRICES_KEY, "1");
}

int fb_bench_hook_is_off(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			 struct fb_error *error)
{
	const json_t *hooks = json_object_get(doc, "hooks"), *one;
	const json_t *hook = json_object_get(js, "hook");
	bool wants = strcmp(fb_bench_definition(doc), "1") && !json_object_get(js, "own_by");
	double off = fb_json_real(js, "hook");
	size_t i;

	if (wants != (hook != NULL))
		return fb_json_bad(at, "hook", error,
				   wants ? "expected what is taken off own, found nothing"
					 : "expected nothing to be taken off own, found %.10g",
				   off);
	if (!hook)
		return 0;
	for (i = 0; (one = json_array_get(hooks, i)); i++)
		if (fb_json_close_to(fb_json_real(one, "cost"), off))
			return 0;
	return fb_json_bad(at, "hook", error, "expected the cost of one of hooks, found %.10g",
			   off);
}
