// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/symbols.h"
#include "lib/text_lines.h"
#include "lib/vector.h"

#define NONE UINT32_MAX

static int add_function(struct fb_symbols *syms, const char *name, const char *module)
{
	if (fb_vector_grow(syms->function, syms->nr_functions))
		return -ENOMEM;
	syms->function[syms->nr_functions] = (struct fb_function){ name, module };
	return (int)syms->nr_functions++;
}

/* The linker's own, of what begins or ends there. */
static bool is_border(const char *name)
{
	return strstr(name, "_text_end") || strstr(name, "_text_start");
}

/* The same function, for code that runs before the kernel is where it belongs. */
static bool is_early(const char *name)
{
	return !strncmp(name, "__pi_", 5);
}

/* Of two names of one address: the plainer one. */
static int plainness(const struct fb_symbol *s)
{
	return (int)strspn(s->name, "_") + (strchr(s->name, '.') ? 8 : 0) +
	       (is_border(s->name) || is_early(s->name) ? 16 : 0);
}

static int by_address(const void *a, const void *b)
{
	const struct fb_symbol *x = a, *y = b;
	int d;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	d = plainness(x) - plainness(y);
	return d ? d : strcmp(x->name, y->name);
}

/* "ffffffffc0000000 t name\t[module]" */
static int parse_line(char *line, struct fb_symbol *s)
{
	char *end, *type;

	if (!isxdigit((unsigned char)*line))
		return -EINVAL;
	errno = 0;
	s->addr = strtoull(line, &end, 16);
	if (errno || *end != ' ' || !end[1] || end[2] != ' ' || !end[3])
		return -EINVAL;
	type = end + 1;
	s->name = end + 3;
	s->module = NULL;
	s->function = NONE;
	end += 3 + strcspn(end + 3, " \t");
	if (end == s->name)
		return -EINVAL;
	if (*end) {
		*end++ = '\0';
		end += strspn(end, " \t");
		if (*end != '[' || strcspn(end, "]") + 1 != strlen(end))
			return -EINVAL;
		s->module = end + 1;
		end[strlen(end) - 1] = '\0';
	}
	/* "$x" and "$d" say what follows in arm64's ELF files (ELF for the Arm 64-bit Architecture, 5.5.4). */
	return strchr("tTwW", *type) && strncmp(s->name, "__pfx_", 6) && *s->name != '$';
}

static int parse_lines(struct fb_symbols *syms, size_t room, struct fb_error *error)
{
	struct fb_text_lines t = { .rest = syms->text, .file = "symbols", .why = error };
	char *line;
	int ret;

	while ((line = fb_text_raw(&t))) {
		if (!*line)
			continue;
		ret = syms->nr < room ? parse_line(line, &syms->symbol[syms->nr]) : -EINVAL;
		if (ret < 0)
			return fb_text_bad(&t, "not \"ADDRESS TYPE NAME [MODULE]\"");
		if (ret && !syms->symbol[syms->nr].addr)
			return fb_text_bad(&t, "addresses are hidden: not read by root");
		syms->nr += (size_t)ret;
	}
	if (syms->nr)
		return 0;
	return fb_error(error, -EINVAL, "symbols: there is no function");
}

static void keep_first_of_address(struct fb_symbols *syms)
{
	size_t i, kept = 1;

	qsort(syms->symbol, syms->nr, sizeof(*syms->symbol), by_address);
	for (i = 1; i < syms->nr; i++)
		if (syms->symbol[i].addr != syms->symbol[kept - 1].addr)
			syms->symbol[kept++] = syms->symbol[i];
	syms->nr = kept;
}

int fb_symbols_parse(const char *text, size_t len, struct fb_symbols *syms, struct fb_error *error)
{
	size_t lines = fb_text_count(text, len) + 1;
	int ret = -ENOMEM;

	memset(syms, 0, sizeof(*syms));
	if (memchr(text, '\0', len))
		return fb_error(error, -EINVAL, "symbols: not a text");
	syms->text = strndup(text, len);
	syms->symbol = calloc(lines, sizeof(*syms->symbol));
	if (syms->text && syms->symbol && add_function(syms, "[user space]", NULL) >= 0 &&
	    add_function(syms, "[unknown]", NULL) >= 0)
		ret = parse_lines(syms, lines, error);
	if (ret)
		fb_symbols_free(syms);
	else
		keep_first_of_address(syms);
	return ret;
}

void fb_symbols_free(struct fb_symbols *syms)
{
	free(syms->symbol);
	free(syms->function);
	free(syms->text);
	memset(syms, 0, sizeof(*syms));
}

bool fb_function_is(const struct fb_function *fn, const char *name, const char *module)
{
	if (strcmp(fn->name, name) || !fn->module != !module)
		return false;
	return !module || !strcmp(fn->module, module);
}

/* "name.cold" and "name.part.0" are parts of one function. */
static int function_of(struct fb_symbols *syms, struct fb_symbol *s)
{
	unsigned int i;
	char *dot;
	int ret;

	/* A name may begin with a dot, and is one then. */
	dot = strchr(s->name + 1, '.');
	if (dot)
		*dot = '\0';
	for (i = FB_FN_UNKNOWN + 1; i < syms->nr_functions; i++)
		if (fb_function_is(&syms->function[i], s->name, s->module))
			return (int)i;
	ret = add_function(syms, s->name, s->module);
	return ret;
}

int fb_symbols_find(struct fb_symbols *syms, uint64_t addr, uint64_t *offset)
{
	size_t low = 0, high = syms->nr, mid;
	struct fb_symbol *s;
	int ret;

	*offset = 0;
	if (!(addr >> 63))
		return FB_FN_USER;
	while (low < high) {
		mid = low + (high - low) / 2;
		if (syms->symbol[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return FB_FN_UNKNOWN;
	s = &syms->symbol[low - 1];
	*offset = addr - s->addr;
	if (s->function == NONE) {
		ret = function_of(syms, s);
		if (ret < 0)
			return ret;
		s->function = (unsigned int)ret;
	}
	return (int)s->function;
}
