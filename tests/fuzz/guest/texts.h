/* SPDX-License-Identifier: GPL-2.0 */
/* Texts for the module's files, and the bounds of the resulting configuration. */
#ifndef FB_FUZZ_TEXTS_H
#define FB_FUZZ_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest text. */
#define TEXT_MAX    70000
#define TEXT_ROOM   (40 * 4096)

#define SOME(array) ((array)[guest_below(sizeof(array) / sizeof(*(array)))])

size_t texts_add(char *to, size_t at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void texts_learn(const char *config);
const char *texts_beyond(const char *config);
size_t texts_config(char *to);
size_t texts_make(const char *file, uint8_t *bytes);
size_t texts_small(char *line, bool whole);

#endif /* FB_FUZZ_TEXTS_H */
