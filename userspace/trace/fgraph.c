// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/meter.h"
#include "trace/fgraph.h"
#include "trace/fgraph_line.h"

/* Small enough to stay in a core's cache. */
#define WINDOW	   (256 * 1024)
#define WINDOW_MAX (64u * 1024 * 1024)
/* Half of what a sum holds, so that nobody who adds up durations of a text has to look. */
#define TIME_MAX (INT64_MAX / 2)

struct fb_fgraph {
	int fd;
	bool eof;
	bool rest; /* [at, end) is the rest of a line that holds several events */
	char *buf;
	size_t size;
	size_t head;
	size_t tail;
	const char *at;
	const char *end;
	int cpu;
	bool probed;
	bool flat; /* indentation does not say how deep calls are */
	int32_t level; /* the least one */
	uint64_t line;
	uint64_t bytes;
	int64_t time; /* sum of all durations */
	struct fb_meter meter;
	struct fb_why why;
};

static int open_common(struct fb_fgraph **fg, int fd)
{
	*fg = calloc(1, sizeof(**fg));
	if (!*fg)
		return -ENOMEM;
	(*fg)->fd = fd;
	(*fg)->cpu = -1;
	return 0;
}

int fb_fgraph_open(const char *path, struct fb_fgraph **fg)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	int ret;

	if (fd < 0)
		return -errno;
	ret = open_common(fg, fd);
	if (ret) {
		close(fd);
		return ret;
	}
	fb_meter_begin(&(*fg)->meter, path,
		       !fstat(fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0);
	(*fg)->size = WINDOW;
	(*fg)->buf = malloc(WINDOW);
	if (!(*fg)->buf) {
		fb_fgraph_close(*fg);
		return -ENOMEM;
	}
	return 0;
}

int fb_fgraph_open_text(const char *text, size_t len, struct fb_fgraph **fg)
{
	int ret = open_common(fg, -1);

	if (ret)
		return ret;
	/* Never written to: with eof set there is no refill. */
	(*fg)->buf = (char *)text;
	(*fg)->size = (*fg)->tail = (*fg)->bytes = len;
	(*fg)->eof = true;
	return 0;
}

void fb_fgraph_close(struct fb_fgraph *fg)
{
	if (!fg)
		return;
	if (fg->fd >= 0) {
		fb_meter_end(&fg->meter);
		close(fg->fd);
		free(fg->buf);
	}
	free(fg);
}

const struct fb_why *fb_fgraph_why(const struct fb_fgraph *fg)
{
	return &fg->why;
}

/* Move what is unread to the front and read on; a full window grows. */
static int refill(struct fb_fgraph *fg)
{
	ssize_t n;

	if (fg->head) {
		memmove(fg->buf, fg->buf + fg->head, fg->tail - fg->head);
		fg->tail -= fg->head;
		fg->head = 0;
	}
	if (fg->tail == fg->size) {
		char *grown;

		if (fg->size >= WINDOW_MAX)
			return -EFBIG;
		grown = realloc(fg->buf, fg->size * 2);
		if (!grown)
			return -ENOMEM;
		fg->buf = grown;
		fg->size *= 2;
	}
	do {
		n = read(fg->fd, fg->buf + fg->tail, fg->size - fg->tail);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	fg->tail += (size_t)n;
	fg->bytes += (size_t)n;
	fg->eof = !n;
	fb_meter_at(&fg->meter, fg->bytes);
	return 0;
}

/* The next line into [at, end), without its end; 1, 0 at the end of the input, or an error. */
static int next_line(struct fb_fgraph *fg)
{
	size_t scanned = 0;

	for (;;) {
		char *start = fg->buf + fg->head;
		size_t len = fg->tail - fg->head;
		char *nl = len > scanned ? memchr(start + scanned, '\n', len - scanned) : NULL;
		int ret;

		if (nl || (fg->eof && len)) {
			fg->at = start;
			fg->end = nl ? nl : start + len;
			fg->head += (size_t)(fg->end - start) + !!nl;
			fg->line++;
			if (fg->end > fg->at && fg->end[-1] == '\r')
				fg->end--;
			return 1;
		}
		if (fg->eof)
			return 0;
		scanned = len;
		ret = refill(fg);
		if (ret)
			return fb_why(&fg->why, ret, "line %llu: %s",
				      (unsigned long long)fg->line + 1,
				      ret == -EFBIG ? "longer than 64 MiB" : strerror(-ret));
	}
}

/* What stood there goes to a terminal: only printable characters, and not many of them. */
static int foreign(struct fb_fgraph *fg, const char *p)
{
	char shown[64];
	size_t n = 0;

	while (p < fg->end && n < sizeof(shown) - 1) {
		shown[n++] = *p >= ' ' && *p <= '~' ? *p : '?';
		p++;
	}
	shown[n] = '\0';
	return fb_why(&fg->why, -EINVAL, "line %llu: not function_graph text: '%s'",
		      (unsigned long long)fg->line, shown);
}

static bool starts(const char *p, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - p) >= len && !memcmp(p, word, len);
}

const char *fb_fgraph_record_in(const char *p, const char *end)
{
	/* A record's CPU stands behind a blank: look only there. */
	do {
		p = fb_fg_blanks(p, end);
		if (fb_fg_record_at(p, end))
			return p;
		p = memchr(p, ' ', (size_t)(end - p));
	} while (p);
	return NULL;
}

/* Headings between ### signs, up to the next record or the end of the line. */
static int heading(struct fb_fgraph *fg, const char *p, struct fb_fg_event *ev)
{
	const char *q = fb_fgraph_record_in(p, fg->end);

	if (!q)
		q = fg->end;
	ev->kind = FB_FG_HEADING;
	ev->text = (struct fb_str){ .at = p, .len = (size_t)(q - p) };
	while (ev->text.len && ev->text.at[ev->text.len - 1] == ' ')
		ev->text.len--;
	if (memchr(p, '\0', ev->text.len))
		return foreign(fg, p);
	fg->at = q;
	fg->rest = q < fg->end;
	return 1;
}

/* An event out of [at, end), 0 if nothing but blanks or a head is there. */
static int scan(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	const char *p = fb_fg_blanks(fg->at, fg->end), *q;

	*ev = (struct fb_fg_event){
		.cpu = fg->cpu, .level = FB_FG_NO_LEVEL, .line = fg->line, .dur_ns = -1
	};
	if (p >= fg->end) {
		fg->rest = false;
		return 0;
	}
	/* A digit first, as in all but a few lines: the rest need not be looked at. */
	if (*p > '9' || *p < '0') {
		if (*p == '#' && starts(p, fg->end, "###"))
			return heading(fg, p, ev);
		if (!fg->rest && fb_fg_cut(p, fg->end, ev)) {
			fg->at = fg->end;
			return 1;
		}
		/* "# 1234.567 us |" is a call of more than a millisecond, if no CPU is said. */
		if (!fg->rest && *p == '#' && !fb_fg_signed_at(p, fg->end))
			return 0;
		if (!fg->rest && starts(p, fg->end, "------"))
			return 0;
		if (starts(p, fg->end, "CPU:")) {
			q = fb_fg_lost(p, fg->end, ev);
			goto out;
		}
	}
	q = fb_fg_record(p, fg->end, ev);
	if (!q && !fg->rest && (*p == '#' || fb_fg_is_prompt(p, fg->end)))
		return 0;
	if (q && ev->kind != FB_FG_LOST)
		fg->cpu = ev->cpu;
out:
	if (!q)
		return foreign(fg, p);
	fg->at = q;
	fg->rest = q < fg->end;
	return 1;
}

static int add_time(struct fb_fgraph *fg, int64_t ns)
{
	fg->time += ns > 0 ? ns : 0;
	if (fg->time <= TIME_MAX)
		return 1;
	return fb_why(&fg->why, -EINVAL, "line %llu: the durations are 146 years in all",
		      (unsigned long long)fg->line);
}

/* What the window tells of the text. */
struct probe {
	struct fb_fg_event last;
	bool any;
	int32_t least;
	unsigned int deeper;
	unsigned int odd;
};

/* Behind "a() {" comes a call that is one level deeper, or the closing brace. */
static void probe_event(struct probe *p, const struct fb_fg_event *ev)
{
	bool call = ev->kind == FB_FG_ENTRY || ev->kind == FB_FG_LEAF || ev->kind == FB_FG_EXIT;

	if (call && ev->level != FB_FG_NO_LEVEL) {
		if (!p->any || ev->level < p->least)
			p->least = ev->level;
		p->any = true;
		if (p->last.kind == FB_FG_ENTRY && p->last.cpu == ev->cpu &&
		    p->last.level != FB_FG_NO_LEVEL) {
			if (ev->level == p->last.level + (ev->kind != FB_FG_EXIT))
				p->deeper++;
			else
				p->odd++;
		}
	}
	p->last = *ev;
}

/* Reads the window in advance: is there indentation, and where does it begin? */
static void probe(struct fb_fgraph *fg)
{
	struct probe p = { .last = { .kind = FB_FG_LOST } };
	struct fb_fg_event ev;
	struct fb_fgraph ahead;
	const char *nl;
	int ret = 0;

	fg->probed = true;
	while (!fg->eof && fg->tail < fg->size && !refill(fg))
		;
	ahead = *fg;
	if (ahead.tail > WINDOW)
		ahead.tail = WINDOW;
	nl = ahead.tail ? memrchr(ahead.buf, '\n', ahead.tail) : NULL;
	if (nl && !(fg->eof && ahead.tail == fg->tail))
		ahead.tail = (size_t)(nl - ahead.buf);
	ahead.eof = true;
	while (ret >= 0) {
		if (!ahead.rest && next_line(&ahead) <= 0)
			break;
		ret = scan(&ahead, &ev);
		if (ret > 0)
			probe_event(&p, &ev);
	}
	fg->flat = p.odd > p.deeper;
	fg->level = p.any && !fg->flat ? p.least : 0;
}

int32_t fb_fgraph_level(const struct fb_fgraph *fg)
{
	return fg->level;
}

int fb_fgraph_next(struct fb_fgraph *fg, struct fb_fg_event *ev)
{
	if (!fg->probed)
		probe(fg);
	for (;;) {
		int ret;

		if (!fg->rest) {
			ret = next_line(fg);
			if (ret <= 0)
				return ret;
		}
		ret = scan(fg, ev);
		if (fg->flat)
			ev->level = FB_FG_NO_LEVEL;
		if (ret)
			return ret < 0 ? ret : add_time(fg, ev->dur_ns);
	}
}

uint64_t fb_fgraph_bytes(const struct fb_fgraph *fg)
{
	return fg->bytes;
}
