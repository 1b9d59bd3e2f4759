// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "lib/fields.h"
#include "why/event.h"

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

#define FIELD(member) FB_FIELD_AT(struct fb_why_event, member)
#define ID	      "id", FB_FIELD_UNSIGNED, FIELD(id)

static const struct fb_field packet_fields[] = {
	{ ID },
	{ "ns", FB_FIELD_UNSIGNED, FIELD(packet.ns) },
	{ "dev", FB_FIELD_TEXT, FIELD(packet.dev) },
	{ "ifindex", FB_FIELD_UNSIGNED, FIELD(packet.ifindex) },
	{ "len", FB_FIELD_UNSIGNED, FIELD(packet.l3) },
	{ "seg", FB_FIELD_UNSIGNED, FIELD(packet.segment) },
	{ "pkt", FB_FIELD_TEXT, FIELD(packet.to) },
	{ "encap", FB_FIELD_TEXT, FIELD(packet.encap) },
	{ "ttl", FB_FIELD_UNSIGNED, FIELD(packet.ttl) },
	{ "ihl", FB_FIELD_UNSIGNED, FIELD(packet.ihl) },
	{ "thl", FB_FIELD_UNSIGNED, FIELD(packet.thl) },
	{ "opt", FB_FIELD_BOOL, FIELD(packet.options) },
	{ "frag", FB_FIELD_BOOL, FIELD(packet.fragment) },
	{ "bad", FB_FIELD_TEXT, FIELD(packet.bad) },
	{ "secpath", FB_FIELD_UNSIGNED, FIELD(packet.secpath) },
	{ NULL },
};

static const struct fb_field ct_fields[] = {
	{ ID },
	{ "mark", FB_FIELD_UNSIGNED, FIELD(ct.mark) },
	{ "ctinfo", FB_FIELD_TEXT, FIELD(ct.ctinfo), .last = { "none", "untracked" } },
	{ "status", FB_FIELD_UNSIGNED, FIELD(ct.status) },
	{ "tcp", FB_FIELD_TEXT, FIELD(ct.tcp) },
	{ "helper", FB_FIELD_BOOL, FIELD(ct.helper) },
	{ "seqadj", FB_FIELD_BOOL, FIELD(ct.seqadj) },
	{ "orig", FB_FIELD_TEXT, FIELD(ct.tuple), .edit = drop_ports },
	{ NULL },
};

static const struct fb_field add_fields[] = {
	{ ID },
	{ "verdict", FB_FIELD_IS, FIELD(add.added), .word = "ok" },
	{ "before", FB_FIELD_BOOL, FIELD(add.before) },
	{ "route", FB_FIELD_SIGNED, FIELD(add.route), .none = 1 },
	{ "add", FB_FIELD_SIGNED, FIELD(add.add), .none = 1 },
	{ NULL },
};

static const struct fb_field forward_fields[] = {
	{ ID },
	{ "out", FB_FIELD_TEXT, FIELD(forward.dev) },
	{ "ifindex", FB_FIELD_UNSIGNED, FIELD(forward.ifindex) },
	{ "mtu", FB_FIELD_UNSIGNED, FIELD(forward.mtu) },
	{ "mark", FB_FIELD_UNSIGNED, FIELD(forward.mark) },
	{ "xfrm", FB_FIELD_BOOL, FIELD(forward.xfrm) },
	{ "status", FB_FIELD_UNSIGNED, FIELD(forward.status) },
	{ NULL },
};

static const struct fb_field local_fields[] = { { ID }, { NULL } };

static const struct fb_field teardown_fields[] = {
	{ "ns", FB_FIELD_UNSIGNED, FIELD(teardown.ns) },
	{ "by", FB_FIELD_TEXT, FIELD(teardown.by) },
	{ "status", FB_FIELD_UNSIGNED, FIELD(teardown.status) },
	{ "tcp", FB_FIELD_TEXT, FIELD(teardown.tcp) },
	{ "left", FB_FIELD_SIGNED, FIELD(teardown.left) },
	{ "orig", FB_FIELD_TEXT, FIELD(teardown.orig), .edit = drop_ports },
	{ "reply", FB_FIELD_TEXT, FIELD(teardown.reply), .edit = drop_ports },
	{ NULL },
};

/* An event of the module stands behind its name and a colon. */
#define EVENT(name, fields) name, name ": ", fields

static const struct {
	const char *name;
	const char *before;
	const struct fb_field *fields;
} events[FB_WHY_STAGES] = {
	[FB_WHY_PACKET] = { EVENT(FB_EVENT_WHY_PACKET, packet_fields) },
	[FB_WHY_CT] = { EVENT(FB_EVENT_WHY_CT, ct_fields) },
	[FB_WHY_ADD] = { EVENT(FB_EVENT_WHY_ADD, add_fields) },
	[FB_WHY_FORWARD] = { EVENT(FB_EVENT_WHY_FORWARD, forward_fields) },
	[FB_WHY_LOCAL] = { EVENT(FB_EVENT_WHY_LOCAL, local_fields) },
	[FB_WHY_TEARDOWN] = { EVENT(FB_EVENT_WHY_TEARDOWN, teardown_fields) },
	[FB_WHY_GONE] = { EVENT(FB_EVENT_WHY_GONE, teardown_fields) },
};

const char *fb_why_event_name(enum fb_why_stage stage)
{
	return events[stage].name;
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

int fb_why_event_read(char *line, struct fb_why_event *event, struct fb_error *error)
{
	struct fb_words words;
	unsigned int i;
	char *text;
	int ret;

	for (i = 0; i < FB_WHY_STAGES; i++) {
		text = strstr(line, events[i].before);
		if (!text)
			continue;
		memset(event, 0, sizeof(*event));
		event->stage = i;
		ret = fb_words_split(&words, text + strlen(events[i].before), error);
		if (!ret)
			ret = fb_fields_read(&words, events[i].fields, event, error);
		if (ret)
			return fb_error_prefix(error, -EINVAL, "event %s", events[i].name);
		if (i == FB_WHY_PACKET)
			take_protocol(&words, &event->packet);
		return 1;
	}
	return 0;
}
