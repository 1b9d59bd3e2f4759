/* SPDX-License-Identifier: GPL-2.0 */
/* The function_graph records of a trace.dat: what their fields say. */
#ifndef FB_TRACEDAT_DAT_EVENT_H
#define FB_TRACEDAT_DAT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct tep_format_field;
struct tep_handle;
struct tep_record;

/**
 * struct fb_dat_format - where a kind of record has its fields; NULL for a field that this kernel does not have
 * @id: of the kind, -1 if the file does not have it
 * @func: the function
 * @depth: how deep it stands
 * @calltime: when it began
 * @rettime: when it ended
 * @retval: what it returned
 * @args: its arguments, up to the end of the record
 */
struct fb_dat_format {
	int id;
	struct tep_format_field *func;
	struct tep_format_field *depth;
	struct tep_format_field *calltime;
	struct tep_format_field *rettime;
	struct tep_format_field *retval;
	struct tep_format_field *args;
};

/**
 * struct fb_dat_formats - all of them
 * @tep: who knows the file's formats
 * @entry: funcgraph_entry
 * @retaddr: fgraph_retaddr_entry, which takes its place if the kernel also records who called
 * @exit: funcgraph_exit
 */
struct fb_dat_formats {
	struct tep_handle *tep;
	struct fb_dat_format entry;
	struct fb_dat_format retaddr;
	struct fb_dat_format exit;
};

/**
 * struct fb_dat_call - a function_graph record
 * @exit: whether it ends a call
 * @func: the function's address
 * @depth: how deep it stands
 * @from: when it began, 0 if the record does not say
 * @to: when it ended
 * @returned: whether @retval is there
 * @retval: what the function returned
 * @nr_args: how many arguments are there
 * @arg: the arguments
 */
struct fb_dat_call {
	bool exit;
	uint64_t func;
	int32_t depth;
	uint64_t from;
	uint64_t to;
	bool returned;
	uint64_t retval;
	unsigned int nr_args;
	uint64_t arg[8];
};

/** fb_dat_formats_find - find the formats of a file; Return: whether it has those of function_graph */
bool fb_dat_formats_find(struct fb_dat_formats *fm, struct tep_handle *tep);

/**
 * fb_dat_call_read - read a record
 * @fm: the formats
 * @rec: the record
 * @call: receives it
 *
 * Return: 1, 0 if it is another kind of record, -EINVAL if its fields are not within it or their values cannot be.
 */
int fb_dat_call_read(const struct fb_dat_formats *fm, struct tep_record *rec,
		     struct fb_dat_call *call);

#endif
