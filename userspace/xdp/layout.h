/* SPDX-License-Identifier: GPL-2.0 */
/* What the XDP program must know of the running kernel. */
#ifndef FB_XDP_LAYOUT_H
#define FB_XDP_LAYOUT_H

#include <bpf/btf.h>

#include "lib/error.h"
#include "xdp/program.h"

/** FB_XDP_LOOKUP - the kernel's function that looks up a flow for XDP */
#define FB_XDP_LOOKUP "bpf_xdp_flow_lookup"

/**
 * fb_xdp_layout_read - find them in the running kernel
 * @layout: receives them
 * @module: receives a descriptor of the BTF of nf_flow_table, which the caller closes; -1 if it is no module
 * @error: receives what is missing
 *
 * Return: 0 or a negative errno.
 */
int fb_xdp_layout_read(struct fb_xdp_layout *layout, int *module, struct fb_error *error);

#endif
