// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/meter.h"
#include "cli/progress.h"
#include "lib/escape.h"
#include "lib/message.h"
#include "lib/now.h"

#define FIRST_NS   (2 * FB_NS_PER_S)
#define BETWEEN_NS (FB_NS_PER_S / 2)
#define PLAIN_NS   (5 * FB_NS_PER_S)
#define MB	   UINT64_C(1000000)

void fb_meter_begin(struct fb_meter *m, const char *path, uint64_t total)
{
	const char *base = strrchr(path, '/');

	snprintf(m->name, sizeof(m->name), "%s", base ? base + 1 : path);
	m->total = total;
	m->began = fb_now_ns();
	m->drawn = 0;
}

void fb_meter_line(const struct fb_meter *m, uint64_t done, uint64_t now, char line[120])
{
	uint64_t gone = now - m->began, left;

	if (done >= m->total || !done) {
		snprintf(line, 120, "%s: %" PRIu64 " MB", m->name, done / MB);
		return;
	}
	left = (uint64_t)((double)gone * (double)(m->total - done) / (double)done);
	snprintf(line, 120, "%s: %" PRIu64 " of %" PRIu64 " MB, %" PRIu64 " s left", m->name,
		 done / MB, m->total / MB, (left + FB_NS_PER_S - 1) / FB_NS_PER_S);
}

void fb_meter_at(struct fb_meter *m, uint64_t done)
{
	uint64_t now = fb_now_ns();
	char line[120];

	if (now - m->began < FIRST_NS || now - m->drawn < BETWEEN_NS || fb_is_quiet())
		return;
	fb_meter_line(m, done, now, line);
	if (isatty(STDERR_FILENO)) {
		fputc('\r', stderr);
		fb_print_error_prefix(stderr);
		fprintf(stderr, "%s\033[K", fb_shown(line));
		fflush(stderr);
		m->drawn = now;
	} else if (now - m->drawn >= PLAIN_NS) {
		fb_print_progress("%s", line);
		m->drawn = now;
	}
}

void fb_meter_end(struct fb_meter *m)
{
	if (m->drawn && isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	m->drawn = 0;
}
