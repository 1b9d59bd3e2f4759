/* SPDX-License-Identifier: GPL-2.0 */
/* Callbacks of a flowtable's block, for kernels that have them in nf_flow_table (before 6.8). */
#ifndef FB_COMPAT_NET_NETFILTER_NF_FLOW_TABLE_H
#define FB_COMPAT_NET_NETFILTER_NF_FLOW_TABLE_H

#include_next <net/netfilter/nf_flow_table.h>

/*
 * Without this folder, write nf_flow_table_offload_add_cb() and nf_flow_table_offload_del_cb().
 * They were functions of the module nf_flow_table, which our module does not depend on.
 */
#ifdef FB_KERNEL_HAS_FLOW_TABLE_CB_INLINE
static inline int fb_flow_table_add_cb(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv)
{
	return nf_flow_table_offload_add_cb(table, cb, priv);
}

static inline void fb_flow_table_del_cb(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv)
{
	nf_flow_table_offload_del_cb(table, cb, priv);
}
#else
static inline int fb_flow_table_add_cb(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv)
{
	int (*add)(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv) =
		symbol_get(nf_flow_table_offload_add_cb);
	int err;

	if (!add)
		return -EOPNOTSUPP;
	err = add(table, cb, priv);
	symbol_put(nf_flow_table_offload_add_cb);
	return err;
}

static inline void fb_flow_table_del_cb(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv)
{
	void (*del)(struct nf_flowtable *table, flow_setup_cb_t *cb, void *priv) =
		symbol_get(nf_flow_table_offload_del_cb);

	if (!del)
		return;
	del(table, cb, priv);
	symbol_put(nf_flow_table_offload_del_cb);
}
#endif

#endif /* FB_COMPAT_NET_NETFILTER_NF_FLOW_TABLE_H */
