/* SPDX-License-Identifier: GPL-2.0 */
/* The trace event format: what export/chrome_events.c, export/chrome_phase.c and export/chrome_packet.c share. */
#ifndef FB_EXPORT_CHROME_H
#define FB_EXPORT_CHROME_H

#include "export/export.h"

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
 * @st: the task that its root is open in; NULL if it is no call's
 * @depth: the root's depth there
 * @arrow: its packets
 * @nr_arrows: how many
 * @lane: which of the tracks for phases it is on
 */
struct fb_chrome_slice {
	char name[80];
	char label[400];
	char path[40];
	int64_t from;
	int64_t to;
	const struct fb_walk_stack *st;
	uint32_t depth;
	struct fb_chrome_arrow arrow[FB_CHROME_ARROWS];
	unsigned int nr_arrows;
	unsigned int lane;
};

struct fb_chrome_packet;

/**
 * struct fb_chrome - an export that is being written
 * @f: where to
 * @comma: an event stands before the next one
 * @latest: where the call began that was told last
 * @cpu: the tracks, that of -1 first
 * @slice: the phases
 * @nr_slices: how many
 * @next: the next of the run's phases to look for
 * @packet: packets that were seen
 * @arrows: how many arrows there are: their ids
 * @left_out: how many there are not, as the laid out times of two CPUs have them go back in time
 */
struct fb_chrome {
	FILE *f;
	bool comma;
	int64_t latest;
	struct fb_chrome_cpu cpu[FB_CHROME_CPUS_MAX + 1];
	struct fb_chrome_slice *slice;
	unsigned int nr_slices;
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

/** fb_chrome_phase_next - another phase begins, in a text of its own or behind a heading */
int fb_chrome_phase_next(struct fb_export *ex);

/** fb_chrome_phase_enter - an outermost call begins: it may be a phase's */
int fb_chrome_phase_enter(struct fb_export *ex, const struct fb_walk_stack *st);

/** fb_chrome_phase_leave - the innermost call ends, and a phase with it, perhaps */
void fb_chrome_phase_leave(struct fb_export *ex, const struct fb_walk_stack *st, int64_t at);

/** fb_chrome_phase_packet - a packet's mark: it may be a phase's */
int fb_chrome_phase_packet(struct fb_export *ex, const struct fb_walk_stack *st, unsigned int tid,
			   int64_t at, const struct fb_str *text);

/** fb_chrome_phases_end - write the phases and the arrows to them */
void fb_chrome_phases_end(struct fb_export *ex);

/** fb_chrome_is_packet - whether a mark is that of a packet */
bool fb_chrome_is_packet(const struct fb_str *text);

/**
 * fb_chrome_packet - a packet's mark: an arrow from where it was seen last
 * @c: the export
 * @tid: its track
 * @at: its time
 * @text: the mark
 *
 * A packet is known again by its sequence number; where the mark has none, by nothing.
 * Return: 0 or -ENOMEM.
 */
int fb_chrome_packet(struct fb_chrome *c, unsigned int tid, int64_t at, const struct fb_str *text);

#endif
