// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "reproduce/scenario_text.h"

enum way {
	WAY_LOOP,
	WAY_BRIDGE,
	WAY_FORWARD,
	WAY_RECEIVE,
	WAY_SEND,
	WAY_SEND_NIC,
};

/* Where the packet goes. The first row whose words hold counts. */
static const struct course {
	const char *words;
	enum way way;
	const char *title;
	const char *path;
	const char *expect, *expect6;
} courses[] = {
	{ "loopback send", WAY_LOOP, "a host sends to itself", "local", "loopback_xmit",
	  "loopback_xmit" },
	{ "bridge", WAY_BRIDGE, "a host bridges a packet", "slow", "br_handle_frame",
	  "br_handle_frame" },
	{ "forward", WAY_FORWARD, "a host forwards a packet", "slow", "ip_forward", "ip6_forward" },
	{ "receive", WAY_RECEIVE, "a host receives a packet", "local", "ip_local_deliver",
	  "ip6_input" },
	{ "reply", WAY_RECEIVE, "a host receives a packet", "local", "ip_local_deliver",
	  "ip6_input" },
	{ "send e1000|e1000e|e1000-or-e1000e|tun", WAY_SEND_NIC, "a host sends a packet", "local",
	  "ip_output|ip_finish_output", "ip6_output|ip6_finish_output" },
	{ "send", WAY_SEND, "a host sends a packet", "local", "ip_output|ip_finish_output",
	  "ip6_output|ip6_finish_output" },
};

/* The ends of the traffic: names of the lab's namespaces, and of addresses of either family. */
static const struct {
	const char *client;
	const char *server;
	const char *from;
	const char *to;
} ways[] = {
	[WAY_LOOP] = { "GATEWAY", "GATEWAY", "LO", "LO" },
	[WAY_BRIDGE] = { "CLIENT", "SERVER", "CLIENT", "SERVER" },
	[WAY_FORWARD] = { "CLIENT", "SERVER", "CLIENT", "SERVER" },
	[WAY_RECEIVE] = { "CLIENT", "GATEWAY", "CLIENT", "GATEWAY_IN" },
	[WAY_SEND] = { "GATEWAY", "SERVER", "GATEWAY_OUT", "SERVER" },
	/* By the NIC, which is in0. */
	[WAY_SEND_NIC] = { "GATEWAY", "CLIENT", "GATEWAY_IN", "CLIENT" },
};

/* The NIC of in0. */
static const struct {
	const char *words;
	const char *topology;
} topologies[] = {
	{ "e1000e", "path-e1000e" },
	{ "e1000|e1000-or-e1000e", "path-e1000" },
	{ "tun", "path-tun" },
};

static const char rules_of_iptables[] = "ipt_do_table";
static const char rules_of_ip6tables[] = "ip6t_do_table";
static const char rules_of_nft[] = "nft_do_chain";
static const char nat_of_both[] = "nf_nat_inet_fn";
static const char tracking[] = "nf_conntrack_in";

/* A file with rules or devices, and the call that it makes. */
struct part {
	const char *file;
	const char *expect;
};

#define SAME(...)           \
	{ __VA_ARGS__ },    \
	{                   \
		__VA_ARGS__ \
	}

/* Rules and devices for IPv4 and IPv6, in the order in which they are applied. */
static const struct {
	const char *words;
	struct part v4, v6;
} files[] = {
	{ "ipv6 !ipv4", SAME("ipv6.sysctl", NULL) },
	{ "bridge", SAME("bridge.ip", NULL) },
	{ "bridge br_netfilter", SAME("bridge-nf.sysctl", "br_nf_pre_routing") },
	{ "iptables-raw", { "raw.iptables", rules_of_iptables }, { NULL, NULL } },
	{ "iptables-mangle", { "mangle.iptables", rules_of_iptables }, { NULL, NULL } },
	{ "iptables-filter",
	  { "filter.iptables", rules_of_iptables },
	  { "filter.ip6tables", rules_of_ip6tables } },
	{ "iptables !iptables-raw !iptables-mangle !iptables-filter !iptables-nat",
	  { "filter.iptables", rules_of_iptables },
	  { "filter.ip6tables", rules_of_ip6tables } },
	{ "iptables-nat", { "nat.iptables", nat_of_both }, { "nat6.nft", nat_of_both } },
	{ "ipvs", { "pass.ipvs", NULL }, { NULL, NULL } },
	{ "nft-compat", { "filter.iptables-nft", rules_of_nft }, { NULL, NULL } },
	{ "nft nft-inet", SAME("filter-inet.nft", rules_of_nft) },
	{ "nft !nft-inet !nft-compat",
	  { "filter.nft", rules_of_nft },
	  { "filter6.nft", rules_of_nft } },
	{ "nat-rewrites !iptables-nat",
	  { "nat-rewrites.nft", nat_of_both },
	  { "nat6.nft", nat_of_both } },
	{ "nat !nat-rewrites !iptables-nat",
	  { "nat.nft", nat_of_both },
	  { "nat6.nft", nat_of_both } },
	{ "xdp-generic", SAME("generic.xdp-filter", "do_xdp_generic|netif_receive_generic_xdp") },
	{ "ct-events", SAME("events.sysctl", NULL) },
	{ "conntrack !nat", { "conntrack.nft", tracking }, { "conntrack6.nft", tracking } },
};

/* A drop, by the hook and whose decision it was. */
static const struct {
	const char *hook;
	const char *table;
	const char *v4, *v6;
} dropping[] = {
	{ "input", "the table filter of iptables-legacy", "drop-input.iptables", NULL },
	{ "forward", "the table filter of iptables-legacy", "drop-forward.iptables", NULL },
	{ "output", "the table filter of iptables-legacy", "drop-output.iptables", NULL },
	{ "prerouting", NULL, "drop-prerouting.nft", "drop-prerouting6.nft" },
	{ "input", NULL, "drop-input.nft", "drop-input6.nft" },
	{ "forward", NULL, "drop-forward.nft", "drop-forward6.nft" },
	{ "output", NULL, "drop-output.nft", "drop-output6.nft" },
	{ "postrouting", NULL, "drop-postrouting.nft", "drop-postrouting6.nft" },
};

/* What a trace can show and this lab has not got. */
static const struct {
	const char *words;
	const char *lack;
} lacks[] = {
	{ "ipv6 !ipv4 iptables-raw|iptables-mangle|iptables-nat",
	  "the tables raw, mangle and nat of ip6tables-legacy" },
	{ "ipv6 !ipv4 ipvs|nft-compat", "IPVS and rules of ip6tables-nft" },
	{ "ipvs-sends", "a service of IPVS for the packet: IPVS lets it pass" },
	{ "ebtables", "ebtables: no table of it is loaded" },
	{ "openvswitch", "Open vSwitch: the packet passes without it" },
	{ "vxlan-out|vxlan-in", "VXLAN: the packet goes without the tunnel" },
	{ "geneve|gre-out|gre-in|ipip-out|ipip-in", "the tunnel: the packet goes without it" },
	{ "wireguard-out|wireguard-in", "WireGuard: the packet goes without it" },
	{ "esp-out|esp-in|xfrm-out|xfrm-in", "IPsec: the packet goes without it" },
	{ "flowtable", "a flowtable: connection tracking forwards the packet" },
	{ "xdp !xdp-generic", "XDP: no program is attached" },
	{ "tc", "a classifier of tc: none is attached" },
	{ "macvlan|ipvlan|bonding|team|vlan|dummy|ifb", "the virtual device: veth stands in" },
	{ "e1000-or-e1000e",
	  "the NIC, of which the trace does not tell the kind: an e1000 stands in" },
	{ "virtio_net|igb|igc|ixgbe|ixgbevf|i40e|iavf|ice", "the NIC's driver: veth stands in" },
	{ "mlx5|mlx4|bnx2x|bnx2|bnxt|tg3|r8169|8139cp|be2net|ena|gve|hv_netvsc|vmxnet3|xen-netfront",
	  "the NIC's driver: veth stands in" },
	{ "bcmgenet|cpsw|fec|xgene-enet|stmmac|mvneta|smsc95xx|usbnet|wifi",
	  "the NIC's driver: veth stands in" },
	{ "raw-socket !icmp !icmpv6 !tcp !udp", "the protocol of the raw socket: ICMP stands in" },
	{ "!tcp !udp !udp-tracked !icmp !icmpv6 !raw-socket",
	  "the protocol, which the trace does not tell: UDP stands in" },
};

#define NR(a) (sizeof(a) / sizeof((a)[0]))

static const struct course *find_course(const struct fb_reading *r)
{
	size_t i;

	for (i = 0; i < NR(courses); i++)
		if (fb_reading_fits(r, courses[i].words))
			return &courses[i];
	return NULL;
}

static const char *protocol_of(const struct fb_reading *r)
{
	if (fb_reading_fits(r, "icmp|icmpv6|raw-socket !tcp !udp"))
		return "icmp";
	return fb_reading_fits(r, "tcp") ? "tcp" : "udp";
}

static bool is_ipv6(const struct fb_reading *r)
{
	return fb_reading_fits(r, "ipv6 !ipv4");
}

/* What the file of row @i is, for the family of the trace; its file is NULL if there is none, or if the row does not hold. */
static struct part part_of(const struct fb_reading *r, size_t i)
{
	if (!fb_reading_fits(r, files[i].words))
		return (struct part){ NULL, NULL };
	return is_ipv6(r) ? files[i].v6 : files[i].v4;
}

/* The file that drops the packet where the trace does, or NULL. */
static const char *drop_file(const struct fb_reading *r)
{
	const struct fb_drop *drop = r->drops.nr ? &r->drops.drop[0] : NULL;
	size_t i;

	for (i = 0; drop && drop->hook && i < NR(dropping); i++) {
		const char *file = is_ipv6(r) ? dropping[i].v6 : dropping[i].v4;

		if (file && !strcmp(dropping[i].hook, drop->hook) &&
		    (!dropping[i].table ||
		     (drop->table && !strcmp(dropping[i].table, drop->table))))
			return file;
	}
	return NULL;
}

static void put_with(const struct fb_reading *r, struct fb_out *out)
{
	const char *drop = drop_file(r), *before = "with       = ";
	size_t i;

	for (i = 0; i < NR(files); i++) {
		const char *file = part_of(r, i).file;

		if (!file)
			continue;
		fb_out_printf(out, "%s%s", before, file);
		before = ",";
	}
	if (drop) {
		fb_out_printf(out, "%s%s", before, drop);
		before = ",";
	}
	if (*before == ',')
		fb_out_char(out, '\n');
}

static void put_ends(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	const char *six = is_ipv6(r) ? "6" : "";

	fb_out_printf(out, "client=$NS_%s server=$NS_%s from=$ADDR%s_%s to=$ADDR%s_%s",
		      ways[c->way].client, ways[c->way].server, six, ways[c->way].from, six,
		      ways[c->way].to);
}

/* A packet that is lost, and one that needs no other, is sent alone; else a whole exchange. */
static void put_traffic(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	const char *proto = protocol_of(r);
	bool alone = r->drops.nr || !strcmp(proto, "icmp") ||
		     (!strcmp(proto, "tcp") && fb_reading_fits(r, "tcp-connect"));

	fb_out_text(out, "traffic    = ");
	if (alone) {
		fb_out_printf(out, "one-packet client=$NS_%s to=$ADDR%s_%s proto=%s port=9000\n",
			      ways[c->way].client, is_ipv6(r) ? "6" : "", ways[c->way].to, proto);
		return;
	}
	fb_out_text(out, strcmp(proto, "tcp") ? "udp-send " : "tcp-request ");
	put_ends(r, c, out);
	fb_out_text(out, strcmp(proto, "tcp") ? " port=9000 size=100\n"
					      : " port=9000 request=100 reply=100\n");
}

/* The call that the traffic itself makes. */
static const char *call_of(const struct fb_reading *r)
{
	const char *proto = protocol_of(r);
	bool six = is_ipv6(r);

	if (!strcmp(proto, "icmp"))
		return six ? "rawv6_sendmsg" : "raw_sendmsg";
	if (!strcmp(proto, "udp"))
		return six ? "udpv6_sendmsg" : "udp_sendmsg";
	if (r->drops.nr || fb_reading_fits(r, "tcp-connect"))
		return six ? "tcp_v6_connect" : "tcp_v4_connect";
	return "tcp_sendmsg";
}

static void put_expects(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	const char *said = NULL;
	size_t i;

	if (!r->drops.nr)
		fb_out_printf(out, "expect     = %s\n", is_ipv6(r) ? c->expect6 : c->expect);
	for (i = 0; i < NR(files); i++) {
		const char *expect = part_of(r, i).expect;

		/* Several files have one proof. */
		if (expect && expect != said)
			fb_out_printf(out, "expect     = %s\n", expect);
		said = expect ? expect : said;
	}
}

static void put_phase(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	static const char softirq[] = "__do_softirq handle_softirqs net_rx_action";
	static const char write[] = "tun_get_user tun_chr_write_iter";
	bool call = c->way == WAY_SEND || c->way == WAY_SEND_NIC || c->way == WAY_LOOP;
	bool tap = fb_reading_fits(r, "tun !e1000 !e1000e !e1000-or-e1000e");
	const char *proto = protocol_of(r), *flags = "";

	if (!strcmp(proto, "tcp"))
		flags = r->drops.nr || fb_reading_fits(r, "new-connection|tcp-listen|tcp-connect")
				? " flags=S"
				: " flags=PA";
	fb_out_printf(out, "graph      = %s\n\n[p1]\npath       = %s\nlabel      = %s\n",
		      call  ? call_of(r)
		      : tap ? write
			    : "__do_softirq handle_softirqs",
		      c->path, c->title);
	if (call)
		fb_out_printf(out, "packet     = none\nroot       = %s\n", call_of(r));
	else
		fb_out_printf(out, "packet     = dev=$DEV_IN proto=%s%s%s\nroot       = %s\n",
			      proto, !strcmp(proto, "icmp") && is_ipv6(r) ? "6" : "", flags,
			      tap ? write : softirq);
	put_expects(r, c, out);
}

static const char *topology_of(const struct fb_reading *r)
{
	size_t i;

	for (i = 0; i < NR(topologies); i++)
		if (fb_reading_fits(r, topologies[i].words))
			return topologies[i].topology;
	return "path";
}

const char *fb_scenario_lack(const struct fb_reading *reading, size_t *at)
{
	if (!find_course(reading))
		return NULL;
	while (*at < NR(lacks)) {
		size_t i = (*at)++;

		if (fb_reading_fits(reading, lacks[i].words))
			return lacks[i].lack;
	}
	return NULL;
}

void fb_scenario_lacks(const struct fb_reading *reading, const char *before, struct fb_out *out)
{
	const char *lack;
	size_t at = 0;

	while ((lack = fb_scenario_lack(reading, &at)))
		fb_out_printf(out, "%s%s\n", before, lack);
}

int fb_scenario_put(const struct fb_reading *reading, struct fb_out *out)
{
	const struct course *c = find_course(reading);

	if (!c)
		return -ENOENT;
	fb_out_text(out, "# Made by flowbench reproduce.\n");
	fb_scenario_lacks(reading, "# The lab has not got ", out);
	fb_out_printf(out, "title      = %s\ntopology   = %s\n", c->title, topology_of(reading));
	put_with(reading, out);
	fb_out_text(out, "netns      = $NS_GATEWAY\n");
	put_traffic(reading, c, out);
	put_phase(reading, c, out);
	return 0;
}
