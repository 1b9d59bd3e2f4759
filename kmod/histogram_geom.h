/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Geometry of the log-linear histograms: which bucket a value falls into, and
 * which values a bucket holds. Arithmetic without division; user space compiles
 * it as well, and the unit test does.
 *
 * Values below FB_HIST_SUB have a bucket each. Above, the highest set bit picks
 * the octave and the FB_HIST_SUB_BITS bits below it the bucket in the octave.
 */
#ifndef FB_HISTOGRAM_GEOM_H
#define FB_HISTOGRAM_GEOM_H

#include "flowbench_uapi.h"

/**
 * fb_hist_index() - find the bucket of a value
 * @value: any 64-bit value
 *
 * Return: index from 0 to FB_HIST_BUCKETS - 1; the last one is the overflow.
 */
static inline unsigned int fb_hist_index(unsigned long long value)
{
	unsigned int top, shift;

	if (value < FB_HIST_SUB)
		return (unsigned int)value;
	if (value >> FB_HIST_MAX_BITS)
		return FB_HIST_BUCKETS - 1;

	top = 63 - (unsigned int)__builtin_clzll(value);
	shift = top - FB_HIST_SUB_BITS;
	return (shift << FB_HIST_SUB_BITS) + (unsigned int)(value >> shift);
}

/**
 * fb_hist_low() - find the smallest value of a bucket
 * @index: 0 to FB_HIST_BUCKETS - 1
 *
 * Return: lower bound, inclusive.
 */
static inline unsigned long long fb_hist_low(unsigned int index)
{
	unsigned int shift;

	if (index < 2 * FB_HIST_SUB)
		return index;
	shift = (index >> FB_HIST_SUB_BITS) - 1;
	return ((unsigned long long)(index & (FB_HIST_SUB - 1)) + FB_HIST_SUB)
		<< shift;
}

/**
 * fb_hist_high() - find the largest value of a bucket
 * @index: 0 to FB_HIST_BUCKETS - 1
 *
 * Return: upper bound, inclusive; all ones for the overflow bucket.
 */
static inline unsigned long long fb_hist_high(unsigned int index)
{
	if (index >= FB_HIST_BUCKETS - 1)
		return ~0ULL;
	return fb_hist_low(index + 1) - 1;
}

#endif /* FB_HISTOGRAM_GEOM_H */
