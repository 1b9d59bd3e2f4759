// SPDX-License-Identifier: GPL-2.0
/*
 * walk stride|random|chase|update: goes through 256 KiB of memory. walk() is what cachegrind and the plugin of QEMU both count.
 * Before it, all caches are filled with something else.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "price/mark.h"

#define LINE	64
#define LINES	4096
#define STEPS	20000
#define FLUSHED (64 << 20)

/* On a line of its own, so that none of it was fetched before. */
#define ALONE __attribute__((noinline, noclone, aligned(LINE)))

/* Blocks begin here, so that those of walk() are whole. */
#define EDGE() __asm__ volatile("jmp 1f\n1:\tjmp 2f\n2:" : : : "memory")

struct line {
	union {
		struct line *next;
		uint64_t value;
	};
	char rest[LINE - sizeof(uint64_t)];
};

static struct line *line;
static volatile uint64_t result;

enum mode {
	STRIDE,
	RANDOM,
	CHASE,
	UPDATE,
	MODES,
};

static const char *const names[MODES] = { "stride", "random", "chase", "update" };

ALONE static uint64_t walk(enum mode mode, struct line *l)
{
	struct line *at = l;
	uint32_t random = 1;
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < STEPS; i++) {
		switch (mode) {
		case STRIDE:
			sum += l[i % LINES].value;
			break;
		case RANDOM:
			/* Knuth's generator, MMIX without its upper half. */
			random = random * 1664525 + 1013904223;
			sum += l[random >> 20].value;
			break;
		case CHASE:
			at = at->next;
			break;
		default:
			l[i * 7 % LINES].value++;
			break;
		}
	}
	return sum + (uintptr_t)at;
}

/* All lines are of something else now. */
ALONE static void flush(volatile char *other)
{
	size_t i;

	for (i = 0; i < FLUSHED; i += LINE)
		other[i] = 1;
}

ALONE static void prepare(enum mode mode)
{
	uint32_t i;

	/* 1 + 1229 * i, modulo 4096, comes by all lines before it comes back. */
	for (i = 0; i < LINES; i++) {
		memset(&line[i], 0, sizeof(line[i]));
		if (mode == CHASE)
			line[i].next = &line[(i + 1229) % LINES];
	}
}

ALONE static void run(enum mode mode)
{
	fb_mark(FB_MARK_USER);
	EDGE();
	result = walk(mode, line);
	EDGE();
	fb_mark(FB_MARK_END);
}

int main(int argc, char **argv)
{
	char *other = malloc(FLUSHED);
	unsigned int mode;

	for (mode = 0; argc == 2 && mode < MODES; mode++)
		if (!strcmp(argv[1], names[mode]))
			break;
	line = aligned_alloc(1 << 21, 1 << 21);
	if (argc != 2 || mode == MODES || !line || !other)
		return 2;
	prepare(mode);
	flush(other);
	run(mode);
	return 0;
}
