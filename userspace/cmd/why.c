// SPDX-License-Identifier: GPL-2.0
/* flowbench why: why packets do not take the flowtable. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/lab.h"
#include "process/interrupt.h"
#include "json/json.h"
#include "lib/now.h"
#include "lib/words.h"
#include "why/interval.h"
#include "why/reasons.h"
#include "why/connection_print.h"
#include "why/summary_json.h"
#include "why/summary_print.h"
#include "why/from_conntrack.h"

/* The module's buffer must not fill up in between. */
#define TURN_MS 100

struct options {
	const char *netns;
	double interval;
	double watch;
	unsigned long rate;
	bool once;
	bool json;
	bool ask;
	char **command;
};

static const struct fb_option options[] = {
	{ "netns", FB_TEXT(netns), .arg = "NAME", .names = FB_NAMES_NETNS,
	  .help = "network namespace of the gateway", .usual = "this namespace" },
	{ "for", FB_REAL(interval, 0.1, 3600), .arg = "SECONDS", .alone = "interval",
	  .help = "how long to watch packets", .usual = "5, or until COMMAND ends",
	  .more = "A COMMAND that still runs then is ended (SIGTERM)." },
	{ "watch", FB_REAL(watch, 0.1, 3600), .arg = "SECONDS", .alone = "interval",
	  .help = "answer again and again, each time for so many seconds" },
	{ "once", FB_FLAG(once), .with = "watch", .help = "end after the first answer" },
	{ "json", FB_FLAG(json), .help = "JSON (flowbench.why/1), as `flowbench report` reads it" },
	{ "rate", FB_NUMBER(rate, FB_WHY_RATE_MIN, FB_WHY_RATE_MAX), .arg = "N",
	  .help = "look at N packets a second at most, on each CPU", .usual = "1000" },
	{ "ask", FB_FLAG(ask), .without = "for watch json " FB_COMMAND,
	  .help = "answer at each line of standard input, in one line of JSON, for the time since the last line `begin`" },
	FB_QUIET("no notes"),
	{ NULL },
};

struct state {
	const struct options *o;
	struct fb_why_interval ask;
	struct fb_why_end end;
	bool has_end;
	pid_t child;
	/* The command has ended; it could not be run. */
	bool ended;
	bool not_run;
	int home;
};

static int read_end(struct state *s, char **operands, struct fb_error *error)
{
	union fb_sockaddr addr;
	uint64_t number;

	if (!strcmp(operands[0], "tcp"))
		number = IPPROTO_TCP;
	else if (!strcmp(operands[0], "udp"))
		number = IPPROTO_UDP;
	else
		return fb_error(error, -EINVAL,
				"'%.60s': expected tcp or udp (a command to run stands behind --)",
				operands[0]);
	if (!operands[1])
		return fb_error(error, -EINVAL, "ADDRESS:PORT is missing behind %s", operands[0]);
	if (fb_sockaddr_pair(operands[1], &addr))
		return fb_error(
			error, -EINVAL,
			"'%.60s': expected an address with a port, as in 10.0.1.2:40000 or [fd00::1]:80",
			operands[1]);
	s->end.proto = (uint8_t)number;
	s->end.family = (uint8_t)addr.sa.sa_family;
	s->end.port = ntohs(addr.in.sin_port);
	if (addr.sa.sa_family == AF_INET)
		s->end.address.v4 = addr.in.sin_addr;
	else
		s->end.address.v6 = addr.in6.sin6_addr;
	s->has_end = true;
	s->ask.only = &s->end;
	return 0;
}

/* The command runs where the user has called us, which is not always the namespace that is watched. */
static int start_command(struct state *s)
{
	s->child = fork();
	if (s->child < 0)
		return -errno;
	if (s->child)
		return 0;
	if (s->home >= 0 && setns(s->home, CLONE_NEWNET))
		_exit(126);
	execvp(s->o->command[0], s->o->command);
	fb_print_error("%s: %s", s->o->command[0], strerror(errno));
	_exit(127);
}

static bool child_ended(struct state *s)
{
	int status = 0;

	if (!s->child || waitpid(s->child, &status, WNOHANG) != s->child)
		return s->ended;
	s->child = 0;
	s->ended = true;
	s->not_run = WIFEXITED(status) && WEXITSTATUS(status) >= 126;
	return true;
}

/* Return: 1 at the end of the interval, 0 if the user wants to end, or a negative errno */
static int watch_packets(struct state *s, double seconds, struct fb_error *error)
{
	double until = fb_now_seconds() + seconds;
	int ret = 0;

	while (!ret && fb_now_seconds() < until && !child_ended(s)) {
		struct pollfd fd = { .fd = s->ask.watch.pipe, .events = POLLIN };

		/* A pipe that is always ready would keep the processor busy. */
		poll(&fd, 0, TURN_MS);
		if (fb_interrupted())
			return 0;
		ret = fb_why_interval_read(&s->ask, error);
	}
	return ret ? ret : 1;
}

static unsigned int columns(void)
{
	struct winsize size;

	return isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col
		       ? size.ws_col
		       : 200;
}

/* The connections with the end that the user named: printed, or kept for the JSON. */
struct known {
	const struct state *s;
	struct fb_state state;
	json_t *list;
	struct fb_error *why;
};

static int take_connection(const struct fb_connection *c, void *data)
{
	struct known *k = data;
	struct fb_way way[FB_CT_DIRS];
	int ret;

	if (!fb_why_end_of(&k->s->end, &c->tuple[FB_CT_ORIGINAL]) &&
	    !fb_why_end_of(&k->s->end, &c->tuple[FB_CT_REPLY]))
		return 0;
	ret = fb_ways_read(&k->state, c, way, k->why);
	if (ret)
		return ret;
	if (!k->list)
		fb_connection_print(c, way, stdout);
	else if (json_array_append_new(k->list, fb_connection_json(c, way)))
		return -ENOMEM;
	return 0;
}

/* @list: receives the connections; NULL: prints them */
static int known_connections(const struct state *s, json_t *list, struct fb_error *error)
{
	struct known k = { .s = s, .list = list, .why = error };
	int ret = fb_state_read(&k.state, error);

	if (ret)
		return ret;
	ret = fb_connections_each(take_connection, &k, error);
	fb_state_free(&k.state);
	return ret;
}

/* Answers from the state alone, as the module is not there. */
static int answer_state(struct fb_why_summary *sum, struct fb_error *error)
{
	struct fb_state state;
	int ret = fb_state_read(&state, error);

	memset(sum, 0, sizeof(*sum));
	if (ret)
		return ret;
	ret = fb_why_from_conntrack(&state, sum, error);
	fb_state_free(&state);
	return ret;
}

/* A question on standard input is answered in one line. */
static int print_json(const struct state *s, const struct fb_why_summary *sum,
		      struct fb_error *error)
{
	json_t *js = fb_why_json(sum), *list = json_array();
	int ret = js && list ? 0 : -ENOMEM;

	if (!ret && s->has_end)
		ret = known_connections(s, list, error);
	if (!ret && s->has_end && json_object_set(js, "known", list))
		ret = -ENOMEM;
	if (!ret && s->o->ask) {
		ret = fb_json_put(js, JSON_REAL_PRECISION(6), stdout);
		putchar('\n');
	} else if (!ret) {
		ret = fb_why_document_origin(js, NULL);
		if (!ret)
			ret = fb_why_document_write(js, stdout);
	}
	json_decref(list);
	json_decref(js);
	return ret;
}

static int answer(struct state *s, struct fb_error *error)
{
	struct fb_why_summary sum;
	int ret;

	if (s->ask.watch.file >= 0)
		ret = fb_why_interval_end(&s->ask, &sum, error);
	else
		ret = answer_state(&sum, error);
	if (!ret && (s->o->json || s->o->ask))
		ret = print_json(s, &sum, error);
	else if (!ret && s->has_end)
		ret = known_connections(s, NULL, error);
	if (!ret && !s->o->json && !s->o->ask)
		fb_why_print(&sum, columns(), stdout);
	fb_why_summary_free(&sum);
	if (fflush(stdout))
		return fb_error_errno(error, -errno, "standard output");
	return ret;
}

static int answer_intervals(struct state *s, struct fb_error *error)
{
	double seconds = s->o->watch > 0 ? s->o->watch : s->o->interval;
	bool again = s->o->watch > 0 && !s->o->once;
	int ret;

	do {
		ret = watch_packets(s, seconds, error);
		if (ret > 0)
			ret = answer(s, error) ?: 1;
		if (ret > 0 && again && !s->ended)
			ret = fb_why_interval_begin(&s->ask, error) ?: 1;
	} while (ret > 0 && again && !s->ended);
	if (ret > 0 && s->not_run)
		ret = fb_error(error, -ENOEXEC, "%s was not run: the answer is about other packets",
			       s->o->command[0]);
	return ret > 0 ? 0 : ret;
}

static int begin_line(struct state *s, struct fb_error *error)
{
	int ret = fb_why_interval_begin(&s->ask, error);

	if (!ret)
		puts("begun");
	return !ret && fflush(stdout) ? fb_error_errno(error, -errno, "standard output") : ret;
}

/* Tests hold the pipe: a line "begin" begins an interval, another line ends it. */
static int answer_lines(struct state *s, struct fb_error *error)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	char line[64];
	ssize_t n;
	int ret;

	for (;;) {
		ret = poll(&in, 1, TURN_MS);
		if (fb_interrupted())
			return 0;
		if (ret <= 0) {
			ret = fb_why_interval_read(&s->ask, error);
			if (ret)
				return ret;
			continue;
		}
		n = read(STDIN_FILENO, line, sizeof(line));
		if (n <= 0)
			return n < 0 ? fb_error_errno(error, -errno, "standard input") : 0;
		ret = line[0] == 'b' ? begin_line(s, error) : answer(s, error);
		if (ret)
			return ret;
	}
}

/* Without the module: what is known without packets. @err: why it is not there */
static int without_module(struct state *s, int err, struct fb_error *error)
{
	if (s->o->command || s->o->watch > 0)
		return fb_error_prefix(error, err, "%s: packets cannot be watched",
				       s->o->command ? "COMMAND is not run" : "--watch");
	fb_print_note("%s: the answer is from the state alone", fb_error_text(error, err));
	fb_error_clear(error);
	return answer(s, error);
}

static int why_not(struct state *s, struct fb_error *error)
{
	int ret;

	ret = fb_why_interval_open(&s->ask, (unsigned int)s->o->rate, error);
	if (s->has_end)
		s->ask.only = &s->end;
	if (ret == -ENOENT && !s->o->ask) {
		ret = without_module(s, ret, error);
		fb_why_interval_close(&s->ask);
		return ret;
	}
	if (!ret && s->o->command)
		ret = start_command(s);
	if (!ret)
		ret = s->o->ask ? answer_lines(s, error) : answer_intervals(s, error);
	if (s->child > 0) {
		kill(s->child, SIGTERM);
		waitpid(s->child, NULL, 0);
	}
	fb_why_interval_close(&s->ask);
	return ret;
}

static int run_why(void *given, int nr, char **operands)
{
	struct options *o = given;
	struct state s = { .o = o, .home = -1 };
	struct fb_error error = { "" };
	int ret;

	if (nr && read_end(&s, (char *[]){ operands[0], nr > 1 ? operands[1] : NULL }, &error))
		return fb_usage("%s", error.text);
	if (o->interval == 0)
		o->interval = o->command ? INFINITY : 5;
	if (geteuid()) {
		fb_print_error("not root: the module's files are root's (sudo)");
		return FB_STATUS_FAILED;
	}
	if (s.o->netns) {
		s.home = fb_netns_enter(s.o->netns);
		if (s.home < 0) {
			fb_print_error("network namespace %s: %s ('ip netns' shows them)",
				       s.o->netns, strerror(-s.home));
			return FB_STATUS_FAILED;
		}
	}
	fb_interrupt_catch();
	ret = why_not(&s, &error);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	return ret ? FB_STATUS_FAILED : FB_STATUS_DONE;
}

#define MANUAL(id, name, what, advice, manual) name manual

static const struct options usual = { .rate = FB_WHY_RATE_DEFAULT };

const struct fb_command fb_cmd_why = {
	.name = "why",
	.what = "why packets do not take the flowtable, and what would change it",
	.operands = "[PROTO ADDRESS:PORT] [-- COMMAND…]",
	.most = 2,
	FB_RUNS(FB_RUNS_MAY, command),
	.about =
		"Watch the packets of a network namespace, and answer for those that the flowtable did not take: why, how many, "
		"and what would change it. With PROTO (tcp or udp) and ADDRESS:PORT, only for connections with this end. With COMMAND, "
		"while it runs; no word before -- is part of it.",
	.notes =
		"Reasons about devices, families, helpers, notrack, rules, TCP states, marks of the connection and MTUs are held against the "
		"state; if that differs, the reason is unknown. All others rest on what the kernel did with the packet. Needs root; without the "
		"flowbench module, the state alone answers, and neither COMMAND nor --watch is possible.",
	.more = "Reasons:\n" FB_REASON_ROWS(MANUAL) FB_REASON_UNKNOWN_ROW(MANUAL),
	.status = "0 done, 1 failed or COMMAND cannot be run, 2 usage.",
	.example = "flowbench why --netns gw --for 10 -- iperf3 -c 10.0.2.2",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_why,
};
