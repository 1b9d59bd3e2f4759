/* SPDX-License-Identifier: GPL-2.0 */
/* What every fuzzer includes: the entry that the engine calls, and saying what does not hold. */
#ifndef FB_FUZZ_H
#define FB_FUZZ_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * LLVMFuzzerTestOneInput - try one input
 * @data: its bytes, which do not outlast the call
 * @size: how many
 *
 * Return: 0.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/** fuzz_must - a claim about every input: ends the run, as a crash does, where it does not hold */
#define fuzz_must(claim)                                       \
	do {                                                   \
		if (!(claim))                                  \
			fuzz_fail(__FILE__, __LINE__, #claim); \
	} while (0)

/** fuzz_alloc - memory of just this size, so that a byte too many is seen; the caller frees it */
static inline void *fuzz_alloc(size_t size)
{
	void *mem = malloc(size ? size : 1);

	fuzz_must(mem);
	return mem;
}

/** fuzz_copy - the bytes in memory of just their size; the caller frees it */
static inline void *fuzz_copy(const void *bytes, size_t size)
{
	void *mem = fuzz_alloc(size);

	if (size)
		memcpy(mem, bytes, size);
	return mem;
}

/** fuzz_text - the input up to its first NUL as a text of its own; the caller frees it */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	size_t len = strnlen((const char *)data, size);
	char *text = fuzz_alloc(len + 1);

	if (len)
		memcpy(text, data, len);
	text[len] = '\0';
	return text;
}

/** struct fuzz_out - a stream into memory; @text and @len are good after fuzz_out_end() */
struct fuzz_out {
	FILE *f;
	char *text;
	size_t len;
};

/** fuzz_out_begin - begin to write */
static inline void fuzz_out_begin(struct fuzz_out *out)
{
	out->f = open_memstream(&out->text, &out->len);
	fuzz_must(out->f);
}

/** fuzz_out_end - all is written; the caller frees @out->text */
static inline void fuzz_out_end(struct fuzz_out *out)
{
	fuzz_must(!fclose(out->f));
}

/**
 * fuzz_part - cut off a part of the input, up to a NUL byte
 * @data: the input; is what is left afterwards
 * @size: likewise
 *
 * Return: the part as a text, empty where nothing is left; the caller frees it.
 */
static inline char *fuzz_part(const uint8_t **data, size_t *size)
{
	char *text = fuzz_text(*data, *size);
	size_t len = strlen(text);

	len += len < *size;
	*data += len;
	*size -= len;
	return text;
}

#endif
