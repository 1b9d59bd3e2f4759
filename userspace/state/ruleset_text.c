// SPDX-License-Identifier: GPL-2.0
/*
 * The text of `nft -a list ruleset`. Each level is indented by one tab:
 *
 *	table inet fw { # handle 13
 *		flowtable f { # handle 11
 *			hook ingress priority filter
 *			devices = { in0, out0 }
 *			flags offload
 *			counter
 *		}
 *
 *		chain forward { # handle 4
 *			type filter hook forward priority filter; policy drop;
 *			ct state established flow add @f # handle 19
 *		}
 *	}
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/words.h"
#include "state/rule_expr.h"
#include "state/ruleset.h"

#define HANDLE " # handle "

/* Where the reader is. @table is empty outside of a known table; @chain and @flowtable are NULL outside of one. */
struct place {
	struct fb_ruleset *rs;
	uint8_t family;
	char table[256];
	const struct fb_chain *chain;
	struct fb_flowtable *flowtable;
	uint32_t next;
};

/* Cuts " # handle N" off the end of a line, and returns N; 0 if there is none. */
static uint64_t cut_handle(char *line)
{
	char *at = NULL, *next = line;
	uint64_t handle = 0;

	while ((next = strstr(next, HANDLE)))
		at = next++;
	if (!at || fb_number(at + strlen(HANDLE), 1, UINT64_MAX, &handle))
		return 0;
	*at = '\0';
	return handle;
}

/* Returns what stands between "WORD " and " {"; NULL for another line. */
static char *name_of_block(char *line, const char *word)
{
	size_t len = strlen(word), all = strlen(line);

	if (strncmp(line, word, len) || all < len + 2 || strcmp(line + all - 2, " {"))
		return NULL;
	line[all - 2] = '\0';
	return line + len;
}

static void enter_table(struct place *p, char *line)
{
	char *family = name_of_block(line, "table ");
	char *name = family ? strchr(family, ' ') : NULL;

	*p->table = '\0';
	p->chain = NULL;
	p->flowtable = NULL;
	if (!name)
		return;
	*name++ = '\0';
	p->family = fb_nf_family(family);
	snprintf(p->table, sizeof(p->table), "%s", name);
}

static void enter_block(struct place *p, char *line)
{
	const struct fb_flowtable *ft;
	char *name;

	p->chain = NULL;
	p->flowtable = NULL;
	name = name_of_block(line, "chain ");
	if (name) {
		p->chain = fb_chain_find(p->rs, p->family, p->table, name);
		p->next = 0;
		return;
	}
	name = name_of_block(line, "flowtable ");
	ft = name ? fb_flowtable_find(p->rs, p->family, p->table, name) : NULL;
	if (ft)
		p->flowtable = &p->rs->flowtable[ft - p->rs->flowtable];
}

/* The rules of both listings have one order, so the search begins behind the last rule. */
static int set_rule(struct place *p, const char *line, uint64_t handle)
{
	uint32_t i;

	for (i = 0; handle && i < p->chain->nr; i++) {
		uint32_t at = (p->next + i) % p->chain->nr;
		struct fb_rule *rule = &p->rs->rule[p->chain->first + at];

		if (rule->handle != handle)
			continue;
		p->next = at + 1;
		return fb_rule_keep(p->rs, line, &rule->text);
	}
	return 0;
}

static void set_flags(struct fb_flowtable *ft, const char *line)
{
	if (!strncmp(line, "flags ", 6) && strstr(line, "offload"))
		ft->flags |= FB_FLOWTABLE_OFFLOAD;
	if (!strcmp(line, "counter") || !strcmp(line, "counter;"))
		ft->flags |= FB_FLOWTABLE_COUNTER;
}

static int read_line(struct place *p, char *line)
{
	size_t depth = strspn(line, "\t");
	uint64_t handle = cut_handle(line);

	line += depth;
	if (!*line)
		return 0;
	if (depth == 0)
		enter_table(p, line);
	else if (depth == 1)
		enter_block(p, line);
	else if (p->flowtable)
		set_flags(p->flowtable, line);
	else if (p->chain)
		return set_rule(p, line, handle);
	return 0;
}

int fb_ruleset_text(struct fb_ruleset *rs, const char *text, size_t len)
{
	struct place p = { .rs = rs };
	char *copy, *line, *rest;
	int ret = 0;

	copy = malloc(len + 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, len);
	copy[len] = '\0';
	rest = copy;
	while (!ret && (line = strsep(&rest, "\n")))
		ret = read_line(&p, line);
	free(copy);
	return ret;
}
