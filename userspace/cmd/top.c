// SPDX-License-Identifier: GPL-2.0
/* flowbench top: what the hooks count, while they count it. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/debugfs.h"
#include "system/fingerprint.h"
#include "system/lab.h"
#include "lib/escape.h"
#include "process/interrupt.h"
#include "lib/now.h"
#include "lib/print.h"
#include "lib/words.h"
#include "top/top_json.h"
#include "top/top_plain.h"
#include "top/sample.h"
#include "top/screen.h"
#include "why/summary_print.h"
#include "why/session.h"

/* The buffer of the module's events must not fill up in between. */
#define TURN_NS 100000000

/* Columns of the answers of --why where there is no terminal: as `flowbench why` has them in a file. */
#define PLAIN_COLUMNS 200

struct options {
	double interval;
	unsigned long count;
	bool once;
	bool json;
	bool why;
	bool quiet;
	bool verbose;
	const char *hooks;
	const char *netns;
};

static const struct fb_option options[] = {
	{ "interval", FB_REAL(interval, 0.1, 60), .arg = "SECONDS", .help = "from 0.1 to 60",
	  .usual = "1" },
	{ "count", FB_NUMBER(count, 1, UINT32_MAX), .arg = "N", .alone = "end",
	  .help = "end after N intervals" },
	{ "once", FB_FLAG(once), .alone = "end", .help = "one interval, as lines" },
	{ "json", FB_FLAG(json), .help = "one JSON object for each interval (flowbench.top/1)" },
	{ "why", FB_FLAG(why), .help = "also say why packets do not take the flowtable" },
	{ "hooks", FB_TEXT(hooks), .arg = "NAME,...", .help = "which hooks, or all",
	  .usual = "those that matter for a gateway" },
	{ "netns", FB_TEXT(netns), .arg = "NAME", .names = FB_NAMES_NETNS,
	  .help = "whose connections are counted", .usual = "this namespace",
	  .more = "Hooks count in all namespaces." },
	{ "quiet", .letter = 'q', FB_FLAG(quiet), .alone = FB_LOUDNESS, .help = "no notes" },
	{ "verbose", .letter = 'v', FB_FLAG(verbose), .alone = FB_LOUDNESS,
	  .help = "which hooks are switched on, and why others cannot be" },
	{ NULL },
};

/* What is open while it runs. */
struct top {
	struct options o;
	struct fb_top_hooks hooks;
	struct fb_top_view view;
	struct fb_top_screen screen;
	bool drawn;
	/* What the screen shows. */
	struct fb_top_stat shown;
	bool any;
	/* Why packets do not take the flowtable: --why, or the panel of key w. */
	struct fb_why_session ask;
	/* An error since the last answer; it ends the question until the next interval. */
	struct fb_error broken;
	char *why;
};

static int look_around(const struct options *o)
{
	unsigned long inode;
	int ret;

	if (geteuid()) {
		fb_print_error("not root: the hooks' files are root's (sudo)");
		return -EPERM;
	}
	ret = fb_benchfs_there();
	if (ret) {
		fb_print_error(
			"module flowbench is not loaded, or debugfs not mounted: insmod flowbench.ko");
		return ret;
	}
	ret = o->netns ? fb_netns_inode(o->netns, &inode) : 0;
	if (ret)
		fb_print_error("network namespace %s: %s ('ip netns' shows them)", o->netns,
			       strerror(-ret));
	return ret;
}

/* Return: 0, or the exit status. */
static int choose_hooks(struct top *t)
{
	struct fb_error error = { "" };
	char *text;
	int ret;

	ret = fb_benchfs_read(FB_FILE_HOOKS, &text);
	if (ret) {
		fb_print_error(FB_FILE_HOOKS ": %s", strerror(-ret));
		return 1;
	}
	ret = fb_top_hooks_choose(&t->hooks, t->o.hooks, text, &error);
	free(text);
	if (ret)
		fb_print_error("%s", ret == -ENOMEM ? strerror(ENOMEM) : error.text);
	return ret == -ENOENT ? 2 : ret ? 1 : 0;
}

/* What this kernel has not got is said with -v only: most kernels lack one or two. */
static int say_hooks(const struct top *t, const struct fb_top_sample *s)
{
	unsigned int i, on = 0;

	for (i = 0; i < s->nr; i++) {
		const struct fb_top_hook *hook = fb_top_hooks_find(&t->hooks, s->hook[i].name);

		on += s->hook[i].state == FB_TOP_ON;
		if (!t->o.verbose)
			continue;
		if (s->hook[i].state == FB_TOP_UNAVAILABLE)
			fb_print_note("%s: %s", s->hook[i].name, s->hook[i].reason);
		else
			fb_print_note("%s: %s", s->hook[i].name,
				      hook->ours ? "switched on, until the end" : "was on already");
	}
	if (on)
		return 0;
	if (s->nr)
		fb_print_error("no hook can be switched on; %s: %s", s->hook[0].name,
			       s->hook[0].reason);
	return -EOPNOTSUPP;
}

/* Returns the time to the deadline; while packets are watched, no longer than a buffer takes to fill up. */
static struct timespec until(uint64_t deadline, bool watching)
{
	uint64_t now = fb_now_ns(), ns = now < deadline ? deadline - now : 0;

	if (watching && ns > TURN_NS)
		ns = TURN_NS;
	return (struct timespec){ .tv_sec = (time_t)(ns / 1000000000),
				  .tv_nsec = (long)(ns % 1000000000) };
}

/*
 * Until the deadline, or until there is something to do. Signals come in here and nowhere else, so
 * that none comes between the question whether there was one and the sleep.
 */
static void wait_until(struct top *t, uint64_t deadline, const sigset_t *open, bool *gone)
{
	struct pollfd pfd[2] = {
		{ .fd = STDOUT_FILENO },
		{ .fd = t->drawn ? STDIN_FILENO : -1, .events = POLLIN },
	};

	do {
		struct timespec left = until(deadline, t->ask.open);
		int ret = ppoll(pfd, 2, &left, open);

		if (fb_why_session_read(&t->ask, &t->broken))
			fb_why_session_close(&t->ask);
		/* Nobody reads any more. */
		if (ret > 0 && (pfd[0].revents || pfd[1].revents & ~POLLIN)) {
			*gone = true;
			return;
		}
		if (!t->drawn)
			continue;
		if (fb_top_screen_keys(&t->screen))
			fb_top_screen_draw(&t->screen, &t->view, t->any ? &t->shown : NULL);
		else if (ret > 0)
			*gone = true;
		if (t->screen.quit || *gone)
			return;
	} while (!fb_interrupted() && fb_now_ns() < deadline);
}

/* What cannot be written is said here, with its reason; a reader that has gone is an end like others. */
static int put_out(bool *gone)
{
	int ret = fflush(stdout) ? -errno : 0;

	if (!ret)
		return 0;
	/* Else it would be tried once more at the end. */
	__fpurge(stdout);
	clearerr(stdout);
	*gone = ret == -EPIPE;
	if (*gone)
		return 0;
	fb_print_error("standard output: %s", strerror(-ret));
	return ret;
}

static int draw_screen(struct top *t, struct fb_top_stat *st, bool *gone)
{
	int ret = 0;

	if (t->drawn) {
		if (t->screen.paused && t->any)
			return 0;
		fb_top_stat_free(&t->shown);
		t->shown = *st;
		t->any = true;
		memset(st, 0, sizeof(*st));
		fb_top_screen_draw(&t->screen, &t->view, &t->shown);
		return 0;
	}
	if (t->o.json)
		ret = fb_top_json(&t->view, st, stdout);
	else
		fb_top_plain(&t->view, st, stdout);
	if (ret) {
		fb_print_error("%s", strerror(-ret));
		return ret;
	}
	return put_out(gone);
}

static bool is_asked(const struct top *t)
{
	return t->drawn ? t->screen.why : t->o.why;
}

/* Keeps the answer for the last interval as JSON or as lines; without one, the reason. */
static void keep_answer(struct top *t, const struct fb_why_summary *sum, const char *error)
{
	size_t size;
	FILE *f;

	if (t->o.json && !error) {
		t->view.answer = fb_why_json(sum);
		return;
	}
	f = open_memstream(&t->why, &size);
	if (!f)
		return;
	if (!error)
		fb_why_print(sum, t->drawn ? fb_top_screen_columns() : PLAIN_COLUMNS, f);
	else
		fb_print(f, t->o.json ? "%s" : "why: %s\n", error);
	fclose(f);
	t->view.why = t->why;
}

static void drop_answer(struct top *t)
{
	free(t->why);
	json_decref(t->view.answer);
	t->why = NULL;
	t->view.why = NULL;
	t->view.answer = NULL;
}

/* Answers for the interval that is over. Attaches when the panel is opened, and detaches when it is closed. */
static void ask_why(struct top *t)
{
	struct fb_why_summary sum = { .nr = 0 };
	bool answers = t->ask.open;
	int ret = 0;

	drop_answer(t);
	t->view.asked = is_asked(t);
	if (!t->view.asked) {
		fb_why_session_close(&t->ask);
		fb_error_clear(&t->broken);
		return;
	}
	if (!fb_error_empty(&t->broken))
		ret = -EIO;
	else
		ret = answers ? fb_why_session_answer(&t->ask, &sum, &t->broken)
			      : fb_why_session_open(&t->ask, &t->broken);
	if (ret)
		fb_why_session_close(&t->ask);
	if (ret || answers)
		keep_answer(t, &sum, ret ? fb_error_text(&t->broken, ret) : NULL);
	fb_error_clear(&t->broken);
	fb_why_summary_free(&sum);
}

/* The first reading is there; each other one ends an interval. */
static int watch(struct top *t, struct fb_top_sample *last, const sigset_t *open)
{
	uint64_t step = (uint64_t)(t->o.interval * 1e9), deadline = last->at + step, done = 0;
	struct fb_top_sample now;
	struct fb_top_stat st;
	bool gone = false;
	int ret = 0;

	if (t->drawn)
		fb_top_screen_draw(&t->screen, &t->view, NULL);
	while (!ret && !gone && (!t->o.count || done < t->o.count)) {
		wait_until(t, deadline, open, &gone);
		if (fb_interrupted() || gone || (t->drawn && t->screen.quit))
			break;
		ret = fb_top_sample(&now, &t->hooks, t->o.netns, &last->flows);
		if (!ret) {
			ret = fb_top_diff(last, &now, &st);
			if (ret)
				fb_print_error("%s", strerror(-ret));
		}
		if (!ret) {
			ask_why(t);
			ret = draw_screen(t, &st, &gone);
			fb_top_stat_free(&st);
		}
		fb_top_sample_free(last);
		*last = now;
		done += !gone;
		/* Where reading takes longer than the interval, intervals are longer. */
		deadline += step;
		if (deadline < now.at)
			deadline = now.at + step;
	}
	/* Without a number of intervals there is no other end. */
	if (!ret && t->o.count && done < t->o.count && !(t->drawn && t->screen.quit))
		ret = gone ? -EPIPE : -EINTR;
	return ret;
}

/* A question that is asked from the beginning has its answer in the first interval already. */
static int ask_first(struct top *t)
{
	struct fb_error error = { "" };
	int ret = t->o.why ? fb_why_session_open(&t->ask, &error) : 0;

	if (ret)
		fb_print_error("--why: %s", fb_error_text(&error, ret));
	return ret;
}

static int watch_all(struct top *t, struct fb_top_sample *first, const sigset_t *open)
{
	int ret;

	t->drawn = !t->o.json && !t->o.once && !fb_top_screen_begin(&t->screen);
	t->screen.why = t->o.why;
	if (!t->drawn && !t->o.json && !t->o.quiet)
		fb_top_plain_notes(&t->view, stdout);
	ret = watch(t, first, open);
	if (t->drawn)
		fb_top_screen_end(&t->screen);
	drop_answer(t);
	fb_top_stat_free(&t->shown);
	return ret;
}

static int begin_screen(struct top *t, const sigset_t *open)
{
	struct fb_top_sample first = { .nr = 0 };
	int ret;

	t->ask.netns = t->o.netns;
	ret = fb_top_hooks_on(&t->hooks);
	if (ret)
		fb_print_error(FB_FILE_HOOKS ": %s", strerror(-ret));
	else
		ret = ask_first(t);
	if (!ret)
		ret = fb_top_sample(&first, &t->hooks, t->o.netns, NULL);
	if (!ret)
		ret = say_hooks(t, &first);
	if (!ret)
		ret = watch_all(t, &first, open);
	fb_why_session_close(&t->ask);
	fb_top_hooks_off(&t->hooks);
	fb_top_sample_free(&first);
	return ret;
}

/* The signals that end it are let in only where it waits; a reader that has gone is an error of write(). */
static void hold_signals(sigset_t *open)
{
	sigset_t held;

	fb_interrupt_catch();
	signal(SIGPIPE, SIG_IGN);
	/* A core would be no use, and the terminal and the hooks would stay as they are. */
	signal(SIGQUIT, SIG_IGN);
	sigemptyset(&held);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	sigaddset(&held, SIGHUP);
	sigaddset(&held, SIGWINCH);
	sigprocmask(SIG_BLOCK, &held, open);
}

static int watch_hooks(struct top *t)
{
	struct fb_fingerprint fp;
	sigset_t open;
	struct utsname un;
	char *netns;
	int ret;

	ret = fb_fingerprint_read(&fp);
	if (ret || uname(&un)) {
		fb_print_error("fingerprint: %s", strerror(ret ? -ret : errno));
		return 1;
	}
	netns = t->o.netns ? strdup(fb_shown(t->o.netns)) : NULL;
	t->view.kernel = un.release;
	t->view.mode = fb_fingerprint_get(&fp, "mode");
	t->view.unit = t->view.mode && !strcmp(t->view.mode, "icount") ? "insn" : "ns";
	t->view.netns = netns;
	hold_signals(&open);
	ret = begin_screen(t, &open);
	if (ret == -EINTR)
		fb_print_error("interrupted");
	free(netns);
	fb_fingerprint_free(&fp);
	return ret ? 1 : 0;
}

static int run_top(void *given, int nr, char **operands)
{
	struct top t = { .o = *(struct options *)given };
	int ret;

	(void)nr;
	(void)operands;
	if (t.o.once)
		t.o.count = 1;
	if (look_around(&t.o))
		return FB_STATUS_FAILED;
	ret = choose_hooks(&t);
	if (!ret)
		ret = watch_hooks(&t);
	fb_top_hooks_free(&t.hooks);
	return ret;
}

static const struct options usual = { .interval = 1 };

const struct fb_command fb_cmd_top = {
	.name = "top",
	.what = "live: the fast path's share, rates and durations by hook",
	.about =
		"Show live what the module's hooks count: which share of the forwarded packets takes "
		"the fast path, how many flows are offloaded and in hardware (whose packets no hook sees), how often and for how long each hooked "
		"function runs. Shows a picture on a "
		"terminal, elsewhere lines for each interval.",
	.notes =
		"Keys: q quit, space pause, s sort, up and down, w as --why, ? help.\n"
		"A hook costs at each call (flowbench calibrate says how much); those that "
		"were off are switched off at the end. --why (see flowbench why) costs each packet some 30 instructions. "
		"Times are in ns of the kernel's clock, or in instructions (-icount). Needs root and the module.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "flowbench top --netns gw --interval 0.5",
	.options = options,
	.size = sizeof(struct options),
	.usual = &usual,
	.run = run_top,
};
