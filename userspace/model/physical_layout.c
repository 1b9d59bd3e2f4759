// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "model/physical_layout.h"

#define PAGE_SHIFT 12
#define PAGE	   (1ULL << PAGE_SHIFT)
#define STEPS	   (PAGE / FB_LAYOUT_STEP)

/* Beyond all memory that a record can name; modules lie within 2 GiB. */
#define NO_MEMORY (1ULL << 33)
#define IN_2G(a)  ((a) & ((1ULL << 31) - 1))

/* Pages of code and where they lie in memory; both are numbers of pages. */
struct pages {
	struct page {
		uint64_t virt;
		uint64_t phys;
	} *page;
	uint32_t nr;
};

uint64_t fb_layout_seed(const struct fb_profile_record *rec)
{
	uint64_t hash = rec->nr_blocks, k;
	uint32_t i;

	for (i = 0; i < rec->nr_blocks; i++)
		hash = fb_hash_scatter(hash ^ rec->paddr[i]);
	for (i = 0; i < rec->nr_rounds; i++)
		for (k = 0; rec->round[i].seq && k < rec->round[i].head.nr; k++)
			hash = fb_hash_scatter(hash ^ rec->round[i].seq[k]);
	/* 0 leaves code where it is. */
	return hash ? hash : 1;
}

/* The kernel's, or a module's: the same for all its functions. */
static uint32_t shift_of(const struct fb_function *fn, uint64_t seed)
{
	uint64_t hash = fb_hash_scatter(seed + 0x9e3779b97f4a7c15ULL);
	const char *c;

	if (!seed)
		return 0;
	for (c = fn->module ? fn->module : ""; *c; c++)
		hash = fb_hash_scatter(hash ^ (unsigned char)*c);
	return (uint32_t)(hash % STEPS) * FB_LAYOUT_STEP;
}

static int by_page(const void *a, const void *b)
{
	const struct page *x = a, *y = b;

	return (x->virt > y->virt) - (x->virt < y->virt);
}

static int find_pages(const struct fb_profile_record *rec, struct pages *p)
{
	uint32_t i;

	p->page = calloc((size_t)rec->nr_blocks + 1, sizeof(*p->page));
	if (!p->page)
		return -ENOMEM;
	for (i = 0; i < rec->nr_blocks; i++)
		if (rec->paddr[i])
			p->page[p->nr++] = (struct page){ rec->block[i].vaddr >> PAGE_SHIFT,
							  rec->paddr[i] >> PAGE_SHIFT };
	qsort(p->page, p->nr, sizeof(*p->page), by_page);
	return 0;
}

static uint64_t place(const struct pages *p, uint64_t vaddr)
{
	struct page key = { .virt = vaddr >> PAGE_SHIFT }, *found;

	found = bsearch(&key, p->page, p->nr, sizeof(*p->page), by_page);
	return (found ? found->phys << PAGE_SHIFT : NO_MEMORY | (IN_2G(vaddr) & ~(PAGE - 1))) |
	       (vaddr & (PAGE - 1));
}

int fb_layout_make(const struct fb_profile_record *rec, struct fb_symbols *syms, uint64_t seed,
		   struct fb_layout *l)
{
	struct pages pages = { .nr = 0 };
	uint64_t offset, vaddr;
	uint32_t i;
	int fn, ret;

	l->shift = calloc((size_t)rec->nr_blocks + 1, sizeof(*l->shift));
	l->paddr = calloc((size_t)rec->nr_blocks + 1, sizeof(*l->paddr));
	ret = l->shift && l->paddr ? find_pages(rec, &pages) : -ENOMEM;
	for (i = 0; !ret && i < rec->nr_blocks; i++) {
		vaddr = rec->block[i].vaddr;
		fn = fb_symbols_find(syms, vaddr, &offset);
		if (fn < 0) {
			ret = fn;
			break;
		}
		l->shift[i] = shift_of(&syms->function[fn], seed);
		if (!rec->paddr[i])
			continue;
		l->paddr[i] = fb_rec_region_of(rec->isa, vaddr) == FB_REC_MODULES && l->shift[i]
				      ? place(&pages, vaddr + l->shift[i])
				      : rec->paddr[i] + l->shift[i];
	}
	free(pages.page);
	if (ret)
		fb_layout_free(l);
	return ret;
}

void fb_layout_free(struct fb_layout *l)
{
	free(l->shift);
	free(l->paddr);
	*l = (struct fb_layout){ .shift = NULL };
}
