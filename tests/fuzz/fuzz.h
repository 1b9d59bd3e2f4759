/* SPDX-License-Identifier: GPL-2.0 */
/* Included by every fuzzer: the entry that the engine calls, and the check of claims. */
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
 * LLVMFuzzerTestOneInput - run one input
 * @data: its bytes, valid during the call only
 * @size: the number of bytes
 *
 * Return: 0.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

/** fuzz_must - a claim about every input; aborts if it does not hold, like a crash */
#define fuzz_must(claim)                                       \
	do {                                                   \
		if (!(claim))                                  \
			fuzz_fail(__FILE__, __LINE__, #claim); \
	} while (0)

/** fuzz_alloc - allocates exactly @size bytes, so that the sanitizer sees an access beyond; the caller frees it */
static inline void *fuzz_alloc(size_t size)
{
	void *mem = malloc(size ? size : 1);

	fuzz_must(mem);
	return mem;
}

/** fuzz_copy - copies the bytes to memory of exactly their size; the caller frees it */
static inline void *fuzz_copy(const void *bytes, size_t size)
{
	void *mem = fuzz_alloc(size);

	if (size)
		memcpy(mem, bytes, size);
	return mem;
}

/** fuzz_text - copies the input up to its first NUL as a text; the caller frees it */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	size_t len = strnlen((const char *)data, size);
	char *text = fuzz_alloc(len + 1);

	if (len)
		memcpy(text, data, len);
	text[len] = '\0';
	return text;
}

/** struct fuzz_out - a stream into memory; @text and @len are valid after fuzz_out_end() */
struct fuzz_out {
	FILE *f;
	char *text;
	size_t len;
};

/** fuzz_out_begin - opens the stream */
static inline void fuzz_out_begin(struct fuzz_out *out)
{
	out->f = open_memstream(&out->text, &out->len);
	fuzz_must(out->f);
}

/** fuzz_out_end - closes the stream; the caller frees @out->text */
static inline void fuzz_out_end(struct fuzz_out *out)
{
	fuzz_must(!fclose(out->f));
}

/**
 * fuzz_part - take a part of the input, up to a NUL byte
 * @data: the input; afterwards the rest of it
 * @size: the size of the input; afterwards that of the rest
 *
 * Return: the part as a text, empty if nothing is left; the caller frees it.
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
