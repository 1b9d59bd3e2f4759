// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <trace-cmd.h>

#include "lib/out.h"
#include "tracedat/dat_event.h"
#include "tracedat/dat_file.h"
#include "tracedat/dat_names.h"
#include "tracedat/dat_text.h"

#define NS_PER_S UINT64_C(1000000000)

/* One CPU of the buffer that is read. */
struct lane {
	struct tep_record *rec; /* the next one, NULL at the end */
	bool call; /* whether @is tells what it is */
	struct fb_dat_call is;
};

struct dat {
	struct fb_dat_file file;
	struct fb_dat_names names;
	bool timed;
	int print, bprint, bputs; /* ids of what trace_printk() and trace_marker write */
	struct lane *lane;
	int nr;
	struct trace_seq seq;
	struct fb_out out;
};

/* --- records ------------------------------------------------------------------ */

static int keep(struct dat *d, struct lane *l, struct tep_record *rec)
{
	int ret = 0;

	l->rec = rec;
	fb_dat_alive(&d->file);
	if (rec)
		ret = fb_dat_call_read(&d->file.formats, rec, &l->is);
	l->call = ret > 0;
	if (ret >= 0)
		return 0;
	return fb_error(d->file.why, -EINVAL, "trace.dat: a damaged record at offset %llu",
			(unsigned long long)rec->offset);
}

static int begin(struct dat *d)
{
	int i, ret = 0;

	d->nr = tep_get_cpus(d->file.tep);
	d->lane = d->nr > 0 ? calloc((size_t)d->nr, sizeof(*d->lane)) : NULL;
	if (!d->lane)
		return -ENOMEM;
	for (i = 0; !ret && i < d->nr; i++)
		ret = keep(d, &d->lane[i], tracecmd_read_cpu_first(d->file.in, i));
	return ret;
}

/* The CPU with the oldest record; of equal ones the first, as the kernel has it. */
static int oldest(const struct dat *d)
{
	int i, found = -1;

	for (i = 0; i < d->nr; i++)
		if (d->lane[i].rec && (found < 0 || d->lane[i].rec->ts < d->lane[found].rec->ts))
			found = i;
	return found;
}

/* --- text ----------------------------------------------------------------------- */

/* The name must not look like a column, nor like a task that switches. */
static void put_task(struct dat *d, struct tep_record *rec)
{
	int pid = tep_data_pid(d->file.tep, rec);
	const char *name = tep_data_comm_from_pid(d->file.tep, pid), *p;

	for (p = name ? name : "<...>"; *p; p++) {
		bool odd = *p < ' ' || *p > '~' || *p == '|' || (*p == '=' && p[1] == '>');

		fb_out_char(&d->out, odd ? '?' : *p);
	}
	fb_out_char(&d->out, '-');
	fb_out_uint(&d->out, (uint64_t)(pid < 0 ? 0 : pid));
}

static void put_seconds(struct dat *d, uint64_t ns)
{
	uint64_t scale;

	fb_out_uint(&d->out, ns / NS_PER_S);
	fb_out_char(&d->out, '.');
	for (scale = NS_PER_S / 10; scale; scale /= 10)
		fb_out_char(&d->out, (char)('0' + ns / scale % 10));
}

/* "16.218728045 |   1)  ping-158  |", all that stands before the duration */
static void put_columns(struct dat *d, struct tep_record *rec)
{
	if (d->timed) {
		put_seconds(d, rec->ts);
		fb_out_text(&d->out, " | ");
	}
	fb_out_char(&d->out, ' ');
	fb_out_uint(&d->out, (uint64_t)rec->cpu);
	fb_out_text(&d->out, ")  ");
	put_task(d, rec);
	fb_out_text(&d->out, "  | ");
}

static void put_duration(struct dat *d, const struct fb_dat_call *exit)
{
	if (!exit || exit->to < exit->from || exit->to - exit->from > INT64_MAX / 4)
		fb_out_text(&d->out, "  |  ");
	else {
		fb_out_us(&d->out, (int64_t)(exit->to - exit->from), 0);
		fb_out_text(&d->out, " us  |  ");
	}
}

/* What the kernel shows: an error as a negative number, all else in hex. */
static void put_retval(struct dat *d, const struct fb_dat_call *exit)
{
	int64_t value = (int64_t)exit->retval;

	if (!(exit->retval >> 32) && exit->retval & 0x80000000u)
		value = (int32_t)exit->retval;
	if (value < 0 && value >= -4095)
		fb_out_printf(&d->out, " = %lld", (long long)value);
	else
		fb_out_printf(&d->out, " = 0x%llx", (unsigned long long)exit->retval);
}

static void put_args(struct dat *d, const struct fb_dat_call *entry)
{
	unsigned int i;

	fb_out_char(&d->out, '(');
	for (i = 0; i < entry->nr_args; i++)
		fb_out_printf(&d->out, "%s0x%llx", i ? ", " : "",
			      (unsigned long long)entry->arg[i]);
	fb_out_char(&d->out, ')');
}

/* A line of its own before and behind what an interrupt enters, as the kernel has it. */
static void put_arrow(struct dat *d, struct tep_record *rec, uint64_t func, const char *arrow)
{
	if (func < d->names.irq_from || func >= d->names.irq_to)
		return;
	put_columns(d, rec);
	fb_out_text(&d->out, arrow);
	fb_out_text(&d->out, " |\n");
}

/* A function without a symbol, as `trace-cmd report -R` shows it: the reader takes an address for a name there only. */
static void put_nameless(struct dat *d, struct tep_record *rec, const struct fb_dat_call *call)
{
	put_task(d, rec);
	fb_out_text(&d->out, " [");
	fb_out_uint(&d->out, (uint64_t)rec->cpu);
	fb_out_text(&d->out, "] ");
	if (d->timed)
		put_seconds(d, rec->ts);
	else
		fb_out_uint(&d->out, rec->ts);
	fb_out_printf(&d->out, ": funcgraph_%s: func:0x%llx depth:%d",
		      call->exit ? "exit" : "entry", (unsigned long long)call->func, call->depth);
	if (call->exit)
		fb_out_printf(&d->out, " calltime:0x%llx rettime:0x%llx",
			      (unsigned long long)call->from, (unsigned long long)call->to);
	fb_out_char(&d->out, '\n');
}

/* @exit ends the call at once: a leaf. NULL if other records come first. */
static void put_entry(struct dat *d, struct tep_record *rec, const struct fb_dat_call *entry,
		      const struct fb_dat_call *exit)
{
	struct fb_str name = fb_dat_names_at(&d->names, entry->func);

	if (!name.len) {
		put_nameless(d, rec, entry);
		if (exit)
			put_nameless(d, rec, exit);
		return;
	}
	put_arrow(d, rec, entry->func, "==========>");
	put_columns(d, rec);
	put_duration(d, exit);
	fb_out_blanks(&d->out, 2 * (size_t)entry->depth);
	fb_out_bytes(&d->out, name.at, name.len);
	put_args(d, entry);
	fb_out_text(&d->out, exit ? ";" : " {");
	if (exit && exit->returned) {
		fb_out_text(&d->out, " /*");
		put_retval(d, exit);
		fb_out_text(&d->out, " */");
	}
	fb_out_char(&d->out, '\n');
	if (exit)
		put_arrow(d, rec, entry->func, "<==========");
}

static void put_exit(struct dat *d, struct tep_record *rec, const struct fb_dat_call *exit)
{
	struct fb_str name = fb_dat_names_at(&d->names, exit->func);

	if (!name.len) {
		put_nameless(d, rec, exit);
		return;
	}
	put_columns(d, rec);
	put_duration(d, exit);
	fb_out_blanks(&d->out, 2 * (size_t)exit->depth);
	fb_out_text(&d->out, "} /* ");
	fb_out_bytes(&d->out, name.at, name.len);
	if (exit->returned)
		put_retval(d, exit);
	fb_out_text(&d->out, " */\n");
	put_arrow(d, rec, exit->func, "<==========");
}

/* What trace_printk() and trace_marker write stands alone; other events have their name before it. */
static void put_event(struct dat *d, struct tep_record *rec)
{
	int id = tep_data_type(d->file.tep, rec);
	const char *p;

	trace_seq_reset(&d->seq);
	if (id == d->print || id == d->bprint || id == d->bputs)
		tep_print_event(d->file.tep, &d->seq, rec, "%s", TEP_PRINT_INFO);
	else
		tep_print_event(d->file.tep, &d->seq, rec, "%s: %s", TEP_PRINT_NAME,
				TEP_PRINT_INFO);
	trace_seq_terminate(&d->seq);
	p = d->seq.buffer;
	/* libtraceevent puts the function that wrote it before the text. */
	if ((id == d->print || id == d->bprint || id == d->bputs) && strstr(p, ": "))
		p = strstr(p, ": ") + 2;
	put_columns(d, rec);
	fb_out_text(&d->out, "  |  /* ");
	for (; *p; p++)
		fb_out_char(&d->out, *p == '\n' || *p == '\r' ? ' ' : *p);
	fb_out_text(&d->out, " */\n");
}

static void put_lost(struct dat *d, struct tep_record *rec)
{
	if (!rec->missed_events)
		return;
	fb_out_printf(&d->out, "CPU:%d [LOST ", rec->cpu);
	if (rec->missed_events > 0)
		fb_out_printf(&d->out, "%lld ", (long long)rec->missed_events);
	fb_out_text(&d->out, "EVENTS]\n");
}

/* --- all of it -------------------------------------------------------------------- */

/* Is the next record of the CPU the end of this call, with nothing lost between them? */
static bool is_leaf(const struct dat *d, struct tep_record *rec, const struct fb_dat_call *entry,
		    const struct lane *next)
{
	return next->rec && next->call && next->is.exit && next->is.func == entry->func &&
	       next->is.depth == entry->depth && !next->rec->missed_events &&
	       tep_data_pid(d->file.tep, next->rec) == tep_data_pid(d->file.tep, rec);
}

/* Writes the next record of a CPU, and the one behind it if both are a leaf. */
static int take(struct dat *d, int cpu)
{
	struct lane *l = &d->lane[cpu];
	struct fb_dat_call call = l->is;
	struct tep_record *rec = l->rec;
	bool is_call = l->call, leaf;
	int ret;

	ret = keep(d, l, tracecmd_read_data(d->file.in, cpu));
	if (ret)
		return ret;
	put_lost(d, rec);
	if (!is_call) {
		put_event(d, rec);
	} else if (call.exit) {
		put_exit(d, rec, &call);
	} else {
		leaf = is_leaf(d, rec, &call, l);
		put_entry(d, rec, &call, leaf ? &l->is : NULL);
		if (leaf) {
			tracecmd_free_record(l->rec);
			ret = keep(d, l, tracecmd_read_data(d->file.in, cpu));
		}
	}
	tracecmd_free_record(rec);
	return ret;
}

static int event_id(const struct dat *d, const char *name)
{
	const struct tep_event *event = tep_find_event_by_name(d->file.tep, "ftrace", name);

	return event ? event->id : -1;
}

static int write_all(struct dat *d)
{
	off_t from = fb_dat_said();
	int cpu, ret = begin(d);

	while (!ret && (cpu = oldest(d)) >= 0)
		ret = take(d, cpu);
	if (ret)
		return ret;
	/* tracecmd_read_data() returns no error: what it says is the only sign that it has left records out. */
	return fb_dat_said() > from
		       ? fb_dat_complain(&d->file, from, "libtracecmd cannot read all records")
		       : 0;
}

int fb_dat_text(int fd, FILE *f, struct fb_error *error)
{
	struct dat *d = calloc(1, sizeof(*d));
	int ret;

	if (!d)
		return -ENOMEM;
	fb_out_begin(&d->out, f);
	ret = fb_dat_file_open(&d->file, fd, error);
	ret = ret ? ret : fb_dat_names_load(&d->names, d->file.tep);
	if (ret)
		/* cppcheck-suppress memleak ; this is a child, which ends now */
		return ret;
	d->timed = fb_dat_head_ns(&d->file.head);
	d->print = event_id(d, "print");
	d->bprint = event_id(d, "bprint");
	d->bputs = event_id(d, "bputs");
	trace_seq_init(&d->seq);
	ret = write_all(d);
	fb_out_flush(&d->out);
	return ret;
}
