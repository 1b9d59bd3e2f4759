// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "bench/bench_json.h"
#include "bench/proof_agree.h"
#include "price/proof.h"
#include "json/json.h"

/* The first word of a proof. What is not a kind of flowbench's counts as no proof. */
static int kind_of(const char *text)
{
	static const char *const kinds[FB_PROOF_KINDS] = {
		[FB_PROOF_HOOK] = "hook",
		[FB_PROOF_CT] = "ct",
		[FB_PROOF_NFT] = "nft",
		[FB_PROOF_XFRM] = "xfrm",
		[FB_PROOF_XFRM_ERROR] = "xfrm-error",
		[FB_PROOF_DEV] = "dev",
		[FB_PROOF_STAT] = "stat",
		[FB_PROOF_XDP] = "xdp",
	};
	size_t len = strcspn(text, " \t"), i;

	for (i = 0; i < FB_PROOF_KINDS; i++)
		if (strlen(kinds[i]) == len && !strncmp(kinds[i], text, len))
			return (int)i;
	return -1;
}

/* What stands behind the last "=". */
static const char *want_of(const char *text)
{
	const char *eq = strrchr(text, '=');

	return eq ? eq + 1 + strspn(eq + 1, " \t") : "";
}

static bool is_verify(const json_t *proof)
{
	return !strcmp(fb_json_text(proof, "proof", ""), "verify");
}

/* Whether the counts are those of a proof that holds. */
static bool is_held(const json_t *proof, const char *want)
{
	json_int_t counted = fb_json_count(proof, "counted"),
		   wanted = fb_json_count(proof, "wanted");

	if (!strcmp(want, "once"))
		return counted >= 1 && wanted == 1;
	if (!strcmp(want, "some"))
		return counted >= 1 && counted <= wanted;
	if (!strcmp(want, "none"))
		return !counted && !wanted;
	return counted == wanted;
}

int fb_bench_proof_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error)
{
	const char *text = fb_json_text(js, "proof", ""), *want = want_of(text);
	const char *holds = fb_json_text(js, "holds", "");

	(void)doc;
	if (!is_verify(js) && kind_of(text) < 0)
		return fb_json_bad(at, "proof", error,
				   "expected a proof of flowbench, found \"%.60s\"", text);
	if (!is_verify(js) && strcmp(want, "all") && strcmp(want, "each") && strcmp(want, "none") &&
	    strcmp(want, "once") && strcmp(want, "some"))
		return fb_json_bad(
			at, "proof", error,
			"expected = all, = each, = none, = once or = some at its end, found \"%.60s\"",
			text);
	if (!strcmp(holds, "unknown") || !strcmp(holds, "yes") == is_held(js, want))
		return 0;
	return fb_json_bad(at, "holds", error,
			   "expected what %lld counted of %lld wanted are, found \"%s\"",
			   (long long)fb_json_count(js, "counted"),
			   (long long)fb_json_count(js, "wanted"), holds);
}

/* A packet each, a segment each, or a flow each: what the round of the proofs had. */
static bool is_wanted(const json_t *js, const json_t *doc, const json_t *proof)
{
	uint64_t packets = (uint64_t)fb_bench_point_packets(doc, js);
	const char *text = fb_json_text(proof, "proof", ""), *want = want_of(text);
	const json_t *settings = json_object_get(doc, "settings");
	uint64_t wanted = (uint64_t)fb_json_count(proof, "wanted"), flows, segments;

	if (!strcmp(want, "some"))
		wanted++;
	if (is_verify(proof) || !strcmp(want, "none") || !strcmp(want, "once"))
		return !is_verify(proof) || wanted == packets;
	flows = (uint64_t)fb_json_count(js, "flows");
	segments = (uint64_t)fb_json_count(js, "segments");
	if (kind_of(text) == FB_PROOF_CT && strcmp(want, "each"))
		return wanted == flows ||
		       (flows == 1 && wanted == (uint64_t)fb_json_count(settings, "tuples"));
	return wanted == (strcmp(want, "each") || !segments ? packets : packets * segments);
}

int fb_bench_proofs_agree(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			  struct fb_error *error)
{
	const json_t *list = json_object_get(js, "proofs"), *proof;
	unsigned int kinds = 0;
	char below[32];
	size_t i;

	for (i = 0; (proof = json_array_get(list, i)); i++) {
		const char *holds = fb_json_text(proof, "holds", "");

		snprintf(below, sizeof(below), "proofs[%zu]", i);
		if (!strcmp(holds, "no"))
			return fb_json_bad(at, below, error,
					   "not proved: '%.80s' counted %lld, not %lld",
					   fb_json_text(proof, "proof", ""),
					   (long long)fb_json_count(proof, "counted"),
					   (long long)fb_json_count(proof, "wanted"));
		if (strcmp(holds, "yes"))
			continue;
		if (!is_wanted(js, doc, proof))
			return fb_json_bad(
				at, below, error,
				"expected as many as the round has packets or flows, found %lld wanted",
				(long long)fb_json_count(proof, "wanted"));
		if (!is_verify(proof))
			kinds |= 1u << kind_of(fb_json_text(proof, "proof", ""));
	}
	if (kinds & (kinds - 1))
		return 0;
	return fb_json_bad(at, "proofs", error, "expected proofs of two kinds that hold, found %s",
			   kinds ? "one kind" : "none");
}
