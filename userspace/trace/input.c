// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/vector.h"
#include "paste/quoted_printable.h"
#include "trace/input.h"

#define WINDOW_MAX (64u * 1024 * 1024)

/* The text of a trace.dat comes out of a pipe, which takes the file's place. */
static int open_dat(struct fb_input *l)
{
	int text = fb_dat_begin(&l->dat, l->fd);

	close(l->fd);
	l->fd = text;
	return text < 0 ? text : 0;
}

int fb_input_open(struct fb_input *l, const char *path)
{
	struct stat st;
	int ret = 0;

	*l = (struct fb_input){ .fd = open(path, O_RDONLY | O_CLOEXEC),
				.size = FB_INPUT_WINDOW,
				.dat.said = -1 };
	if (l->fd < 0)
		return -errno;
	if (fb_dat_is(l->fd))
		ret = open_dat(l);
	if (ret)
		return ret;
	l->buf = malloc(l->size);
	if (!l->buf) {
		close(l->fd);
		fb_dat_stop(&l->dat);
		return -ENOMEM;
	}
	/* A small window stays in a core's cache. */
	fb_meter_begin(&l->meter, path,
		       !fstat(l->fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0);
	return 0;
}

void fb_input_text(struct fb_input *l, const char *text, size_t len)
{
	/* Never written to: with eof set there is no refill. */
	*l = (struct fb_input){
		.fd = -1, .eof = true, .buf = (char *)text, .tail = len, .bytes = len, .dat.said = -1
	};
}

void fb_input_close(struct fb_input *l)
{
	if (l->fd >= 0) {
		fb_meter_end(&l->meter);
		close(l->fd);
		fb_dat_stop(&l->dat);
		free(l->buf);
	}
	free(l->whole);
}

/* Move what is unread to the front and read on; a full window grows. */
static int refill(struct fb_input *l)
{
	ssize_t n;

	if (l->head) {
		memmove(l->buf, l->buf + l->head, l->tail - l->head);
		l->tail -= l->head;
		l->head = 0;
	}
	if (l->tail == l->size) {
		if (l->size >= WINDOW_MAX)
			return -EFBIG;
		if (fb_vector_reserve(l->buf, l->size, l->tail + 1))
			return -ENOMEM;
	}
	do {
		n = read(l->fd, l->buf + l->tail, l->size - l->tail);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	if (!n && l->dat.said >= 0 && fb_dat_end(&l->dat, &l->cause))
		return l->dat.failed;
	l->tail += (size_t)n;
	l->bytes += (size_t)n;
	l->eof = !n;
	fb_meter_at(&l->meter, l->bytes);
	return 0;
}

void fb_input_ahead(struct fb_input *l, struct fb_input *ahead)
{
	const char *last;
	size_t len;

	/* An error comes again when the line is read. */
	while (!l->eof && l->tail < FB_INPUT_WINDOW && !refill(l))
		;
	len = l->tail < FB_INPUT_WINDOW ? l->tail : FB_INPUT_WINDOW;
	if (!l->eof || len < l->tail) {
		last = len ? memrchr(l->buf, '\n', len) : NULL;
		len = last ? (size_t)(last - l->buf) + 1 : len;
	}
	fb_input_text(ahead, l->buf, len);
	ahead->decode = l->decode;
}

/* The bytes up to the next "\n", as they are. */
static int raw_line(struct fb_input *l, char **at, char **end)
{
	size_t scanned = 0;

	for (;;) {
		char *start = l->buf + l->head;
		size_t len = l->tail - l->head;
		char *nl = len > scanned ? memchr(start + scanned, '\n', len - scanned) : NULL;
		int ret;

		if (nl || (l->eof && len)) {
			*at = start;
			*end = nl ? nl : start + len;
			l->torn = !nl;
			l->head += (size_t)(*end - start) + !!nl;
			l->line++;
			if (*end > start && (*end)[-1] == '\r')
				(*end)--;
			return 1;
		}
		if (l->eof)
			return 0;
		scanned = len;
		ret = refill(l);
		if (ret)
			return ret;
	}
}

static int keep_line(struct fb_input *l, size_t used, const char *at, const char *end)
{
	size_t len = (size_t)(end - at);

	if (used + len > WINDOW_MAX)
		return -EFBIG;
	if (fb_vector_reserve(l->whole, l->room, used + len + 1))
		return -ENOMEM;
	memcpy(l->whole + used, at, len);
	return 0;
}

/* A line that ends in "=" goes on in the next one. No line of a trace does. */
static int unbreak(struct fb_input *l, char **at, char **end)
{
	size_t used = 0;
	int ret = 1;

	while (ret > 0) {
		bool broken = *end > *at && (*end)[-1] == '=';

		ret = keep_line(l, used, *at, broken ? *end - 1 : *end);
		if (ret)
			return ret;
		used += (size_t)(*end - *at) - broken;
		if (!broken)
			break;
		l->printable++;
		l->decode = true;
		ret = raw_line(l, at, end);
	}
	if (ret < 0)
		return ret;
	if (used)
		used = fb_quoted_printable(l->whole, l->whole + used, l->whole);
	*at = l->whole;
	*end = l->whole + used;
	return 1;
}

int fb_input_next(struct fb_input *l, const char **at, const char **end, struct fb_error *error)
{
	char *from = NULL, *to = NULL;
	int ret = raw_line(l, &from, &to);

	l->first = l->line;
	if (ret > 0 && to > from && *from != '#' &&
	    (to[-1] == '=' || (l->decode && memchr(from, '=', (size_t)(to - from)))))
		ret = unbreak(l, &from, &to);
	*at = from;
	*end = to;
	if (ret >= 0)
		return ret;
	if (l->dat.failed)
		return fb_error(error, ret, "%s", fb_error_text(&l->cause, ret));
	return fb_error(error, ret, "line %llu: %s", (unsigned long long)l->line + 1,
			ret == -EFBIG ? "longer than 64 MiB" : strerror(-ret));
}
