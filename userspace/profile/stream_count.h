/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the machine ran while real streams went over a path, function by function; and, of a path and
 * the one that it replaces, where streams and the generator say something else. Pure.
 */
#ifndef FB_PROFILE_STREAM_COUNT_H
#define FB_PROFILE_STREAM_COUNT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "profile/profile.h"
#include "lib/error.h"

/**
 * struct fb_stream_count - a row of bench.json's "streams", counted
 * @row: it, borrowed
 * @units: packets that the gateway forwarded; of superpackets, bytes that arrived
 * @by_byte: it was bytes
 * @insns: that the machine ran: both hosts, the gateway, and user space
 * @self: of these, what each function has spent itself, by its index; FB_FN_USER is all of user space
 * @nr: functions in @self; one that is not has spent nothing
 */
struct fb_stream_count {
	const json_t *row;
	uint64_t units;
	bool by_byte;
	uint64_t insns;
	uint64_t *self;
	unsigned int nr;
};

/**
 * struct fb_streams - the streams of a profile
 * @p: the profile, borrowed
 * @row: one a row
 * @nr: how many, none if no streams were sent
 */
struct fb_streams {
	struct fb_profile *p;
	struct fb_stream_count *row;
	size_t nr;
};

/**
 * fb_streams_build - count the rows of "streams"
 * @s: receives them; fb_streams_free() it, after failure too, before the profile
 * @p: the profile, built; functions are added to its symbols
 * @rec: the record
 * @error: receives what is wrong
 *
 * A row's instructions must be as many as the nanoseconds that the machine did not idle, but for FB_STREAM_CLOSES.
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_streams_build(struct fb_streams *s, struct fb_profile *p,
		     const struct fb_profile_record *rec, struct fb_error *error);

/**
 * FB_STREAM_CLOSES - share that a row's instructions may differ from the machine's own account: that is in hundredths
 * of a second, and a block that a fault has left is counted whole
 */
#define FB_STREAM_CLOSES 0.03

/** fb_streams_free - free the rows */
void fb_streams_free(struct fb_streams *s);

/**
 * struct fb_stream_gap - what one function adds to a difference of two paths, in instructions a packet; of superpackets,
 * which streams send in any size, in instructions a byte
 * @function: its index
 * @streams: by real streams: this path less the one that it replaces
 * @generator: by the generator
 */
struct fb_stream_gap {
	unsigned int function;
	double streams;
	double generator;
};

/** fb_stream_replaces - the path that a row's path replaces, "" for none */
const char *fb_stream_replaces(const struct fb_streams *s, const struct fb_stream_count *row);

/**
 * fb_stream_gaps - the difference of a row and that of the path it replaces, by function
 * @s: the streams
 * @row: one of them
 * @nr: receives how many
 *
 * Return: one a function, the widest gap between streams and generator first; the caller frees it. NULL if there is
 * nothing to compare with, or for want of memory.
 */
struct fb_stream_gap *fb_stream_gaps(const struct fb_streams *s, const struct fb_stream_count *row,
				     size_t *nr);

/** fb_streams_print - the gaps of all rows; nothing if there are none */
void fb_streams_print(const struct fb_streams *s, FILE *to);

/**
 * fb_streams_json - the gaps of all rows
 * @s: the streams
 * @out: a JSON array, which receives an object a row: path, replaces, proto, streams, "per" (packet or byte),
 *	the differences "insn" and "generator" in instructions a packet or byte, and "functions", [name, insn,
 *	generator] each
 */
void fb_streams_json(const struct fb_streams *s, json_t *out);

#endif
