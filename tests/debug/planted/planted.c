// SPDX-License-Identifier: GPL-2.0
/*
 * Bugs, one of which is made when the module is loaded: whoever watches a debug
 * kernel has to see it. For tests/debug/sees alone.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

static char *bug = "";
module_param(bug, charp, 0);
MODULE_PARM_DESC(bug, "which one");

static DEFINE_SPINLOCK(first);
static DEFINE_SPINLOCK(second);
static unsigned int counter;

static int use_after_free(void)
{
	u32 *p = kmalloc(64, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(p);
	kfree(p);
	WRITE_ONCE(p[3], 1);
	return 0;
}

/* Several, for one may lie in a register or on the stack for long. */
static int leak(void)
{
	int i;

	for (i = 0; i < 16; i++) {
		void *p = kmalloc(200, GFP_KERNEL);

		if (!p)
			return -ENOMEM;
		OPTIMIZER_HIDE_VAR(p);
	}
	return 0;
}

static int sleep_in_atomic(void)
{
	spin_lock(&first);
	msleep(20);
	spin_unlock(&first);
	return 0;
}

/* One order, and then the other: nobody waits, and yet it can come to that. */
static int deadlock(void)
{
	spin_lock(&first);
	spin_lock(&second);
	spin_unlock(&second);
	spin_unlock(&first);
	spin_lock(&second);
	spin_lock(&first);
	spin_unlock(&first);
	spin_unlock(&second);
	return 0;
}

static int count(void *unused)
{
	while (!kthread_should_stop()) {
		counter++;
		cond_resched();
	}
	return 0;
}

/* Two threads, one counter, no lock. */
static int race(void)
{
	struct task_struct *task[2];
	int i, ret = 0;

	for (i = 0; i < 2; i++) {
		task[i] = kthread_run(count, NULL, "planted/%d", i);
		if (IS_ERR(task[i])) {
			ret = PTR_ERR(task[i]);
			break;
		}
	}
	if (!ret)
		msleep(3000);
	while (i--)
		kthread_stop(task[i]);
	return ret;
}

static const struct {
	const char *name;
	int (*make)(void);
} bugs[] = {
	{ "use-after-free", use_after_free },
	{ "leak", leak },
	{ "sleep-in-atomic", sleep_in_atomic },
	{ "deadlock", deadlock },
	{ "race", race },
};

static int __init planted_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(bugs); i++)
		if (!strcmp(bug, bugs[i].name))
			return bugs[i].make();
	pr_err("planted: no bug '%s'\n", bug);
	return -EINVAL;
}
module_init(planted_init);

static void __exit planted_exit(void)
{
}
module_exit(planted_exit);

MODULE_DESCRIPTION("Bugs for a debug kernel to see");
MODULE_LICENSE("GPL");
