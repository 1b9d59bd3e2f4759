/* SPDX-License-Identifier: GPL-2.0 */
/* All packet counters of a network namespace, as lines "KEY VALUE". */
#ifndef FB_SYSTEM_COUNTERS_H
#define FB_SYSTEM_COUNTERS_H

#include <stdio.h>

/**
 * fb_counters_print - print all counters
 * @netns: name of the namespace
 * @out: receives hook.* (the module's, of all namespaces), dev.*, snmp.*, snmp6.*, xfrm.* and
 *	ct.all; groups whose module is not loaded are left out
 *
 * Return: 0 or a negative errno.
 */
int fb_counters_print(const char *netns, FILE *out);

#endif
