/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Marks in the program's own code for the plugin of QEMU: an instruction that does nothing, with a
 * displacement (x86-64) or an immediate (arm64, the lower 16 bits) that nobody else uses. The guest
 * executes the same with a plugin and without.
 */
#ifndef FB_PRICE_MARK_H
#define FB_PRICE_MARK_H

#include <stdbool.h>
#include <stdint.h>

/** FB_MARK_SERIES - rounds of one kind begin; those before it are complete */
#define FB_MARK_SERIES 0x46425001

/** FB_MARK_ROUND - a round begins */
#define FB_MARK_ROUND 0x46425002

/** FB_MARK_END - it has ended */
#define FB_MARK_END 0x46425003

/** FB_MARK_COUNT - from here to FB_MARK_END blocks are counted: a round of another kind */
#define FB_MARK_COUNT 0x46425004

/** FB_MARK_USER - from here to FB_MARK_END what this program itself runs is a window of a round, if the plugin was told lines=user */
#define FB_MARK_USER 0x46425005

/** FB_MARK_LONG - a round begins of which only the repeats of string instructions are counted */
#define FB_MARK_LONG 0x46425006

/** FB_MARK_ALL - from here to FB_MARK_END all that the machine runs is one window: interrupts, other tasks, user space */
#define FB_MARK_ALL 0x46425007

#ifdef __x86_64__
#define FB_MARK_TEXT(n) #n
#define FB_MARK_NOP(n)	__asm__ volatile("nopl " FB_MARK_TEXT(n) "(%%rax)" ::: "memory")
#elif defined(__aarch64__)
#define FB_MARK_NOP(n) __asm__ volatile("movz xzr, %0" : : "i"((n) & 0xffff) : "memory")
#else
#define FB_MARK_NOP(n) ((void)0)
#endif

/** fb_mark - execute the mark @n, one of the above */
#define fb_mark(n) FB_MARK_NOP(n)

/** fb_mark_serial - the serial number of the round that is marked next, from 1 */
uint64_t fb_mark_serial(void);

/**
 * fb_profile_programs - note where BPF programs and trampolines of ftrace lie, for fb_profile_symbols()
 *
 * They go with their device, or with a probe of a hook, so the caller calls this while it has them. A guest without
 * profile does the same.
 *
 * Return: 0 or a negative errno.
 */
int fb_profile_programs(void);

struct fb_error;

/**
 * fb_profile_symbols - leave the kernel's function symbols beside the result, if a profile wants them
 * @json: the result; they go into its folder, as "kallsyms"
 * @error: receives what is wrong
 *
 * For a virtual machine only: it asks a port that only a machine with a profile has, and asks when
 * everything is measured.
 * Return: 0, also when nobody wants them, or a negative errno.
 */
int fb_profile_symbols(const char *json, struct fb_error *error);

#endif
