// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "profile/arm64_insn.h"
#include "profile/function_code.h"
#include "profile/x86_insn.h"
#include "lib/vector.h"

/* A symbol with more bytes is invalid. */
#define PART_MAX (1u << 20)

/* A number that is nearer to 0 is not an address. */
#define SMALL 0x100000

static struct fb_code_part *part_at(struct fb_code *code, unsigned int function, uint64_t addr)
{
	unsigned int i;

	for (i = 0; i < code->nr; i++)
		if (code->part[i].addr == addr)
			return &code->part[i];
	if (fb_vector_grow(code->part, code->nr))
		return NULL;
	code->part[code->nr] = (struct fb_code_part){ .function = function, .addr = addr };
	return &code->part[code->nr++];
}

static int add_byte(struct fb_code_part *part, uint32_t at, const unsigned char *byte,
		    const unsigned char *ran, uint32_t len)
{
	size_t end = (size_t)at + len;
	unsigned char *bytes, *is;

	if (!len)
		return 0;
	if (end > part->len) {
		bytes = realloc(part->byte, end);
		if (bytes)
			part->byte = bytes;
		is = realloc(part->ran, end);
		if (is)
			part->ran = is;
		if (!bytes || !is)
			return -ENOMEM;
		memset(bytes + part->len, 0, end - part->len);
		memset(is + part->len, 0, end - part->len);
		part->len = (uint32_t)end;
	}
	memcpy(part->byte + at, byte, len);
	memcpy(part->ran + at, ran, len);
	return 0;
}

static int by_address(const void *a, const void *b)
{
	const struct fb_code_part *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

int fb_code_build(const struct fb_profile_record *rec, struct fb_symbols *syms,
		  struct fb_code *code)
{
	const struct fb_rec_block *block;
	struct fb_code_part *part;
	uint64_t offset, len;
	uint32_t i;
	int fn, ret = 0;

	*code = (struct fb_code){ .isa = rec->isa, .syms = syms };
	for (i = 0; !ret && i < rec->nr_blocks; i++) {
		block = &rec->block[i];
		len = block->next - block->vaddr;
		fn = fb_symbols_find(syms, block->vaddr, &offset);
		if (fn < 0)
			return fn;
		if (fn <= FB_FN_UNKNOWN || !len || offset + len > PART_MAX)
			continue;
		part = part_at(code, (unsigned int)fn, block->vaddr - offset);
		ret = part ? add_byte(part, (uint32_t)offset, rec->code[i], rec->code[i] + len,
				      (uint32_t)len)
			   : -ENOMEM;
	}
	if (code->nr)
		qsort(code->part, code->nr, sizeof(*code->part), by_address);
	return ret;
}

void fb_code_free(struct fb_code *code)
{
	unsigned int i;

	for (i = 0; i < code->nr; i++) {
		free(code->part[i].byte);
		free(code->part[i].ran);
	}
	free(code->part);
	*code = (struct fb_code){ .nr = 0 };
}

/* --- comparing -----------------------------------------------------------------------------------*/

/* Of places in no known function, the ones that are as far from their jumps. */
static bool same_place(const struct fb_code *a, uint64_t at_a, const struct fb_code *b,
		       uint64_t at_b, bool as_far)
{
	const struct fb_function *x, *y;
	uint64_t off_a, off_b;
	int fa = fb_symbols_find(a->syms, at_a, &off_a),
	    fb = fb_symbols_find(b->syms, at_b, &off_b);

	if (fa <= FB_FN_UNKNOWN || fb <= FB_FN_UNKNOWN)
		return fa == fb && as_far;
	x = &a->syms->function[fa];
	y = &b->syms->function[fb];
	return off_a == off_b && fb_function_is(x, y->name, y->module);
}

static int64_t number_at(const unsigned char *byte, unsigned int len)
{
	int64_t wide;
	int32_t n;

	if (len == sizeof(wide)) {
		memcpy(&wide, byte, sizeof(wide));
		return wide;
	}
	memcpy(&n, byte, sizeof(n));
	return n;
}

/* The kernel lies in the last two gigabytes; what is nearer to 0 is a negative constant. */
static bool is_address(int64_t n)
{
	return n >= -0x80000000LL && n < -SMALL;
}

struct side {
	const struct fb_code *code;
	const struct fb_code_part *part;
};

static bool same_field(const struct side *a, const struct side *b, uint32_t at,
		       const struct fb_insn_field *field)
{
	uint32_t end = at + field->at + field->len;
	int64_t m = number_at(a->part->byte + at + field->at, field->len);
	int64_t n = number_at(b->part->byte + at + field->at, field->len);

	switch (field->kind) {
	case FB_INSN_JUMP:
		return same_place(a->code, a->part->addr + end + (uint64_t)m, b->code,
				  b->part->addr + end + (uint64_t)n, m == n);
	case FB_INSN_NEAR_RIP:
		return true;
	default:
		return m == n || (is_address(m) && is_address(n));
	}
}

/* An instruction of @len bytes at @at, of x86-64. */
static bool same_x86(const struct side *a, const struct side *b, uint32_t at, uint32_t len)
{
	const unsigned char *p = a->part->byte + at, *q = b->part->byte + at;
	struct fb_insn_field field[2];
	unsigned int nr, i;
	uint32_t from = 0;

	nr = fb_insn_fields(p, len, field);
	for (i = 0; i < nr; i++) {
		if (memcmp(p + from, q + from, field[i].at - from) ||
		    !same_field(a, b, at, &field[i]))
			return false;
		from = field[i].at + field[i].len;
	}
	return !memcmp(p + from, q + from, len - from);
}

/* The same of arm64. Receives in @pages the registers that hold a page behind it. */
static bool same_arm64(const struct side *a, const struct side *b, uint32_t at, uint32_t *pages)
{
	struct fb_arm64_number m, n;
	uint32_t p, q;

	memcpy(&p, a->part->byte + at, sizeof(p));
	memcpy(&q, b->part->byte + at, sizeof(q));
	m = fb_arm64_number_of(p, *pages);
	n = fb_arm64_number_of(q, *pages);
	*pages = fb_arm64_pages_after(p, *pages);
	if (m.mask != n.mask || (p & ~m.mask) != (q & ~m.mask))
		return false;
	return !m.jump || same_place(a->code, a->part->addr + at + (uint64_t)m.far, b->code,
				     b->part->addr + at + (uint64_t)n.far, m.far == n.far);
}

static bool same_insn(const struct side *a, const struct side *b, uint32_t at, uint32_t len,
		      uint32_t *pages)
{
	if (a->code->isa == FB_REC_ARM64 && len == FB_ARM64_INSN)
		return same_arm64(a, b, at, pages);
	return same_x86(a, b, at, len);
}

/* From an instruction that ran to the next one, or to where no byte ran. */
static uint32_t insn_len(const struct fb_code_part *part, uint32_t at)
{
	uint32_t end = at + 1;

	while (end < part->len && part->ran[end] == FB_REC_GOES_ON)
		end++;
	return end - at;
}

/* Receives in @seen whether any instruction ran on both. */
static bool part_differs(const struct side *a, const struct side *b, bool *seen)
{
	uint32_t len = a->part->len < b->part->len ? a->part->len : b->part->len, at = 0, n;
	uint32_t pages = 0;

	while (at < len) {
		if (!a->part->ran[at] || !b->part->ran[at]) {
			at++;
			continue;
		}
		*seen = true;
		n = insn_len(a->part, at);
		if (a->part->ran[at] != b->part->ran[at] || n != insn_len(b->part, at) ||
		    !same_insn(a, b, at, n, &pages))
			return true;
		at += n;
	}
	return false;
}

static const struct fb_code_part *part_of(const struct fb_code *code, unsigned int function,
					  unsigned int number)
{
	unsigned int i;

	for (i = 0; i < code->nr; i++)
		if (code->part[i].function == function && !number--)
			return &code->part[i];
	return NULL;
}

enum fb_code_judged fb_code_compare(const struct fb_code *a, unsigned int fa,
				    const struct fb_code *b, unsigned int fb)
{
	struct side x = { .code = a }, y = { .code = b };
	bool seen = false;
	unsigned int i;

	if (a->isa != b->isa)
		return FB_CODE_DIFFERS;
	for (i = 0;; i++) {
		x.part = part_of(a, fa, i);
		y.part = part_of(b, fb, i);
		if (!x.part || !y.part)
			return seen ? FB_CODE_SAME : FB_CODE_UNKNOWN;
		if (part_differs(&x, &y, &seen))
			return FB_CODE_DIFFERS;
	}
}
