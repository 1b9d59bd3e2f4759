/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the ruleset of nftables from the kernel. */
#ifndef FB_STATE_RULESET_READ_H
#define FB_STATE_RULESET_READ_H

#include "lib/error.h"
#include "state/gateway.h"

/**
 * fb_ruleset_read - read the ruleset of the calling thread's network namespace
 * @rs: receives it; the caller calls fb_ruleset_free() after success
 * @error: receives what is wrong
 *
 * Elements of sets are not read. Elements of verdict maps are. Asking makes the kernel load nf_tables if it can.
 *
 * Return: 0; -EPERM without CAP_NET_ADMIN; -EOPNOTSUPP if the kernel has no nf_tables; -EAGAIN if the ruleset
 * changed during two readings; or another negative errno.
 */
int fb_ruleset_read(struct fb_ruleset *rs, struct fb_error *error);

#endif
