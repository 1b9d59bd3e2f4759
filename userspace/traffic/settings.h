/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by traffic programs: parsing of their settings, and waiting. */
#ifndef FB_TRAFFIC_SETTINGS_H
#define FB_TRAFFIC_SETTINGS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"

/** FB_STEP_MS - timeout of each step of any traffic */
#define FB_STEP_MS 10000

/**
 * fb_spec_word - get the value of key=… in a line of words
 * @spec: the line; its first word is the program's name
 * @key: key
 * @value: receives the value
 * @size: room in @value
 *
 * Return: 0, -ENOENT without such a word, or -ENAMETOOLONG.
 */
int fb_spec_word(const char *spec, const char *key, char *value, size_t size);

/** fb_spec_number - like fb_spec_word(), for a number from @min to @max; -ERANGE for any other value */
int fb_spec_number(const char *spec, const char *key, long min, long max, long *value);

/** struct fb_spec_text - a word that must be there: its key, and where its value goes */
struct fb_spec_text {
	const char *key;
	char *value;
	size_t size;
};

/** struct fb_spec_count - a number from @min to @max: its key, and where it goes; left alone if @optional and not there */
struct fb_spec_count {
	const char *key;
	long min;
	long max;
	long *value;
	bool optional;
};

/**
 * fb_spec_read - parse the settings of a traffic program
 * @spec: the line
 * @text: words
 * @nr_text: how many
 * @count: numbers
 * @nr_count: how many
 * @error: receives which of them is missing or wrong
 *
 * Return: 0, or -EINVAL with @error set.
 */
int fb_spec_read(const char *spec, const struct fb_spec_text *text, size_t nr_text,
		 const struct fb_spec_count *count, size_t nr_count, struct fb_error *error);

/** struct fb_spec_end - an address of IPv4 or IPv6, with its port, as sockets take it */
struct fb_spec_end {
	union {
		struct sockaddr sa;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
	};
	socklen_t len;
};

/** fb_spec_addr - makes an address from text and port; Return: 0 or -EINVAL */
int fb_spec_addr(const char *text, long port, struct fb_spec_end *end);

/** fb_wait_fd - waits for one of @events; Return: 0, -ETIMEDOUT or another negative errno */
int fb_wait_fd(int fd, short events);

#endif
