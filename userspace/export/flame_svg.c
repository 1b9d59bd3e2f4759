// SPDX-License-Identifier: GPL-2.0
/* A flame graph as SVG. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/flame_script.h"
#include "export/flame_svg.h"
#include "lib/escape.h"

#define ROW   18
#define TITLE 24 /* height of the title, which a drawing may lack */
#define BAR   54 /* of the controls, and of what they say */
/* A frame narrower than one part of so many is left out: no screen shows it. */
#define PARTS 20000

/* What a drawing is made from: of each node its width and where it begins. */
struct drawing {
	const struct fb_flame *fl;
	const struct fb_flame_node *node;
	const struct fb_flame_look *look;
	struct fb_out *out;
	uint64_t *total;
	uint64_t *from;
	uint64_t *next; /* where the next call begins */
	uint64_t least;
	uint32_t top;
	uint32_t rows;
	uint32_t left_out;
	unsigned int y;
};

static int good_prefix(const char *p)
{
	if (!isalpha((unsigned char)*p))
		return 0;
	while (isalnum((unsigned char)*p) || *p == '-' || *p == '_')
		p++;
	return !*p;
}

static const char *name_of(const struct drawing *d, uint32_t at)
{
	return at ? d->node[at].name : "all";
}

/* First words of names, by what they belong to; all others have the colour behind the last. */
static const char *const families[] = {
	" esp esp4 esp6 ",
	" nf nft nfnl nfqnl ipt flow ",
	" crypto cryptd shash ahash aead skcipher null hmac gcm aes simd sha1 sha256 sha512 ",
	" raw rcu local queued mutex spin lock irq ",
	" skb sk sock pskb kmem kfree kmalloc slab consume page ",
	" ip ip6 ipv4 ipv6 icmp icmpv6 tcp udp udpv6 fib fib6 neigh arp dst rt rt6 inet inet6 ",
	" dev netif napi net sch qdisc pfifo fq netdev virtnet virtqueue veth igb vlan br ",
	" xfrm xfrm4 xfrm6 xfrmi ",
};

#define FAMILIES (sizeof(families) / sizeof(families[0]))

static unsigned int colour_of(const char *name)
{
	char word[16];
	unsigned int i;
	size_t len;

	while (*name == '_')
		name++;
	len = strcspn(name, "_.");
	if (snprintf(word, sizeof(word), " %.*s ", (int)(len < 16 ? len : 16), name) >=
	    (int)sizeof(word))
		return FAMILIES;
	for (i = 0; i < FAMILIES && !strstr(families[i], word); i++)
		;
	return i;
}

static void put_text(const struct drawing *d, const char *text)
{
	fb_put_xml(d->out, text, strlen(text));
}

/* "12.345", with as many digits as the unit has. */
static void put_value(const struct drawing *d, uint64_t value)
{
	unsigned int per = d->look->per_unit ? d->look->per_unit : 1, digits = 0, i;

	for (i = per; i >= 10; i /= 10)
		digits++;
	fb_out_printf(d->out, "%llu", (unsigned long long)(value / per));
	if (digits)
		fb_out_printf(d->out, ".%0*llu", (int)digits, (unsigned long long)(value % per));
}

static double percent(const struct drawing *d, uint64_t value)
{
	return 100.0 * (double)value / (double)d->total[d->top];
}

/* Node 0 is drawn only where several calls are outermost. */
static void measure(struct drawing *d)
{
	const struct fb_flame_node *node = d->node;
	uint32_t at, drawn = 0, only = 0;

	for (at = fb_flame_nr(d->fl); at-- > 0;) {
		d->total[at] += node[at].self;
		if (at)
			d->total[node[at].parent] += d->total[at];
	}
	for (at = node[0].child; at; at = node[at].next) {
		if (!d->total[at])
			continue;
		drawn++;
		only = at;
	}
	d->top = drawn == 1 ? only : 0;
	d->least = d->total[0] / PARTS;
	d->from[0] = d->next[0] = 0;
	for (at = 0; (at = fb_flame_after(d->fl, at, 0));) {
		d->from[at] = d->next[at] = d->next[node[at].parent];
		d->next[node[at].parent] += d->total[at];
		if (d->total[at] <= d->least) {
			d->left_out += !!d->total[at];
			continue;
		}
		if (node[at].depth - node[d->top].depth > d->rows)
			d->rows = node[at].depth - node[d->top].depth;
	}
	d->rows++;
}

/* A frame is an svg of its own, so that a name that is too long for it ends at its edge. */
static void frame(const struct drawing *d, uint32_t at)
{
	const struct fb_flame_node *node = &d->node[at];

	fb_out_printf(d->out,
		      "<svg class=\"fbflame-f fbflame-%u\" x=\"%.4f%%\" y=\"%u\" width=\"%.4f%%\" "
		      "height=\"%d\" data-x=\"%llu\" data-v=\"%llu\"><title>",
		      colour_of(name_of(d, at)), percent(d, d->from[at]),
		      d->y + (node->depth - d->node[d->top].depth) * ROW, percent(d, d->total[at]),
		      ROW - 1, (unsigned long long)d->from[at], (unsigned long long)d->total[at]);
	put_text(d, name_of(d, at));
	fb_out_text(d->out, ": ");
	put_value(d, d->total[at]);
	fb_out_char(d->out, ' ');
	put_text(d, d->look->unit ? d->look->unit : "");
	fb_out_printf(d->out, ", %.2f %%; itself ", percent(d, d->total[at]));
	put_value(d, node->self);
	fb_out_text(d->out,
		    "</title><rect width=\"100%\" height=\"100%\"/><text x=\"3\" y=\"12\">");
	put_text(d, name_of(d, at));
	fb_out_text(d->out, "</text></svg>\n");
}

static void frames(struct drawing *d)
{
	uint32_t at = d->top;

	frame(d, at);
	while ((at = fb_flame_after(d->fl, at, d->top)))
		if (d->total[at] > d->least)
			frame(d, at);
}

/* XHTML in a foreignObject: SVG has no field to type into. The script shows it. */
static void controls(const struct drawing *d, unsigned int y)
{
	fb_out_printf(
		d->out,
		"<foreignObject x=\"0\" y=\"%u\" width=\"100%%\" height=\"30\">"
		"<div xmlns=\"http://www.w3.org/1999/xhtml\" class=\"fbflame-bar\">"
		"<input type=\"search\" class=\"fbflame-search\" placeholder=\"search, regexp\" "
		"aria-label=\"search function names, regular expression\"/>"
		"<button type=\"button\" class=\"fbflame-reset\">Reset</button>"
		"<span class=\"fbflame-found\" role=\"status\"></span></div></foreignObject>\n",
		y);
	fb_out_printf(d->out, "<text class=\"fbflame-info\" x=\"3\" y=\"%u\">", y + 46);
	put_value(d, d->total[d->top]);
	fb_out_char(d->out, ' ');
	put_text(d, d->look->unit ? d->look->unit : "");
	fb_out_text(d->out, " in all");
	if (d->left_out)
		fb_out_printf(d->out, "; %u frames below 0.005 %% are not drawn", d->left_out);
	fb_out_text(d->out, "</text>\n");
}

static void draw(struct drawing *d)
{
	const struct fb_flame_look *look = d->look;
	const char *prefix = look->prefix ? look->prefix : "flame-";
	bool empty = !d->total[d->top];

	d->y = (look->title ? TITLE : 0) + (empty ? 0 : BAR);
	if (!look->bare)
		fb_out_text(d->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	fb_out_printf(d->out,
		      "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%ssvg\" class=\"fbflame%s\" "
		      "width=\"100%%\" height=\"%u\" role=\"group\"",
		      prefix, look->bare ? "" : " fbflame-page",
		      d->y + (empty ? 1 : d->rows) * ROW + 4);
	if (look->title)
		fb_out_printf(d->out, " aria-labelledby=\"%stitle\"", prefix);
	fb_out_text(d->out, ">\n");
	if (!look->bare) {
		fb_out_text(d->out, "<style>\n");
		fb_flame_style(d->out);
		fb_out_text(d->out, "</style>\n");
	}
	if (look->title) {
		fb_out_printf(d->out,
			      "<text id=\"%stitle\" class=\"fbflame-title\" x=\"3\" y=\"17\">",
			      prefix);
		put_text(d, look->title);
		fb_out_text(d->out, "</text>\n");
	}
	if (empty) {
		fb_out_printf(
			d->out,
			"<text class=\"fbflame-info\" x=\"3\" y=\"%u\">nothing spent</text>\n",
			d->y + 14);
	} else {
		controls(d, look->title ? TITLE : 0);
		frames(d);
	}
	if (!look->bare) {
		fb_out_text(d->out, "<script><![CDATA[\n");
		fb_flame_script(d->out);
		fb_out_text(d->out, "]]></script>\n");
	}
	fb_out_text(d->out, "</svg>\n");
}

int fb_flame_svg(const struct fb_flame *fl, const struct fb_flame_look *look, struct fb_out *out)
{
	struct drawing d = { .fl = fl, .node = fb_flame_nodes(fl), .look = look, .out = out };
	uint32_t nr = fb_flame_nr(fl);
	int ret = 0;

	if (look->prefix && !good_prefix(look->prefix))
		return -EINVAL;
	d.total = calloc(nr, sizeof(*d.total));
	d.from = calloc(nr, sizeof(*d.from));
	d.next = calloc(nr, sizeof(*d.next));
	if (d.total && d.from && d.next) {
		measure(&d);
		draw(&d);
	} else {
		ret = -ENOMEM;
	}
	free(d.total);
	free(d.from);
	free(d.next);
	return ret;
}
