// SPDX-License-Identifier: GPL-2.0
/* The other machine, and this test in place of a guest that forwards its packets. */
#include "unit.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confirm/peer.h"
#include "confirm/wire.h"

enum { IN0, OUT0, CTL0 };

static char dir[] = "/tmp/flowbench-peer.XXXXXX";
static pid_t peer;
static int fd[3];

static int reach(const char *cable)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int s = socket(AF_UNIX, SOCK_STREAM, 0), i;

	snprintf(at.sun_path, sizeof(at.sun_path), "%s/%s", dir, cable);
	for (i = 0; i < 500; i++) {
		if (!connect(s, (struct sockaddr *)&at, sizeof(at)))
			return s;
		usleep(10000);
	}
	fail_msg("%s does not listen", at.sun_path);
	return -1;
}

static int begin(void **state)
{
	struct fb_error error = { "" };

	(void)state;
	assert_non_null(mkdtemp(dir));
	peer = fork();
	if (!peer)
		_exit(fb_peer_run(dir, &error) ? 1 : 0);
	fd[IN0] = reach("in0");
	fd[OUT0] = reach("out0");
	fd[CTL0] = reach("ctl0");
	return 0;
}

static void put(int to, const uint8_t *frame, size_t len)
{
	const uint8_t head[4] = { 0, 0, (uint8_t)(len >> 8), (uint8_t)len };

	assert_int_equal(write(to, head, 4), 4);
	assert_int_equal(write(to, frame, len), len);
}

static size_t get(int from, uint8_t *frame)
{
	uint8_t head[4];
	size_t len;

	assert_int_equal(recv(from, head, 4, MSG_WAITALL), 4);
	len = (size_t)head[2] << 8 | head[3];
	assert_int_equal(recv(from, frame, len, MSG_WAITALL), len);
	return len;
}

/* Forwards a packet as a gateway does. */
static void forward(bool reply)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];
	size_t len = get(fd[reply ? OUT0 : IN0], frame);

	memcpy(frame,
	       (uint8_t[]){ 2, 0xfb, 0, 0, reply ? 1 : 2, 2, 2, 0xfb, 0, 0, reply ? 1 : 2, 1 }, 12);
	frame[22]--;
	put(fd[reply ? IN0 : OUT0], frame, len);
}

static void ask(const char *text)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];

	put(fd[CTL0], frame, fb_wire_control(frame, true, text));
}

static void answers(const char *text)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];
	size_t len = get(fd[CTL0], frame);

	assert_string_equal(fb_wire_control_text(frame, len), text);
}

static void both_directions_take_turns(void **state)
{
	(void)state;
	ask("warm 60 1 2 sum");
	forward(false);
	forward(true);
	forward(false);
	forward(true);
	answers("sent 4 arrived 4 other 0");
}

static void a_burst_waits_for_the_one_before(void **state)
{
	uint8_t there[8192];
	unsigned int i;

	(void)state;
	ask("send 1400 3 2 sum");
	forward(false);
	forward(false);
	usleep(50000);
	/* The third packet, and nothing behind it. */
	assert_int_equal(recv(fd[IN0], there, sizeof(there), MSG_PEEK), 4 + 1400);
	forward(false);
	for (i = 0; i < 3; i++)
		forward(false);
	answers("sent 6 arrived 6 other 0");
}

static void a_frame_that_nobody_sent_is_counted(void **state)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];

	(void)state;
	ask("send 60 1 1 bare");
	fb_wire_packet(frame, 60, false, 4711, false);
	put(fd[OUT0], frame, 60);
	forward(false);
	answers("sent 1 arrived 1 other 1");
}

static void it_ends_with_the_guest(void **state)
{
	int status;

	(void)state;
	close(fd[IN0]);
	close(fd[OUT0]);
	close(fd[CTL0]);
	assert_int_equal(waitpid(peer, &status, 0), peer);
	assert_int_equal(status, 0);
}

static int end(void **state)
{
	static const char *const name[] = { "in0", "out0", "ctl0" };
	char path[64];
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, name[i]);
		unlink(path);
	}
	rmdir(dir);
	return 0;
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(both_directions_take_turns),
		cmocka_unit_test(a_burst_waits_for_the_one_before),
		cmocka_unit_test(a_frame_that_nobody_sent_is_counted),
		cmocka_unit_test(it_ends_with_the_guest),
	};

	return cmocka_run_group_tests(all, begin, end);
}
