/* SPDX-License-Identifier: GPL-2.0 */
/* The trace event format: an export that is being written, and the five functions that write its events. */
#ifndef FB_EXPORT_CHROME_H
#define FB_EXPORT_CHROME_H

#include "export/export.h"
#include "lib/arena.h"

/** FB_CHROME_LEAD_NS - in front of what is outermost: room for calls without a beginning */
#define FB_CHROME_LEAD_NS 4096

/* The processes of the trace: one has a track a CPU, one the phases. */
#define FB_CHROME_CPUS	   1u
#define FB_CHROME_PHASES   2u

#define FB_CHROME_CPUS_MAX 4096

/** FB_CHROME_ARROWS - so many packets of a phase have an arrow to it */
#define FB_CHROME_ARROWS 16

/**
 * struct fb_chrome_cpu - a CPU's track
 * @now: where time is on it
 * @running: the task that runs
 * @named: whether the track has a name
 */
struct fb_chrome_cpu {
	int64_t now;
	const struct fb_walk_stack *running;
	bool named;
};

/** struct fb_chrome_arrow - the mark of a packet: its track and time */
struct fb_chrome_arrow {
	unsigned int tid;
	int64_t at;
};

/**
 * struct fb_chrome_slice - a phase on its track
 * @name: "p3", "p3 + p4" where several have one root
 * @label: what happens in it
 * @path: its path, or ""
 * @from: begins
 * @to: ends, -1 as long as it has not
 * @st: the task that its root is open in; NULL if it is not a call's
 * @depth: the root's depth there
 * @arrow: its packets
 * @nr_arrows: how many
 * @lane: which of the tracks for phases it is on
 * @below: index + 1 of another one, 0 for none: while it is open, the next one further out of
 *	its task; when it is written, the one around it on its track
 */
struct fb_chrome_slice {
	const char *name;
	const char *label;
	const char *path;
	int64_t from;
	int64_t to;
	const struct fb_walk_stack *st;
	struct fb_chrome_arrow *arrow;
	uint32_t depth;
	unsigned int nr_arrows;
	unsigned int lane;
	unsigned int below;
};

/** FB_CHROME_PACKETS - so many packets are remembered; a later one takes the place of an older one */
#define FB_CHROME_PACKETS 4096

/**
 * struct fb_chrome_packet - a packet that was seen
 * @is: what it is: "proto=tcp ... seq=1 ack=2 ..."
 * @where: where it was seen last: "ns=1 dev=lan0"
 * @at: its mark
 */
struct fb_chrome_packet {
	char is[256];
	char where[64];
	struct fb_chrome_arrow at;
};

/**
 * struct fb_chrome - an export that is being written
 * @out: where to
 * @comma: an event stands before the next one
 * @latest: where the call began that was told last
 * @stamped: the text says when its lines were written: times are those
 * @origin: the first of these, in ns
 * @cpu: the tracks, that of -1 first
 * @nr_cpus: no track from this index on is used
 * @slice: the phases
 * @texts: keeps their texts
 * @nr_slices: how many
 * @size_slices: how many there is room for
 * @next: the next of the run's phases to look for
 * @packet: packets that were seen
 * @arrows: how many arrows there are: their ids
 * @left_out: how many there are not, as the laid out times of two CPUs have them go back in time
 */
struct fb_chrome {
	struct fb_out *out;
	bool comma;
	int64_t latest;
	bool stamped;
	int64_t origin;
	struct fb_chrome_cpu cpu[FB_CHROME_CPUS_MAX + 1];
	unsigned int nr_cpus;
	struct fb_chrome_slice *slice;
	struct fb_texts texts;
	unsigned int nr_slices;
	unsigned int size_slices;
	unsigned int next;
	struct fb_chrome_packet *packet;
	uint64_t arrows;
	uint64_t left_out;
};

/** fb_chrome_head - begin an event: its letter, track and time in ns; the caller ends it */
void fb_chrome_head(struct fb_chrome *c, const char *ph, unsigned int pid, unsigned int tid,
		    int64_t at);

/** fb_chrome_dur - its duration */
void fb_chrome_dur(struct fb_chrome *c, int64_t ns);

/** fb_chrome_name - one of its members that is a string */
void fb_chrome_name(struct fb_chrome *c, const char *key, const char *name);

/** fb_chrome_label - name a track or a process; @what is "thread_name" or "process_name" */
void fb_chrome_label(struct fb_chrome *c, const char *what, unsigned int pid, unsigned int tid,
		     const char *name);

/** fb_chrome_arrow - an arrow from the mark of a packet to a slice of another track, or time */
void fb_chrome_arrow(struct fb_chrome *c, const char *name, const struct fb_chrome_arrow *from,
		     unsigned int pid, unsigned int tid, int64_t at);

#endif
