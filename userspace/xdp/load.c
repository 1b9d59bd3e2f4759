// SPDX-License-Identifier: GPL-2.0
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "xdp/load.h"

#define COUNTS_NAME "fb_xdp_counts"

/* What the kernel says beside an error, which libbpf has for its printer only. */
static char said[160];

static int hear(enum libbpf_print_level level, const char *format, va_list args)
{
	static const char mark[] = "Kernel error message: ";
	char text[256], *at;

	(void)level;
	vsnprintf(text, sizeof(text), format, args);
	at = strstr(text, mark);
	if (at)
		snprintf(said, sizeof(said), "%.*s", (int)strcspn(at + strlen(mark), "\n"),
			 at + strlen(mark));
	return 0;
}

void fb_xdp_hear(void)
{
	said[0] = '\0';
	libbpf_set_print(hear);
}

int fb_xdp_load_drop(struct fb_error *error)
{
	const struct bpf_insn drop[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = XDP_DROP },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd;

	fb_xdp_hear();
	fd = bpf_prog_load(BPF_PROG_TYPE_XDP, FB_XDP_DROP_NAME, "GPL", drop,
			   sizeof(drop) / sizeof(drop[0]), NULL);
	return fd < 0 ? fb_error_errno(error, fd, "the XDP program does not load") : fd;
}

static int change(const char *dev, int program, int old, struct fb_error *error)
{
	struct bpf_xdp_attach_opts opts = { .sz = sizeof(opts) };
	unsigned int index = if_nametoindex(dev);
	__u32 flags = XDP_FLAGS_DRV_MODE;
	int ret;

	if (!index)
		return fb_error(error, -ENODEV, "no device %s in this network namespace", dev);
	if (old < 0) {
		flags |= XDP_FLAGS_UPDATE_IF_NOEXIST;
	} else {
		flags |= XDP_FLAGS_REPLACE;
		opts.old_prog_fd = old;
	}
	fb_xdp_hear();
	ret = bpf_xdp_attach((int)index, program, flags, &opts);
	if (!ret)
		return 0;
	if (ret == -EBUSY)
		return fb_error(error, ret,
				"%s: it has another XDP program ('ip link show dev %s')", dev, dev);
	return said[0] ? fb_error(error, ret, "%s: %s", dev, said)
		       : fb_error_errno(error, ret, "%s", dev);
}

int fb_xdp_attach(const char *dev, int program, int old, struct fb_error *error)
{
	return change(dev, program, old, error);
}

int fb_xdp_link(const char *dev, int program, struct fb_error *error)
{
	struct bpf_link_create_opts opts = { .sz = sizeof(opts), .flags = XDP_FLAGS_DRV_MODE };
	unsigned int index = if_nametoindex(dev);
	int fd;

	if (!index)
		return fb_error(error, -ENODEV, "no device %s in this network namespace", dev);
	fd = bpf_link_create(program, (int)index, BPF_XDP, &opts);
	return fd < 0 ? fb_error_errno(error, fd, "%s: XDP program", dev) : fd;
}

int fb_xdp_detach(const char *dev, int old, struct fb_error *error)
{
	return change(dev, -1, old, error);
}

static int program_info(int fd, struct bpf_prog_info *info, __u32 *maps, unsigned int nr)
{
	__u32 len = sizeof(*info);

	memset(info, 0, sizeof(*info));
	info->map_ids = (__u64)(unsigned long)maps;
	info->nr_map_ids = nr;
	return bpf_obj_get_info_by_fd(fd, info, &len);
}

int fb_xdp_attached(const char *dev, char name[16], struct fb_error *error)
{
	unsigned int index = if_nametoindex(dev);
	struct bpf_prog_info info;
	__u32 id = 0;
	int ret, fd;

	name[0] = '\0';
	if (!index)
		return fb_error(error, -ENODEV, "no device %s in this network namespace", dev);
	fb_xdp_hear();
	ret = bpf_xdp_query_id((int)index, XDP_FLAGS_DRV_MODE, &id);
	if (ret)
		return fb_error_errno(error, ret, "%s: its XDP program", dev);
	if (!id)
		return -ENOENT;
	fd = bpf_prog_get_fd_by_id(id);
	if (fd < 0)
		return fb_error_errno(error, fd, "%s: its XDP program", dev);
	ret = program_info(fd, &info, NULL, 0);
	if (ret) {
		close(fd);
		return fb_error_errno(error, ret, "%s: its XDP program", dev);
	}
	snprintf(name, 16, "%s", info.name);
	return fd;
}

int fb_xdp_forward_open(const char *dev, struct fb_error *error)
{
	char name[16];
	int fd = fb_xdp_attached(dev, name, error);

	if (fd == -ENOENT)
		return fb_error(error, fd, "%s: it has no XDP program", dev);
	if (fd < 0 || !strcmp(name, FB_XDP_NAME))
		return fd;
	close(fd);
	return fb_error(error, -EBUSY, "%s: its XDP program is '%s', not that of flowbench", dev,
			name);
}

int fb_xdp_forward_detach(const char *dev, struct fb_error *error)
{
	int fd = fb_xdp_forward_open(dev, error), ret;

	if (fd < 0)
		return fd;
	ret = fb_xdp_detach(dev, fd, error);
	close(fd);
	return ret;
}

static int read_counts(int map, uint64_t sum[FB_XDP_COUNTS])
{
	int cpus = libbpf_num_possible_cpus(), i, ret = 0;
	__u64 *each = cpus > 0 ? calloc((size_t)cpus, sizeof(*each)) : NULL;
	__u32 key;

	if (!each)
		return cpus < 0 ? cpus : -ENOMEM;
	for (key = 0; !ret && key < FB_XDP_COUNTS; key++) {
		sum[key] = 0;
		ret = bpf_map_lookup_elem(map, &key, each);
		for (i = 0; !ret && i < cpus; i++)
			sum[key] += each[i];
	}
	free(each);
	return ret;
}

int fb_xdp_counts(int program, uint64_t sum[FB_XDP_COUNTS], struct fb_error *error)
{
	struct bpf_prog_info info;
	struct bpf_map_info map;
	__u32 ids[4] = { 0 }, len, i;
	int fd, ret;

	ret = program_info(program, &info, ids, 4);
	for (i = 0; !ret && i < info.nr_map_ids && i < 4; i++) {
		fd = bpf_map_get_fd_by_id(ids[i]);
		if (fd < 0)
			continue;
		memset(&map, 0, sizeof(map));
		len = sizeof(map);
		if (!bpf_obj_get_info_by_fd(fd, &map, &len) && !strcmp(map.name, COUNTS_NAME)) {
			ret = read_counts(fd, sum);
			close(fd);
			return ret ? fb_error_errno(error, ret, "counters of the XDP program") : 0;
		}
		close(fd);
	}
	return fb_error(error, ret ? ret : -ENOENT, "the XDP program has no counters");
}
