// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>

#include "json/json.h"
#include "lib/print.h"
#include "why/connection_print.h"

/* Writes "into an IPsec tunnel, by the policy 10.0.1.0/24 to 10.0.2.0/24, index 9". */
static const char *ipsec_text(const struct fb_policy *p, char to[192])
{
	char policy[FB_POLICY_TEXT];
	const char *does = p->blocks	    ? "dropped"
			   : !p->transforms ? "no IPsec"
			   : p->tunnel	    ? "into an IPsec tunnel"
					    : "into IPsec transport";

	snprintf(to, 192, "%s, by the policy %s", does, fb_policy_text(p, policy, sizeof(policy)));
	return to;
}

static void print_way(const struct fb_connection *c, enum fb_ct_dir dir, const struct fb_way *way,
		      FILE *out)
{
	char source[FB_ADDRESS_TEXT] = "", ipsec[192];

	inet_ntop(c->tuple[dir].family, &c->tuple[dir].src, source, sizeof(source));
	if (!way->in[0]) {
		fb_print(out, "  from %s: no route back, or this machine itself\n", source);
		return;
	}
	fb_print(out, "  from %s: in by %s (%s), ", source, way->in,
		 way->in_listed ? "in a flowtable" : "in no flowtable");
	if (way->out[0])
		fb_print(out, "out by %s, MTU %u", way->out, way->mtu);
	else
		fb_print(out, "not forwarded");
	fb_print(out, "%s%s\n", way->policy ? ", " : "",
		 way->policy ? ipsec_text(way->policy, ipsec) : "");
}

void fb_connection_print(const struct fb_connection *c, const struct fb_way way[FB_CT_DIRS],
			 FILE *out)
{
	char text[FB_TUPLE_TEXT], status[FB_CT_STATUS_TEXT];
	enum fb_ct_dir dir;

	fb_print(out, "%s: %s", fb_tuple_text(&c->tuple[FB_CT_ORIGINAL], text),
		 fb_ct_status_text(c->status, status));
	fb_print(out, "%s%s", c->has_tcp ? ", state " : "",
		 c->has_tcp ? fb_ct_tcp_name(c->tcp) : "");
	fb_print(out, "%s%s", c->helper[0] ? ", helper " : "", c->helper);
	if (c->has_timeout)
		fb_print(out, ", forgotten in %u s", c->timeout);
	fputc('\n', out);
	for (dir = 0; dir < FB_CT_DIRS; dir++)
		print_way(c, dir, &way[dir], out);
}

static json_t *way_json(const struct fb_way *way)
{
	char ipsec[192];

	return json_pack("{s:o, s:b, s:o, s:I, s:s*}", "in", fb_json_string(way->in),
			 "in_flowtable", way->in_listed, "out", fb_json_string(way->out), "mtu",
			 (json_int_t)way->mtu, "ipsec",
			 way->policy ? ipsec_text(way->policy, ipsec) : NULL);
}

json_t *fb_connection_json(const struct fb_connection *c, const struct fb_way way[FB_CT_DIRS])
{
	char text[FB_TUPLE_TEXT], status[FB_CT_STATUS_TEXT];

	return json_pack("{s:s, s:s, s:s*, s:s*, s:o, s:o}", "tuple",
			 fb_tuple_text(&c->tuple[FB_CT_ORIGINAL], text), "status",
			 fb_ct_status_text(c->status, status), "tcp",
			 c->has_tcp ? fb_ct_tcp_name(c->tcp) : NULL, "helper",
			 c->helper[0] ? c->helper : NULL, "original",
			 way_json(&way[FB_CT_ORIGINAL]), "reply", way_json(&way[FB_CT_REPLY]));
}
