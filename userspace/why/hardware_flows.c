// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hardware/rule_words.h"
#include "lib/vector.h"
#include "why/hardware_flows.h"

static enum fb_why_hw_said said_of(const struct fb_hw_rule *rule)
{
	if (!strcmp(rule->asked, "destroy"))
		return FB_WHY_HW_GIVEN_UP;
	if (!strcmp(rule->asked, "stats"))
		return FB_WHY_HW_SILENT;
	return *rule->asked && rule->taken ? FB_WHY_HW_TAKEN : FB_WHY_HW_REFUSED;
}

int fb_why_hw_add(struct fb_why_hw_flows *flows, const struct fb_hw_rule *rule)
{
	struct fb_why_hw_flow *f;
	size_t len = rule->family == 6 ? 16 : 4;

	if (flows->nr == FB_WHY_HW_MOST) {
		flows->lost++;
		return 0;
	}
	if (fb_vector_reserve(flows->flow, flows->room, flows->nr + 1))
		return -ENOMEM;
	f = &flows->flow[flows->nr++];
	memset(f, 0, sizeof(*f));
	f->tuple.family = rule->family == 6 ? AF_INET6 : AF_INET;
	f->tuple.proto = (uint8_t)rule->l4.key;
	f->tuple.sport = (uint16_t)rule->sport.key;
	f->tuple.dport = (uint16_t)rule->dport.key;
	memcpy(&f->tuple.src, rule->src, len);
	memcpy(&f->tuple.dst, rule->dst, len);
	f->nr = *rule->asked ? rule->id : UINT32_MAX;
	f->ms = rule->ms;
	f->said = said_of(rule);
	f->error = rule->error;
	snprintf(f->reason, sizeof(f->reason), "%s", rule->reason);
	return 0;
}

static int by_tuple(const void *a, const void *b)
{
	const struct fb_why_hw_flow *x = a, *y = b;
	int ret = memcmp(&x->tuple, &y->tuple, sizeof(x->tuple));

	if (ret || x->nr != y->nr)
		return ret ? ret : x->nr < y->nr ? -1 : 1;
	return x->ms < y->ms ? 1 : x->ms > y->ms ? -1 : 0;
}

/* Takes what came later of the same tuple. */
static void take_later(struct fb_why_hw_flow *f, const struct fb_why_hw_flow *later)
{
	/* What the model says of a refusal explains the last question, if that was refused. */
	if (later->nr == UINT32_MAX && f->said != FB_WHY_HW_REFUSED)
		return;
	if (later->nr == UINT32_MAX) {
		f->error = later->error;
		memcpy(f->reason, later->reason, sizeof(f->reason));
		return;
	}
	*f = *later;
}

static int same_tuple(const void *a, const void *b)
{
	const struct fb_why_hw_flow *x = a, *y = b;

	return memcmp(&x->tuple, &y->tuple, sizeof(x->tuple));
}

void fb_why_hw_sort(struct fb_why_hw_flows *flows)
{
	unsigned int i, nr = 0;

	if (flows->nr)
		qsort(flows->flow, flows->nr, sizeof(*flows->flow), by_tuple);
	for (i = 0; i < flows->nr; i++) {
		struct fb_why_hw_flow *last = nr ? &flows->flow[nr - 1] : NULL;

		if (last && !same_tuple(last, &flows->flow[i]))
			take_later(last, &flows->flow[i]);
		else if (flows->flow[i].nr != UINT32_MAX)
			flows->flow[nr++] = flows->flow[i];
	}
	flows->nr = nr;
}

/* --- why ---------------------------------------------------------------------------------------- */

static const struct fb_why_hw_flow *find(const struct fb_why_hw_flows *flows,
					 const struct fb_tuple *tuple)
{
	struct fb_why_hw_flow key;

	/* Padding counts in memcmp(). */
	memset(&key, 0, sizeof(key));
	key.tuple.family = tuple->family;
	key.tuple.proto = tuple->proto;
	key.tuple.sport = tuple->sport;
	key.tuple.dport = tuple->dport;
	memcpy(&key.tuple.src, &tuple->src, fb_address_len(tuple->family));
	memcpy(&key.tuple.dst, &tuple->dst, fb_address_len(tuple->family));
	return flows->nr ? bsearch(&key, flows->flow, flows->nr, sizeof(key), same_tuple) : NULL;
}

static bool set_answer(struct fb_why_answer *answer, enum fb_reason_id id, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static bool set_answer(struct fb_why_answer *answer, enum fb_reason_id id, const char *fmt, ...)
{
	va_list args;

	answer->id = id;
	va_start(args, fmt);
	vsnprintf(answer->detail, sizeof(answer->detail), fmt, args);
	va_end(args);
	return true;
}

static const char *refusal(const struct fb_why_hw_flow *f)
{
	return *f->reason ? fb_hw_rule_reason(f->reason) : "no device took it";
}

/* No direction is in hardware. */
static bool refused(const struct fb_why_hw_flow *f, struct fb_why_answer *answer)
{
	if (f->error == -ENOSPC)
		return set_answer(answer, FB_REASON_HARDWARE_FULL, "%s", "");
	return set_answer(answer, FB_REASON_HARDWARE_REFUSED, "%s", refusal(f));
}

/* One direction is in hardware. @f: what was said of the other one, or NULL */
static bool one_way(const struct fb_connection *c, enum fb_ct_dir missing,
		    const struct fb_why_hw_flow *f, struct fb_why_answer *answer)
{
	char source[FB_ADDRESS_TEXT] = "?";

	inet_ntop(c->tuple[missing].family, &c->tuple[missing].src, source, sizeof(source));
	return set_answer(answer, FB_REASON_HARDWARE_ONE_WAY, "from %s, %s", source,
			  f ? refusal(f) : "no rule was given");
}

bool fb_why_hw_judge(const struct fb_why_hw_flows *flows, const struct fb_connection *c,
		     struct fb_why_answer *answer)
{
	const struct fb_why_hw_flow *f[FB_CT_DIRS];
	enum fb_why_hw_said said[FB_CT_DIRS];
	bool marked = c->status & FB_CT_HW_OFFLOAD;
	enum fb_ct_dir dir;

	if (!(c->status & (FB_CT_OFFLOAD | FB_CT_HW_OFFLOAD)))
		return false;
	for (dir = 0; dir < FB_CT_DIRS; dir++) {
		f[dir] = find(flows, &c->tuple[dir]);
		said[dir] = f[dir] ? f[dir]->said : FB_WHY_HW_NOTHING;
	}
	for (dir = 0; dir < FB_CT_DIRS; dir++) {
		if (said[dir] != FB_WHY_HW_REFUSED)
			continue;
		if (marked || said[!dir] == FB_WHY_HW_TAKEN)
			return one_way(c, dir, f[dir], answer);
		return refused(f[dir], answer);
	}
	/* Both rules of a flow are given together. */
	for (dir = 0; dir < FB_CT_DIRS; dir++)
		if (said[dir] == FB_WHY_HW_TAKEN && said[!dir] == FB_WHY_HW_NOTHING &&
		    !flows->open && !flows->lost)
			return one_way(c, !dir, NULL, answer);
	if (marked && (said[0] == FB_WHY_HW_SILENT || said[1] == FB_WHY_HW_SILENT))
		return set_answer(answer, FB_REASON_HARDWARE_SILENT, "%s", "");
	if (marked || said[0] == FB_WHY_HW_TAKEN || said[1] == FB_WHY_HW_TAKEN)
		return false;
	return set_answer(answer, FB_REASON_HARDWARE_WAITING, "%s",
			  flows->open ? "it has not answered another question yet"
				      : "no rule was given in this time");
}

void fb_why_hw_flows_free(struct fb_why_hw_flows *flows)
{
	free(flows->flow);
	memset(flows, 0, sizeof(*flows));
}
