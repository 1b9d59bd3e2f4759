// SPDX-License-Identifier: GPL-2.0
/* Writes the results of checks as JSON. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "check/checks_schema.h"
#include "check/run_checks.h"
#include "lib/message.h"
#include "system/fingerprint.h"
#include "json/json.h"
#include "file/staged.h"

/* Text of the kernel may not be UTF-8: then it cannot be a JSON string. */
static json_t *text(const char *s)
{
	json_t *js = json_string(s);

	return js ? js : json_string("(not text)");
}

static json_t *claims_of(const struct fb_check *c)
{
	json_t *out = json_array();
	unsigned int i;

	for (i = 0; i < c->nr_claims; i++) {
		const struct fb_claim *cl = &c->claim[i];

		json_array_append_new(out, json_pack("{s:o, s:o, s:s, s:o, s:o, s:b}", "source",
						     text(cl->source), "what", text(cl->what), "op",
						     cl->op, "wanted", text(cl->wanted), "counted",
						     text(cl->counted), "held", cl->held));
	}
	return out;
}

static json_t *check_of(const struct fb_check *c)
{
	json_t *js, *notes = json_array();
	unsigned int i;

	for (i = 0; i < c->nr_notes; i++)
		json_array_append_new(notes, text(c->note[i]));
	js = json_pack("{s:s, s:o, s:s, s:f, s:o, s:o}", "name", c->name, "proves", text(c->proves),
		       "outcome", fb_check_outcome_name(c->outcome), "seconds", c->seconds,
		       "claims", claims_of(c), "notes", notes);
	if (!fb_error_empty(&c->why))
		json_object_set_new(js, "why", text(c->why.text));
	if (*c->differs)
		json_object_set_new(js, "differs", text(c->differs));
	if (*c->slow)
		json_object_set_new(js, "slow", text(c->slow));
	if (*c->danger)
		json_object_set_new(js, "danger", text(c->danger));
	return js;
}

static json_t *fingerprint(void)
{
	struct fb_fingerprint fp;
	json_t *js;

	if (fb_fingerprint_read(&fp))
		return json_object();
	js = fb_fingerprint_json(&fp);
	fb_fingerprint_free(&fp);
	return js;
}

static int dump(const json_t *doc, FILE *f)
{
	int ret =
		fb_json_put(doc, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(4), f);

	if (ret)
		return ret;
	return fputc('\n', f) == EOF ? -EIO : 0;
}

int fb_checks_write(const struct fb_checks *cs, const bool *ran, bool strict, const char *release,
		    const char *path)
{
	json_t *doc, *checks = json_array();
	struct fb_error error = { "" };
	struct fb_staged file;
	unsigned int i;
	int ret;

	for (i = 0; i < cs->nr; i++)
		if (ran[i])
			json_array_append_new(checks, check_of(&cs->check[i]));
	doc = json_pack("{s:s, s:o, s:b, s:o, s:o}", "schema", FB_VALIDATE_SCHEMA, "kernel",
			text(release), "strict", strict, "fingerprint", fingerprint(), "checks",
			checks);
	ret = fb_staged_open(&file, path, &error);
	if (!ret)
		ret = fb_staged_end(&file, dump(doc, file.f), &error);
	json_decref(doc);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret;
}
