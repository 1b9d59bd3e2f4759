/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the plugin uses of QEMU's API for plugins. It is written from facts about that API: Debian ships no
 * header of it. Version 1 is that of QEMU 6.0 to 8.2. From version 3 on, that of 9.1, an instruction's bytes
 * are copied instead of pointed to.
 */
#ifndef FB_PLUGIN_QEMU_H
#define FB_PLUGIN_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef FB_PLUGIN_API
#define FB_PLUGIN_API 1
#endif

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

/* The third argument when a callback is registered: the callback reads no register. */
#define NO_REGS 0

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*cb)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  void (*cb)(unsigned int cpu, void *data), int flags,
					  void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*cb)(unsigned int cpu, void *data), int flags,
					    void *data);
/* The fifth argument of the next: reads and writes. */
#define READS_AND_WRITES 3

void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*cb)(unsigned int cpu, uint32_t info, uint64_t vaddr,
						 void *data),
				      int flags, int rw, void *data);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(uint32_t info, uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *hw);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *hw);
unsigned int qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*cb)(uint64_t id, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
#if FB_PLUGIN_API >= 3
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to, size_t len);
#else
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
#endif

#endif
