// SPDX-License-Identifier: GPL-2.0
#include "profile/record.h"
#include "plugin/access.h"
#include "plugin/isa.h"
#include "plugin/qemu.h"

#define LINE (1u << FB_REC_LINE_SHIFT)

/* The image of arm64 has more bytes than that. Behind it, code may be a program of BPF, and data what is vmalloc()ed. */
#define SURELY_IMAGE (16u << 20)

static uint64_t image_origin;
static bool seen, differs;

static bool surely_image(uint64_t vaddr)
{
	return isa->number == FB_REC_ARM64 ? vaddr - FB_REC_ARM64_IMAGE < SURELY_IMAGE
					   : fb_rec_region_of(isa->number, vaddr) == FB_REC_IMAGE;
}

/* On arm64 what is vmalloc()ed lies right behind the image, and elsewhere in memory. */
static enum fb_rec_region region_of(uint64_t vaddr, uint64_t paddr)
{
	enum fb_rec_region region = fb_rec_region_of(isa->number, vaddr);
	bool here = vaddr - paddr == isa->image;

	if (region != FB_REC_IMAGE || isa->number != FB_REC_ARM64)
		return region;
	differs |= surely_image(vaddr) && !here;
	return here ? FB_REC_IMAGE : FB_REC_VMALLOC;
}

unsigned int access_numbers(uint32_t info, uint64_t vaddr, uint32_t number[2])
{
	const struct qemu_plugin_hwaddr *hw = qemu_plugin_get_hwaddr(info, vaddr);
	uint64_t paddr, last = (1ULL << qemu_plugin_mem_size_shift(info)) - 1;
	uint32_t store = qemu_plugin_mem_is_store(info) ? FB_REC_STORE : 0;
	enum fb_rec_region region;

	if (!hw || qemu_plugin_hwaddr_is_io(hw))
		return 0;
	paddr = qemu_plugin_hwaddr_phys_addr(hw);
	region = region_of(vaddr, paddr);
	number[0] = fb_rec_access(paddr, region) | store;
	if (paddr / LINE == (paddr + last) / LINE)
		return 1;
	number[1] = fb_rec_access(paddr + last, region) | store | FB_REC_GOES_OVER;
	return 2;
}

void access_see_code(const struct block *b)
{
	uint64_t here = b->host - (b->rec.vaddr - isa->image);

	if (!b->host || !surely_image(b->rec.vaddr))
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
