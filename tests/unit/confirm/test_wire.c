// SPDX-License-Identifier: GPL-2.0
/* What a gateway and the other machine send each other. */
#include "unit.h"

#include "confirm/wire.h"
#include "net/checksum.h"

static void asks_and_answers_are_read_as_written(void **state)
{
	static const char *const wrong[] = { "",
					     "send",
					     "send 59 64 4 sum",
					     "send 1515 64 4 sum",
					     "send 60 0 4 sum",
					     "send 60 64 0 sum",
					     "send 60 64 4 1",
					     "send 60 64 4",
					     "send 60 64 4 sum 1",
					     "take 60 64 4 sum",
					     "send 60 1000 1001 sum",
					     "send 60 4294967295 2 sum" };
	struct fb_wire_ask ask = { true, 60, 1, 4, true };
	struct fb_wire_answer answer = { 256, 255, 3 };
	uint8_t frame[FB_WIRE_FRAME_MAX];
	const char *said;
	char text[80];
	size_t i, len;

	(void)state;
	fb_wire_ask_write(&ask, text, sizeof(text));
	assert_string_equal(text, "warm 60 1 4 bare");
	len = fb_wire_control(frame, true, text);
	assert_int_equal(len, FB_WIRE_FRAME_MIN);
	said = fb_wire_control_text(frame, len);
	assert_string_equal(said, text);
	memset(&ask, 0, sizeof(ask));
	assert_true(fb_wire_ask_read(said, &ask));
	assert_true(ask.warm && ask.size == 60 && ask.burst == 1 && ask.bursts == 4 && ask.bare);
	fb_wire_answer_write(&answer, text, sizeof(text));
	memset(&answer, 0, sizeof(answer));
	assert_true(fb_wire_answer_read(text, &answer));
	assert_true(answer.sent == 256 && answer.arrived == 255 && answer.other == 3);
	assert_false(fb_wire_answer_read("sent 1 arrived 1", &answer));
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (fb_wire_ask_read(wrong[i], &ask))
			fail_msg("'%s' is taken", wrong[i]);
}

static void other_frames_are_no_control_frames(void **state)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];

	(void)state;
	fb_wire_packet(frame, 60, false, 0, false);
	assert_null(fb_wire_control_text(frame, 60));
	fb_wire_control(frame, true, "x");
	assert_null(fb_wire_control_text(frame, 14));
	assert_null(fb_wire_control_text(frame, 15));
	assert_non_null(fb_wire_control_text(frame, 16));
}

/* What a gateway makes of a packet. */
static void pass(uint8_t *frame, bool reply)
{
	const uint8_t to = reply ? 1 : 2;

	frame[4] = frame[10] = to;
	frame[5] = 2;
	frame[11] = 1;
	frame[22]--;
}

static void packets_have_right_checksums(void **state)
{
	const struct fb_ip src = { .version = 4, .addr = { 10, 0, 1, 2 } },
			   dst = { .version = 4, .addr = { 10, 0, 2, 2 } };
	uint8_t frame[FB_WIRE_FRAME_MAX];
	uint32_t sum;

	(void)state;
	fb_wire_packet(frame, 61, false, 7, false);
	assert_int_equal(fb_checksum_fold(fb_checksum_add(0, frame + 14, 20)), 0xffff);
	sum = fb_checksum_pseudo(&src, &dst, 17, 27);
	assert_int_equal(fb_checksum_fold(fb_checksum_add(sum, frame + 34, 27)), 0xffff);
	assert_int_equal(frame[20], 0x40);
	assert_memory_equal(frame + 34, "\x04\x00\x00\x09", 4);
	fb_wire_packet(frame, 61, false, 7, true);
	assert_memory_equal(frame + 40, "\0\0", 2);
}

static void only_a_forwarded_packet_has_arrived(void **state)
{
	uint8_t frame[FB_WIRE_FRAME_MAX];
	unsigned int reply;

	(void)state;
	for (reply = 0; reply < 2; reply++) {
		fb_wire_packet(frame, 60, reply, 7, false);
		assert_false(fb_wire_is_packet(frame, 60, reply, 7));
		pass(frame, reply);
		assert_true(fb_wire_is_packet(frame, 60, reply, 7));
		assert_false(fb_wire_is_packet(frame, 60, !reply, 7));
		assert_false(fb_wire_is_packet(frame, 60, reply, 8));
		assert_false(fb_wire_is_packet(frame, 59, reply, 7));
		frame[22]--;
		assert_false(fb_wire_is_packet(frame, 60, reply, 7));
		frame[23] = 50;
		assert_true(fb_wire_is_packet(frame, 60, reply, 7));
		frame[23] = 1;
		assert_false(fb_wire_is_packet(frame, 60, reply, 7));
	}
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(asks_and_answers_are_read_as_written),
		cmocka_unit_test(other_frames_are_no_control_frames),
		cmocka_unit_test(packets_have_right_checksums),
		cmocka_unit_test(only_a_forwarded_packet_has_arrived),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}
