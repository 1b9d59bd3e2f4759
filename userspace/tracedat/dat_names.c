// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <event-parse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracedat/dat_names.h"
#include "line/str.h"

/* A tracer gives an address within the first instructions of a function. What is further away is another function. */
#define ENTRY_MAX 64

struct fb_dat_symbol {
	uint64_t addr;
	uint32_t at;
	uint32_t len;
};

/* What libtraceevent prints, into a file in memory: "ffffffffc0201010 failover_get_bymac [failover]". */
static int print_to(int fd, struct tep_handle *tep)
{
	int was, ret = 0;

	fflush(stdout);
	was = dup(STDOUT_FILENO);
	if (was < 0)
		return -errno;
	if (dup2(fd, STDOUT_FILENO) < 0) {
		ret = -errno;
	} else {
		tep_print_funcs(tep);
		if (fflush(stdout))
			ret = -EIO;
		if (dup2(was, STDOUT_FILENO) < 0)
			ret = -errno;
	}
	close(was);
	return ret;
}

static int map_text(struct fb_dat_names *names, struct tep_handle *tep)
{
	int fd = memfd_create("symbols", MFD_CLOEXEC), ret;
	struct stat st;

	if (fd < 0)
		return -errno;
	ret = print_to(fd, tep);
	if (!ret && fstat(fd, &st))
		ret = -errno;
	if (!ret && st.st_size > UINT32_MAX)
		ret = -EFBIG;
	if (!ret && st.st_size) {
		names->len = (size_t)st.st_size;
		names->text = mmap(NULL, names->len, PROT_READ, MAP_PRIVATE, fd, 0);
		if (names->text == MAP_FAILED)
			ret = -errno;
	}
	close(fd);
	return ret;
}

static void add(struct fb_dat_names *names, const char *p, const char *end)
{
	char *behind;
	uint64_t addr = strtoull(p, &behind, 16);
	struct fb_str name;

	if (behind >= end || *behind != ' ' || !addr)
		return;
	name = fb_piece(behind + 1, end);
	if (!name.len)
		return;
	if (fb_str_is(&name, "__irqentry_text_start"))
		names->irq_from = addr;
	else if (fb_str_is(&name, "__irqentry_text_end"))
		names->irq_to = addr;
	names->symbol[names->nr++] = (struct fb_dat_symbol){
		.addr = addr, .at = (uint32_t)(name.at - names->text), .len = (uint32_t)name.len
	};
}

/* Of symbols with one address the kernel prints the first of its list, which is the last of libtraceevent's. */
static int compare(const void *a, const void *b)
{
	const struct fb_dat_symbol *one = a, *other = b;

	if (one->addr != other->addr)
		return one->addr < other->addr ? -1 : 1;
	return one->at < other->at ? -1 : one->at > other->at;
}

int fb_dat_names_load(struct fb_dat_names *names, struct tep_handle *tep)
{
	const char *p, *end, *nl;
	size_t lines = 0;
	int ret;

	memset(names, 0, sizeof(*names));
	ret = map_text(names, tep);
	if (ret || !names->len)
		return ret;
	end = names->text + names->len;
	for (p = names->text; (p = memchr(p, '\n', (size_t)(end - p))); p++)
		lines++;
	names->symbol = calloc(lines + 1, sizeof(*names->symbol));
	if (!names->symbol)
		return -ENOMEM;
	for (p = names->text; (nl = memchr(p, '\n', (size_t)(end - p))); p = nl + 1)
		add(names, p, nl);
	qsort(names->symbol, names->nr, sizeof(*names->symbol), compare);
	return 0;
}

static struct fb_str look_up(const struct fb_dat_names *names, uint64_t addr)
{
	size_t from = 0, to = names->nr;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (names->symbol[mid].addr <= addr)
			from = mid + 1;
		else
			to = mid;
	}
	if (!from || addr - names->symbol[from - 1].addr > ENTRY_MAX)
		return (struct fb_str){ .len = 0 };
	return (struct fb_str){ .at = names->text + names->symbol[from - 1].at,
				.len = names->symbol[from - 1].len };
}

struct fb_str fb_dat_names_at(struct fb_dat_names *names, uint64_t addr)
{
	size_t slot = (addr >> 4 ^ addr >> 16) % FB_DAT_RECENT;

	if (names->recent[slot] != addr) {
		names->recent[slot] = addr;
		names->found[slot] = look_up(names, addr);
	}
	return names->found[slot];
}
