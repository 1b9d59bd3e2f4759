// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "trace/irq_name.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* What such a name begins with, without the underscores before it. */
static const char *const beginnings[] = {
	/* all architectures: kernel/softirq.c, kernel/entry/common.c, kernel/context_tracking.c, kernel/irq/ */
	"irq_enter",
	"irq_exit",
	"irqentry_",
	"irqtime_account_irq",
	"rcu_irq_",
	"rcu_nmi_",
	"ct_irq_",
	"ct_nmi_",
	"tick_irq_",
	"tick_nohz_irq_",
	"do_softirq",
	"handle_softirqs",
	"invoke_softirq",
	"handle_irq",
	"handle_IRQ",
	"handle_domain_irq",
	"generic_handle_irq",
	"generic_handle_domain_irq",
	"generic_handle_arch_irq",
	"nmi_",
	/* x86 */
	"sysvec_",
	"asm_sysvec_",
	"asm_common_interrupt",
	"asm_exc_nmi",
	"exc_nmi",
	"do_IRQ",
	"do_irq",
	"do_nmi",
	"smp_irq_",
	/* arm, arm64 */
	"asm_do_IRQ",
	"gic_handle_irq",
	"handle_IPI",
	"do_handle_IPI",
	"el0_irq",
	"el1_irq",
	"el0t_64_irq",
	"el1h_64_irq",
	"el0_interrupt",
	"el1_interrupt",
	"do_interrupt_handler",
	/* powerpc, riscv, s390, loongarch, mips */
	"do_ext_irq",
	"do_io_irq",
	"riscv_intc_irq",
	"do_vint",
	"plat_irq_dispatch",
};

/* "smp_apic_timer_interrupt", "common_interrupt" */
static bool ends_in_interrupt(const char *name)
{
	static const char end[] = "_interrupt";
	size_t len = strlen(name);

	return len >= sizeof(end) && !strcmp(name + len - (sizeof(end) - 1), end);
}

bool fb_irq_is_name(const char *name)
{
	size_t i;

	while (*name == '_')
		name++;
	for (i = 0; i < SIZE(beginnings); i++)
		if (*name == *beginnings[i] && !strncmp(name, beginnings[i], strlen(beginnings[i])))
			return true;
	return ends_in_interrupt(name);
}
