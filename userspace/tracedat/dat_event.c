// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <event-parse.h>
#include <stddef.h>

#include "tracedat/dat_event.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A kernel's tracer follows 50 calls into each other; a file with more than this many levels is damaged. */
#define DEPTH_MAX 4096

static void find(struct tep_handle *tep, const char *name, struct fb_dat_format *fmt)
{
	struct tep_event *event = tep_find_event_by_name(tep, "ftrace", name);

	*fmt = (struct fb_dat_format){ .id = -1 };
	if (!event)
		return;
	fmt->id = event->id;
	fmt->func = tep_find_field(event, "func");
	fmt->depth = tep_find_field(event, "depth");
	fmt->calltime = tep_find_field(event, "calltime");
	fmt->rettime = tep_find_field(event, "rettime");
	fmt->retval = tep_find_field(event, "retval");
	fmt->args = tep_find_field(event, "args");
}

bool fb_dat_formats_find(struct fb_dat_formats *fm, struct tep_handle *tep)
{
	fm->tep = tep;
	find(tep, "funcgraph_entry", &fm->entry);
	find(tep, "fgraph_retaddr_entry", &fm->retaddr);
	find(tep, "funcgraph_exit", &fm->exit);
	return fm->entry.id >= 0 && fm->exit.id >= 0;
}

/* A field that the kernel does not have is 0. */
static bool field(const struct fb_dat_formats *fm, struct tep_record *rec,
		  const struct tep_format_field *f, uint64_t *value)
{
	*value = 0;
	if (!f)
		return true;
	if (f->offset < 0 || f->size < 1 || f->size > 8 || f->offset + f->size > rec->size)
		return false;
	*value = tep_read_number(fm->tep, (char *)rec->data + f->offset, f->size);
	return true;
}

static void arguments(const struct fb_dat_formats *fm, const struct fb_dat_format *fmt,
		      struct tep_record *rec, struct fb_dat_call *call)
{
	int at, word = tep_get_long_size(fm->tep);

	if (!fmt->args || (word != 4 && word != 8) || fmt->args->offset < 0)
		return;
	for (at = fmt->args->offset; at + word <= rec->size && call->nr_args < SIZE(call->arg);
	     at += word)
		call->arg[call->nr_args++] = tep_read_number(fm->tep, (char *)rec->data + at, word);
}

int fb_dat_call_read(const struct fb_dat_formats *fm, struct tep_record *rec,
		     struct fb_dat_call *call)
{
	int id = tep_data_type(fm->tep, rec);
	const struct fb_dat_format *fmt = id == fm->entry.id	 ? &fm->entry
					  : id == fm->retaddr.id ? &fm->retaddr
								 : &fm->exit;
	uint64_t depth;

	if (fmt->id != id)
		return 0;
	*call = (struct fb_dat_call){ .exit = fmt == &fm->exit, .returned = fmt->retval };
	if (!fmt->func || !fmt->depth || !field(fm, rec, fmt->func, &call->func) ||
	    !field(fm, rec, fmt->depth, &depth) || depth > DEPTH_MAX ||
	    !field(fm, rec, fmt->calltime, &call->from) ||
	    !field(fm, rec, fmt->rettime, &call->to) || !field(fm, rec, fmt->retval, &call->retval))
		return -EINVAL;
	call->depth = (int32_t)depth;
	arguments(fm, fmt, rec, call);
	return 1;
}
