// SPDX-License-Identifier: GPL-2.0
/*
 * flowbench_idle: an idle processor runs no-ops instead of halting. It is a module of its own
 * for the guest, and useful only where a clock tick is an instruction (QEMU's -icount).
 *
 * When the processor halts, QEMU moves the clock on, in another thread. That thread may see the
 * halt before the last few instructions are counted. The clock is then off by those instructions,
 * once in some ten thousand halts, and more often on a busy host. If the processor never halts,
 * the clock is the number of instructions that ran. The emulator runs 250 no-ops in little more
 * time than one, so an idle second takes a few milliseconds of the host.
 */
#include <linux/cpuidle.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sched.h>

#ifdef CONFIG_X86_64

/*
 * The no-ops end when an interrupt has left its frame on the stack. The processor aligns the stack
 * pointer to 16 and pushes five words; the last one is the interrupted address, which is not 0
 * (Intel SDM, volume 3, 6.14.2). Nothing else lies below the stack pointer, as the kernel has no
 * red zone.
 */
static void fb_idle_nops(void)
{
	unsigned long below;

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
}

#else

/*
 * The no-ops end when an interrupt is pending, which ISR_EL1 says of one that is masked as well
 * (Arm ARM, ISR_EL1). The idle loop then takes it.
 */
static void fb_idle_nops(void)
{
	unsigned long pending;

	asm volatile("1:\n\t"
		     ".rept 250\n\t"
		     "nop\n\t"
		     ".endr\n\t"
		     "mrs %0, isr_el1\n\t"
		     "cbz %0, 1b"
		     : "=&r"(pending) : : "memory");
}

#endif

/*
 * Returns after an interrupt, as a halt would: the idle loop then decides about the tick.
 *
 * Context: the idle task, RCU not watching; interrupts are off, and off again on return.
 */
static int fb_idle_enter(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	if (!need_resched())
		fb_idle_nops();
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
