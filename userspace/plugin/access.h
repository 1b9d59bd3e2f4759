/* SPDX-License-Identifier: GPL-2.0 */
/* What is recorded of an access, and where code lies in the guest's memory. */
#ifndef FB_PLUGIN_ACCESS_H
#define FB_PLUGIN_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "plugin/block.h"

/**
 * access_numbers - what a sequence says of an access
 * @info: what QEMU says of it
 * @vaddr: its first byte
 * @number: receives one number, or two if it goes over the end of a line
 *
 * The second line is taken for the next one in memory, also where another page begins: nearly all such accesses are of
 * the direct map.
 * Return: how many; 0 for an access to a device.
 */
unsigned int access_numbers(uint32_t info, uint64_t vaddr, uint32_t number[2]);

/**
 * access_see_code - learn from a block where the guest's memory begins in QEMU's
 * @b: a block that was translated, with @host
 *
 * The guest's memory is one piece in QEMU's, and so is the image in the guest's.
 */
void access_see_code(const struct block *b);

/**
 * access_origin - where the guest's memory begins in QEMU's
 * @origin: receives that: where its address 0 is, which need not be memory
 *
 * Return: true if all blocks of the image, and all accesses to it, say the same.
 */
bool access_origin(uint64_t *origin);

#endif
