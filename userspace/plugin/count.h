/* SPDX-License-Identifier: GPL-2.0 */
/* How many repeats of string instructions each marked round has between its two readings of the clock. */
#ifndef FB_PLUGIN_COUNT_H
#define FB_PLUGIN_COUNT_H

#include <stdbool.h>

#include "plugin/repeat.h"

struct qemu_plugin_tb;

/**
 * count_see - let the marks, the clock and the repeats of a block be counted from now on
 * @tb: a block that is translated now
 *
 * What counts blocks registers its callbacks before: they have to see what an instruction was before its turn.
 */
void count_see(struct qemu_plugin_tb *tb);

/**
 * count_write - write what was counted, one line a round: "SERIAL REPEATS"
 * @path: the file
 *
 * A round that ended between two readings of the clock has "broken" instead of its repeats.
 * Return: true if all was written, else errno says why not.
 */
bool count_write(const char *path);

#endif
