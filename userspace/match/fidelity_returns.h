/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What matched calls returned, against what a documented trace says that they did (a trace of a
 * kernel with FUNCTION_GRAPH_RETVAL). Pure: no I/O.
 */
#ifndef FB_MATCH_FIDELITY_RETURNS_H
#define FB_MATCH_FIDELITY_RETURNS_H

#include "match/fidelity.h"

/**
 * enum fb_ret_class - how two return values compare
 * @FB_RET_SAME: the same number
 * @FB_RET_ADDRESS: a kernel address each, which is another one in each boot
 * @FB_RET_OTHER: two numbers. function_graph does not know which functions return nothing; of
 *	these it shows what the register held.
 * @FB_RET_UNSAID: the reproduced call does not say
 */
enum fb_ret_class {
	FB_RET_SAME,
	FB_RET_ADDRESS,
	FB_RET_OTHER,
	FB_RET_UNSAID,
	FB_RET_CLASSES,
};

/**
 * fb_ret_compare - compare two return values
 * @doc: the documented one as printed: "0x7", "-255"
 * @live: the reproduced one, or NULL
 *
 * Return: the class; FB_RET_UNSAID also if one of them is not a number.
 */
enum fb_ret_class fb_ret_compare(const char *doc, const char *live);

/**
 * fb_fid_returned - the class of a documented call
 * @doc: the documented tree
 * @live: the reproduced one
 * @fi: their comparison
 * @at: the call's index in @doc
 *
 * Return: enum fb_ret_class, or -1 for what is not matched or has no documented value.
 */
int fb_fid_returned(const struct fb_normal *doc, const struct fb_normal *live,
		    const struct fb_fidelity *fi, uint32_t at);

#endif
