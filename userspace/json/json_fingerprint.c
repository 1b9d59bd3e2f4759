// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "json/json.h"
#include "json/json_fingerprint.h"

const struct fb_json_field fb_json_fingerprint_value[] = {
	{ FB_JSON("value", TEXT), .high = 4096 },
	{ NULL },
};

/* Fingerprints are compared as lines key=value. */
int fb_json_fingerprint_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			      struct fb_error *error)
{
	json_t *print = (json_t *)js;
	void *it;

	(void)doc;
	if (!*fb_json_text(js, "kernel", ""))
		return fb_json_bad(at, "kernel", error,
				   "expected the kernel that was measured, found nothing");
	for (it = json_object_iter(print); it; it = json_object_iter_next(print, it)) {
		const char *key = json_object_iter_key(it);

		if (!*key || *key == '#' || strpbrk(key, "=\n"))
			return fb_json_bad(at, "", error,
					   "expected keys without = or a new line, found \"%.40s\"",
					   key);
		if (strchr(json_string_value(json_object_iter_value(it)), '\n'))
			return fb_json_bad(at, key, error, "expected one line, found several");
	}
	return 0;
}
