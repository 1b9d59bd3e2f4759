// SPDX-License-Identifier: GPL-2.0
/*
 * The program's reader of frames, and its matcher. Two bytes are the metadata of a capture socket; a
 * frame follows. The frame must match each key=value that is printed for it.
 */
#include "fuzz.h"

#include "net/frame.h"

static int is_cut(const struct fb_frame_aside *aside)
{
	return aside && aside->cut;
}

static void check_print(const struct fb_frame *f)
{
	struct fb_error error = { "" };
	char text[1024];
	struct fb_frame_match m = { .nr = 0 };
	struct fb_words w;
	const char *word;

	fb_frame_print(f, text, sizeof(text));
	fuzz_must(strlen(text) < sizeof(text) - 1);
	fuzz_must(!fb_words_split(&w, text, &error));
	while ((word = fb_words_rest(&w))) {
		fuzz_must(!fb_frame_match_word(&m, word, &error));
		fuzz_must(fb_frame_matches(&m, f));
	}
	fuzz_must(m.nr >= 3);
}

static void check_read(const uint8_t *data, size_t size, const struct fb_frame_aside *aside)
{
	uint8_t *frame = fuzz_copy(data, size);
	struct fb_frame f;
	int ret;

	memset(&f, 0xa5, sizeof(f));
	ret = fb_frame_read(frame, size, aside, &f);
	fuzz_must(f.nr_vlans <= FB_VLANS_MAX && f.csum <= FB_CSUM_NONE);
	fuzz_must(!ret || f.csum == (is_cut(aside) ? FB_CSUM_NONE : FB_CSUM_BAD));
	fuzz_must(!(f.has & FB_HAS_IP) || f.src.version == f.dst.version);
	fuzz_must(!f.frag == !(f.frag_offset || f.frag_more) || f.src.version == 6);
	check_print(&f);
	free(frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fb_frame_aside aside = { .tagged = false };

	if (size < 2)
		return 0;
	aside.tagged = data[0] & 1;
	aside.csum_not_ready = data[0] & 2;
	aside.cut = data[0] & 4;
	aside.tci = (uint16_t)(data[1] * 17);
	aside.tpid = data[0] & 8 ? 0x88a8 : 0x8100;
	check_read(data + 2, size - 2, &aside);
	check_read(data + 2, size - 2, NULL);
	return 0;
}
