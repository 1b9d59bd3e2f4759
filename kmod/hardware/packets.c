// SPDX-License-Identifier: GPL-2.0
/*
 * What became of the packets of our devices: counted on each CPU, and added up to be printed.
 */
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "hardware.h"

DEFINE_PER_CPU(struct fb_hw_packets, fb_hw_packets);

static const char * const fb_hw_pass_names[] = {
	[FB_HW_PASS_NONE] = "none",
	[FB_HW_PASS_OTHER] = "other",
	[FB_HW_PASS_FRAGMENT] = "fragment",
	[FB_HW_PASS_OPTIONS] = "options",
	[FB_HW_PASS_SESSION] = "session",
	[FB_HW_PASS_NO_RULE] = "no_rule",
	[FB_HW_PASS_FLAGS] = "flags",
	[FB_HW_PASS_VLAN] = "vlan",
	[FB_HW_PASS_TTL] = "ttl",
	[FB_HW_PASS_LENGTH] = "length",
	[FB_HW_PASS_ACTION] = "action",
};

/**
 * fb_hw_packets_reset() - count from 0 on
 *
 * Context: no hook is attached.
 */
void fb_hw_packets_reset(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(&fb_hw_packets, cpu), 0, sizeof(struct fb_hw_packets));
}

static void fb_hw_packets_fold(struct fb_hw_packets *sum)
{
	unsigned int i;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		const struct fb_hw_packets *p = per_cpu_ptr(&fb_hw_packets, cpu);

		sum->in += READ_ONCE(p->in);
		sum->forwarded += READ_ONCE(p->forwarded);
		sum->dropped += READ_ONCE(p->dropped);
		sum->compared += READ_ONCE(p->compared);
		sum->different += READ_ONCE(p->different);
		sum->unseen += READ_ONCE(p->unseen);
		sum->slow += READ_ONCE(p->slow);
		for (i = 0; i < FB_HW_PASS_COUNT; i++)
			sum->passed[i] += READ_ONCE(p->passed[i]);
	}
}

/**
 * fb_hw_packets_show() - print what became of packets
 * @m: where to
 *
 * Context: any.
 */
void fb_hw_packets_show(struct seq_file *m)
{
	struct fb_hw_packets sum;
	u64 passed = 0;
	unsigned int i;

	fb_hw_packets_fold(&sum);
	for (i = 0; i < FB_HW_PASS_COUNT; i++)
		passed += sum.passed[i];
	seq_printf(m, "in=%llu\nforwarded=%llu\ndropped=%llu\npassed=%llu\n", sum.in,
		   sum.forwarded, sum.dropped, passed);
	for (i = 0; i < FB_HW_PASS_COUNT; i++)
		if (i != FB_HW_PASS_NONE)
			seq_printf(m, "passed.%s=%llu\n", fb_hw_pass_names[i], sum.passed[i]);
	seq_printf(m, "compared=%llu\ndifferent=%llu\nunseen=%llu\nslow=%llu\n", sum.compared,
		   sum.different, sum.unseen, sum.slow);
}
