// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "lib/words.h"
#include "process/interrupt.h"
#include "traffic/settings.h"

int fb_spec_word(const char *spec, const char *key, char *value, size_t size)
{
	size_t len = strlen(key);
	const char *p = spec;

	while ((p = strstr(p, key))) {
		if (p > spec && p[-1] == ' ' && p[len] == '=') {
			size_t n = strcspn(p + len + 1, " ");

			if (n >= size)
				return -ENAMETOOLONG;
			memcpy(value, p + len + 1, n);
			value[n] = '\0';
			return 0;
		}
		p += len;
	}
	return -ENOENT;
}

int fb_spec_number(const char *spec, const char *key, long min, long max, long *value)
{
	char text[24];
	uint64_t got;
	int ret = fb_spec_word(spec, key, text, sizeof(text));

	if (ret)
		return ret;
	if (fb_number(text, (uint64_t)min, (uint64_t)max, &got))
		return -ERANGE;
	*value = (long)got;
	return 0;
}

int fb_spec_read(const char *spec, const struct fb_spec_text *text, size_t nr_text,
		 const struct fb_spec_count *count, size_t nr_count, struct fb_error *error)
{
	size_t i;
	int ret;

	for (i = 0; i < nr_text; i++)
		if (fb_spec_word(spec, text[i].key, text[i].value, text[i].size))
			return fb_error(error, -EINVAL, "traffic: no usable '%s'", text[i].key);
	for (i = 0; i < nr_count; i++) {
		ret = fb_spec_number(spec, count[i].key, count[i].min, count[i].max,
				     count[i].value);
		if (ret && !(ret == -ENOENT && count[i].optional))
			return fb_error(error, -EINVAL,
					"traffic: '%s' wants a number from %ld to %ld",
					count[i].key, count[i].min, count[i].max);
	}
	return 0;
}

int fb_spec_addr(const char *text, long port, struct fb_spec_end *end)
{
	memset(end, 0, sizeof(*end));
	if (inet_pton(AF_INET, text, &end->in.sin_addr) == 1) {
		end->in.sin_family = AF_INET;
		end->in.sin_port = htons((unsigned short)port);
		end->len = sizeof(end->in);
		return 0;
	}
	memset(end, 0, sizeof(*end));
	if (inet_pton(AF_INET6, text, &end->in6.sin6_addr) != 1)
		return -EINVAL;
	end->in6.sin6_family = AF_INET6;
	end->in6.sin6_port = htons((unsigned short)port);
	end->len = sizeof(end->in6);
	return 0;
}

int fb_wait_fd(int fd, short events)
{
	struct pollfd pfd = { .fd = fd, .events = events };
	int n;

	do {
		n = poll(&pfd, 1, FB_STEP_MS);
	} while (n < 0 && errno == EINTR && !fb_interrupted());
	if (n < 0)
		return -errno;
	return n ? 0 : -ETIMEDOUT;
}
