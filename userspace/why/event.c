// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/words.h"
#include "why/event.h"

static const struct {
	const char *name;
	enum fb_why_stage stage;
} stages[] = {
	{ "why_packet: ", FB_WHY_PACKET }, { "why_ct: ", FB_WHY_CT },
	{ "why_add: ", FB_WHY_ADD },	   { "why_forward: ", FB_WHY_FORWARD },
	{ "why_local: ", FB_WHY_LOCAL },   { "why_teardown: ", FB_WHY_TEARDOWN },
	{ "why_gone: ", FB_WHY_GONE },
};

/* Takes the value of a key. A text that is too long is refused, as it could be taken for another one. */
static int take_text(struct fb_words *w, const char *key, char *to, size_t size,
		     struct fb_error *error)
{
	const char *value = fb_words_value(w, key);

	if (!value)
		return fb_error(error, -EINVAL, "no '%s='", key);
	if (strlen(value) >= size)
		return fb_error(error, -EINVAL, "'%s=%.40s…' is too long", key, value);
	strcpy(to, value);
	return 0;
}

static int take_number(struct fb_words *w, const char *key, uint64_t most, uint64_t *to,
		       struct fb_error *error)
{
	const char *value = fb_words_value(w, key);

	if (!value)
		return fb_error(error, -EINVAL, "no '%s='", key);
	if (fb_number(value, 0, most, to))
		return fb_error(error, -EINVAL, "'%s=%.40s': expected a number up to %llu", key,
				value, (unsigned long long)most);
	return 0;
}

static int take_unsigned(struct fb_words *w, const char *key, unsigned int *to,
			 struct fb_error *error)
{
	uint64_t value = 0;
	int ret = take_number(w, key, UINT32_MAX, &value, error);

	if (!ret)
		*to = (unsigned int)value;
	return ret;
}

static int take_bool(struct fb_words *w, const char *key, bool *to, struct fb_error *error)
{
	uint64_t value = 0;
	int ret = take_number(w, key, 1, &value, error);

	if (!ret)
		*to = value;
	return ret;
}

/* Takes a number with a sign; "-" becomes @none. */
static int take_signed(struct fb_words *w, const char *key, int none, int *to,
		       struct fb_error *error)
{
	const char *value = fb_words_value(w, key);
	char *end;
	long n;

	if (!value)
		return fb_error(error, -EINVAL, "no '%s='", key);
	if (!strcmp(value, "-")) {
		*to = none;
		return 0;
	}
	errno = 0;
	n = strtol(value, &end, 10);
	if (errno || *end || end == value || n < INT32_MIN || n > INT32_MAX)
		return fb_error(error, -EINVAL, "'%s=%.40s': expected a number", key, value);
	*to = (int)n;
	return 0;
}

/* Bytes of an end without its port, if that is 0; else 0. An end without a port may end with a group of an address. */
static size_t without_port(const char *end, size_t len)
{
	size_t all = len - 2;

	if (len < 3 || memcmp(end + all, ":0", 2))
		return 0;
	return end[0] == '[' ? (end[all - 1] == ']' ? all : 0) : memchr(end, ':', all) ? 0 : all;
}

/* A protocol without ports has port 0 at both ends: makes "fd00::1>fd00::2" of "[fd00::1]:0>[fd00::2]:0". */
static void drop_ports(char *tuple)
{
	char *to = strchr(tuple, '>');
	size_t src = to ? without_port(tuple, (size_t)(to - tuple)) : 0;
	size_t dst = src ? without_port(to + 1, strlen(to + 1)) : 0;
	size_t mark = tuple[0] == '[';

	if (!src || !dst || (to[1] == '[') != (tuple[0] == '['))
		return;
	memmove(tuple, tuple + mark, src - 2 * mark);
	tuple[src - 2 * mark] = '>';
	memmove(tuple + src - 2 * mark + 1, to + 1 + mark, dst - 2 * mark);
	tuple[src + dst + 1 - 4 * mark] = '\0';
}

/* Takes a pair of addresses. */
static int take_tuple(struct fb_words *w, const char *key, char *to, struct fb_error *error)
{
	int ret = take_text(w, key, to, FB_WHY_TUPLE, error);

	if (!ret)
		drop_ports(to);
	return ret;
}

/*
 * Takes the words that the events share with the event packet: protocol, addresses, TCP flags. Older modules printed
 * the number of a protocol whose header they had not read; it is in a word of its own now.
 */
static void take_protocol(struct fb_words *w, struct fb_why_packet *p)
{
	const char *proto = fb_words_value(w, "proto"), *flags = fb_words_value(w, "flags"), *word;

	if (proto && !strcmp(proto, "ip"))
		proto = fb_words_value(w, "ipproto");
	snprintf(p->proto, sizeof(p->proto), "%s", proto ? proto : "-");
	if (flags && !strcmp(p->proto, "tcp"))
		snprintf(p->flags, sizeof(p->flags), "%s", flags);
	while ((word = fb_words_rest(w)))
		if (strchr(word, '>') && strlen(word) < sizeof(p->tuple) && strcmp(p->proto, "eth"))
			strcpy(p->tuple, word);
	drop_ports(p->tuple);
	p->version = !p->tuple[0] ? 0 : strchr(p->tuple, '.') ? 4 : 6;
}

static int read_packet(struct fb_words *w, struct fb_why_packet *p, struct fb_error *error)
{
	int ret;

	ret = take_unsigned(w, "ns", &p->ns, error);
	if (!ret)
		ret = take_text(w, "dev", p->dev, sizeof(p->dev), error);
	if (!ret)
		ret = take_unsigned(w, "ifindex", &p->ifindex, error);
	if (!ret)
		ret = take_unsigned(w, "len", &p->l3, error);
	if (!ret)
		ret = take_unsigned(w, "seg", &p->segment, error);
	if (!ret)
		ret = take_text(w, "pkt", p->to, sizeof(p->to), error);
	if (!ret)
		ret = take_text(w, "encap", p->encap, sizeof(p->encap), error);
	if (!ret)
		ret = take_unsigned(w, "ttl", &p->ttl, error);
	if (!ret)
		ret = take_unsigned(w, "ihl", &p->ihl, error);
	if (!ret)
		ret = take_unsigned(w, "thl", &p->thl, error);
	if (!ret)
		ret = take_bool(w, "opt", &p->options, error);
	if (!ret)
		ret = take_bool(w, "frag", &p->fragment, error);
	if (!ret)
		ret = take_text(w, "bad", p->bad, sizeof(p->bad), error);
	if (!ret)
		ret = take_unsigned(w, "secpath", &p->secpath, error);
	if (!ret)
		take_protocol(w, p);
	return ret;
}

static int read_ct(struct fb_words *w, struct fb_why_ct *ct, struct fb_error *error)
{
	int ret;

	ret = take_unsigned(w, "mark", &ct->mark, error);
	if (!ret)
		ret = take_text(w, "ctinfo", ct->ctinfo, sizeof(ct->ctinfo), error);
	if (ret || !strcmp(ct->ctinfo, "none") || !strcmp(ct->ctinfo, "untracked"))
		return ret;
	ret = take_unsigned(w, "status", &ct->status, error);
	if (!ret)
		ret = take_text(w, "tcp", ct->tcp, sizeof(ct->tcp), error);
	if (!ret)
		ret = take_bool(w, "helper", &ct->helper, error);
	if (!ret)
		ret = take_bool(w, "seqadj", &ct->seqadj, error);
	if (!ret)
		ret = take_tuple(w, "orig", ct->tuple, error);
	return ret;
}

static int read_add(struct fb_words *w, struct fb_why_add *add, struct fb_error *error)
{
	char verdict[8];
	int ret;

	ret = take_text(w, "verdict", verdict, sizeof(verdict), error);
	if (!ret)
		ret = take_bool(w, "before", &add->before, error);
	if (!ret)
		ret = take_signed(w, "route", 1, &add->route, error);
	if (!ret)
		ret = take_signed(w, "add", 1, &add->add, error);
	add->added = !ret && !strcmp(verdict, "ok");
	return ret;
}

static int read_forward(struct fb_words *w, struct fb_why_forward *f, struct fb_error *error)
{
	int ret;

	ret = take_text(w, "out", f->dev, sizeof(f->dev), error);
	if (!ret)
		ret = take_unsigned(w, "ifindex", &f->ifindex, error);
	if (!ret)
		ret = take_unsigned(w, "mtu", &f->mtu, error);
	if (!ret)
		ret = take_unsigned(w, "mark", &f->mark, error);
	if (!ret)
		ret = take_bool(w, "xfrm", &f->xfrm, error);
	if (!ret)
		ret = take_unsigned(w, "status", &f->status, error);
	return ret;
}

static int read_teardown(struct fb_words *w, struct fb_why_teardown *t, struct fb_error *error)
{
	int ret;

	ret = take_unsigned(w, "ns", &t->ns, error);
	if (!ret)
		ret = take_text(w, "by", t->by, sizeof(t->by), error);
	if (!ret)
		ret = take_unsigned(w, "status", &t->status, error);
	if (!ret)
		ret = take_text(w, "tcp", t->tcp, sizeof(t->tcp), error);
	if (!ret)
		ret = take_signed(w, "left", 0, &t->left, error);
	if (!ret)
		ret = take_tuple(w, "orig", t->orig, error);
	if (!ret)
		ret = take_tuple(w, "reply", t->reply, error);
	return ret;
}

static int read_words(struct fb_words *w, struct fb_why_event *event, struct fb_error *error)
{
	int ret = 0;

	if (event->stage < FB_WHY_TEARDOWN)
		ret = take_number(w, "id", UINT64_MAX, &event->id, error);
	if (ret)
		return ret;
	switch (event->stage) {
	case FB_WHY_PACKET:
		return read_packet(w, &event->packet, error);
	case FB_WHY_CT:
		return read_ct(w, &event->ct, error);
	case FB_WHY_ADD:
		return read_add(w, &event->add, error);
	case FB_WHY_FORWARD:
		return read_forward(w, &event->forward, error);
	case FB_WHY_TEARDOWN:
	case FB_WHY_GONE:
		return read_teardown(w, &event->teardown, error);
	default:
		return 0;
	}
}

int fb_why_event_read(char *line, struct fb_why_event *event, struct fb_error *error)
{
	struct fb_words words;
	unsigned int i;
	char *text;
	int ret;

	for (i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
		text = strstr(line, stages[i].name);
		if (!text)
			continue;
		memset(event, 0, sizeof(*event));
		event->stage = stages[i].stage;
		ret = fb_words_split(&words, text + strlen(stages[i].name), error);
		if (!ret)
			ret = read_words(&words, event, error);
		return ret ? fb_error_prefix(error, -EINVAL, "event %.11s", stages[i].name) : 1;
	}
	return 0;
}
