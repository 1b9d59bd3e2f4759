// SPDX-License-Identifier: GPL-2.0
/* Creates the trace events of the file "why". */
#include <linux/trace_seq.h>
#include <net/netfilter/nf_conntrack.h>

#define CREATE_TRACE_POINTS
#include "trace.h"

/**
 * fb_why_error_text() - print what a function has returned
 * @p: scratch sequence of the event's print function
 * @err: 0, a negative errno, or FB_WHY_NOT_CALLED
 *
 * Return: text within @p, valid until the caller has printed it.
 * Context: a reader of the trace; never the packet path.
 */
const char *fb_why_error_text(struct trace_seq *p, int err)
{
	const char *text = trace_seq_buffer_ptr(p);

	if (err == FB_WHY_NOT_CALLED)
		trace_seq_putc(p, '-');
	else
		trace_seq_printf(p, "%d", err);
	trace_seq_putc(p, '\0');
	return text;
}
