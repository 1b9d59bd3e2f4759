/* SPDX-License-Identifier: GPL-2.0 */
/* One command line: words in a fixed order, then key=value words in any order. Pure: no I/O. */
#ifndef FB_LIB_WORDS_H
#define FB_LIB_WORDS_H

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "lib/error.h"

/** FB_WORDS_MAX - more words than this are no command */
#define FB_WORDS_MAX 64

/**
 * struct fb_words - a line that is being parsed
 * @word: its words, in the line's own memory
 * @nr: how many
 * @next: index of the first word that fb_words_next() has not returned
 * @used: bit i is set if word i has been taken
 */
struct fb_words {
	char *word[FB_WORDS_MAX];
	unsigned int nr;
	unsigned int next;
	uint64_t used;
};

/** fb_words_split - cut @line at its blanks; Return: 0, or -E2BIG with @error set */
int fb_words_split(struct fb_words *w, char *line, struct fb_error *error);

/**
 * fb_words_next - the next word that is not key=value
 * @w: the line
 * @what: what it is, for @error ("PORT")
 * @error: receives what is wrong
 *
 * Return: the word, or NULL with @error set.
 */
const char *fb_words_next(struct fb_words *w, const char *what, struct fb_error *error);

/** fb_words_value - returns the value of the first word @key=value, or NULL */
const char *fb_words_value(struct fb_words *w, const char *key);

/**
 * fb_words_number - read the number of a key
 * @w: the line
 * @key: key
 * @min: least that is allowed
 * @max: most
 * @value: receives it; left alone if the key is not there
 * @error: receives what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int fb_words_number(struct fb_words *w, const char *key, uint64_t min, uint64_t max,
		    uint64_t *value, struct fb_error *error);

/** fb_words_rest - returns the next word of either kind that was not taken, or NULL */
const char *fb_words_rest(struct fb_words *w);

/** fb_words_end - 0 if every word was taken, else -EINVAL with the first that was not in @error */
int fb_words_end(struct fb_words *w, struct fb_error *error);

/**
 * fb_number - read a number, decimal or with 0x
 * @text: the number and nothing else
 * @min: least that is allowed
 * @max: most
 * @value: receives it
 *
 * Return: 0 or -EINVAL.
 */
int fb_number(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/** fb_signed - the same of a number that may begin with a minus */
int fb_signed(const char *text, int64_t min, int64_t max, int64_t *value);

/**
 * fb_real - read a number with or without a point
 * @text: the whole text is the number: digits, and one point at most
 * @min: least value
 * @max: greatest value
 * @value: receives it
 *
 * Return: 0 or -EINVAL.
 */
int fb_real(const char *text, double min, double max, double *value);

/**
 * union fb_sockaddr - an IPv4 or IPv6 address with a port
 * @sa: for calls
 * @in: IPv4
 * @in6: IPv6
 */
union fb_sockaddr {
	struct sockaddr sa;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

/** fb_sockaddr - make one of an address in text and a port; Return: 0 or -EINVAL */
int fb_sockaddr(const char *addr, unsigned int port, union fb_sockaddr *to);

/** fb_sockaddr_pair - the same from 192.0.2.1:80 or [2001:db8::1]:80 */
int fb_sockaddr_pair(const char *text, union fb_sockaddr *to);

/** fb_sockaddr_len - returns the length of an address of this family */
socklen_t fb_sockaddr_len(const union fb_sockaddr *addr);

#endif
