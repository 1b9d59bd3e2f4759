// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file/paths.h"
#include "json/json.h"
#include "match/call_file.h"
#include "match/calls_json.h"
#include "scenario/results.h"
#include "scenario/returned.h"

#define TRACE_MAX (256u * 1024 * 1024)
#define DIGITS	  4

int fb_results_trace_name(const struct fb_run *run, unsigned int i, char name[160])
{
	unsigned int lead = run->seg[i].lead, k;
	int n = snprintf(name, 160, "%s/", run->name);

	for (k = lead; k < run->sc->nr_phases && n > 0 && n < 160; k++)
		if (run->seg[k].lead == lead)
			n += snprintf(name + n, (size_t)(160 - n), "%s", run->sc->phase[k].name);
	if (n > 0 && n < 160)
		n += snprintf(name + n, (size_t)(160 - n), ".trace");
	return n > 0 && n < 160 ? 0 : -ENAMETOOLONG;
}

const char *fb_results_packet(const struct fb_run *run, unsigned int i)
{
	const struct fb_segment *seg = &run->seg[i];

	return fb_phase_is_call(seg->def) ? FB_PACKET_NONE : fb_node_text(run->tree, seg->mark);
}

static int holds(const struct fb_run *run, unsigned int i, unsigned int k)
{
	const struct fb_expect *ex = &run->seg[i].proof->expect[k];
	const struct fb_returned_in in = {
		.tree = run->tree,
		.seg = &run->seg[i],
		.hooks = run->hooked ? run->hooked->hooks : NULL,
		.verdicts = run->hooked ? run->hooked->verdicts : NULL,
	};
	int there;

	if (ex->returns)
		return fb_returned(&in, ex->text);
	there = fb_segment_expect(run->tree, &run->seg[i], ex->text);
	if (there < 0)
		return there;
	return !there == !!ex->refuse;
}

void fb_results_judge(struct fb_run *run)
{
	unsigned int i, k;

	for (i = 0; i < run->sc->nr_phases; i++)
		for (k = 0; k < run->seg[i].proof->nr_expect; k++)
			run->seg[i].holds[k] = holds(run, i, k);
}

/* {"chain": "ip_forward", "refuse": true, "holds": true} */
static json_t *expectations(const struct fb_run *run, unsigned int i, unsigned int *failed)
{
	const struct fb_phase_def *def = run->seg[i].proof;
	json_t *list = json_array();
	unsigned int k;

	for (k = 0; k < def->nr_expect; k++) {
		const struct fb_expect *ex = &def->expect[k];
		int held = run->seg[i].holds[k] > 0;

		if (!fb_expect_shown(ex, run->lab->nic))
			continue;
		*failed += !held;
		json_array_append_new(list, json_pack("{s:s, s:b, s:b}",
						      ex->returns ? "returns" : "chain", ex->text,
						      "refuse", ex->refuse, "holds", held));
	}
	return list;
}

/* Adds the calls of the phase's trace file; if phases share the file, names the phase that has the calls. */
static int add_calls(const struct fb_run *run, unsigned int i, const char *path, json_t *phase)
{
	struct fb_normal *n;
	struct fb_error error = { "" };
	char *text;
	size_t len;
	int ret;

	if (run->seg[i].lead != i)
		return json_object_set_new(phase, "calls_of",
					   json_string(run->sc->phase[run->seg[i].lead].name))
			       ? -ENOMEM
			       : 0;
	ret = fb_read_file(path, TRACE_MAX, &text, &len);
	if (ret)
		return ret;
	ret = fb_calls_read(text, len, &n, NULL, &error);
	free(text);
	if (ret)
		return ret;
	ret = json_object_set_new(phase, "calls", fb_calls_json(n)) ? -ENOMEM : 0;
	fb_normal_free(n);
	return ret;
}

static int add_phase(const struct fb_run *run, unsigned int i, json_t *phases, unsigned int *failed)
{
	const struct fb_segment *seg = &run->seg[i];
	char sum[SHA256_DIGEST_STRING_LENGTH];
	char name[160], path[FB_PATH_MAX];
	json_t *phase;
	int ret;

	ret = fb_results_trace_name(run, i, name);
	if (ret)
		return ret;
	ret = fb_join(path, run->dir, name);
	if (ret)
		return ret;
	if (!SHA256File(path, sum))
		return -errno;
	phase = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "name", seg->def->name,
			  "label", seg->def->label, "path", seg->proof->path, "packet",
			  fb_results_packet(run, i), "trace", name, "sha256", sum, "root",
			  fb_node_name(run->tree, seg->root), "expect",
			  expectations(run, i, failed));
	if (!phase)
		return -ENOMEM;
	if (seg->dur_ns >= 0)
		json_object_set_new(phase, "total",
				    json_pack("{s:I, s:s, s:s}", "value", (json_int_t)seg->dur_ns,
					      "unit", "ns", "mode", "traced"));
	json_object_set_new(phase, "lines", json_integer((json_int_t)seg->lines));
	json_object_set_new(phase, "cut", json_integer((json_int_t)seg->nr_cut));
	ret = add_calls(run, i, path, phase);
	if (ret) {
		json_decref(phase);
		return ret;
	}
	return json_array_append_new(phases, phase) ? -ENOMEM : 0;
}

static int write_json(const char *dir, const json_t *doc, struct fb_error *error)
{
	char path[FB_PATH_MAX];
	int ret = fb_join(path, dir, "results.json");

	return ret ? ret : fb_json_write(doc, DIGITS, path, error);
}

int fb_results_write(const struct fb_run *run, const struct fb_fid_report *fidelity,
		     unsigned int *failed, struct fb_error *error)
{
	json_t *phases = json_array(), *doc;
	unsigned int i;
	int ret = 0;

	*failed = 0;
	doc = json_pack("{s:s, s:s, s:s*, s:{s:s, s:s*, s:s*, s:s*}, s:o, s:o}", "schema",
			FB_RESULTS_SCHEMA, "scenario", run->name, "documented", run->sc->documented,
			"lab", "nic", run->lab->nic, "esp", run->lab->esp, "nat", run->lab->nat,
			"start", run->lab->start, "fingerprint", fb_fingerprint_json(run->fp),
			"phases", phases);
	if (!doc)
		return -ENOMEM;
	for (i = 0; !ret && i < run->sc->nr_phases; i++)
		ret = add_phase(run, i, phases, failed);
	if (!ret && fidelity) {
		json_t *fid = fb_fid_report_json(fidelity);

		ret = !fid || json_object_set_new(doc, "fidelity", fid) ? -ENOMEM : 0;
	}
	if (!ret)
		ret = write_json(run->dir, doc, error);
	json_decref(doc);
	return ret;
}
