// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/words.h"

static const char blanks[] = " \t\r";

int fb_words_split(struct fb_words *w, char *line, struct fb_error *error)
{
	memset(w, 0, sizeof(*w));
	for (;;) {
		line += strspn(line, blanks);
		if (!*line)
			return 0;
		if (w->nr == FB_WORDS_MAX)
			return fb_error(error, -E2BIG, "more than %d words", FB_WORDS_MAX);
		w->word[w->nr++] = line;
		line += strcspn(line, blanks);
		if (*line)
			*line++ = '\0';
	}
}

const char *fb_words_next(struct fb_words *w, const char *what, struct fb_error *error)
{
	while (w->next < w->nr) {
		unsigned int i = w->next++;

		if (strchr(w->word[i], '=') || w->used & 1ULL << i)
			continue;
		w->used |= 1ULL << i;
		return w->word[i];
	}
	fb_error(error, -EINVAL, "%s is missing", what);
	return NULL;
}

const char *fb_words_value(struct fb_words *w, const char *key)
{
	size_t len = strlen(key);
	unsigned int i;

	for (i = 0; i < w->nr; i++) {
		if (strncmp(w->word[i], key, len) || w->word[i][len] != '=' || w->used & 1ULL << i)
			continue;
		w->used |= 1ULL << i;
		return w->word[i] + len + 1;
	}
	return NULL;
}

int fb_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	int base = !strncmp(text, "0x", 2) ? 16 : 10;
	char *end;

	if (!isxdigit((unsigned char)text[0]))
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, &end, base);
	return errno || end == text || *end || *value < min || *value > max ? -EINVAL : 0;
}

int fb_signed(const char *text, int64_t min, int64_t max, int64_t *value)
{
	bool negative = text[0] == '-';
	uint64_t got;

	if (fb_number(text + negative, 0, INT64_MAX, &got))
		return -EINVAL;
	*value = negative ? -(int64_t)got : (int64_t)got;
	return *value < min || *value > max ? -EINVAL : 0;
}

int fb_real(const char *text, double min, double max, double *value)
{
	size_t whole = strspn(text, "0123456789"), part = 0;

	if (text[whole] == '.')
		part = 1 + strspn(text + whole + 1, "0123456789");
	/* strtod() alone takes blanks, signs, powers, "0x1p3" and "nan", too. */
	if (text[whole + part] || whole + part <= (part > 0))
		return -EINVAL;
	*value = strtod(text, NULL);
	return *value < min || *value > max ? -EINVAL : 0;
}

int fb_words_number(struct fb_words *w, const char *key, uint64_t min, uint64_t max,
		    uint64_t *value, struct fb_error *error)
{
	const char *text = fb_words_value(w, key);
	uint64_t got;

	if (!text)
		return 0;
	if (fb_number(text, min, max, &got))
		return fb_error(error, -EINVAL, "'%s=%.80s' wants a number from %llu to %llu", key,
				text, (unsigned long long)min, (unsigned long long)max);
	*value = got;
	return 0;
}

const char *fb_words_rest(struct fb_words *w)
{
	unsigned int i;

	for (i = 0; i < w->nr; i++) {
		if (w->used & 1ULL << i)
			continue;
		w->used |= 1ULL << i;
		return w->word[i];
	}
	return NULL;
}

int fb_words_end(struct fb_words *w, struct fb_error *error)
{
	const char *word = fb_words_rest(w);

	if (!word)
		return 0;
	return fb_error(error, -EINVAL, "unknown or repeated word '%.80s'", word);
}

int fb_sockaddr(const char *addr, unsigned int port, union fb_sockaddr *to)
{
	memset(to, 0, sizeof(*to));
	if (port > 65535)
		return -EINVAL;
	if (inet_pton(AF_INET, addr, &to->in.sin_addr) == 1) {
		to->in.sin_family = AF_INET;
		to->in.sin_port = htons((uint16_t)port);
		return 0;
	}
	if (inet_pton(AF_INET6, addr, &to->in6.sin6_addr) == 1) {
		to->in6.sin6_family = AF_INET6;
		to->in6.sin6_port = htons((uint16_t)port);
		return 0;
	}
	return -EINVAL;
}

int fb_sockaddr_pair(const char *text, union fb_sockaddr *to)
{
	const char *colon = strrchr(text, ':');
	char addr[INET6_ADDRSTRLEN + 2];
	uint64_t port;
	size_t len;

	if (!colon || fb_number(colon + 1, 1, 65535, &port))
		return -EINVAL;
	len = (size_t)(colon - text);
	if (text[0] == '[' && len > 2 && text[len - 1] == ']') {
		text++;
		len -= 2;
	} else if (memchr(text, ':', len)) {
		/* Without brackets the beginning of the port is ambiguous. */
		return -EINVAL;
	}
	if (len >= sizeof(addr))
		return -EINVAL;
	memcpy(addr, text, len);
	addr[len] = '\0';
	return fb_sockaddr(addr, (unsigned int)port, to);
}

socklen_t fb_sockaddr_len(const union fb_sockaddr *addr)
{
	return addr->sa.sa_family == AF_INET6 ? sizeof(addr->in6) : sizeof(addr->in);
}
