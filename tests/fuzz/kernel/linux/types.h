/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's short names of integers, for module sources that are built in user space. */
#ifndef FUZZ_LINUX_TYPES_H
#define FUZZ_LINUX_TYPES_H

#include_next <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;

#endif
