// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "plugin/insn.h"

size_t insn_bytes(const struct qemu_plugin_insn *insn, uint8_t bytes[FB_INSN_MAX])
{
	size_t len = qemu_plugin_insn_size(insn);

	memset(bytes, 0, FB_INSN_MAX);
	if (len > FB_INSN_MAX)
		len = FB_INSN_MAX;
#if FB_PLUGIN_API >= 3
	return qemu_plugin_insn_data(insn, bytes, len);
#else
	memcpy(bytes, qemu_plugin_insn_data(insn), len);
	return len;
#endif
}
