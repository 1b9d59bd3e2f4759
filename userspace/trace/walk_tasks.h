/* SPDX-License-Identifier: GPL-2.0 */
/* The tasks of a walk by their names: a trace may have as many as it has lines. Used by trace/walk.c only. */
#ifndef FB_TRACE_WALK_TASKS_H
#define FB_TRACE_WALK_TASKS_H

#include "trace/listener.h"

/**
 * struct fb_walk_tasks - tasks that have a name
 * @slot: lists of tasks, linked by their @same
 * @size: how many lists, a power of two, or 0
 * @nr: how many tasks
 * @steps: tasks that were looked at, which shows that looking one up does not take longer with more of them
 */
struct fb_walk_tasks {
	struct fb_walk_stack **slot;
	uint32_t size;
	uint32_t nr;
	uint64_t steps;
};

/**
 * fb_walk_name - give a task its name
 * @tasks: where it will be found
 * @st: the task, which has none
 * @task: the name, interned: equal names have one address
 *
 * Return: 0 or -ENOMEM.
 */
int fb_walk_name(struct fb_walk_tasks *tasks, struct fb_walk_stack *st, const char *task);

/** fb_walk_here - returns the task of this name on a CPU, or NULL */
struct fb_walk_stack *fb_walk_here(struct fb_walk_tasks *tasks, const char *task, int cpu);

/** fb_walk_elsewhere - returns that of the first CPU but @cpu that has one, or NULL */
struct fb_walk_stack *fb_walk_elsewhere(struct fb_walk_tasks *tasks, const char *task, int cpu);

/** fb_walk_tasks_free - free the table, and not the tasks */
void fb_walk_tasks_free(struct fb_walk_tasks *tasks);

#endif
