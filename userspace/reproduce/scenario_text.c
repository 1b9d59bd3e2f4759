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
};

/* Where the packet goes. The first row whose words hold counts. */
static const struct course {
	const char *words;
	enum way way;
	const char *title;
	const char *path;
	const char *expect;
} courses[] = {
	{ "loopback send", WAY_LOOP, "a host sends to itself", "local", "loopback_xmit" },
	{ "bridge", WAY_BRIDGE, "a host bridges a packet", "slow", "br_handle_frame" },
	{ "forward", WAY_FORWARD, "a host forwards a packet", "slow", "ip_forward" },
	{ "receive", WAY_RECEIVE, "a host receives a packet", "local", "ip_local_deliver" },
	{ "reply", WAY_RECEIVE, "a host receives a packet", "local", "ip_local_deliver" },
	{ "send", WAY_SEND, "a host sends a packet", "local", "ip_output|ip_finish_output" },
};

/* The ends of the traffic, as settings of its programs. */
static const struct {
	const char *ends;
	const char *to;
	const char *client;
} ways[] = {
	[WAY_LOOP] = { "client=$NS_GATEWAY server=$NS_GATEWAY from=$ADDR_LO to=$ADDR_LO",
		       "$ADDR_LO", "$NS_GATEWAY" },
	[WAY_BRIDGE] = { "client=$NS_CLIENT server=$NS_SERVER from=$ADDR_CLIENT to=$ADDR_SERVER",
			 "$ADDR_SERVER", "$NS_CLIENT" },
	[WAY_FORWARD] = { "client=$NS_CLIENT server=$NS_SERVER from=$ADDR_CLIENT to=$ADDR_SERVER",
			  "$ADDR_SERVER", "$NS_CLIENT" },
	[WAY_RECEIVE] = { "client=$NS_CLIENT server=$NS_GATEWAY from=$ADDR_CLIENT to=$ADDR_GATEWAY_IN",
			  "$ADDR_GATEWAY_IN", "$NS_CLIENT" },
	[WAY_SEND] = { "client=$NS_GATEWAY server=$NS_SERVER from=$ADDR_GATEWAY_OUT to=$ADDR_SERVER",
		       "$ADDR_SERVER", "$NS_GATEWAY" },
};

static const char rules_of_iptables[] = "ipt_do_table";

/* Rules and devices, in the order in which they are applied. */
static const struct {
	const char *words;
	const char *file;
	const char *expect;
} files[] = {
	{ "bridge", "bridge.ip", NULL },
	{ "bridge br_netfilter", "bridge-nf.sysctl", "br_nf_pre_routing" },
	{ "iptables-raw", "raw.iptables", rules_of_iptables },
	{ "iptables-mangle", "mangle.iptables", rules_of_iptables },
	{ "iptables-filter", "filter.iptables", rules_of_iptables },
	{ "iptables !iptables-raw !iptables-mangle !iptables-filter !iptables-nat",
	  "filter.iptables", rules_of_iptables },
	{ "iptables-nat", "nat.iptables", "nf_nat_inet_fn" },
	{ "ipvs", "pass.ipvs", NULL },
	{ "nft nft-inet", "filter-inet.nft", "nft_do_chain" },
	{ "nft !nft-inet", "filter.nft", "nft_do_chain" },
	{ "nat-rewrites !iptables-nat", "nat-rewrites.nft", "nf_nat_inet_fn" },
	{ "nat !nat-rewrites !iptables-nat", "nat.nft", "nf_nat_inet_fn" },
	{ "ct-events", "events.sysctl", NULL },
	{ "conntrack !nat", "conntrack.nft", "nf_conntrack_in" },
};

/* A drop, by the hook and whose decision it was. */
static const struct {
	const char *hook;
	const char *table;
	const char *file;
} dropping[] = {
	{ "input", "the table filter of iptables-legacy", "drop-input.iptables" },
	{ "forward", "the table filter of iptables-legacy", "drop-forward.iptables" },
	{ "output", "the table filter of iptables-legacy", "drop-output.iptables" },
	{ "prerouting", NULL, "drop-prerouting.nft" },
	{ "input", NULL, "drop-input.nft" },
	{ "forward", NULL, "drop-forward.nft" },
	{ "output", NULL, "drop-output.nft" },
	{ "postrouting", NULL, "drop-postrouting.nft" },
};

/* What a trace can show and this lab has not got. */
static const struct {
	const char *words;
	const char *lack;
} lacks[] = {
	{ "ipv6 !ipv4", "IPv6: IPv4 stands in" },
	{ "ipvs-sends", "a service of IPVS for the packet: IPVS lets it pass" },
	{ "ebtables", "ebtables: no table of it is loaded" },
	{ "openvswitch", "Open vSwitch: the packet passes without it" },
	{ "vxlan-out|vxlan-in", "VXLAN: the packet goes without the tunnel" },
	{ "geneve|gre-out|gre-in|ipip-out|ipip-in", "the tunnel: the packet goes without it" },
	{ "wireguard-out|wireguard-in", "WireGuard: the packet goes without it" },
	{ "esp-out|esp-in|xfrm-out|xfrm-in", "IPsec: the packet goes without it" },
	{ "flowtable", "a flowtable: connection tracking forwards the packet" },
	{ "xdp|xdp-generic", "XDP: no program is attached" },
	{ "tc", "a classifier of tc: none is attached" },
	{ "nft-compat", "matches of iptables-nft: rules of nft stand in" },
	{ "macvlan|ipvlan|bonding|team|vlan|tun|dummy|ifb", "the virtual device: veth stands in" },
	{ "virtio_net|igb|igc|ixgbe|ixgbevf|i40e|iavf|ice|e1000e|e1000|e1000-or-e1000e",
	  "the NIC's driver: veth stands in" },
	{ "mlx5|mlx4|bnx2x|bnx2|bnxt|tg3|r8169|8139cp|be2net|ena|gve|hv_netvsc|vmxnet3|xen-netfront",
	  "the NIC's driver: veth stands in" },
	{ "bcmgenet|cpsw|fec|xgene-enet|stmmac|mvneta|smsc95xx|usbnet|wifi",
	  "the NIC's driver: veth stands in" },
	{ "raw-socket !icmp !tcp !udp", "the protocol of the raw socket: ICMP stands in" },
	{ "!tcp !udp !udp-tracked !icmp !raw-socket",
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
	if (fb_reading_fits(r, "icmp|raw-socket !tcp !udp"))
		return "icmp";
	return fb_reading_fits(r, "tcp") ? "tcp" : "udp";
}

/* The file that drops the packet where the trace does, or NULL. */
static const char *drop_file(const struct fb_reading *r)
{
	const struct fb_drop *drop = r->drops.nr ? &r->drops.drop[0] : NULL;
	size_t i;

	for (i = 0; drop && drop->hook && i < NR(dropping); i++)
		if (!strcmp(dropping[i].hook, drop->hook) &&
		    (!dropping[i].table ||
		     (drop->table && !strcmp(dropping[i].table, drop->table))))
			return dropping[i].file;
	return NULL;
}

static void put_with(const struct fb_reading *r, struct fb_out *out)
{
	const char *drop = drop_file(r), *before = "with       = ";
	size_t i;

	for (i = 0; i < NR(files); i++) {
		if (!fb_reading_fits(r, files[i].words))
			continue;
		fb_out_printf(out, "%s%s", before, files[i].file);
		before = ",";
	}
	if (drop) {
		fb_out_printf(out, "%s%s", before, drop);
		before = ",";
	}
	if (*before == ',')
		fb_out_char(out, '\n');
}

/* A packet that is lost, and one that needs no other, is sent alone; else a whole exchange. */
static void put_traffic(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	const char *proto = protocol_of(r);
	bool alone = r->drops.nr || !strcmp(proto, "icmp") ||
		     (!strcmp(proto, "tcp") && fb_reading_fits(r, "tcp-connect"));

	fb_out_text(out, "traffic    = ");
	if (alone)
		fb_out_printf(out, "one-packet client=%s to=%s proto=%s port=9000\n",
			      ways[c->way].client, ways[c->way].to, proto);
	else if (!strcmp(proto, "tcp"))
		fb_out_printf(out, "tcp-request %s port=9000 request=100 reply=100\n",
			      ways[c->way].ends);
	else
		fb_out_printf(out, "udp-send %s port=9000 size=100\n", ways[c->way].ends);
}

/* The call that the traffic itself makes. */
static const char *call_of(const struct fb_reading *r)
{
	const char *proto = protocol_of(r);

	if (!strcmp(proto, "icmp"))
		return "raw_sendmsg";
	if (!strcmp(proto, "udp"))
		return "udp_sendmsg";
	return r->drops.nr || fb_reading_fits(r, "tcp-connect") ? "tcp_v4_connect" : "tcp_sendmsg";
}

static void put_phase(const struct fb_reading *r, const struct course *c, struct fb_out *out)
{
	static const char softirq[] = "__do_softirq handle_softirqs net_rx_action";
	bool call = c->way == WAY_SEND || c->way == WAY_LOOP;
	const char *proto = protocol_of(r), *flags = "", *said = NULL;
	size_t i;

	if (!strcmp(proto, "tcp"))
		flags = r->drops.nr || fb_reading_fits(r, "new-connection|tcp-listen|tcp-connect")
				? " flags=S"
				: " flags=PA";
	fb_out_printf(out, "graph      = %s\n\n[p1]\npath       = %s\nlabel      = %s\n",
		      call ? call_of(r) : "__do_softirq handle_softirqs", c->path, c->title);
	if (call)
		fb_out_printf(out, "packet     = none\nroot       = %s\n", call_of(r));
	else
		fb_out_printf(out, "packet     = dev=$DEV_IN proto=%s%s\nroot       = %s\n", proto,
			      flags, softirq);
	if (!r->drops.nr)
		fb_out_printf(out, "expect     = %s\n", c->expect);
	for (i = 0; i < NR(files); i++) {
		const char *expect = fb_reading_fits(r, files[i].words) ? files[i].expect : NULL;

		/* Several files have one proof. */
		if (expect && expect != said)
			fb_out_printf(out, "expect     = %s\n", expect);
		said = expect ? expect : said;
	}
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
	fb_out_printf(out, "title      = %s\ntopology   = path\n", c->title);
	put_with(reading, out);
	fb_out_text(out, "netns      = $NS_GATEWAY\n");
	put_traffic(reading, c, out);
	put_phase(reading, c, out);
	return 0;
}
