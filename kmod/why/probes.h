/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_PROBES_H
#define FB_WHY_PROBES_H

#include <linux/kprobes.h>
#include <linux/types.h>

struct seq_file;

/* Probes that can be attached. */
#define FB_WHY_PROBES_MAX	8

/**
 * struct fb_why_probe - a probe that comes and goes with a module
 * @symbol: the probed function
 * @entered: handler at its begin, for a function whose end is not looked at
 * @begins: handler at its begin, else
 * @ends: handler at its end
 * @size: bytes that @begins hands to @ends
 * @attached: it is attached
 * @kp: in use if there is @entered
 * @rp: in use if there is none
 */
struct fb_why_probe {
	const char *symbol;
	kprobe_pre_handler_t entered;
	kretprobe_handler_t begins;
	kretprobe_handler_t ends;
	size_t size;
	bool attached;
	struct kprobe kp;
	struct kretprobe rp;
};

int fb_why_probes_attach(struct fb_why_probe *probes, unsigned int count);
void fb_why_probes_detach(void);
void fb_why_probes_show(struct seq_file *m);

#endif /* FB_WHY_PROBES_H */
