// SPDX-License-Identifier: GPL-2.0
/* flowbench traffic, and the traffic of scenarios: sockets and captures in two namespaces with a link. */
#include "unit_net.h"

#include "traffic/programs.h"

static bool there;

static int set_up(void **state)
{
	(void)state;
	there = !unit_net();
	return 0;
}

#define NEEDS_NET()                           \
	do {                                  \
		if (!there)                   \
			unit_skip(unit_lack); \
	} while (0)

/* Commands and their replies, line by line. A reply that ends in "*" matches any text from there on. */
struct line {
	const char *command;
	const char *reply;
};

static void talk(const struct line *line, size_t nr)
{
	char input[8192] = "", *reply, *rest = unit_out;
	size_t i, used = 0, len;

	for (i = 0; i < nr; i++)
		used += (size_t)snprintf(input + used, sizeof(input) - used, "%s\n",
					 line[i].command);
	assert_true(used < sizeof(input));
	assert_int_equal(unit_main_child(fb_cmd_traffic, input,
					 ((char *[]){ "traffic", "--id", "unit", NULL })),
			 0);
	for (i = 0; i < nr; i++) {
		reply = strsep(&rest, "\n");
		if (!line[i].reply)
			continue;
		len = strlen(line[i].reply);
		if (len && line[i].reply[len - 1] == '*' ? strncmp(reply, line[i].reply, len - 1)
							 : strcmp(reply, line[i].reply))
			fail_msg("%s: '%s', not '%s'", line[i].command, reply, line[i].reply);
	}
	assert_string_equal(rest, "");
}

#define TALK(...)                                                    \
	do {                                                         \
		static const struct line lines_[] = { __VA_ARGS__ }; \
                                                                     \
		talk(lines_, sizeof(lines_) / sizeof(lines_[0]));    \
	} while (0)

static void a_connection_from_its_beginning_to_its_end(void **state)
{
	(void)state;
	NEEDS_NET();
	TALK({ "tcp a client server 10.9.1.2 80 mss=1000", "ok" },
	     { "send a c2s 200000", "ok bytes=200000 segs=*" },
	     { "send a s2c 100000", "ok bytes=100000 segs=*" },
	     { "state a c", "ok state=ESTABLISHED error=0" }, { "close a c", "ok" },
	     { "state a s is=CLOSE_WAIT", "ok state=CLOSE_WAIT error=0" }, { "close a s", "ok" },
	     { "state a s is=CLOSED", "ok state=CLOSED error=0" }, { "drop a", "ok" },
	     { "drop a", "error 'a' is not open" });
	TALK({ "tcp b client server fd00:1::2 8080 src=fd00:1::1 sport=4321 listen=[fd00:1::2]:8080",
	       "ok" },
	     { "send b c2s 10", "ok bytes=10 segs=1 got=1 resent=0" }, { "reset b s", "ok" },
	     { "state b c is=CLOSED", "ok state=CLOSED error=ECONNRESET" },
	     { "send b c2s 10", "error *" }, { "quit", "ok" });
}

static void a_connection_that_cannot_be(void **state)
{
	(void)state;
	NEEDS_NET();
	TALK({ "tcp a client nobody 10.9.1.2 80",
	       "error no node 'nobody': namespace fb-unit-nobody: No such file or directory" },
	     { "tcp a client server 10.9.1 80", "error '10.9.1': expected an address" },
	     { "tcp a client server 10.9.1.2 0", "error '0': expected a port, 1 to 65535" },
	     { "tcp a client server 10.9.1.2 80 src=fd00:1::1",
	       "error 'fd00:1::1' and '10.9.1.2' are not of the same family" },
	     { "tcp a client server 10.9.1.2 80 listen=here", "error 'here': expected ADDR:PORT" },
	     { "tcp a client server 10.9.1.2 80 mss=1", "error *" },
	     { "tcp a client server 10.9.1.2 80 colour=blue", "error *" },
	     { "tcp a client server 10.9.1.9 80 timeout=50", "error *" },
	     { "tcp a client server", "error *" }, { "tcp", "error *" },
	     { "tcp a client server 10.9.1.2 80", "ok" },
	     { "udp a client server 10.9.1.2 80", "error 'a' is open already" },
	     { "send a up 10", "error 'up' is neither c2s nor s2c" },
	     { "send a c2s many", "error 'many': expected a number to send" },
	     { "send z c2s 10", "error no connection 'z'" }, { "clear a", "error no capture 'a'" },
	     { "state a x", "error 'x' is neither c nor s" }, { "drop", "error *" });
}

static void datagrams_both_ways(void **state)
{
	(void)state;
	NEEDS_NET();
	TALK({ "udp u client server 10.9.1.2 53 sport=41000", "ok" },
	     { "send u s2c 1 size=8", "error server: *" },
	     { "send u c2s 300 size=8", "ok sent=300 got=300 bad=0" },
	     { "send u s2c 300 size=1400", "ok sent=300 got=300 bad=0" },
	     { "send u c2s 5 size=4000", "ok sent=5 got=5 bad=0" },
	     { "send u c2s 100 size=1000 gso=40", "ok sent=100 got=100 bad=0" },
	     { "send u s2c 100 size=1000 gso=40", "ok sent=100 got=100 bad=0" },
	     { "send u c2s 5 size=2000 gso=40", "error gso= *" },
	     { "send u c2s 5 size=9 gso=65", "error *" },
	     { "send u c2s 5", "error size= is missing" }, { "send u c2s 5 size=1", "error *" },
	     { "close u c", "error 'u' is UDP, which has no end" }, { "drop u", "ok" },
	     { "udp v client server fd00:1::2 53", "ok" },
	     { "send v c2s 3 size=100", "ok sent=3 got=3 bad=0" });
}

static void frames_as_they_are_on_the_wire(void **state)
{
	(void)state;
	NEEDS_NET();
	TALK({ "watch w server s0", "ok" }, { "watch out client c0 out=1", "ok" },
	     { "packet client c0 3 dmac=server.s0 src=10.9.1.1 dst=10.9.1.9 proto=udp sport=5 dport=6 size=100 ttl=7",
	       "ok*" },
	     { "seen w wait=1000 proto=udp dport=6 n=3", "error *" },
	     { "seen w wait=1000 proto=udp dport=6", "ok n=3*" },
	     { "seen out wait=1000 proto=udp ttl=7", "ok n=3*" },
	     { "seen w proto=udp dport=7", "ok n=0*" }, { "first w dport=6", "ok *" },
	     { "clear w", "ok" }, { "seen w proto=udp", "ok n=0*" },
	     { "packet client c0 1 dmac=02:00:00:00:00:02 src=10.9.1.1 dst=10.9.1.9 proto=tcp sport=5 dport=6 flags=SA csum=bad vlan=5",
	       "ok*" },
	     { "seen w wait=1000 vlan=5 proto=tcp flags=SA csum=bad", "ok n=1*" },
	     { "packet client c0 1 dmac=nobody.s0 src=10.9.1.1 dst=10.9.1.9 proto=udp", "error *" },
	     { "packet client none 1 dmac=server.s0 src=10.9.1.1 dst=10.9.1.9 proto=udp",
	       "error *" },
	     { "packet client c0 1 dmac=server.s0 src=10.9.1.1 dst=fd00::1 proto=udp", "error *" },
	     { "packet client c0 1 src=10.9.1.1 dst=10.9.1.2 proto=udp", "error *" },
	     { "watch w server s0", "error 'w' is open already" },
	     { "watch x server none", "error *" }, { "seen a", "error no capture 'a'" },
	     { "drop w", "ok" });
}

static void what_the_kernel_counts(void **state)
{
	(void)state;
	NEEDS_NET();
	assert_int_equal(
		unit_main_child(fb_cmd_traffic,
				"count server\ncount nobody\nct server\nct server dst=10.9.9.9\n",
				((char *[]){ "traffic", "--id", "unit", NULL })),
		0);
	unit_has(unit_out, "dev.s0.rx ");
	unit_has(unit_out, "snmp.Ip.InReceives ");
	unit_has(unit_out, "snmp6.Ip6InReceives ");
	unit_has(unit_out, "\n.\nerror no node 'nobody'");
	unit_has(unit_out, "\nok n=");
}

static void lines_that_are_no_commands(void **state)
{
	static char line[300 * 1024];

	(void)state;
	NEEDS_NET();
	memset(line, 'x', sizeof(line) - 1);
	memcpy(line + sizeof(line) - 7, "\nquit", 6);
	assert_int_equal(unit_main_child(fb_cmd_traffic, line,
					 ((char *[]){ "traffic", "--id", "unit", NULL })),
			 0);
	assert_string_equal(unit_out, "error the line is too long\nok\n");
	TALK({ "dance", "error unknown command 'dance'" }, { "", "error *" },
	     { "quit now", "error *" }, { "hold server", "error *" }, { "release 1", "error *" },
	     { "pppoe client c0 02:00:00:00:00:02 0", "error *" },
	     { "pppoe client c0 nowhere 5", "error *" });
	unit_refuses(2, "'UNIT': expected a lab's id", fb_cmd_traffic, "traffic", "--id", "UNIT");
	unit_refuses(2, "--id ID is missing", fb_cmd_traffic, "traffic");
}

static int run(const char *spec, struct fb_error *error)
{
	fb_error_clear(error);
	return fb_traffic_run(spec, error);
}

static void the_traffic_of_scenarios(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	NEEDS_NET();
#define LO6  "client=fb-unit-client server=fb-unit-client from=::1 to=::1"
#define ENDS "client=fb-unit-client server=fb-unit-server from=10.9.1.1 to=10.9.1.2"
	if (run("tcp-request " ENDS " port=80 request=9 reply=3000", &error))
		fail_msg("%s", error.text);
	if (run("tcp-request " ENDS
		" port=82 request=9 reply=9 epoll=1 delack=1 fin=1 warm=2 tap=1",
		&error))
		fail_msg("%s", error.text);
	/* Over lo, which has addresses of both families. */
	if (run("tcp-request " LO6 " port=83 request=9 reply=9 fin=1", &error) ||
	    run("udp-send " LO6 " port=84 size=9", &error) ||
	    run("one-packet client=fb-unit-client to=::1 proto=icmp", &error))
		fail_msg("%s", error.text);
	if (run("udp-send " ENDS " port=53 size=60000", &error))
		fail_msg("%s", error.text);
	if (run("udp-send " ENDS " port=54 size=3000 segment=1000 tap=1", &error))
		fail_msg("%s", error.text);
	/* No node has this address. */
	assert_int_equal(
		run("tcp-request client=fb-unit-client server=fb-unit-server from=10.9.1.7 "
		    "to=10.9.1.2 port=80 request=9 reply=9",
		    &error),
		-EADDRNOTAVAIL);
	unit_has(error.text, "tcp-request to 10.9.1.2 port 80: open: ");
	assert_int_equal(run("udp-send client=fb-unit-none server=fb-unit-server from=10.9.1.1 "
			     "to=10.9.1.2 port=80 size=9",
			     &error),
			 -ENOENT);
	assert_int_equal(run("sock-redirect host=fb-unit-none addr=10.9.1.1 port=80 size=9",
			     &error),
			 -ENOENT);
	unit_has(error.text, "sock-redirect at 10.9.1.1 port 80: open: ");
}

static void traffic_that_is_not_said_well(void **state)
{
	static const struct {
		const char *spec;
		const char *why;
	} wrong[] = {
		{ "rain", "unknown traffic 'rain'" },
		{ "tcp-request from=10.9.1.1", "no usable 'client'" },
		{ "tcp-request " ENDS " port=0 request=9 reply=9",
		  "'port' wants a number from 1 to 65535" },
		{ "tcp-request " ENDS " port=80 request=9 reply=9 delack=2",
		  "'delack' wants a number from 0 to 1" },
		{ "udp-send " ENDS " port=80", "'size' wants a number from 1 to 65507" },
		{ "udp-send " ENDS " port=80 size=8 segment=x", "'segment' wants a number" },
		{ "udp-send port=80", "no usable 'client'" },
		{ "sock-redirect host=x", "no usable 'host' or 'addr'" },
		{ "sock-redirect host=x addr=10.0.0.1 port=80 size=9999",
		  "no usable 'port' or 'size'" },
	};
	struct fb_error why = { "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(run(wrong[i].spec, &why), -EINVAL);
		unit_has(why.text, wrong[i].why);
	}
}

static void bytes_past_tcp(void **state)
{
	struct fb_error error = { "" };
	int ret;

	(void)state;
	NEEDS_NET();
	ret = run("sock-redirect host=fb-unit-client addr=10.9.1.1 port=81 size=100", &error);
	/* A kernel may lack sockmap, or may forbid users to load programs. */
	if (ret && (strstr(error.text, "sockhash") || strstr(error.text, "program")))
		unit_skip("this kernel has no sockmap, or forbids its users BPF programs");
	if (ret)
		fail_msg("%s", error.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_connection_from_its_beginning_to_its_end),
		cmocka_unit_test(a_connection_that_cannot_be),
		cmocka_unit_test(datagrams_both_ways),
		cmocka_unit_test(frames_as_they_are_on_the_wire),
		cmocka_unit_test(what_the_kernel_counts),
		cmocka_unit_test(lines_that_are_no_commands),
		cmocka_unit_test(the_traffic_of_scenarios),
		cmocka_unit_test(traffic_that_is_not_said_well),
		cmocka_unit_test(bytes_past_tcp),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
