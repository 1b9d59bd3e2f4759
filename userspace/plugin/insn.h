/* SPDX-License-Identifier: GPL-2.0 */
/* What QEMU's API says of an instruction that it translates, whatever its version. */
#ifndef FB_PLUGIN_INSN_H
#define FB_PLUGIN_INSN_H

#include <stddef.h>
#include <stdint.h>

#include "plugin/isa.h"
#include "plugin/qemu.h"

/** insn_bytes - put the bytes of an instruction into @bytes, zeroes behind them; Return: how many */
size_t insn_bytes(const struct qemu_plugin_insn *insn, uint8_t bytes[FB_INSN_MAX]);

#endif
