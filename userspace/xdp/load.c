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

#include "xdp/layout.h"
#include "xdp/load.h"

#define COUNTS_NAME  "fb_xdp_counts"
#define DEVICES_NAME "fb_xdp_devices"

#define LOG_SIZE     65536

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

static void begin_to_hear(void)
{
	said[0] = '\0';
	libbpf_set_print(hear);
}

/* The verifier's last line but its statistics is what it refuses. */
static int say_verifier(char *log, struct fb_error *error, int err)
{
	char *end = strstr(log, "\nprocessed "), *line;

	if (!end)
		end = log + strlen(log);
	while (end > log && end[-1] == '\n')
		end--;
	*end = '\0';
	line = strrchr(log, '\n');
	line = line ? line + 1 : log;
	if (!*line)
		return fb_error_errno(error, err, "the XDP program does not load");
	return fb_error(error, err, "the XDP program does not load: %s", line);
}

static int load(const char *name, const struct fb_bpf_code *code, const int *btfs,
		struct fb_error *error)
{
	struct bpf_prog_load_opts opts = { .sz = sizeof(opts), .fd_array = btfs };
	char *log;
	int fd;

	fd = bpf_prog_load(BPF_PROG_TYPE_XDP, name, "GPL", code->insn, code->nr, &opts);
	if (fd >= 0)
		return fd;
	/* Once more, for the verifier's words. */
	log = calloc(1, LOG_SIZE);
	if (!log)
		return -ENOMEM;
	opts.log_buf = log;
	opts.log_size = LOG_SIZE;
	opts.log_level = 1;
	fd = bpf_prog_load(BPF_PROG_TYPE_XDP, name, "GPL", code->insn, code->nr, &opts);
	if (fd < 0)
		fd = say_verifier(log, error, fd);
	free(log);
	return fd;
}

static int make_maps(struct fb_xdp_loaded *l, struct fb_error *error)
{
	l->counts = bpf_map_create(BPF_MAP_TYPE_PERCPU_ARRAY, COUNTS_NAME, sizeof(__u32),
				   sizeof(__u64), FB_XDP_COUNTS, NULL);
	if (l->counts < 0)
		return fb_error_errno(error, l->counts, "map of counters");
	l->devices = bpf_map_create(BPF_MAP_TYPE_DEVMAP_HASH, DEVICES_NAME, sizeof(__u32),
				    sizeof(__u32), FB_XDP_DEVICES, NULL);
	if (l->devices < 0)
		return fb_error_errno(error, l->devices, "map of devices");
	return 0;
}

int fb_xdp_leave_by(const struct fb_xdp_loaded *loaded, unsigned int index, struct fb_error *error)
{
	int ret = bpf_map_update_elem(loaded->devices, &index, &index, BPF_ANY);

	return ret ? fb_error_errno(error, ret, "device %u in the map of devices", index) : 0;
}

int fb_xdp_load_forward(struct fb_xdp_loaded *loaded, struct fb_error *error)
{
	struct fb_xdp_layout layout;
	struct fb_bpf_code code;
	int btfs[2] = { 0, -1 };
	int ret;

	*loaded = (struct fb_xdp_loaded){ -1, -1, -1 };
	begin_to_hear();
	ret = fb_xdp_layout_read(&layout, &btfs[1], error);
	if (ret)
		return ret;
	ret = make_maps(loaded, error);
	if (!ret)
		ret = fb_xdp_forward(&code, &layout, loaded->counts, loaded->devices);
	if (!ret) {
		loaded->program = load(FB_XDP_NAME, &code, btfs, error);
		ret = loaded->program < 0 ? loaded->program : 0;
	}
	if (btfs[1] >= 0)
		close(btfs[1]);
	if (ret)
		fb_xdp_unload(loaded);
	return ret;
}

int fb_xdp_load_drop(struct fb_xdp_loaded *loaded, struct fb_error *error)
{
	struct fb_bpf_code code;
	int ret;

	*loaded = (struct fb_xdp_loaded){ -1, -1, -1 };
	begin_to_hear();
	ret = fb_xdp_drop(&code);
	if (ret)
		return ret;
	loaded->program = load(FB_XDP_DROP_NAME, &code, NULL, error);
	return loaded->program < 0 ? loaded->program : 0;
}

void fb_xdp_unload(struct fb_xdp_loaded *l)
{
	const int fd[] = { l->program, l->counts, l->devices };
	size_t i;

	for (i = 0; i < sizeof(fd) / sizeof(fd[0]); i++)
		if (fd[i] >= 0)
			close(fd[i]);
	*l = (struct fb_xdp_loaded){ -1, -1, -1 };
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
	begin_to_hear();
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
	begin_to_hear();
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
