// SPDX-License-Identifier: GPL-2.0
#include "profile/record.h"
#include "plugin/access.h"
#include "plugin/qemu.h"

/* The image is mapped from here on: address 0 of memory. */
#define IMAGE 0xffffffff80000000ULL

#define LINE  (1u << FB_REC_LINE_SHIFT)

unsigned int access_numbers(uint32_t info, uint64_t vaddr, uint32_t number[2])
{
	const struct qemu_plugin_hwaddr *hw = qemu_plugin_get_hwaddr(info, vaddr);
	uint64_t paddr, last = (1ULL << qemu_plugin_mem_size_shift(info)) - 1;
	uint32_t store = qemu_plugin_mem_is_store(info) ? FB_REC_STORE : 0;
	enum fb_rec_region region = fb_rec_region_of(vaddr);

	if (!hw || qemu_plugin_hwaddr_is_io(hw))
		return 0;
	paddr = qemu_plugin_hwaddr_phys_addr(hw);
	number[0] = fb_rec_access(paddr, region) | store;
	if (paddr / LINE == (paddr + last) / LINE)
		return 1;
	number[1] = fb_rec_access(paddr + last, region) | store | FB_REC_GOES_OVER;
	return 2;
}

static uint64_t image_origin;
static bool seen, differs;

void access_see_code(const struct block *b)
{
	uint64_t here = b->host - (b->rec.vaddr - IMAGE);

	if (!b->host || fb_rec_region_of(b->rec.vaddr) != FB_REC_IMAGE)
		return;
	differs |= seen && here != image_origin;
	image_origin = here;
	seen = true;
}

bool access_origin(uint64_t *origin)
{
	*origin = image_origin;
	return seen && !differs;
}
