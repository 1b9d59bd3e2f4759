// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "lib/hash.h"
#include "trace/walk_tasks.h"

#define SIZE_MIN 64

/* Names are interned, so the address says which one it is. */
static struct fb_walk_stack **slot_of(const struct fb_walk_tasks *tasks, const char *task)
{
	return &tasks->slot[fb_hash_address(task) & (tasks->size - 1)];
}

static void put_task(struct fb_walk_tasks *tasks, struct fb_walk_stack *st)
{
	struct fb_walk_stack **slot = slot_of(tasks, st->task);

	st->same = *slot;
	*slot = st;
}

static int grow(struct fb_walk_tasks *tasks)
{
	struct fb_walk_tasks grown = { .size = tasks->size ? tasks->size * 2 : SIZE_MIN };
	struct fb_walk_stack *st, *same;
	uint32_t i;

	grown.slot = calloc(grown.size, sizeof(struct fb_walk_stack *));
	if (!grown.slot)
		return -ENOMEM;
	for (i = 0; i < tasks->size; i++) {
		for (st = tasks->slot[i]; st; st = same) {
			same = st->same;
			put_task(&grown, st);
		}
	}
	free(tasks->slot);
	tasks->slot = grown.slot;
	tasks->size = grown.size;
	return 0;
}

int fb_walk_name(struct fb_walk_tasks *tasks, struct fb_walk_stack *st, const char *task)
{
	if (tasks->nr == tasks->size && grow(tasks))
		return -ENOMEM;
	st->task = task;
	put_task(tasks, st);
	tasks->nr++;
	return 0;
}

struct fb_walk_stack *fb_walk_here(struct fb_walk_tasks *tasks, const char *task, int cpu)
{
	struct fb_walk_stack *st = tasks->size ? *slot_of(tasks, task) : NULL;

	for (; st && (st->task != task || st->cpu != cpu); st = st->same)
		tasks->steps++;
	return st;
}

struct fb_walk_stack *fb_walk_elsewhere(struct fb_walk_tasks *tasks, const char *task, int cpu)
{
	struct fb_walk_stack *st = tasks->size ? *slot_of(tasks, task) : NULL, *first = NULL;

	for (; st; st = st->same) {
		tasks->steps++;
		if (st->task == task && st->cpu != cpu && (!first || st->cpu < first->cpu))
			first = st;
	}
	return first;
}

void fb_walk_tasks_free(struct fb_walk_tasks *tasks)
{
	free(tasks->slot);
	*tasks = (struct fb_walk_tasks){ .nr = 0 };
}
