// SPDX-License-Identifier: GPL-2.0
/* flowbench traffic: one command a line, one reply a line. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/message.h"
#include "lib/print.h"
#include "process/interrupt.h"
#include "traffic/session_connection.h"
#include "traffic/session_ppp.h"
#include "traffic/session_queue.h"
#include "traffic/session_wire.h"

/* A payload of 64 KiB in hexadecimal, and more. */
#define LINE_MAX_IN (256 * 1024)
/* Captures are read this often while there is no command. */
#define IDLE_MS 100

struct options {
	const char *id;
};

static const char language[] =
	"  tcp|udp NAME CLIENT SERVER ADDR PORT [src= sport= listen=ADDR:PORT mss=\n"
	"      timeout=MS]\n"
	"  send NAME c2s|s2c BYTES [timeout=MS]       tcp: all arrive; segs= got= resent=\n"
	"  send NAME c2s|s2c COUNT size=N [gso=N wait=MS]  udp: sent= got= bad=\n"
	"  close|reset NAME c|s                       FIN, read by the other end; RST\n"
	"  state NAME c|s [is=STATE wait=MS]          state=, error=\n"
	"  packet NODE DEV COUNT dmac=MAC|NODE.DEV src= dst= proto= [smac= vlan=ID,…\n"
	"      tpid= pppoe=SESSION ttl= tos= id= df= options=HEX exthdr=TYPE[,HEX]\n"
	"      sport= dport= flags=SA seq= ack= window= type= code= size=|payload=HEX\n"
	"      frag=OFFSET,MORE[,BYTES] csum=bad|bad-ip|none cut=BYTES, and what the IP\n"
	"      header says: version= ihl= len=], or the frame: raw=HEX\n"
	"  watch NAME NODE DEV [out=1]                capture from now on\n"
	"  seen|first NAME [wait=MS] [KEY=VALUE…]     n= of such frames; first of them\n"
	"      src dst proto sport dport ttl tos len flags seq vlan tpid spi smac dmac\n"
	"      frag=no|yes|OFFSET,MORE id df csum=ok|bad|none type code ethertype pppoe\n"
	"      trailer slack: bytes behind it, slack in PPPoE; none: vlan, tpid, flags\n"
	"  clear NAME    drop NAME    quit            forget frames; close it; end\n"
	"  count NODE [FILE]    ct NODE [WORD…]       KEY VALUE, \".\", or to FILE; n=\n"
	"  pppoe NODE DEV PEERMAC SID                 one end of a PPPoE session: dev=\n"
	"  hold NODE QUEUE    release COUNT [wait=MS] what nft queues waits; goes on\n";

static const struct {
	const char *name;
	fb_session_fn *run;
} commands[] = {
	{ "tcp", fb_session_tcp },	   { "udp", fb_session_udp },
	{ "send", fb_session_send },	   { "close", fb_session_close },
	{ "reset", fb_session_reset },	   { "state", fb_session_state },
	{ "drop", fb_session_drop },	   { "packet", fb_session_packet },
	{ "watch", fb_session_watch },	   { "seen", fb_session_seen },
	{ "first", fb_session_first },	   { "clear", fb_session_clear },
	{ "count", fb_session_count },	   { "ct", fb_session_ct },
	{ "pppoe", fb_session_pppoe },	   { "hold", fb_session_hold },
	{ "release", fb_session_release },
};

#define NR (sizeof(commands) / sizeof(commands[0]))

struct input {
	char text[LINE_MAX_IN];
	size_t len;
	/* The line that is being read is longer than that. */
	bool too_long;
	bool ended;
};

static int run_line(struct fb_session *s, char *line, struct fb_error *error, FILE *out, bool *quit)
{
	struct fb_words w;
	const char *name;
	size_t i;

	if (fb_words_split(&w, line, error))
		return -E2BIG;
	name = fb_words_next(&w, "a command", error);
	if (!name)
		return -EINVAL;
	if (!strcmp(name, "quit")) {
		*quit = !fb_words_end(&w, error);
		return *quit ? 0 : -EINVAL;
	}
	for (i = 0; i < NR && strcmp(commands[i].name, name); i++)
		;
	if (i == NR)
		return fb_error(error, -EINVAL, "unknown command '%.80s'", name);
	return commands[i].run(s, &w, error, out);
}

static void reply_to(struct fb_session *s, char *line, bool *quit)
{
	struct fb_error error = { "" };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int ret;

	if (!out) {
		puts("error out of memory");
		return;
	}
	ret = run_line(s, line, &error, out, quit);
	if (fclose(out) && !ret)
		ret = fb_error(&error, -ENOMEM, "out of memory");
	if (ret)
		fb_print(stdout, "error %s\n", fb_error_text(&error, ret));
	else if (size && text[size - 1] == '\n')
		fputs(text, stdout);
	else
		printf("ok%s%s\n", size ? " " : "", text);
	free(text);
}

/* Run the commands that are there as a whole. */
static void run_lines(struct fb_session *s, struct input *in, bool *quit)
{
	size_t from = 0, len;
	char *end;

	while (!*quit && !fb_interrupted() &&
	       (end = memchr(in->text + from, '\n', in->len - from))) {
		*end = '\0';
		len = (size_t)(end - in->text) - from;
		if (in->too_long || strlen(in->text + from) != len)
			printf("error %s\n", in->too_long ? "the line is too long"
							  : "there is a NUL in the line");
		else
			reply_to(s, in->text + from, quit);
		in->too_long = false;
		from += len + 1;
		fflush(stdout);
	}
	memmove(in->text, in->text + from, in->len - from);
	in->len -= from;
	if (in->len < sizeof(in->text) - 1)
		return;
	in->too_long = true;
	in->len = 0;
}

static int wait_for_input(struct fb_session *s, struct input *in)
{
	struct pollfd pfd = { .fd = STDIN_FILENO, .events = POLLIN };
	ssize_t n;

	for (;;) {
		/* Without a capture there is nothing to do until then. */
		int ret = poll(&pfd, 1, fb_session_captures(s) ? IDLE_MS : -1);

		if (ret > 0)
			break;
		if (fb_interrupted() || (ret < 0 && errno != EINTR))
			return -errno;
		fb_session_drain(s);
	}
	n = read(STDIN_FILENO, in->text + in->len, sizeof(in->text) - 1 - in->len);
	if (n < 0)
		return -errno;
	in->len += (size_t)n;
	in->ended = !n;
	/* The last line may lack its end. */
	if (in->ended && (in->len || in->too_long))
		in->text[in->len++] = '\n';
	return 0;
}

static int serve(struct fb_session *s)
{
	static struct input in;
	bool quit = false;
	int ret = 0;

	while (!ret && !quit && !in.ended && !fb_interrupted() && !ferror(stdout)) {
		ret = wait_for_input(s, &in);
		if (!ret)
			run_lines(s, &in, &quit);
	}
	if (ret && !fb_interrupted())
		fb_print_error("standard input: %s", strerror(-ret));
	return ret || fb_interrupted() ? 1 : 0;
}

static int read_id(const struct fb_option *option, const char *text, void *to,
		   struct fb_error *error)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");

	(void)option;
	*(const char **)to = text;
	if (len && len <= 12 && !text[len])
		return 0;
	return fb_error(error, -EINVAL, "--id: '%s': expected a lab's id: [a-z0-9], at most 12",
			text);
}

static int run_traffic(void *given, int nr, char **operands)
{
	const struct options *o = given;
	struct fb_session s = { .id = o->id };
	int ret;

	(void)nr;
	(void)operands;
	if (geteuid()) {
		fb_print_error("not root: network namespaces need it (sudo)");
		return FB_STATUS_FAILED;
	}
	fb_interrupt_catch();
	ret = serve(&s);
	fb_session_end(&s);
	return ret;
}

static const struct fb_option options[] = {
	{ "id", FB_OWN(read_id, id), .arg = "ID", .needed = true,
	  .help = "the lab's identity: a to z and 0 to 9" },
	{ NULL },
};

const struct fb_command fb_cmd_traffic = {
	.name = "traffic",
	.what = "send and capture in a lab, by commands from standard input",
	.about =
		"Read commands, a line each, from standard input; reply \"ok KEY=VALUE…\" or \"error …\". "
		"A node is namespace fb-ID-NODE. KEY=VALUE in any order. Needs root.",
	.language = language,
	.status = "0 done, 1 failed, 2 usage.",
	.example = "printf 'tcp a client server 10.0.2.2 80\\nsend a c2s 1000\\n' |\n"
		   "         flowbench traffic --id lab",
	.options = options,
	.size = sizeof(struct options),
	.run = run_traffic,
};
