// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "state/connections.h"
#include "why/judge.h"

/* The functions that hook a flowtable at ingress: one of a family for one IP version, or of inet for both. */
#define HOOK_IPV4 "nf_flow_offload_ip_hook"
#define HOOK_IPV6 "nf_flow_offload_ipv6_hook"
#define HOOK_INET "nf_flow_offload_inet_hook"

struct judge {
	const struct fb_why_sample *s;
	const char *hooks;
	const struct fb_packet_state *f;
	struct fb_why_answer *answer;
};

static bool set_reason(struct judge *j, enum fb_reason_id id, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static bool set_reason(struct judge *j, enum fb_reason_id id, const char *fmt, ...)
{
	va_list args;

	j->answer->id = id;
	va_start(args, fmt);
	vsnprintf(j->answer->detail, sizeof(j->answer->detail), fmt, args);
	va_end(args);
	return true;
}

static bool seen(const struct judge *j, enum fb_why_stage stage)
{
	return j->s->seen & 1U << stage;
}

/* The module saw one thing, the state says another. */
static bool differ(struct judge *j, enum fb_reason_id id, const char *state)
{
	return set_reason(j, FB_REASON_UNKNOWN, "the kernel: %s; the state: %s",
			  fb_reason(id)->name, state);
}

/* Whether the flowtable saw the packet at all. */
static bool at_device(struct judge *j)
{
	const struct fb_why_packet *p = &j->s->packet;
	bool any = strstr(j->hooks, HOOK_INET) || strstr(j->hooks, HOOK_IPV4) ||
		   strstr(j->hooks, HOOK_IPV6);
	bool fits = strstr(j->hooks, HOOK_INET) ||
		    strstr(j->hooks, p->version == 4 ? HOOK_IPV4 : HOOK_IPV6);

	if (!any && !j->f->flowtables)
		return set_reason(j, FB_REASON_NO_FLOWTABLE, "%s", "");
	if (!any && !j->f->in_flowtable)
		return set_reason(j, FB_REASON_DEVICE, "%s", p->dev);
	if (!any)
		return differ(j, FB_REASON_DEVICE, "the device is in a flowtable");
	if (!fits && !j->f->in_family)
		return set_reason(j, FB_REASON_FAMILY, "%s", p->dev);
	if (!fits)
		return differ(j, FB_REASON_FAMILY, "a flowtable is for this IP version");
	return false;
}

static bool has_encap(const struct fb_why_packet *p)
{
	return strcmp(p->encap, "-");
}

/* What IP says to a header that it drops. */
static const char *fault(const char *bad)
{
	static const struct {
		const char *bad, *text;
	} faults[] = { { "cut", "cut off" },
		       { "version", "a wrong version" },
		       { "ihl", "a wrong length of its own" },
		       { "length", "a length that is not the packet's" },
		       { "checksum", "a wrong checksum" } };
	unsigned int i;

	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		if (!strcmp(faults[i].bad, bad))
			return faults[i].text;
	return bad;
}

/* Whether packets of this form ever take the fast path. The header is a fact of the packet, so no state can differ. */
static bool by_header(struct judge *j)
{
	const struct fb_why_packet *p = &j->s->packet;
	bool is_error = !strncmp(j->s->ct.ctinfo, "related", 7);

	/* A tag that no device takes makes a frame another host's. */
	if (strcmp(p->to, "host") && !has_encap(p))
		return set_reason(j, FB_REASON_OTHER_HOST, "%s", p->to);
	if (strcmp(p->bad, "-") && !seen(j, FB_WHY_CT))
		return set_reason(j, FB_REASON_MALFORMED, "%s", fault(p->bad));
	if (p->fragment)
		return set_reason(j, FB_REASON_FRAGMENT, "%s", "");
	if (p->options)
		return set_reason(j, p->version == 4 ? FB_REASON_OPTIONS : FB_REASON_EXTENSION,
				  "%s", "");
	/* The name of a protocol is given where its header could be read. */
	if (!strcmp(p->proto, "6") || !strcmp(p->proto, "17"))
		return set_reason(j, FB_REASON_MALFORMED, "TCP or UDP, cut off");
	if (strcmp(p->proto, "tcp") && strcmp(p->proto, "udp") && strcmp(p->proto, "gre") &&
	    strcmp(p->proto, "47"))
		return set_reason(j, is_error ? FB_REASON_RELATED : FB_REASON_PROTOCOL, "%s",
				  p->proto);
	if (p->ttl <= 1)
		return set_reason(j, FB_REASON_TTL, "%s", "");
	return false;
}

static bool by_tracking(struct judge *j)
{
	const struct fb_why_ct *ct = &j->s->ct;

	if (!seen(j, FB_WHY_CT) && has_encap(&j->s->packet))
		return set_reason(j, FB_REASON_ENCAPSULATION, "%s", j->s->packet.encap);
	if (!seen(j, FB_WHY_CT) && j->f->rule == FB_WHY_RULE_DROPPED)
		return set_reason(j, FB_REASON_DROPPED, "%s", j->f->where);
	if (!seen(j, FB_WHY_CT))
		return set_reason(j, FB_REASON_UNKNOWN, "dropped before it was routed");
	if (!strcmp(ct->ctinfo, "untracked"))
		return j->f->no_track ? set_reason(j, FB_REASON_UNTRACKED, "%s", "")
				      : differ(j, FB_REASON_UNTRACKED, "no rule with notrack");
	/* Without a rule that asks for connections, the kernel tracks none. */
	if (!strcmp(ct->ctinfo, "none"))
		return set_reason(j, j->f->flow_add ? FB_REASON_INVALID : FB_REASON_NO_FLOW_ADD,
				  "%s", "");
	return false;
}

/* Returns the bytes of a segment from the IP header on. */
static unsigned int segment_of(const struct fb_why_packet *p)
{
	return p->segment + p->ihl + (strcmp(p->proto, "tcp") ? 8 : p->thl);
}

/* Whether the packet, or a segment of it, does not fit the way out. */
static bool too_long(struct judge *j)
{
	const struct fb_why_packet *p = &j->s->packet;
	unsigned int size = p->segment ? segment_of(p) : p->l3, mtu = j->f->mtu;
	const char *esp = "";

	if (seen(j, FB_WHY_FORWARD) && j->s->forward.mtu)
		mtu = j->s->forward.mtu;
	if (seen(j, FB_WHY_FORWARD) && j->s->forward.xfrm)
		esp = ", without the bytes of IPsec";
	if (mtu && size > mtu && !*esp && j->f->mtu && size <= j->f->mtu)
		return differ(j, p->segment ? FB_REASON_SEGMENTS : FB_REASON_MTU,
			      "the route's MTU is larger");
	if (mtu && size > mtu)
		return set_reason(j, p->segment ? FB_REASON_SEGMENTS : FB_REASON_MTU,
				  "%u > %u of %s%s", size, mtu, j->f->out, esp);
	return false;
}

/* Which of the conditions of the packet's route does not hold for an offloaded connection. */
static bool not_taken(struct judge *j)
{
	const struct fb_why_packet *p = &j->s->packet;

	if (too_long(j))
		return true;
	if (j->f->reply_device[0] && !j->f->same_device)
		return set_reason(j, FB_REASON_OTHER_DEVICE, "%s; the route back leads to %s",
				  p->dev, j->f->reply_device);
	if (j->f->reply_device[0] && !j->f->reply_listed)
		return set_reason(j, FB_REASON_DEVICE, "%s", j->f->reply_device);
	if (has_encap(p))
		return set_reason(j, FB_REASON_ENCAPSULATION, "%s", p->encap);
	return set_reason(j, FB_REASON_MARKED, "%s", "");
}

/* A device that goes and a flowtable that goes end their flows by the same function. */
static bool flushed(struct judge *j)
{
	if (j->f->in_down)
		return set_reason(j, FB_REASON_DEVICE_DOWN, "%s", j->s->packet.dev);
	if (j->f->out_down)
		return set_reason(j, FB_REASON_DEVICE_DOWN, "%s", j->f->out);
	/* The routes of a device go with it. */
	if (!j->f->out_known && j->f->any_down)
		return set_reason(j, FB_REASON_DEVICE_DOWN, "of its route");
	return set_reason(j, FB_REASON_FLUSHED, "%s",
			  j->f->deleter[0] ? j->f->deleter : "nobody was seen doing it");
}

/* The collector took the flow: it was idle, its device had gone (5.10), or its connection. */
static bool collected(struct judge *j)
{
	if (j->s->down.left <= 0)
		return set_reason(j, FB_REASON_EXPIRED, "%s", "");
	if (j->f->in_down || (j->f->out_known && j->f->out_down))
		return flushed(j);
	return set_reason(j, FB_REASON_DELETED, "%s", "");
}

/* The flow of the packet was taken down while it came, or shortly before. */
static bool taken_down(struct judge *j)
{
	const struct fb_why_teardown *t = &j->s->down;
	const char *flags = j->s->packet.flags, *tcp = j->s->ct.tcp;

	if (!j->s->was_down)
		return false;
	/* That an earlier connection had a flow does not explain a packet that rules keep from being forwarded. */
	if (j->f->rule == FB_WHY_RULE_DROPPED && !seen(j, FB_WHY_FORWARD) &&
	    !(j->s->ct.status & FB_CT_OFFLOAD))
		return false;
	if (strstr(t->by, "cleanup") || strstr(t->by, "table_free"))
		return flushed(j);
	if (strstr(t->by, "gc") || strstr(t->by, "iterate"))
		return collected(j);
	if (strchr(flags, 'R') || !strcmp(tcp, "CLOSE"))
		return set_reason(j, FB_REASON_RST, "%s", "");
	if (strchr(flags, 'F') || strstr(tcp, "WAIT") || !strcmp(tcp, "LAST_ACK"))
		return set_reason(j, FB_REASON_FIN, "%s", "");
	if (strchr(flags, 'S'))
		return set_reason(j, FB_REASON_SYN, "%s", "");
	if (j->f->in_down || (j->f->out_known && j->f->out_down))
		return flushed(j);
	return set_reason(j, FB_REASON_STALE, "%s", "");
}

/* Returns true if a connection cannot have come from TCP state @was to @is, which was read later. */
static bool went_back(const char *was, const char *is)
{
	static const char *const opening[] = { "SYN_SENT", "SYN_RECV", "ESTABLISHED" };
	unsigned int from = 0, to = 0;

	while (from < 3 && strcmp(opening[from], was))
		from++;
	while (to < 3 && strcmp(opening[to], is))
		to++;
	/* A connection that closes may open again. */
	return from < 3 && to < from;
}

/* A bit of the connection that stays once it is set. */
static bool by_status(struct judge *j, enum fb_reason_id id, uint32_t bit)
{
	if (j->f->tracked && !(j->f->status & bit))
		return differ(j, id, "the connection has no such mark");
	return set_reason(j, id, "%s", "");
}

/* Writes the packet's source address without its port: where packets of the other direction go. */
static const char *source_of(const struct fb_why_packet *p, char to[FB_WHY_TUPLE])
{
	const char *from = p->tuple + (p->tuple[0] == '[');
	size_t len = strcspn(from, p->version == 4 ? ":>" : "]>");

	snprintf(to, FB_WHY_TUPLE, "%.*s", (int)len, from);
	return to;
}

/* Why nft did not add a flow: its own conditions, in its own order. */
static bool not_added(struct judge *j)
{
	const struct fb_why_packet *p = &j->s->packet;
	const struct fb_why_ct *ct = &j->s->ct;
	const char *tcp = ct->tcp;
	char source[FB_WHY_TUPLE];

	if (seen(j, FB_WHY_ADD) && j->s->add.added)
		return set_reason(j, FB_REASON_ADDED, "%s", "");
	/* Another packet of the batch, or another CPU, did. */
	if (seen(j, FB_WHY_ADD) && j->s->add.before)
		return set_reason(j, FB_REASON_MEANWHILE, "%s", "");
	if (p->secpath)
		return set_reason(j, FB_REASON_FROM_ESP, "%s", "");
	if (!(ct->status & FB_CT_SEEN_REPLY))
		return set_reason(j,
				  ct->status & FB_CT_CONFIRMED ? FB_REASON_NO_REPLY : FB_REASON_NEW,
				  "%s", "");
	if (!strcmp(p->proto, "tcp") && strcmp(tcp, "ESTABLISHED"))
		return went_back(tcp, j->f->tcp) ? differ(j, FB_REASON_TCP_STATE, j->f->tcp)
						 : set_reason(j, FB_REASON_TCP_STATE, "%s", tcp);
	if (ct->helper)
		return j->f->tracked && !j->f->helper[0]
			       ? differ(j, FB_REASON_HELPER, "the connection has none")
			       : set_reason(j, FB_REASON_HELPER, "%s", j->f->helper);
	if (ct->seqadj || ct->status & FB_CT_SEQ_ADJUST)
		return by_status(j, FB_REASON_SEQ_ADJUST, FB_CT_SEQ_ADJUST);
	if (ct->status & FB_CT_NAT_CLASH)
		return by_status(j, FB_REASON_CLASH, FB_CT_NAT_CLASH);
	if (!(ct->status & FB_CT_CONFIRMED))
		return set_reason(j, FB_REASON_UNCONFIRMED, "%s", "");
	if (!seen(j, FB_WHY_ADD))
		return false;
	if (j->s->add.add < 0)
		return set_reason(j, FB_REASON_ADD_FAILED, "%s", strerror(-j->s->add.add));
	if (!strcmp(p->proto, "gre") || !strcmp(p->proto, "47"))
		return set_reason(j, FB_REASON_GRE, "%s", "");
	if (j->f->reply_device[0] == '\0')
		return set_reason(j, FB_REASON_NO_ROUTE, "%s", source_of(p, source));
	return set_reason(j, FB_REASON_NO_PATH, "%s", j->f->reply_device);
}

/* A packet that is not forwarded at all adds no flow, whatever its connection. */
static bool refused(struct judge *j)
{
	if (seen(j, FB_WHY_FORWARD))
		return false;
	if (j->f->rule == FB_WHY_RULE_DROPPED)
		return set_reason(j, FB_REASON_DROPPED, "%s", j->f->where);
	if (j->f->unrouted[0])
		return set_reason(j, FB_REASON_UNROUTED, "%s", j->f->unrouted);
	if (j->f->policy[0])
		return set_reason(j, FB_REASON_POLICY, "%s", j->f->policy);
	/* A connection may have lost its mark while its flow is there (7.3). */
	return too_long(j);
}

/* `flow add` was not asked. */
static bool by_rules(struct judge *j)
{
	/* Behind the last hook of forwarding a rule may drop it yet. */
	if (j->f->rule == FB_WHY_RULE_DROPPED)
		return set_reason(j, FB_REASON_DROPPED, "%s", j->f->where);
	if (!seen(j, FB_WHY_FORWARD))
		return set_reason(j, FB_REASON_UNKNOWN, "did not come to the end of forwarding");
	if (!j->f->flow_add)
		return set_reason(j, FB_REASON_NO_FLOW_ADD, "%s", "");
	if (j->f->rule == FB_WHY_RULE_ACCEPTED && j->f->flow_behind)
		return set_reason(j, FB_REASON_RULE, "%s", j->f->where);
	if (j->f->rule == FB_WHY_RULE_ACCEPTED)
		return set_reason(j, FB_REASON_NO_MATCH, "%s", j->f->flow_rule);
	return set_reason(j, FB_REASON_UNKNOWN, "`flow add` was not reached, and %s",
			  j->f->rules_lost ? "reports of rules got lost" : "no rule was seen");
}

void fb_why_judge(const struct fb_why_sample *sample, const char *hooks,
		  const struct fb_packet_state *facts, struct fb_why_answer *answer)
{
	struct judge j = { .s = sample, .hooks = hooks, .f = facts, .answer = answer };

	if (at_device(&j) || by_header(&j) || by_tracking(&j))
		return;
	if (taken_down(&j))
		return;
	if (sample->ct.status & FB_CT_OFFLOAD && !(seen(&j, FB_WHY_ADD) && sample->add.added)) {
		not_taken(&j);
		return;
	}
	if (refused(&j) || not_added(&j))
		return;
	by_rules(&j);
}
