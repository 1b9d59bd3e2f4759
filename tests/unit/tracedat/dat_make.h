/* SPDX-License-Identifier: GPL-2.0 */
/* Writes a trace.dat of version 6 (trace-cmd.dat.v6(5)), of a kernel with two CPUs, piece by piece. */
#ifndef FB_UNIT_DAT_MAKE_H
#define FB_UNIT_DAT_MAKE_H

#include "unit.h"

#define DAT_PAGE  4096
#define DAT_ENTRY 11
#define DAT_EXIT  10
#define DAT_PRINT 5

/* A page of one CPU's ring buffer. */
struct dat_page {
	unsigned char data[DAT_PAGE];
	size_t used;
	uint64_t time;
	bool lost;
};

/* The file; @edge has where each of its parts ends. */
struct dat_made {
	unsigned char data[16 * DAT_PAGE];
	size_t len;
	size_t edge[32];
	unsigned int edges;
	bool big;
	const char *clock;
	struct dat_page cpu[2];
};

static void dat_number(const struct dat_made *m, unsigned char *to, uint64_t value, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		to[m->big ? len - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

static void dat_put(struct dat_made *m, const void *from, size_t len)
{
	assert_in_range(m->len + len, 0, sizeof(m->data));
	memcpy(m->data + m->len, from, len);
	m->len += len;
}

static void dat_put_number(struct dat_made *m, uint64_t value, size_t len)
{
	dat_number(m, m->data + m->len, value, len);
	m->len += len;
}

static void dat_edge(struct dat_made *m)
{
	m->edge[m->edges++] = m->len;
}

/* A text with its length, a number of @len bytes, before it. */
static void dat_put_sized(struct dat_made *m, const char *text, size_t len)
{
	dat_put_number(m, strlen(text), len);
	dat_put(m, text, strlen(text));
	dat_edge(m);
}

/* --- records ------------------------------------------------------------------ */

/* Begins a record of @len bytes, a multiple of 4, at @time of @cpu; returns where its fields go. */
static unsigned char *dat_record(struct dat_made *m, int cpu, uint64_t time, int type, int pid,
				 size_t len)
{
	struct dat_page *p = &m->cpu[cpu];
	uint64_t delta;
	unsigned char *to;

	if (!p->used) {
		p->time = time;
		p->used = 16;
		dat_number(m, p->data, time, 8);
	}
	delta = time - p->time;
	p->time = time;
	dat_number(m, p->data + p->used, m->big ? len / 4 << 27 | delta : len / 4 | delta << 5, 4);
	to = p->data + p->used + 4;
	p->used += 4 + len;
	assert_in_range(p->used, 0, DAT_PAGE);
	dat_number(m, to, (uint64_t)type, 2);
	dat_number(m, to + 4, (uint64_t)pid, 4);
	return to;
}

static void dat_entry(struct dat_made *m, int cpu, uint64_t time, int pid, uint64_t func,
		      uint32_t depth)
{
	unsigned char *to = dat_record(m, cpu, time, DAT_ENTRY, pid, 20);

	dat_number(m, to + 8, func, 8);
	dat_number(m, to + 16, depth, 4);
}

static void dat_exit(struct dat_made *m, int cpu, uint64_t time, int pid, uint64_t func,
		     uint32_t depth, uint64_t took)
{
	unsigned char *to = dat_record(m, cpu, time, DAT_EXIT, pid, 40);

	dat_number(m, to + 8, func, 8);
	dat_number(m, to + 16, depth, 4);
	dat_number(m, to + 24, time - took, 8);
	dat_number(m, to + 32, time, 8);
}

/* What somebody has written to trace_marker. */
static void dat_marker(struct dat_made *m, int cpu, uint64_t time, int pid, const char *text)
{
	size_t len = (16 + strlen(text) + 4) & ~(size_t)3;
	unsigned char *to = dat_record(m, cpu, time, DAT_PRINT, pid, len);

	strcpy((char *)to + 16, text);
}

/* --- the file ------------------------------------------------------------------- */

#define DAT_COMMON                                                                     \
	"format:\n"                                                                    \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char *const dat_formats[] = {
	"name: funcgraph_entry\nID: 11\n" DAT_COMMON
	"\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:int depth;\toffset:16;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"--> %ps (%d)\", (void *)REC->func, REC->depth\n",
	"name: funcgraph_exit\nID: 10\n" DAT_COMMON
	"\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:int depth;\toffset:16;\tsize:4;\tsigned:1;\n"
	"\tfield:unsigned int overrun;\toffset:20;\tsize:4;\tsigned:0;\n"
	"\tfield:unsigned long long calltime;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:unsigned long long rettime;\toffset:32;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"<-- %ps (%d)\", (void *)REC->func, REC->depth\n",
	"name: print\nID: 5\n" DAT_COMMON
	"\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:char buf[];\toffset:16;\tsize:0;\tsigned:0;\n\n"
	"print fmt: \"%ps: %s\", (void *)REC->ip, REC->buf\n",
};

static const char dat_page_format[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
				      "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
				      "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
				      "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

static const char dat_event_format[] = "# compressed entry header\n"
				       "\ttype_len    :    5 bits\n"
				       "\ttime_delta  :   27 bits\n"
				       "\tarray       :   32 bits\n\n"
				       "\tpadding     : type == 29\n"
				       "\ttime_extend : type == 30\n"
				       "\ttime_stamp : type == 31\n"
				       "\tdata max type_len  == 28\n";

/* Two symbols at one address, and one of a module. */
static const char dat_symbols[] = "ffffffff81000010 T ip_rcv\n"
				  "ffffffff81000010 t ip_rcv_alias\n"
				  "ffffffff81000200 T kfree\n"
				  "ffffffff81000400 T __irqentry_text_start\n"
				  "ffffffff81000410 T sysvec_timer\n"
				  "ffffffff81000500 T __irqentry_text_end\n"
				  "ffffffffc0000040 t nft_do\t[nf_tables]\n";

static void dat_head(struct dat_made *m)
{
	dat_put(m, "\x17\x08\x44tracing6", 12);
	dat_put_number(m, m->big, 1);
	dat_put_number(m, 8, 1);
	dat_put_number(m, DAT_PAGE, 4);
	dat_edge(m);
}

static void dat_options(struct dat_made *m)
{
	dat_put(m, "options  ", 10);
	if (m->clock) {
		dat_put_number(m, 4, 2);
		dat_put_sized(m, m->clock, 4);
	}
	dat_put_number(m, 0, 2);
	dat_edge(m);
}

/* Puts the pages of both CPUs behind all else. */
static void dat_pages(struct dat_made *m)
{
	size_t at = (m->len + 10 + 32 + DAT_PAGE - 1) / DAT_PAGE * DAT_PAGE;
	int i;

	dat_put(m, "flyrecord", 10);
	for (i = 0; i < 2; i++) {
		dat_put_number(m, at + (size_t)i * DAT_PAGE, 8);
		dat_put_number(m, m->cpu[i].used ? DAT_PAGE : 0, 8);
	}
	dat_edge(m);
	m->len = at;
	for (i = 0; i < 2; i++) {
		struct dat_page *p = &m->cpu[i];

		if (!p->used)
			continue;
		dat_number(m, p->data + 8, (p->used - 16) | (p->lost ? 1u << 31 : 0), 8);
		m->len = at + (size_t)i * DAT_PAGE;
		dat_put(m, p->data, DAT_PAGE);
		dat_edge(m);
	}
}

/* Makes the file of the records that were added. */
static void dat_make(struct dat_made *m)
{
	size_t i;

	dat_head(m);
	dat_put(m, "header_page", 12);
	dat_put_sized(m, dat_page_format, 8);
	dat_put(m, "header_event", 13);
	dat_put_sized(m, dat_event_format, 8);
	dat_put_number(m, 3, 4);
	for (i = 0; i < 3; i++)
		dat_put_sized(m, dat_formats[i], 8);
	dat_put_number(m, 0, 4);
	dat_edge(m);
	dat_put_sized(m, dat_symbols, 4);
	dat_put_sized(m, "", 4);
	dat_put_sized(m, "77 bash\n78 a|b=>c\n", 8);
	dat_put_number(m, 2, 4);
	dat_edge(m);
	dat_options(m);
	dat_pages(m);
}

#endif
