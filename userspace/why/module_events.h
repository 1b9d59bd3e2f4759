/* SPDX-License-Identifier: GPL-2.0 */
/* Attaches the module to the packets of a network namespace, and reads what it reports. */
#ifndef FB_WHY_MODULE_EVENTS_H
#define FB_WHY_MODULE_EVENTS_H

#include "why/collect.h"
#include "why/counts.h"

struct tracefs_instance;

/**
 * struct fb_module_events - what is open
 * @file: the module's file `why`; -1 if there is none
 * @instance: buffer of its own for the events, with a name of its own
 * @pipe: the buffer's trace_pipe; -1 if there is none
 * @rest: begin of a line whose end is still to come
 * @len: its length
 */
struct fb_module_events {
	int file;
	struct tracefs_instance *instance;
	int pipe;
	char rest[8192];
	size_t len;
};

/**
 * fb_module_events_open - attach in the network namespace of the calling thread
 * @watch: receives it; fb_module_events_close() is allowed in any case
 * @rate: most samples in a second on each CPU
 * @rules: have nftables report the rules that sampled packets meet
 * @error: receives what is wrong
 *
 * Return: 0; -ENOENT without the module or its file; -EBUSY if somebody else watches; or another negative errno.
 */
int fb_module_events_open(struct fb_module_events *watch, unsigned int rate, bool rules,
			  struct fb_error *error);

/**
 * fb_module_events_read - take all events that are there; does not wait
 * @watch: it
 * @collect: receives the events
 * @error: receives what is wrong
 *
 * Return: number of events, or a negative errno.
 */
int fb_module_events_read(struct fb_module_events *watch, struct fb_why_collect *collect,
			  struct fb_error *error);

/** fb_module_events_counts - read the counters; the caller calls fb_why_counts_free(); Return: 0 or a negative errno */
int fb_module_events_counts(struct fb_module_events *watch, struct fb_why_counts *counts,
			    struct fb_error *error);

/** fb_module_events_close - detach, and remove the buffer */
void fb_module_events_close(struct fb_module_events *watch);

#endif
