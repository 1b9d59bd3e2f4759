// SPDX-License-Identifier: GPL-2.0
/*
 * flowbench_idle: an idle processor runs no-ops instead of halting. A module of its own, for the
 * guest alone, and of use only where a clock tick is an instruction (QEMU's -icount).
 *
 * QEMU lets the clock jump when its processor has halted, and does so from another thread, which
 * may see the halt before the last few instructions have been counted: the clock is then off by
 * those, once in some ten thousand halts, more often on a busy host. A processor that never halts
 * leaves nothing to jump over: its clock is what it has run. 250 no-ops cost the emulator little
 * more than one, so a second that nobody wants is over in a few milliseconds.
 */
#include <linux/cpuidle.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sched.h>

/*
 * Returns after an interrupt, as from a halt: the tick is thought over after each. An interrupt is
 * seen by what it leaves on the stack: the processor aligns the stack pointer to 16 and puts five
 * words below, the last being where it was interrupted, which is not 0 (Intel SDM, volume 3,
 * 6.14.2). Nothing else is below the stack pointer, the kernel having no red zone.
 *
 * Context: the idle task, interrupts off, RCU not watching; on return they are off again.
 */
static int fb_idle_enter(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	unsigned long below;

	if (need_resched())
		return index;
	asm volatile("mov %%rsp, %0\n\t"
		     "and $~15, %0\n\t"
		     "movq $0, -40(%0)\n\t"
		     "sti\n"
		     "1:\n\t"
		     ".rept 250\n\t"
		     "nop\n\t"
		     ".endr\n\t"
		     "cmpq $0, -40(%0)\n\t"
		     "je 1b\n\t"
		     "cli"
		     : "=&r"(below) : : "memory", "cc");
	return index;
}

static struct cpuidle_driver fb_idle_driver = {
	.name = "flowbench_idle",
	.owner = THIS_MODULE,
	.states = {
		{
			.name = "NOP",
			.desc = "no-ops until an interrupt",
			.exit_latency = 1,
			.target_residency = 1,
			.enter = fb_idle_enter,
		},
	},
	.state_count = 1,
};

static int __init fb_idle_init(void)
{
	return cpuidle_register(&fb_idle_driver, NULL);
}

static void __exit fb_idle_exit(void)
{
	cpuidle_unregister(&fb_idle_driver);
}

module_init(fb_idle_init);
module_exit(fb_idle_exit);

MODULE_AUTHOR("flowbench developers");
MODULE_DESCRIPTION("Idle without halting, for emulated processors that count instructions");
MODULE_LICENSE("GPL");
