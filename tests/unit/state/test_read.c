// SPDX-License-Identifier: GPL-2.0
/* What the kernel says of a namespace with devices, rules, routes, policies and connections of this test. */
#include "unit_net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/neighbour.h>
#include <linux/netfilter.h>
#include <linux/xfrm.h>
#include <net/if.h>
#include <nftables/libnftables.h>
#include <signal.h>

#include "system/lab.h"
#include "state/connections.h"
#include "state/devices.h"
#include "state/netlink.h"
#include "state/nft_counters.h"
#include "state/nic_statistics.h"
#include "state/policies.h"
#include "state/route.h"
#include "state/sa_packets.h"
#include "state/ruleset_read.h"
#include "state/gateway_read.h"
#include "state/ruleset_reach.h"

static bool there;

static const char gateway[] = "PATH=$PATH:/usr/sbin:/sbin; set -e\n"
			      "ip link set lo up\n"
			      "ip link add in0 type veth peer name out0\n"
			      "ip addr add 10.0.1.1/24 dev in0\n"
			      "ip link set in0 mtu 1400 up; ip link set out0 up\n"
			      "ip route add 10.9.0.0/24 via 10.0.1.2 mtu 1300\n"
			      "ip route add blackhole 10.8.0.0/24\n"
			      "ip neigh add 10.0.1.2 lladdr 02:00:00:00:00:09 dev in0\n";

static int set_up(void **state)
{
	(void)state;
	there = !unit_net() && (!system(gateway) || !unit_lacks("ip cannot make the gateway"));
	return 0;
}

#define NEEDS_NET()                           \
	do {                                  \
		if (!there)                   \
			unit_skip(unit_lack); \
	} while (0)

static union fb_address v4(const char *text)
{
	union fb_address a = { .v6 = { { { 0 } } } };

	assert_int_equal(inet_pton(AF_INET, text, &a), 1);
	return a;
}

/* Runs a command of nft; returns true if this kernel can do it. */
static bool nft(const char *command)
{
	struct nft_ctx *ctx = nft_ctx_new(NFT_CTX_DEFAULT);
	int ret;

	assert_non_null(ctx);
	nft_ctx_buffer_error(ctx);
	ret = nft_run_cmd_from_buffer(ctx, command);
	nft_ctx_free(ctx);
	return !ret;
}

static void devices(void **state)
{
	const struct fb_device *in, *out;
	struct fb_devices ds;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_devices_read(&ds, &error), 0);
	in = fb_device_by_name(&ds, "in0");
	out = fb_device_by_name(&ds, "out0");
	assert_non_null(in);
	assert_non_null(out);
	assert_int_equal(in->mtu, 1400);
	assert_string_equal(in->kind, "veth");
	assert_true(in->flags & IFF_UP);
	assert_int_equal(in->link, out->ifindex);
	assert_false(in->link_elsewhere);
	assert_int_equal(in->mac_len, 6);
	fb_devices_free(&ds);
}

/* Each to another port of lo. */
static bool send_datagrams(int nr)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), i;
	bool sent = fd >= 0;

	for (i = 0; sent && i < nr; i++) {
		to.sin_port = htons((uint16_t)(2000 + i));
		/* An ICMP error of an earlier datagram comes up here. */
		sent = sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof(to)) == 1 ||
		       errno == ECONNREFUSED;
	}
	if (fd >= 0)
		close(fd);
	return sent;
}

static void one_device(void **state)
{
	struct fb_device d, before;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_device_read("lo", &before, &error), 0);
	assert_string_equal(before.name, "lo");
	assert_true(before.flags & IFF_LOOPBACK);
	assert_true(send_datagrams(3));
	assert_int_equal(fb_device_read("lo", &d, &error), 0);
	assert_true(d.sent >= before.sent + 3);
	assert_int_equal(fb_device_read("in1", &d, &error), -ENOENT);
	assert_int_equal(fb_device_read("a-name-of-16-ch.", &d, &error), -ENOENT);
	assert_string_equal(error.text, "");
}

static void statistics_of_a_driver(void **state)
{
	struct fb_error error = { "" };
	struct fb_device out;
	uint64_t n = 0;

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_device_read("out0", &out, &error), 0);
	assert_int_equal(fb_nic_statistic_read("in0", "peer_ifindex", &n, &error), 0);
	assert_int_equal(n, out.ifindex);
	assert_int_equal(fb_nic_statistic_read("in0", "peer", &n, &error), -ENOENT);
	/* This driver has none. */
	assert_int_equal(fb_nic_statistic_read("lo", "peer_ifindex", &n, &error), -ENOENT);
	assert_string_equal(error.text, "");
	assert_int_equal(fb_nic_statistic_read("in1", "peer_ifindex", &n, &error), -ENODEV);
	assert_string_equal(error.text, "statistics of in1 cannot be read: No such device");
	assert_int_equal(fb_nic_statistic_read("a-name-of-16-ch.", "x", &n, &error), -ENODEV);
}

static void devices_elsewhere(void **state)
{
	struct fb_devices ds;
	struct fb_error error = { "" };
	int home, ret;

	(void)state;
	NEEDS_NET();
	home = fb_netns_enter("fb-unit-client");
	assert_true(home >= 0);
	ret = fb_devices_read(&ds, &error);
	fb_netns_leave(home);
	assert_int_equal(ret, 0);
	assert_non_null(fb_device_by_name(&ds, "c0"));
	assert_true(fb_device_by_name(&ds, "c0")->link_elsewhere);
	assert_null(fb_device_by_name(&ds, "in0"));
	fb_devices_free(&ds);
}

static void routes(void **state)
{
	struct fb_route_for packet = { .tuple = { .family = AF_INET, .proto = IPPROTO_TCP } };
	struct fb_devices ds;
	struct fb_route r;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_devices_read(&ds, &error), 0);
	packet.tuple.dst = v4("10.9.0.1");
	packet.tuple.dport = 80;
	assert_int_equal(fb_route_read(&packet, &ds, &r, &error), 0);
	assert_int_equal(r.kind, FB_ROUTE_FORWARD);
	assert_int_equal(r.oif, fb_device_by_name(&ds, "in0")->ifindex);
	assert_int_equal(r.mtu, 1300);
	assert_true(r.mtu_of_route);
	assert_int_equal(r.gateway.v4.s_addr, v4("10.0.1.2").v4.s_addr);
	packet.tuple.dst = v4("10.0.1.77");
	assert_int_equal(fb_route_read(&packet, &ds, &r, &error), 0);
	assert_int_equal(r.gateway_family, 0);
	assert_int_equal(r.mtu, 1400);
	assert_false(r.mtu_of_route);
	packet.tuple.dst = v4("10.0.1.1");
	assert_int_equal(fb_route_read(&packet, &ds, &r, &error), 0);
	assert_int_equal(r.kind, FB_ROUTE_LOCAL);
	packet.tuple.dst = v4("10.8.0.1");
	assert_int_equal(fb_route_read(&packet, NULL, &r, &error), 0);
	assert_int_equal(r.kind, FB_ROUTE_REFUSED);
	assert_int_equal(r.error, -EINVAL);
	packet.tuple.dst = v4("192.0.2.1");
	packet.iif = 999;
	packet.mark = 7;
	packet.tuple.src = v4("10.0.1.9");
	assert_int_equal(fb_route_read(&packet, NULL, &r, &error), 0);
	assert_int_equal(r.error, -ENODEV);
	fb_devices_free(&ds);
}

static void policies(void **state)
{
	struct fb_policy_for packet = { .tuple = { .family = AF_INET, .proto = IPPROTO_TCP } };
	const struct fb_policy *p;
	struct fb_policies ps;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_policies_read(&ps, &error), 0);
	assert_int_equal(ps.nr, 0);
	if (system("PATH=$PATH:/usr/sbin:/sbin; set -e; p='ip xfrm policy add'\n"
		   "$p dir out src 10.0.1.0/24 dst 10.9.0.0/24 priority 9 tmpl src 10.0.1.1 "
		   "dst 10.0.1.2 proto esp mode tunnel\n"
		   "$p dir fwd src 10.9.0.0/24 dst 10.0.1.0/24 tmpl proto esp mode transport\n"
		   "$p dir out src 10.0.1.5 dst 10.9.0.0/24 proto tcp dport 80 priority 5 action block\n"))
		unit_skip("ip cannot make IPsec policies here");
	assert_int_equal(fb_policies_read(&ps, &error), 0);
	assert_int_equal(ps.nr, 3);
	assert_int_equal(ps.nr_dir[FB_POLICY_OUT], 2);
	assert_int_equal(ps.nr_dir[FB_POLICY_FWD], 1);
	packet.tuple.src = v4("10.0.1.5");
	packet.tuple.dst = v4("10.9.0.1");
	packet.tuple.dport = 81;
	p = fb_policy_find(&ps, FB_POLICY_OUT, &packet);
	assert_non_null(p);
	assert_true(p->tunnel);
	assert_int_equal(p->priority, 9);
	packet.tuple.dport = 80;
	p = fb_policy_find(&ps, FB_POLICY_OUT, &packet);
	assert_non_null(p);
	assert_true(p->blocks);
	assert_int_equal(p->transforms, 0);
	fb_policies_free(&ps);
}

/* Sets the packets of an SA, as a gateway does that takes another one's place. */
static int set_packets(uint32_t dst, uint32_t spi, uint64_t packets)
{
	static const struct fb_nl_handler none[] = { { 0, NULL } };
	struct xfrm_lifetime_cur lifetime = { .packets = packets };
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, XFRM_MSG_NEWAE, NLM_F_REPLACE | NLM_F_ACK);
	struct xfrm_aevent_id *id = mnl_nlmsg_put_extra_header(req, sizeof(*id));
	struct fb_error error = { "" };

	id->sa_id.daddr.a4 = htonl(dst);
	id->sa_id.spi = htonl(spi);
	id->sa_id.family = AF_INET;
	id->sa_id.proto = IPPROTO_ESP;
	mnl_attr_put(req, XFRMA_LTIME_VAL, sizeof(lifetime), &lifetime);
	return fb_nl_ask(NETLINK_XFRM, req, none, NULL, NULL, "an SA", &error);
}

static void packets_of_sas(void **state)
{
	struct fb_error error = { "" };
	uint64_t packets = 1;

	(void)state;
	NEEDS_NET();
	assert_int_equal(fb_sa_packets_read(&packets, &error), 0);
	assert_int_equal(packets, 0);
	if (system("PATH=$PATH:/usr/sbin:/sbin; set -e\n"
		   "for spi in 1 2; do ip xfrm state add src 10.0.1.1 dst 10.0.1.2 proto esp spi $spi "
		   "mode transport enc 'ecb(cipher_null)' '' auth digest_null ''; done\n"))
		unit_skip("ip cannot make SAs here");
	assert_int_equal(set_packets(0x0a000102, 1, 5), 0);
	assert_int_equal(set_packets(0x0a000102, 2, 5000000000), 0);
	assert_int_equal(fb_sa_packets_read(&packets, &error), 0);
	assert_int_equal(packets, 5000000005);
}

static void counters(void **state)
{
	struct fb_error error = { "" };
	uint64_t packets = 0;

	(void)state;
	NEEDS_NET();
	if (!nft("table ip counted {\n quota forwarded2 { over 1 mbytes\n }\n"
		 " counter both { packets 7 bytes 9\n }\n"
		 " counter forwarded { packets 5000000000 bytes 9\n }\n}\n"
		 "table inet counted { counter both { packets 8 bytes 9\n }\n}\n"))
		unit_skip("nft cannot make counters here");
	assert_int_equal(fb_nft_counter_read("forwarded", &packets, &error), 0);
	assert_int_equal(packets, 5000000000);
	assert_int_equal(fb_nft_counter_read("both", &packets, &error), 0);
	assert_int_equal(packets, 7);
	assert_int_equal(fb_nft_counter_read("forwarded2", &packets, &error), -ENOENT);
	assert_string_equal(error.text, "");
	assert_true(nft("delete table ip counted\n delete table inet counted\n"));
	assert_int_equal(fb_nft_counter_read("both", &packets, &error), -ENOENT);
}

static void a_ruleset(void **state)
{
	const struct fb_chain *c;
	struct fb_ruleset rs;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	if (!nft("table inet fw {\n"
		 " map m { type inet_service : verdict; elements = { 80 : accept, 443 : jump fast }\n }\n"
		 " set s { type inet_service; elements = { 1, 2, 3 }\n }\n"
		 " chain fast { meta l4proto tcp counter\n }\n"
		 " chain forward { type filter hook forward priority filter + 1; policy drop;\n"
		 "  tcp dport @s drop\n tcp dport vmap @m\n ct state established accept comment \"x\"\n }\n"
		 "}\n"))
		unit_skip("nft cannot make this ruleset here");
	if (fb_ruleset_read(&rs, &error))
		fail_msg("%s", error.text);
	assert_true(rs.generation > 0);
	c = fb_chain_find(&rs, NFPROTO_INET, "fw", "forward");
	assert_non_null(c);
	assert_int_equal(c->priority, 1);
	assert_int_equal(c->nr, 3);
	assert_string_equal(rs.rule[c->first].text, "tcp dport @s drop");
	assert_string_equal(rs.rule[c->first + 2].comment, "x");
	assert_int_equal(rs.nr_maps, 1);
	assert_int_equal(rs.map[0].targets.nr, 1);
	assert_string_equal(rs.map[0].targets.target[0].chain, "fast");
	assert_null(fb_flow_first(&rs, NULL));
	fb_ruleset_free(&rs);
}

/* Adds and deletes an element of a set without a pause, until it is killed. */
static void change_for_ever(unsigned int set)
{
	struct nft_ctx *ctx = nft_ctx_new(NFT_CTX_DEFAULT);
	char add[64], delete[64];

	snprintf(add, sizeof(add), "add element ip changing s%u { 1 }", set);
	snprintf(delete, sizeof(delete), "delete element ip changing s%u { 1 }", set);
	for (;;) {
		nft_run_cmd_from_buffer(ctx, add);
		nft_run_cmd_from_buffer(ctx, delete);
	}
}

/* Children change the ruleset, as libnftables is not made for threads: many times while a ruleset is read. */
static void a_ruleset_that_changes(void **state)
{
	struct fb_ruleset rs;
	struct fb_error error = { "" };
	unsigned int child, i;
	pid_t pid[3];
	int ret = 0;

	(void)state;
	NEEDS_NET();
	if (!nft("table ip changing {\n set s0 { type inet_service;\n }\n set s1 { type inet_service;\n }\n"
		 " set s2 { type inet_service;\n }\n}\n"))
		unit_skip("nft cannot make this ruleset here");
	for (child = 0; child < 3; child++) {
		pid[child] = fork();
		assert_true(pid[child] >= 0);
		if (!pid[child])
			change_for_ever(child);
	}
	for (i = 0; !ret && i < 5000; i++) {
		ret = fb_ruleset_read(&rs, &error);
		if (!ret)
			fb_ruleset_free(&rs);
	}
	for (child = 0; child < 3; child++) {
		kill(pid[child], SIGKILL);
		waitpid(pid[child], NULL, 0);
	}
	assert_int_equal(ret, -EAGAIN);
	assert_non_null(strstr(error.text, "changed each time while it was read"));
	assert_null(rs.rule);
}

static void all_at_once(void **state)
{
	struct fb_error error = { "" };
	struct fb_state s;

	(void)state;
	NEEDS_NET();
	if (fb_state_read(&s, &error))
		fail_msg("%s", error.text);
	assert_string_equal(error.text, "");
	assert_non_null(fb_device_by_name(&s.devices, "in0"));
	fb_state_free(&s);
	assert_int_equal(s.devices.nr, 0);
}

enum { FLOWS = 500 };

struct seen {
	unsigned int nr;
	unsigned int stop_at;
	struct fb_tuple last;
};

static int see(const struct fb_connection *c, void *data)
{
	struct seen *seen = data;

	assert_true(c->status & FB_CT_CONFIRMED);
	assert_true(c->has_timeout);
	seen->last = c->tuple[FB_CT_REPLY];
	seen->nr++;
	return seen->nr == seen->stop_at ? -ECANCELED : 0;
}

static void connections(void **state)
{
	struct seen seen = { .nr = 0 };
	struct fb_connection c;
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
	if (access("/proc/sys/net/netfilter/nf_conntrack_max", F_OK) ||
	    !nft("table inet flows { chain out { type filter hook output priority 0\n ct state new\n }\n }"))
		unit_skip("this kernel has no conntrack, or nft cannot load a ruleset");
	assert_true(send_datagrams(FLOWS));
	if (fb_connections_each(see, &seen, &error))
		fail_msg("%s", error.text);
	assert_int_equal(seen.nr, FLOWS);
	/* Either direction finds a connection; another zone does not. */
	assert_int_equal(fb_connection_find(&seen.last, 0, &c, &error), 0);
	assert_true(fb_tuple_equal(&c.tuple[FB_CT_REPLY], &seen.last));
	assert_int_equal(fb_connection_find(&c.tuple[FB_CT_ORIGINAL], 0, &c, &error), 0);
	assert_true(fb_tuple_equal(&c.tuple[FB_CT_REPLY], &seen.last));
	assert_int_equal(fb_connection_find(&seen.last, 7, &c, &error), -ENOENT);
	seen.last.sport = 1;
	assert_int_equal(fb_connection_find(&seen.last, 0, &c, &error), -ENOENT);
	assert_string_equal(error.text, "");
	seen = (struct seen){ .stop_at = 3 };
	assert_int_equal(fb_connections_each(see, &seen, &error), -ECANCELED);
	assert_int_equal(seen.nr, 3);
}

/* Without rights, the kernel refuses the ruleset. */
static void no_rights(void **state)
{
	struct fb_ruleset rs;
	struct fb_error error = { "" };
	int ret, status;
	pid_t pid;

	(void)state;
	NEEDS_NET();
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		if (setresuid(65534, 65534, 65534))
			_exit(77);
		ret = fb_ruleset_read(&rs, &error);
		_exit(ret == -EPERM && strstr(error.text, "ruleset cannot be read: ") ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		unit_skip("this user cannot be made one without rights");
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(devices),	  cmocka_unit_test(devices_elsewhere),
		cmocka_unit_test(one_device),	  cmocka_unit_test(statistics_of_a_driver),
		cmocka_unit_test(routes),	  cmocka_unit_test(policies),
		cmocka_unit_test(packets_of_sas), cmocka_unit_test(counters),
		cmocka_unit_test(a_ruleset),	  cmocka_unit_test(a_ruleset_that_changes),
		cmocka_unit_test(all_at_once),	  cmocka_unit_test(connections),
		cmocka_unit_test(no_rights),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
