// SPDX-License-Identifier: GPL-2.0
/*
 * Frames that are built from key=value words, and words that a frame must match. A built frame must
 * fit in its buffer. Unless the words ask for errors, it must be read as the words say.
 */
#include "fuzz.h"

#include "net/frame.h"

static struct fb_frame_spec spec;
static uint8_t frame[FB_FRAME_MAX];

/* Returns true for a complete frame of a known protocol, without hand-written headers. */
static int is_plain(void)
{
	return !spec.frag && !spec.exthdr_len && !spec.options_len && spec.csum == FB_CSUM_OK &&
	       (spec.proto == 6 || spec.proto == 17) &&
	       (spec.tpid == 0x8100 || spec.tpid == 0x88a8) &&
	       (spec.version & spec.ihl & spec.len & spec.cut) == FB_FRAME_UNSET;
}

static void check_built(size_t len)
{
	struct fb_frame f;
	uint8_t *copy;

	fuzz_must(len <= sizeof(frame));
	copy = fuzz_copy(frame, len);
	(void)fb_frame_read(copy, len, NULL, &f);
	if (is_plain()) {
		fuzz_must(f.csum == FB_CSUM_OK);
		fuzz_must(f.src.version == spec.src.version && f.proto == (uint32_t)spec.proto);
		fuzz_must(!memcmp(f.src.addr, spec.src.addr, 16));
		fuzz_must(!memcmp(f.dst.addr, spec.dst.addr, 16));
		fuzz_must(f.sport == spec.sport && f.dport == spec.dport && f.ttl == spec.ttl);
		fuzz_must(f.nr_vlans == spec.nr_vlans);
		fuzz_must(!memcmp(f.vlan, spec.vlan, f.nr_vlans * sizeof(f.vlan[0])));
	}
	free(copy);
}

static void build(struct fb_words *w)
{
	struct fb_error error = { "" };
	const char *word;
	ssize_t len;

	fb_frame_spec_init(&spec);
	while ((word = fb_words_rest(w))) {
		if (fb_frame_spec_word(&spec, word, &error)) {
			fuzz_must(*error.text);
			return;
		}
	}
	if (fb_frame_spec_check(&spec, &error)) {
		fuzz_must(*error.text);
		return;
	}
	len = fb_frame_build(&spec, 3, frame);
	if (len > 0)
		check_built((size_t)len);
}

static void match(struct fb_words *w)
{
	struct fb_frame_match m = { .nr = 0 };
	struct fb_frame f = { .has = FB_HAS_ALWAYS };
	struct fb_error error = { "" };
	const char *word;

	while ((word = fb_words_rest(w)))
		if (fb_frame_match_word(&m, word, &error))
			fuzz_must(*error.text);
	fuzz_must(m.nr <= sizeof(m.key));
	(void)fb_frame_matches(&m, &f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = fuzz_text(data, size), *copy = strdup(line);
	struct fb_error error = { "" };
	struct fb_words w;

	if (!fb_words_split(&w, line, &error))
		build(&w);
	else
		fuzz_must(*error.text);
	fuzz_must(copy);
	if (!fb_words_split(&w, copy, &error))
		match(&w);
	free(copy);
	free(line);
	return 0;
}
