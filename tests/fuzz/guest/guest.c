// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include "guest.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t state;
static uint64_t seeded;
static uint64_t at_number;
static uint64_t digest = 0xcbf29ce484222325ULL;
static int log_fd = -1;

/* xorshift64*: the same seed gives the same sequence on every machine. */
void guest_seed(uint64_t seed)
{
	seeded = seed;
	state = seed * 0x9e3779b97f4a7c15ULL + 1;
}

uint32_t guest_random(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * 0x2545f4914f6cdd1dULL) >> 32);
}

uint32_t guest_below(uint32_t limit)
{
	return (uint32_t)(((uint64_t)guest_random() * limit) >> 32);
}

bool guest_one_in(uint32_t n)
{
	return !guest_below(n);
}

void guest_bytes(uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)guest_random();
}

/* Mutates the bytes in one way. Returns their new number. */
size_t guest_mutate(uint8_t *bytes, size_t len, size_t room)
{
	size_t at = len ? guest_below((uint32_t)len) : 0;
	size_t piece;

	switch (guest_below(6)) {
	case 0: /* flip a bit */
		if (len)
			bytes[at] ^= (uint8_t)(1 << guest_below(8));
		return len;
	case 1: /* change a byte */
		if (len)
			bytes[at] = (uint8_t)guest_random();
		return len;
	case 2: /* truncate */
		return at;
	case 3: /* remove bytes */
		piece = 1 + guest_below(8);
		if (at + piece > len)
			return len;
		memmove(bytes + at, bytes + at + piece, len - at - piece);
		return len - piece;
	case 4: /* insert bytes */
		piece = 1 + guest_below(8);
		if (len + piece > room)
			return len;
		memmove(bytes + at + piece, bytes + at, len - at);
		guest_bytes(bytes + at, piece);
		return len + piece;
	default: /* repeat bytes */
		piece = len - at;
		if (len + piece > room)
			return len;
		memcpy(bytes + len, bytes + at, piece);
		return len + piece;
	}
}

double guest_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

uint64_t guest_number(const char *option, const char *text)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text ? text : "", &end, 10);
	if (!text || !isdigit((unsigned char)*text) || *end || errno) {
		fprintf(stderr, "%s wants a number\n", option);
		exit(2);
	}
	return value;
}

/* Notes the number of the next input, and adds the input to the digest of all inputs. */
void guest_at(uint64_t number, const void *bytes, size_t len)
{
	const uint8_t *byte = bytes;

	at_number = number;
	/* Of a long input, only the beginning and the length go into the digest. */
	digest = (digest ^ len) * 0x100000001b3ULL;
	for (size_t i = 0; i < len && i < 64; i++)
		digest = (digest ^ byte[i]) * 0x100000001b3ULL;
}

void guest_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("found at %llu of seed %llu: ", (unsigned long long)at_number,
	       (unsigned long long)seeded);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	exit(1);
}

void guest_count(struct guest_tally *tally, bool taken, int err)
{
	tally->tried++;
	if (taken)
		tally->taken++;
	else
		tally->refused[err > 0 && err < GUEST_ERRNO_MAX ? err : 0]++;
}

void guest_tell(const struct guest_tally *tally, const char *what, double seconds)
{
	printf("digest=%016llx\n", (unsigned long long)digest);
	printf("%s=%llu accepted=%llu refused=%llu", what, (unsigned long long)tally->tried,
	       (unsigned long long)tally->taken, (unsigned long long)(tally->tried - tally->taken));
	for (int i = 0; i < GUEST_ERRNO_MAX; i++)
		if (tally->refused[i])
			printf(" %s=%llu", i ? strerrorname_np(i) : "part",
			       (unsigned long long)tally->refused[i]);
	printf(" seconds=%.1f\n", seconds);
}

/* Writes a progress line at each twentieth. */
void guest_progress(const char *file, const char *what, uint64_t done, uint64_t all)
{
	uint64_t step = all / 20 ? all / 20 : 1;
	FILE *out;

	if (!file || done % step)
		return;
	out = fopen(file, "a");
	if (!out)
		return;
	fprintf(out, "%s: %llu of %llu\n", what, (unsigned long long)done, (unsigned long long)all);
	fclose(out);
}

/* Returns true for a kernel address: ff and fourteen more digits, with page tables of four or five levels. */
bool guest_has_address(const char *text, size_t len)
{
	size_t digits = 0, fs = 0;

	for (size_t i = 0; i < len; i++) {
		if (!isxdigit((unsigned char)text[i])) {
			digits = fs = 0;
			continue;
		}
		if (digits == fs && text[i] == 'f')
			fs++;
		if (++digits >= 16 && fs >= 2)
			return true;
	}
	return false;
}

/* Opens /proc/kmsg. It returns each line once, however much is logged meanwhile. */
void guest_log_open(void)
{
	char text[8192];

	log_fd = open("/proc/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log_fd < 0)
		guest_fail("/proc/kmsg: %s", strerror(errno));
	while (read(log_fd, text, sizeof(text)) > 0)
		;
}

static void check_line(const char *line, size_t len)
{
	static const char *const bad[] = {
		"BUG:",
		"WARNING:",
		"Oops",
		"general protection",
		"Call Trace",
		"KASAN",
		"KCSAN",
		"UBSAN",
		"ODEBUG",
		"refcount_t",
		"ref_tracker",
		"stall",
		"suspicious RCU",
		"possible ",
		"inconsistent lock",
		"bad unlock",
		"held lock",
		"sleeping function",
		"scheduling while atomic",
		"memory leak",
		"blocked for more than",
		"allocation failure",
		"Out of memory",
		"invoked oom",
		"waiting for",
		"ftrace bug",
		"cannot attach",
		"cannot detach",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (memmem(line, len, bad[i], strlen(bad[i])))
			guest_fail("the kernel complains: %.*s", (int)len, line);
	if (memmem(line, len, "flowbench", 9) && guest_has_address(line, len))
		guest_fail("an address in the log: %.*s", (int)len, line);
}

void guest_log_check(void)
{
	static char text[16384];
	const char *line, *end;
	ssize_t got;

	/* Each read ends at the end of a line. */
	while ((got = read(log_fd, text, sizeof(text))) > 0) {
		for (line = text; line < text + got; line = end + 1) {
			end = memchr(line, '\n', (size_t)(text + got - line));
			if (!end)
				end = text + got;
			check_line(line, (size_t)(end - line));
		}
	}
}
