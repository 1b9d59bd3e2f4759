// SPDX-License-Identifier: GPL-2.0
/* Tasks by their names: as many as a trace has, and as fast as a few. */
#include "unit.h"

#include <errno.h>
#include <time.h>

#include "trace/walk_tasks.h"

#define MANY 100000

static void found_where_they_are(void **state)
{
	static const char a[] = "ringd-1", idle[] = "<idle>-0";
	struct fb_walk_stack one = { .cpu = 3 }, two = { .cpu = 2 }, three = { .cpu = 5 };
	struct fb_walk_tasks tasks = { .nr = 0 };

	(void)state;
	assert_null(fb_walk_here(&tasks, a, 3));
	assert_null(fb_walk_elsewhere(&tasks, a, 3));
	assert_int_equal(fb_walk_name(&tasks, &one, a), 0);
	assert_int_equal(fb_walk_name(&tasks, &three, idle), 0);
	assert_int_equal(fb_walk_name(&tasks, &two, idle), 0);
	assert_ptr_equal(one.task, a);
	assert_ptr_equal(fb_walk_here(&tasks, a, 3), &one);
	assert_null(fb_walk_here(&tasks, a, 2));
	assert_ptr_equal(fb_walk_elsewhere(&tasks, a, 2), &one);
	assert_null(fb_walk_elsewhere(&tasks, a, 3));
	/* Each CPU has its own; else that of the first CPU. */
	assert_ptr_equal(fb_walk_here(&tasks, idle, 5), &three);
	assert_ptr_equal(fb_walk_here(&tasks, idle, 2), &two);
	assert_ptr_equal(fb_walk_elsewhere(&tasks, idle, 7), &two);
	assert_ptr_equal(fb_walk_elsewhere(&tasks, idle, 2), &three);
	/* A task that moves is where it is now. */
	one.cpu = 4;
	assert_ptr_equal(fb_walk_here(&tasks, a, 4), &one);
	fb_walk_tasks_free(&tasks);
}

/* Three look-ups a task, each of which compares some tasks and not all. */
static void few_steps(const struct fb_walk_tasks *tasks)
{
	if (tasks->steps > 8ull * MANY)
		fail_msg("%llu tasks were looked at", (unsigned long long)tasks->steps);
}

static void as_fast_with_many(void **state)
{
	struct fb_walk_stack *st = calloc(MANY, sizeof(*st));
	struct fb_walk_tasks tasks = { .nr = 0 };
	struct fb_intern *names = fb_intern_new();
	char name[32];
	uint32_t i;
	int len;

	(void)state;
	assert_non_null(st);
	assert_non_null(names);
	for (i = 0; i < MANY; i++) {
		const char *task;

		len = snprintf(name, sizeof(name), "ringd-%u", i);
		task = fb_intern(names, name, (size_t)len);
		assert_null(fb_walk_here(&tasks, task, 1));
		assert_null(fb_walk_elsewhere(&tasks, task, 1));
		st[i].cpu = 1;
		assert_int_equal(fb_walk_name(&tasks, &st[i], task), 0);
		few_steps(&tasks);
	}
	for (i = 0; i < MANY; i++)
		assert_ptr_equal(fb_walk_here(&tasks, st[i].task, 1), &st[i]);
	few_steps(&tasks);
	fb_walk_tasks_free(&tasks);
	fb_intern_free(names);
	free(st);
}

/* Seconds of a processor for a trace in which so many tasks run, one after the other, twice. */
static double seconds_for(unsigned int tasks)
{
	size_t room = (size_t)tasks * 2 * 64, len = 0;
	char *text = malloc(room);
	clock_t from;
	unsigned int i;

	assert_non_null(text);
	for (i = 0; i < tasks * 2; i++)
		len += (size_t)snprintf(text + len, room - len,
					" %u)  ringd-%u    |   0.100 us    |  a();\n", i % 4,
					i % tasks + 1);
	from = clock();
	fb_tree_free(unit_tree(text));
	free(text);
	return (double)(clock() - from) / CLOCKS_PER_SEC;
}

/* Ten times as many tasks take ten times as long, and not a hundred times. */
static void a_trace_of_many_tasks(void **state)
{
	double few = seconds_for(MANY / 40), many = seconds_for(MANY / 4);

	(void)state;
	if (many > 40 * few + 0.2)
		fail_msg("%u tasks: %.3f s, %u tasks: %.3f s", MANY / 40, few, MANY / 4, many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found_where_they_are),
		cmocka_unit_test(as_fast_with_many),
		cmocka_unit_test(a_trace_of_many_tasks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
