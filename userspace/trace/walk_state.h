/* SPDX-License-Identifier: GPL-2.0 */
/* What a walk knows while it goes on. Used by trace/walk*.c only. */
#ifndef FB_TRACE_WALK_STATE_H
#define FB_TRACE_WALK_STATE_H

#include "trace/irq_name.h"
#include "trace/listener.h"
#include "trace/walk_tasks.h"

/** FB_WALK_CPUS_MAX - CPUs are below this */
#define FB_WALK_CPUS_MAX 4096

/**
 * enum fb_walk_column - have calls a column that names their task?
 * @FB_WALK_NOT_TOLD: no call has come
 * @FB_WALK_COLUMN: the first call has
 * @FB_WALK_NO_COLUMN: it has not
 */
enum fb_walk_column {
	FB_WALK_NOT_TOLD,
	FB_WALK_COLUMN,
	FB_WALK_NO_COLUMN,
};

/**
 * struct fb_walk - a walk
 * @in: what it reads and whom it tells
 * @cpu: of each CPU, that of -1 first: the task that runs, then the tasks that wait
 * @tasks: those that have a name
 * @irqs: which names are those of interrupts
 * @column: whether calls name their task
 * @nr_cpus: no CPU from this index on has a task
 * @line: the line that it has come to
 * @why: what is wrong
 */
struct fb_walk {
	const struct fb_walk_in *in;
	struct fb_walk_stack *cpu[FB_WALK_CPUS_MAX + 1];
	struct fb_walk_tasks tasks;
	struct fb_irq_names irqs;
	enum fb_walk_column column;
	int nr_cpus;
	uint64_t line;
	struct fb_error *why;
};

/** fb_walk_tell - call a function of the listener, if it has it; returns 0 or what that returns */
#define fb_walk_tell(w, op, ...) ((w)->in->ops->op ? (w)->in->ops->op((w)->in->to, __VA_ARGS__) : 0)

#endif
