// SPDX-License-Identifier: GPL-2.0
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "xdp/layout.h"

#define MODULE	   "nf_flow_table"

#define TUPLE	   "flow_offload_tuple"
#define TUPLE_HASH "flow_offload_tuple_rhash"
#define FLOW	   "flow_offload"

/* It is nothing but bits, which is what a flow's flags are. */
#define BITMAP "cpumask"

static const struct btf_type *find_struct(const struct btf *btf, const char *name, int *id)
{
	*id = btf__find_by_name_kind(btf, name, BTF_KIND_STRUCT);
	return *id < 0 ? NULL : btf__type_by_id(btf, (__u32)*id);
}

/* Offset in bits of a member, or -1. */
static int find_member(const struct btf *btf, const char *of, const char *name, unsigned int *width)
{
	int id, i;
	const struct btf_type *t = find_struct(btf, of, &id);
	const struct btf_member *m;

	for (i = 0; t && i < btf_vlen(t); i++) {
		m = btf_members(t) + i;
		if (strcmp(btf__name_by_offset(btf, m->name_off), name))
			continue;
		if (width)
			*width = btf_member_bitfield_size(t, (__u32)i);
		return (int)btf_member_bit_offset(t, (__u32)i);
	}
	return -1;
}

/* Value of an enumerator; @known if the compiler has left out the enumeration. */
static unsigned int find_value(const struct btf *btf, const char *of, const char *name,
			       unsigned int known)
{
	int id = btf__find_by_name_kind(btf, of, BTF_KIND_ENUM), i;
	const struct btf_type *t = id < 0 ? NULL : btf__type_by_id(btf, (__u32)id);

	for (i = 0; t && i < btf_vlen(t); i++)
		if (!strcmp(btf__name_by_offset(btf, btf_enum(t)[i].name_off), name))
			return (unsigned int)btf_enum(t)[i].val;
	return known;
}

static int find_bits(const struct btf *btf, const char *name, int tuple, struct fb_xdp_bits *bits)
{
	int at = find_member(btf, TUPLE, name, &bits->width);

	if (at < 0 || !bits->width || (unsigned int)at % 8 + bits->width > 8)
		return -EPROTO;
	bits->byte = (unsigned int)(tuple + at / 8);
	bits->shift = (unsigned int)at % 8;
	return 0;
}

static int find_flow(const struct btf *btf, struct fb_xdp_layout *layout)
{
	int tuple = find_member(btf, TUPLE_HASH, "tuple", NULL) / 8;
	int first = find_member(btf, FLOW, "tuplehash", NULL) / 8;
	int flags = find_member(btf, FLOW, "flags", NULL);
	int size, id, ret;

	find_struct(btf, TUPLE_HASH, &id);
	size = id < 0 ? -1 : (int)btf__resolve_size(btf, (__u32)id);
	if (tuple < 0 || first < 0 || flags < 0 || size < 0)
		return -EPROTO;
	layout->flags[0] = flags / 8 - first;
	layout->flags[1] = layout->flags[0] - size;
	layout->nat = 1u << find_value(btf, "nf_flow_flags", "NF_FLOW_SNAT", 0) |
		      1u << find_value(btf, "nf_flow_flags", "NF_FLOW_DNAT", 1);
	layout->xmit_neigh =
		find_value(btf, "flow_offload_xmit_type", "FLOW_OFFLOAD_XMIT_NEIGH", 1);
	ret = find_bits(btf, "dir", tuple, &layout->dir);
	return ret ? ret : find_bits(btf, "xmit_type", tuple, &layout->xmit);
}

/* Finds functions and members in type information. */
static int find_layout(const struct btf *vmlinux, const struct btf *module,
		       struct fb_xdp_layout *layout, struct fb_error *error)
{
	memset(layout, 0, sizeof(*layout));
	layout->lookup = btf__find_by_name_kind(vmlinux, FB_XDP_LOOKUP, BTF_KIND_FUNC);
	if (layout->lookup < 0 && module) {
		layout->lookup = btf__find_by_name_kind(module, FB_XDP_LOOKUP, BTF_KIND_FUNC);
		layout->in_module = true;
	}
	if (layout->lookup < 0)
		return fb_error(error, -EOPNOTSUPP, "no " FB_XDP_LOOKUP "()");
	layout->cast = btf__find_by_name_kind(vmlinux, "bpf_rdonly_cast", BTF_KIND_FUNC);
	find_struct(vmlinux, BITMAP, &layout->bitmap);
	if (layout->cast < 0 || layout->bitmap < 0)
		return fb_error(error, -EOPNOTSUPP, "no bpf_rdonly_cast(), or no struct " BITMAP);
	if (find_flow(module ? module : vmlinux, layout))
		return fb_error(error, -EPROTO, "struct " FLOW " is not as expected");
	return 0;
}

/* Descriptor of the BTF of a loaded module, or a negative errno. */
static int open_module(const char *name)
{
	char found[64] = "";
	struct bpf_btf_info info;
	__u32 id = 0, len;
	int fd, ret;

	while (!(ret = bpf_btf_get_next_id(id, &id))) {
		fd = bpf_btf_get_fd_by_id(id);
		if (fd < 0)
			continue;
		memset(&info, 0, sizeof(info));
		info.name = (__u64)(unsigned long)found;
		info.name_len = sizeof(found);
		len = sizeof(info);
		if (!bpf_obj_get_info_by_fd(fd, &info, &len) && info.kernel_btf &&
		    !strcmp(found, name))
			return fd;
		close(fd);
	}
	return ret;
}

static int read_kernel(struct fb_xdp_layout *layout, int *fd, struct fb_error *error)
{
	struct btf *vmlinux, *module;
	int ret;

	vmlinux = btf__load_vmlinux_btf();
	if (!vmlinux)
		return fb_error_errno(error, -errno, "no type information (CONFIG_DEBUG_INFO_BTF)");
	module = btf__load_module_btf(MODULE, vmlinux);
	*fd = module ? open_module(MODULE) : -1;
	ret = find_layout(vmlinux, module, layout, error);
	btf__free(module);
	btf__free(vmlinux);
	return ret;
}

int fb_xdp_layout_read(struct fb_xdp_layout *layout, int *module, struct fb_error *error)
{
	struct utsname uts = { .release = "?" };
	int ret;

	*module = -1;
	ret = read_kernel(layout, module, error);
	if (!ret && layout->in_module && *module < 0)
		ret = fb_error_errno(error, *module, "type information of module " MODULE);
	if (!ret)
		return 0;
	if (*module >= 0)
		close(*module);
	*module = -1;
	uname(&uts);
	if (ret == -EOPNOTSUPP && access("/sys/module/" MODULE, F_OK))
		return fb_error(error, ret,
				"module " MODULE
				" is not loaded: load the ruleset with the flowtable first");
	if (ret != -EOPNOTSUPP && ret != -EPROTO)
		return ret;
	return fb_error_prefix(error, ret,
			       "kernel %s cannot forward flows by XDP, which came with 6.11",
			       uts.release);
}
