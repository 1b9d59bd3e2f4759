// SPDX-License-Identifier: GPL-2.0
/* Building frames, reading frames, and both together. */
#include "unit.h"

#include <errno.h>
#include <string.h>

#include "net/checksum.h"
#include "net/frame.h"

#define MACS "dmac=02:00:00:00:00:01 smac=02:00:00:00:00:02 "
#define V4   MACS "src=192.0.2.1 dst=198.51.100.2 "
#define V6   MACS "src=2001:db8::1 dst=2001:db8:1::2 "

static struct fb_error error;
static struct fb_frame_spec spec;
static uint8_t frame[FB_FRAME_MAX];

/* Returns 0 or an error; the reason is in why. */
static int plan(const char *text)
{
	char line[1024];
	const char *word;
	struct fb_words w;
	int ret = 0;

	snprintf(line, sizeof(line), "%s", text);
	fb_words_split(&w, line, &error);
	fb_frame_spec_init(&spec);
	while (!ret && (word = fb_words_rest(&w)))
		ret = fb_frame_spec_word(&spec, word, &error);
	return ret ? ret : fb_frame_spec_check(&spec, &error);
}

static size_t made(const char *text)
{
	ssize_t len;

	if (plan(text))
		fail_msg("%s: %s", text, error.text);
	len = fb_frame_build(&spec, 0, frame);
	if (len < 0)
		fail_msg("%s: %zd", text, len);
	return (size_t)len;
}

/* Whether the frame matches all words of the text. */
static bool is_like(const struct fb_frame *f, const char *text)
{
	struct fb_frame_match m;
	char line[1024];
	const char *word;
	struct fb_words w;

	snprintf(line, sizeof(line), "%s", text);
	fb_words_split(&w, line, &error);
	memset(&m, 0, sizeof(m));
	while ((word = fb_words_rest(&w)))
		if (fb_frame_match_word(&m, word, &error))
			fail_msg("%s: %s", text, error.text);
	return fb_frame_matches(&m, f);
}

static void is(const struct fb_frame *f, const char *text)
{
	char got[512];

	if (!is_like(f, text))
		fail_msg("'%s' is not '%s'", fb_frame_print(f, got, sizeof(got)), text);
}

/* The frame matches no word of the text. */
static void is_not(const struct fb_frame *f, const char *text)
{
	char line[1024], got[512];
	const char *word;
	struct fb_words w;

	snprintf(line, sizeof(line), "%s", text);
	fb_words_split(&w, line, &error);
	while ((word = fb_words_rest(&w)))
		if (is_like(f, word))
			fail_msg("'%s' is '%s'", fb_frame_print(f, got, sizeof(got)), word);
}

/* Reads the frame that was made, of @len bytes, and compares it. */
static struct fb_frame reads(size_t len, const struct fb_frame_aside *aside, const char *text)
{
	struct fb_frame f;

	if (fb_frame_read(frame, len, aside, &f))
		fail_msg("not read, but '%s'", text);
	is(&f, text);
	return f;
}

/* Returns the checksum by its definition, byte by byte, without the code under test. */
static unsigned int sum_of(unsigned int sum, const uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		sum += i % 2 ? p[i] : p[i] * 256U;
		if (sum > 65535)
			sum -= 65535;
	}
	return sum;
}

static void sums_to_nothing(const uint8_t *p, size_t len, const uint8_t *addrs, size_t addrs_len,
			    unsigned int proto)
{
	unsigned int sum = sum_of(0, p, len);

	if (addrs)
		sum = sum_of(sum + (unsigned int)len % 65535 + proto, addrs, addrs_len);
	while (sum > 65535)
		sum -= 65535;
	assert_int_equal(sum, 65535);
}

static void holds(const uint8_t *want, size_t want_len, const char *keys)
{
	size_t len = made(keys), i;

	for (i = 0; i < want_len && i < len; i++)
		if (frame[i] != want[i])
			fail_msg("%s: byte %zu is %02x, not %02x", keys, i, frame[i], want[i]);
	assert_int_equal(len, want_len);
}

/* The expected checksums were computed by hand. */
static void udp_by_hand(void **state)
{
	static const uint8_t want[] = {
		0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00,
		0x02, 0x08, 0x00, 0x45, 0x00, 0x00, 0x1e, 0x00, 0x01, 0x40, 0x00,
		0x40, 0x11, 0x4e, 0x97, 0xc0, 0x00, 0x02, 0x01, 0xc6, 0x33, 0x64,
		0x02, 0x03, 0xe8, 0x00, 0x35, 0x00, 0x0a, 0xce, 0x43, 0x41, 0x42,
	};

	(void)state;
	holds(want, sizeof(want), V4 "proto=udp sport=1000 dport=53 df=1 payload=4142");
}

static void tcp_by_hand(void **state)
{
	static const uint8_t want[] = {
		0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x81,
		0x00, 0x00, 0x64, 0x86, 0xdd, 0x60, 0x00, 0x00, 0x00, 0x00, 0x14, 0x06, 0x40,
		0x20, 0x01, 0x0d, 0xb8, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x01, 0x20, 0x01, 0x0d, 0xb8, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x9c, 0x40, 0x00, 0x50, 0x01, 0x02, 0x03,
		0x04, 0x00, 0x00, 0x00, 0x00, 0x50, 0x02, 0xff, 0xff, 0xb3, 0xd6, 0x00, 0x00,
	};

	(void)state;
	holds(want, sizeof(want),
	      V6 "proto=tcp sport=40000 dport=80 flags=S seq=0x01020304 vlan=100");
}

static void icmp_by_hand(void **state)
{
	static const uint8_t v4[] = { 0x08, 0x00, 0x61, 0x82, 0x12, 0x34,
				      0x00, 0x07, 0x41, 0x42, 0x43 };
	static const uint8_t v6[] = { 0x80, 0x00, 0x8d, 0xc6, 0x12, 0x34,
				      0x00, 0x07, 0x41, 0x42, 0x43 };

	(void)state;
	assert_int_equal(made(V4 "proto=icmp sport=0x1234 seq=7 payload=414243"), 14 + 20 + 11);
	assert_memory_equal(frame + 34, v4, sizeof(v4));
	assert_int_equal(frame[23], 1);
	assert_int_equal(made(V6 "proto=icmp sport=0x1234 seq=7 payload=414243"), 14 + 40 + 11);
	assert_memory_equal(frame + 54, v6, sizeof(v6));
	assert_int_equal(frame[20], 58);
}

/* Checks every length up to two words of each kind against the test's own sum. */
static void checksums_of_all_lengths(void **state)
{
	static const struct {
		const char *keys;
		size_t at;
		unsigned int proto;
	} kinds[] = {
		{ V4 "proto=udp sport=7 dport=65535 options=94040000 size=%u", 38, 17 },
		{ V4 "proto=tcp sport=7 dport=65535 flags=SA size=%u", 34, 6 },
		{ V4 "proto=icmp size=%u", 34, 0 },
		{ V6 "proto=udp sport=7 dport=65535 exthdr=60 size=%u", 62, 17 },
		{ V6 "proto=tcp sport=7 dport=65535 vlan=1,2 size=%u", 62, 6 },
		{ V6 "proto=icmp size=%u", 54, 58 },
	};
	unsigned int size;
	char keys[256];
	size_t i, len, addrs;

	(void)state;
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		for (size = 0; size < 1500; size += size < 20 ? 1 : 499) {
			snprintf(keys, sizeof(keys), kinds[i].keys, size);
			len = made(keys);
			addrs = frame[12] == 0x08 ? 26 : frame[12] == 0x86 ? 22 : 30;
			sums_to_nothing(frame + kinds[i].at, len - kinds[i].at,
					kinds[i].proto ? frame + addrs : NULL, addrs == 26 ? 8 : 32,
					kinds[i].proto);
			if (addrs == 26)
				sums_to_nothing(frame + 14, (frame[14] & 15) * 4U, NULL, 0, 0);
		}
}

/* A checksum of 0 would mean that there is no checksum. */
static void udp_without_and_with_zero(void **state)
{
	unsigned int rest;
	size_t len;
	char keys[256];

	(void)state;
	len = made(V4 "proto=udp sport=1 dport=2 csum=none payload=0000");
	assert_int_equal(frame[40] << 8 | frame[41], 0);
	reads(len, NULL, "csum=ok");
	made(V4 "proto=udp sport=1 dport=2 payload=0000");
	rest = (unsigned int)(frame[40] << 8 | frame[41]);
	snprintf(keys, sizeof(keys), V4 "proto=udp sport=1 dport=2 payload=%04x", rest);
	len = made(keys);
	assert_int_equal(frame[40] << 8 | frame[41], 0xffff);
	reads(len, NULL, "csum=ok");
}

static void round_trips(void **state)
{
	static const struct {
		const char *keys, *like;
	} rows[] = {
		{ V4 "proto=udp sport=1 dport=2 size=33 ttl=1 tos=0xb8 id=77 df=1",
		  "smac=02:00:00:00:00:02 dmac=02:00:00:00:00:01 src=192.0.2.1 dst=198.51.100.2 "
		  "proto=udp sport=1 dport=2 ttl=1 tos=184 id=77 df=1 len=61 vlan=none frag=no "
		  "csum=ok ethertype=0x800" },
		{ V6 "proto=udp sport=1 dport=2 size=33 ttl=1 tos=0xb8",
		  "src=2001:db8:0::1 dst=2001:db8:1::2 proto=17 sport=1 dport=2 ttl=1 tos=0xb8 "
		  "len=81 frag=no csum=ok ethertype=0x86dd" },
		{ V4 "proto=tcp sport=1 dport=2 flags=FSRPAUEC seq=5",
		  "proto=tcp flags=CEUAPRSF seq=5 csum=ok len=40" },
		{ V4 "proto=tcp sport=1 dport=2 flags=none", "flags=none" },
		{ V4 "proto=tcp sport=1 dport=2", "flags=A" },
		{ V4 "proto=icmp type=3 code=4", "proto=icmp type=3 code=4 csum=ok" },
		{ V6 "proto=icmp", "proto=icmp type=128 code=0 csum=ok" },
		{ V4 "proto=udp sport=1 dport=2 vlan=5", "vlan=5 csum=ok" },
		{ V4 "proto=udp sport=1 dport=2 vlan=5,4094 tpid=0x88a8",
		  "vlan=5,4094 tpid=0x88a8,0x8100 trailer=0 csum=ok" },
		{ V4 "proto=50 payload=deadbeef00000001ff", "proto=esp spi=0xdeadbeef csum=ok" },
		{ V6 "proto=esp payload=deadbeef00000001ff", "proto=50 spi=3735928559 csum=ok" },
		{ V4 "proto=132 size=9", "proto=sctp len=29 csum=ok" },
		{ V4 "proto=udp sport=1 dport=2 options=01", "sport=1 len=32 csum=ok" },
		{ V6 "proto=udp sport=1 dport=2 exthdr=0 exthdr=60,0104000000000104000000000000",
		  "proto=udp sport=1 len=72 csum=ok" },
		{ V4 "proto=udp sport=1 dport=2 csum=bad size=9", "sport=1 csum=bad" },
		{ V4 "proto=udp sport=1 dport=2 csum=bad-ip size=9", "sport=1 csum=bad" },
		{ V6 "proto=tcp sport=1 dport=2 csum=bad size=9", "sport=1 csum=bad" },
		{ V6 "proto=icmp csum=bad", "type=128 csum=bad" },
		/* IPv6 requires a checksum. */
		{ V6 "proto=udp sport=1 dport=2 csum=none payload=0000", "csum=bad" },
		{ V4 "proto=udp sport=1 dport=2 size=65507", "len=65535 csum=ok" },
		{ V6 "proto=udp sport=1 dport=2 size=65527", "len=65575 csum=ok" },
		/* A later fragment has no header, even if its bytes look like one. */
		{ V6 "proto=60 payload=00000000000000001100000000000000 frag=8,0",
		  "proto=60 frag=8,0" },
	};
	size_t i, len;
	struct fb_frame f;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		len = made(rows[i].keys);
		if (fb_frame_read(frame, len, NULL, &f) || !is_like(&f, rows[i].like))
			fail_msg("%s: not '%s'", rows[i].keys, rows[i].like);
	}
}

static void no_word_of_another_frame_matches(void **state)
{
	static const struct {
		const char *keys, *like, *unlike;
	} rows[] = {
		/* An address with the same first bytes in the other family is another address. */
		{ V4 "proto=icmp", "src=192.0.2.1", "src=c000:201:: dst=192.0.2.1" },
		{ V4 "proto=icmp vlan=5,4094,7 tpid=0x88a8", "vlan=5,4094,7",
		  "vlan=5,4094 vlan=5,4094,7,0 vlan=none tpid=none tpid=0x88a8 "
		  "tpid=0x8100,0x8100,0x8100 tpid=0x88a8,0x8100,0x8100,0x8100" },
		{ V4 "proto=udp sport=1 dport=2 size=1", "len=29", "pppoe=0 slack=0 tpid=0x8100" },
		/* ARP: nothing of IP */
		{ "raw=ffffffffffff02000000000208060001080006040001",
		  "ethertype=0x806 len=8 csum=ok vlan=none",
		  "ttl=0 proto=0 frag=no sport=0 flags=none spi=0 id=0 type=0" },
	};
	struct fb_frame f;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		f = reads(made(rows[i].keys), NULL, rows[i].like);
		is_not(&f, rows[i].unlike);
	}
}

/* The fragments of a datagram, put together, must be the datagram. */
static void fragments(void **state)
{
	static uint8_t whole[3000];
	static const struct {
		const char *keys, *like;
		size_t hdr, from, len;
	} parts[] = {
		{ V4 "frag=0,1,1480 id=9", "frag=0,1 id=9 proto=udp len=1500 csum=ok", 34, 0,
		  1480 },
		{ V4 "frag=1480,0 id=9", "frag=1480,0 id=9 proto=udp len=548 csum=ok", 34, 1480,
		  528 },
		{ V6 "frag=0,1,1448 id=0x10009", "frag=yes id=65545 proto=udp len=1496 csum=ok", 62,
		  0, 1448 },
		{ V6 "frag=1448,0 id=0x10009", "frag=1448,0 id=65545 proto=udp len=608 csum=ok", 62,
		  1448, 560 },
		{ V6 "frag=1448,0 exthdr=60", "frag=1448,0 proto=udp len=616", 70, 1448, 560 },
	};
	struct fb_frame f;
	char keys[256];
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		bool v6 = parts[i].hdr > 40;

		len = made(v6 ? V6 "proto=udp sport=1 dport=2 size=2000"
			      : V4 "proto=udp sport=1 dport=2 size=2000");
		memcpy(whole, frame + (v6 ? 54 : 34), len - (v6 ? 54 : 34));
		snprintf(keys, sizeof(keys), "%s proto=udp sport=1 dport=2 size=2000",
			 parts[i].keys);
		len = made(keys);
		assert_int_equal(len, parts[i].hdr + parts[i].len);
		assert_memory_equal(frame + parts[i].hdr, whole + parts[i].from, parts[i].len);
		f = reads(len, NULL, parts[i].like);
		is_not(&f, parts[i].from ? "frag=no sport=1" : "frag=no");
		if (!parts[i].from)
			is(&f, "sport=1 dport=2");
	}
}

static void lengths_that_are_built(void **state)
{
	static const struct {
		const char *keys;
		ssize_t len;
	} rows[] = {
		{ V4 "proto=udp sport=1 dport=2 size=65508", -EMSGSIZE },
		{ V6 "proto=udp sport=1 dport=2 size=65528", -EMSGSIZE },
		{ V6 "proto=udp sport=1 dport=2 size=65527 exthdr=0", -EMSGSIZE },
		{ V4 "proto=253 size=65514 pppoe=1", -EMSGSIZE },
		{ V6 "proto=253 size=65494 pppoe=1", -EMSGSIZE },
		{ V6 "proto=253 size=65535", 14 + 40 + 65535 },
		{ V4 "proto=udp sport=1 dport=2 size=100 frag=112,0", -ERANGE },
		{ V4 "proto=udp sport=1 dport=2 size=100 frag=8,0,104", -ERANGE },
		{ "raw=0200000000010200000000020800", 14 },
	};
	ssize_t len;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		len = plan(rows[i].keys) ? -EINVAL : fb_frame_build(&spec, 0, frame);
		if (len != rows[i].len)
			fail_msg("%s: %zd, not %zd", rows[i].keys, len, rows[i].len);
	}
}

/* Headers that say what is not so: their checksum is that of what they say. */
static void wrong_headers(void **state)
{
	size_t len = made(V4 "proto=udp sport=1 dport=2 version=6 ihl=4 len=65535");

	(void)state;
	assert_int_equal(len, 14 + 28);
	assert_memory_equal(frame + 14, "\x64\x00\xff\xff", 4);
	sums_to_nothing(frame + 14, 20, NULL, 0, 0);
	made(V6 "proto=udp sport=1 dport=2 tos=0xff version=4 len=40");
	assert_memory_equal(frame + 14, "\x4f\xf0\x00\x00\x00\x00", 6);
	made(V6 "proto=udp sport=1 dport=2 len=65575");
	assert_memory_equal(frame + 14, "\x60\x00\x00\x00\xff\xff", 6);
	assert_int_equal(made(V4 "proto=tcp sport=1 dport=2 len=0 cut=14"), 14);
	assert_int_equal(made(V4 "proto=udp sport=1 dport=2 cut=42"), 42);
	assert_int_equal(plan(V4 "proto=udp sport=1 dport=2 cut=43"), 0);
	assert_int_equal(fb_frame_build(&spec, 0, frame), -ERANGE);
}

/* The next packet has another id, and its sequence number continues the stream. */
static void as_it_is(void **state)
{
	static const uint8_t want[] = {
		0x02, 0, 0, 0, 0, 1, 0x02, 0, 0, 0, 0, 2, 0x81, 0x00, 0x00, 0x0a, 0x08, 0x00, 0x4f,
	};

	(void)state;
	holds(want, sizeof(want), "raw=0200000000010200000000028100000a08004f");
	made("raw=0200000000010200000000020800");
	/* Each frame is the same. */
	assert_int_equal(fb_frame_build(&spec, 7, frame), 14);
	assert_int_equal(plan("raw=0200000000010200000000020800 ttl=2"), -EINVAL);
	assert_string_equal(error.text, "'ttl=' has no place beside 'raw='");
	assert_int_equal(plan("payload=00 raw=0200000000010200000000020800"), -EINVAL);
	assert_string_equal(error.text, "'payload=' has no place beside 'raw='");
}

static void many_of_one(void **state)
{
	(void)state;
	made(V4 "proto=tcp sport=1 dport=2 size=10 id=65535 seq=0xffffffff");
	reads((size_t)fb_frame_build(&spec, 1, frame), NULL, "id=0 seq=9 csum=ok");
}

static void what_the_socket_says(void **state)
{
	struct fb_frame_aside aside = { .tagged = true, .tci = 0x6005, .tpid = 0x8100 };
	struct fb_frame f;
	unsigned int sum;
	size_t len;

	(void)state;
	len = made(V4 "proto=udp sport=1 dport=2 size=9 vlan=6");
	f = reads(len, &aside, "vlan=5,6 tpid=0x8100,0x8100 csum=ok");
	is_not(&f, "vlan=5");
	aside.tpid = 0x88a8;
	reads(len, &aside, "vlan=5,6 tpid=0x88a8,0x8100");

	/* A partial checksum covers the addresses, the protocol and the length. */
	len = made(V4 "proto=udp sport=1 dport=2 size=9");
	aside = (struct fb_frame_aside){ .csum_not_ready = true };
	reads(len, &aside, "csum=bad");
	sum = sum_of(17 + 17, frame + 26, 8);
	frame[40] = (uint8_t)(sum >> 8);
	frame[41] = (uint8_t)sum;
	reads(len, &aside, "csum=none vlan=none");
	/* An address changed without an update of the checksum, as a broken NAT would do. */
	frame[29]++;
	frame[25]--;
	reads(len, &aside, "csum=bad src=192.0.2.2");
	/* The NIC does not compute the checksum of the IP header. */
	frame[29]--;
	reads(len, &aside, "csum=bad src=192.0.2.1");

	len = made(V4 "proto=udp sport=1 dport=2 size=900");
	aside = (struct fb_frame_aside){ .cut = true };
	assert_int_equal(fb_frame_read(frame, len - 1, &aside, &f), -EINVAL);
	is(&f, "csum=none src=192.0.2.1");
}

/* A packet of VXLAN whose inner checksum the NIC completes. That of UDP is right for the completed one, or there is none. */
static void a_checksum_within(void **state)
{
	const struct fb_frame_aside aside = { .csum_not_ready = true };
	enum { UDP = 14 + 20, INNER = UDP + 8 + 8, TCP = INNER + 14 + 20 };
	char words[512] = V4 "proto=udp sport=9 dport=4789 payload=0800000000002a00";
	unsigned int sum, i;
	uint8_t saved[2];
	size_t len;

	(void)state;
	len = made(V4 "proto=tcp sport=1 dport=2 size=20");
	for (i = 0; i < len; i++)
		sprintf(words + strlen(words), "%02x", frame[i]);
	sum = sum_of(6 + 20 + 20, frame + 26, 8);
	len = made(words);
	reads(len, &aside, "csum=bad");
	frame[TCP + 16] = (uint8_t)(sum >> 8);
	frame[TCP + 17] = (uint8_t)sum;
	reads(len, &aside, "csum=none dport=4789");
	reads(len, NULL, "csum=bad");
	frame[UDP + 7] ^= 1;
	reads(len, &aside, "csum=bad");
	frame[UDP + 7] ^= 1;
	/* Another tunnel, of which nothing is known. */
	frame[UDP + 3] ^= 1;
	reads(len, &aside, "csum=bad dport=4788");
	frame[UDP + 3] ^= 1;
	memcpy(saved, frame + UDP + 6, 2);
	memset(frame + UDP + 6, 0, 2);
	reads(len, &aside, "csum=none");
	/* The inner packet was translated, and its checksum was not. */
	frame[TCP - 1] ^= 1;
	reads(len, &aside, "csum=bad");
	frame[TCP - 1] ^= 1;
	memcpy(frame + UDP + 6, saved, 2);
	reads(len, &aside, "csum=none");
}

/* Four bytes of ICMP within VXLAN: where TCP and UDP have their checksum, the packet has ended. */
static void nothing_within_is_read_beyond(void **state)
{
	const struct fb_frame_aside aside = { .csum_not_ready = true };
	char words[512] = V4 "proto=udp sport=9 dport=4789 payload=0800000000002a00";
	struct fb_frame f;
	uint8_t *exact;
	size_t len;
	int i;

	(void)state;
	assert_int_equal(made(V4 "proto=icmp len=24 cut=38"), 38);
	memset(frame + 36, 0, 2);
	for (i = 0; i < 38; i++)
		sprintf(words + strlen(words), "%02x", frame[i]);
	len = made(words);
	exact = malloc(len);
	assert_non_null(exact);
	memcpy(exact, frame, len);
	assert_int_equal(fb_frame_read(exact, len, &aside, &f), 0);
	is(&f, "csum=bad dport=4789");
	free(exact);
}

static void padding_is_not_the_packet(void **state)
{
	static const char *const all[] = { V4 "proto=udp sport=1 dport=2 size=1",
					   V4 "proto=tcp sport=1 dport=2", V4 "proto=icmp" };
	struct fb_frame f;
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		len = made(all[i]);
		memset(frame + len, 0x5a, 60 - len);
		f = reads(60, NULL, "csum=ok");
		assert_int_equal(f.len, len - 14);
		assert_int_equal(f.trailer, 60 - len);
		assert_int_equal(f.slack, 0);
	}
}

static void tags(void **state)
{
	static const uint8_t want[] = { 0x88, 0xa8, 0x00, 0x05, 0x81, 0x00,
					0x0f, 0xfe, 0x81, 0x00, 0x00, 0x07 };
	struct fb_frame f;
	size_t len;

	(void)state;
	made(V4 "proto=icmp vlan=5,4094,7 tpid=0x88a8");
	assert_memory_equal(frame + 12, want, sizeof(want));
	/* More tags than the reader keeps. */
	len = made(V4 "proto=icmp vlan=1,2,3,4");
	memmove(frame + 16, frame + 12, len - 12);
	assert_int_equal(fb_frame_read(frame, len + 4, NULL, &f), -EINVAL);
}

/* A later fragment has no header. */
static void middle_of_a_datagram(void **state)
{
	struct fb_frame f;

	(void)state;
	f = reads(made(V4 "proto=tcp sport=1 dport=2 size=100 frag=24,1,48"), NULL,
		  "proto=tcp frag=24,1");
	assert_false(f.has & (FB_HAS_SPORT | FB_HAS_DPORT | FB_HAS_FLAGS));
}

static void pppoe(void **state)
{
	struct fb_frame f;
	static const uint8_t session[] = {
		0x88, 0x64, 0x11, 0x00, 0x00, 0x2a, 0x00, 31, 0x00, 0x21
	};
	size_t len = made(V4 "proto=udp sport=1 dport=2 size=1 vlan=7 pppoe=42");

	(void)state;
	assert_memory_equal(frame + 16, session, sizeof(session));
	reads(len, NULL, "pppoe=42 vlan=7 ethertype=0x8864 src=192.0.2.1 sport=1 csum=ok len=29");
	frame[23]++;
	assert_int_equal(fb_frame_read(frame, len, NULL, &f), -EINVAL);
	/* Padding that the session's header counts, and padding that it does not. */
	memset(frame + len, 0, 5);
	reads(len + 5, NULL, "pppoe=42 len=29 slack=1 trailer=4 csum=ok");
	len = made(V6 "proto=tcp sport=1 dport=2 pppoe=0");
	reads(len, NULL, "pppoe=0 src=2001:db8::1 proto=tcp csum=ok");
	/* A value that is not a frame. */
	len = made(V4 "proto=udp sport=1 dport=2 size=1");
	f = reads(len, NULL, "proto=udp");
	is_not(&f, "pppoe=0");
}

/* Each key that is printed for a frame must match the frame. */
static void printed_keys_match(void **state)
{
	static const char *const all[] = {
		V4 "proto=udp sport=1 dport=2 vlan=5,6 size=9",
		V4 "proto=udp sport=1 dport=2 frag=8,1,8 size=90",
		V6 "proto=tcp sport=1 dport=2 flags=SA seq=0xffffffff",
		V6 "proto=icmp exthdr=43",
		V4 "proto=esp payload=0000000000000001",
	};
	char text[512];
	struct fb_frame f;
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		len = made(all[i]);
		assert_int_equal(fb_frame_read(frame, len, NULL, &f), 0);
		is(&f, fb_frame_print(&f, text, sizeof(text)));
	}
}

/* A frame that is cut at any place must be reported as wrong. */
static void truncated(void **state)
{
	static const char *const all[] = {
		V4 "proto=udp sport=1 dport=2 vlan=5,6 size=9 options=94040000",
		V4 "proto=tcp sport=1 dport=2 size=9",
		V6 "proto=tcp sport=1 dport=2 size=9 exthdr=0 exthdr=60",
		V6 "proto=icmp frag=0,1 size=8",
		V4 "proto=esp payload=0000000000000001",
	};
	struct fb_frame f;
	size_t i, len, cut;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		len = made(all[i]);
		for (cut = 0; cut < len; cut++) {
			/* A buffer of this length: the sanitizer sees a read beyond it. */
			uint8_t *copy = malloc(cut ? cut : 1);

			assert_non_null(copy);
			memcpy(copy, frame, cut);
			if (fb_frame_read(copy, cut, NULL, &f) != -EINVAL)
				fail_msg("%s, %zu bytes", all[i], cut);
			is(&f, "csum=bad");
			free(copy);
		}
	}
}

/* Random bytes, and frames with a few random bytes changed, are read within bounds, printed and matched. */
static void hostile(void **state)
{
	static const char *const all[] = {
		V4 "proto=udp sport=1 dport=2 vlan=5,6 size=60 options=94040000",
		V4 "proto=tcp sport=1 dport=2 size=60",
		V6 "proto=tcp sport=1 dport=2 size=60 exthdr=0 exthdr=60 exthdr=43 frag=0,1",
		V6 "proto=icmp size=80 exthdr=51",
	};
	uint32_t x = 1;
	unsigned int turn, k;
	size_t len;

	(void)state;
	for (turn = 0; turn < 40000; turn++) {
		struct fb_frame_aside aside;
		struct fb_frame f;
		char text[512];
		uint8_t *copy;
		size_t cut;

		len = made(all[turn % 4]);
		for (k = 0; k <= turn % 5; k++) {
			x = x * 1664525 + 1013904223;
			frame[(x >> 8) % len] = (uint8_t)(x >> 24);
		}
		x = x * 1664525 + 1013904223;
		cut = x >> 31 ? len : (x >> 8) % (len + 1);
		aside = (struct fb_frame_aside){ .tagged = x & 0x1000,
						 .tci = (uint16_t)(x >> 12),
						 .csum_not_ready = x & 0x2000,
						 .cut = x & 0x4000 };
		copy = malloc(cut ? cut : 1);
		assert_non_null(copy);
		memcpy(copy, frame, cut);
		fb_frame_read(copy, cut, turn % 3 ? &aside : NULL, &f);
		is(&f, fb_frame_print(&f, text, sizeof(text)));
		free(copy);
	}
}

static void says(const char *keys, const char *what)
{
	int ret = plan(keys);

	if (ret != -EINVAL || !strstr(error.text, what))
		fail_msg("%s: %d, '%s' does not say '%s'", keys, ret, error.text, what);
}

static void wrong_values_are_named(void **state)
{
	static const char *const values[] = {
		"smac=2:0:0:0:0:1",
		"dmac=",
		"vlan=4096",
		"vlan=",
		"vlan=1,",
		"vlan=1,2,3,4,5",
		"tpid=65536",
		"src=192.0.2",
		"dst=fe80",
		"ttl=256",
		"tos=-1",
		"id=x",
		"df=2",
		"options=1",
		"options=",
		"options=0g",
		"exthdr=256",
		"exthdr=0,0104",
		"proto=xyz",
		"proto=256",
		"sport=65536",
		"dport=http",
		"flags=SX",
		"flags=",
		"seq=4294967296",
		"window=65536",
		"type=256",
		"code=256",
		"size=65536",
		"size=",
		"payload=123",
		"payload=",
		"frag=8",
		"frag=4,1",
		"frag=8,2",
		"frag=8,1,",
		"frag=8,1,0",
		"frag=65536,0",
		"frag=8,1x",
		"csum=good",
		"pppoe=65536",
		"version=16",
		"ihl=16",
		"len=65576",
		"cut=65536",
		"dmac=02:00:00:00:00:1g",
	};
	char keys[256];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		snprintf(keys, sizeof(keys), "'%s'", values[i]);
		says(values[i], keys);
	}
}

static void plans_that_cannot_be_are_named(void **state)
{
	static const char *const all[][2] = {
		{ "moon=1", "unknown key 'moon=1'" },
		{ "ttl", "unknown key 'ttl'" },
		{ "tt=1", "unknown key 'tt=1'" },
		{ "ttl=1 ttl=1", "'ttl' is there twice" },
		{ "raw=02000000000102000000000208", "'raw=02" },
		{ MACS "src=192.0.2.1 dst=fd00::1 proto=icmp", "same family" },
		{ "src=192.0.2.1", "'dmac='" },
		{ MACS "dst=192.0.2.1 proto=6", "'src='" },
		{ MACS "src=192.0.2.1 proto=6", "'dst='" },
		{ V4, "'proto='" },
		{ V4 "proto=udp dport=1", "'sport='" },
		{ V4 "proto=tcp sport=1", "'dport='" },
		{ V4 "proto=tcp sport=1 dport=1 id=65536", "'id=65536'" },
		{ V4 "proto=254 len=65536", "'len=65536': expected 0 to 65535 in IPv4" },
		{ V6 "proto=254 len=39", "'len=39': expected 40 to 65575 in IPv6" },
		{ V6 "proto=254 cut=13", "'cut=13': expected 14 or more" },
		/* Keys without a meaning */
		{ V6 "proto=icmp df=1", "'df='" },
		{ V6 "proto=icmp options=01", "'options='" },
		{ V6 "proto=icmp ihl=5", "'ihl='" },
		{ V6 "proto=icmp id=1", "'id='" },
		{ V4 "proto=icmp exthdr=0", "'exthdr='" },
		{ V4 "proto=icmp dport=1", "'dport='" },
		{ V4 "proto=icmp flags=S", "'flags='" },
		{ V4 "proto=udp sport=1 dport=2 seq=1", "'seq='" },
		{ V4 "proto=udp sport=1 dport=2 ack=1", "'ack='" },
		{ V4 "proto=udp sport=1 dport=2 window=1", "'window='" },
		{ V4 "proto=udp sport=1 dport=2 type=1", "'type='" },
		{ V4 "proto=esp sport=1", "'sport='" },
		{ V4 "proto=icmp tpid=0x88a8", "'tpid='" },
		{ V4 "proto=icmp size=1 payload=00", "'size='" },
		{ V4 "proto=icmp csum=none", "'csum='" },
		{ V4 "proto=esp csum=bad", "'csum='" },
		{ V6 "proto=icmp csum=bad-ip", "'csum='" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		says(all[i][0], all[i][1]);
}

static void wrong_matches_are_named(void **state)
{
	static const char *const all[] = {
		"moon=1",	  "ttl",	"ttl=",
		"ttl=256",	  "src=1",	"vlan=a",
		"vlan=",	  "flags=X",	"frag=8",
		"frag=4,0",	  "frag=8,0x",	"frag=maybe",
		"csum=on",	  "proto=abc",	"spi=0x1g",
		"id=-1",	  "sport=1,2",	"smac=1",
		"tpid=",	  "tpid=0",	"tpid=1,",
		"tpid=1,2,3,4,5", "tpid=65536", "tpid=0x88a8a8a8",
	};
	struct fb_frame_match m;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		memset(&m, 0, sizeof(m));
		if (fb_frame_match_word(&m, all[i], &error) != -EINVAL ||
		    !strstr(error.text, all[i]))
			fail_msg("'%s': %s", all[i], error.text);
	}
	memset(&m, 0, sizeof(m));
	assert_int_equal(fb_frame_match_word(&m, "ttl=1", &error), 0);
	assert_int_equal(fb_frame_match_word(&m, "ttl=2", &error), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(udp_by_hand),
		cmocka_unit_test(tcp_by_hand),
		cmocka_unit_test(icmp_by_hand),
		cmocka_unit_test(checksums_of_all_lengths),
		cmocka_unit_test(udp_without_and_with_zero),
		cmocka_unit_test(round_trips),
		cmocka_unit_test(no_word_of_another_frame_matches),
		cmocka_unit_test(fragments),
		cmocka_unit_test(wrong_headers),
		cmocka_unit_test(lengths_that_are_built),
		cmocka_unit_test(as_it_is),
		cmocka_unit_test(many_of_one),
		cmocka_unit_test(what_the_socket_says),
		cmocka_unit_test(a_checksum_within),
		cmocka_unit_test(nothing_within_is_read_beyond),
		cmocka_unit_test(padding_is_not_the_packet),
		cmocka_unit_test(tags),
		cmocka_unit_test(middle_of_a_datagram),
		cmocka_unit_test(pppoe),
		cmocka_unit_test(printed_keys_match),
		cmocka_unit_test(truncated),
		cmocka_unit_test(hostile),
		cmocka_unit_test(wrong_values_are_named),
		cmocka_unit_test(plans_that_cannot_be_are_named),
		cmocka_unit_test(wrong_matches_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
