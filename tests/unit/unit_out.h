/* SPDX-License-Identifier: GPL-2.0 */
/* What is written to a struct fb_out, as a text. */
#ifndef FB_UNIT_OUT_H
#define FB_UNIT_OUT_H

#include "unit.h"

#include "lib/out.h"

/** struct unit_out - a stream in memory behind a buffer */
struct unit_out {
	struct fb_out out;
	char *text;
	size_t len;
};

/** unit_out_begin - returns where to write; unit_out_end() must follow */
static inline struct fb_out *unit_out_begin(struct unit_out *o)
{
	FILE *f = open_memstream(&o->text, &o->len);

	assert_non_null(f);
	fb_out_begin(&o->out, f);
	return &o->out;
}

/** unit_out_end - returns what was written; the caller frees it */
static inline char *unit_out_end(struct unit_out *o)
{
	fb_out_flush(&o->out);
	assert_int_equal(fclose(o->out.f), 0);
	return o->text;
}

#endif
