// SPDX-License-Identifier: GPL-2.0
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "process/interrupt.h"
#include "xdp/feature.h"
#include "xdp/flowtable.skel.h"
#include "xdp/forward.h"
#include "xdp/load.h"

#define MODULE	 "nf_flow_table"
#define LOOKUP	 "bpf_xdp_flow_lookup"

#define LOG_SIZE 65536

int fb_xdp_available(struct fb_error *error)
{
	(void)error;
	return 0;
}

static int say_too_old(struct fb_error *error, const char *cause)
{
	struct utsname uts = { .release = "?" };

	uname(&uts);
	return fb_error(error, -EOPNOTSUPP,
			"kernel %s cannot forward flows by XDP, which came with 6.11%s",
			uts.release, cause);
}

/* Refuses a kernel that does not look up flows for XDP; a module may have the lookup. */
static int need_lookup(struct fb_error *error)
{
	struct btf *vmlinux = btf__load_vmlinux_btf(), *module;
	int id;

	if (!vmlinux)
		return fb_error_errno(error, -errno, "no type information (CONFIG_DEBUG_INFO_BTF)");
	/* The module's BTF goes on where that of vmlinux ends. */
	module = btf__load_module_btf(MODULE, vmlinux);
	id = btf__find_by_name_kind(module ? module : vmlinux, LOOKUP, BTF_KIND_FUNC);
	btf__free(module);
	btf__free(vmlinux);
	if (id > 0)
		return 0;
	if (access("/sys/module/" MODULE, F_OK))
		return fb_error(error, -EOPNOTSUPP,
				"module " MODULE
				" is not loaded: load the ruleset with the flowtable first");
	return say_too_old(error, ": no " LOOKUP "()");
}

/* The verifier's last line but its statistics is what it refuses. */
static void say_verifier(char *log, struct fb_error *error, int err)
{
	char *end = strstr(log, "\nprocessed "), *line;

	if (!end)
		end = log + strlen(log);
	while (end > log && end[-1] == '\n')
		end--;
	*end = '\0';
	line = strrchr(log, '\n');
	line = line ? line + 1 : log;
	if (*line)
		fb_error(error, err, "the XDP program does not load: %s", line);
	else
		fb_error_errno(error, err, "the XDP program does not load");
}

/* Loads the program with its maps; flowtable_bpf__destroy() lets go of them after success. */
static int load(struct flowtable_bpf **loaded, struct fb_error *error)
{
	struct bpf_object_open_opts opts = { .sz = sizeof(opts), .kernel_log_size = LOG_SIZE };
	struct flowtable_bpf *bpf;
	int ret;

	fb_xdp_hear();
	ret = need_lookup(error);
	if (ret)
		return ret;
	opts.kernel_log_buf = calloc(1, LOG_SIZE);
	if (!opts.kernel_log_buf)
		return -ENOMEM;
	bpf = flowtable_bpf__open_opts(&opts);
	ret = bpf ? flowtable_bpf__load(bpf) : -errno;
	if (ret) {
		say_verifier(opts.kernel_log_buf, error, ret);
		flowtable_bpf__destroy(bpf);
	}
	free(opts.kernel_log_buf);
	*loaded = bpf;
	return ret;
}

/* Refuses a kernel that knows nothing of this. */
static int look_at(const char *dev, unsigned int *index, uint64_t *can, struct fb_error *error)
{
	int ret = fb_xdp_features(dev, index, can, error);

	return ret == -EOPNOTSUPP ? say_too_old(error, "") : ret;
}

static int must_receive(const char *dev, struct fb_error *error)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, error);

	if (!ret && (can & FB_XDP_CAN_REDIRECT) != FB_XDP_CAN_REDIRECT)
		ret = fb_error(error, -EOPNOTSUPP, "%s: its driver has no native XDP", dev);
	return ret;
}

/* Lets packets leave by the device if its driver sends frames of XDP, and adds 1 to *@ways then. */
static int may_send(const char *dev, const struct flowtable_bpf *bpf, unsigned int *ways,
		    struct fb_error *error)
{
	unsigned int index;
	uint64_t can;
	int ret = look_at(dev, &index, &can, error);

	if (ret || !(can & FB_XDP_CAN_SEND))
		return ret;
	++*ways;
	ret = bpf_map__update_elem(bpf->maps.fb_xdp_devices, &index, sizeof(index), &index,
				   sizeof(index), BPF_ANY);
	return ret ? fb_error_errno(error, ret, "%s in the map of devices", dev) : 0;
}

static int must_send(const char *dev, const struct flowtable_bpf *bpf, struct fb_error *error)
{
	unsigned int ways = 0;
	int ret = may_send(dev, bpf, &ways, error);

	if (ret || ways)
		return ret;
	return fb_error(
		error, -EOPNOTSUPP,
		"%s: its driver does not send frames of XDP; of a veth, the other end needs GRO or XDP",
		dev);
}

/*
 * On failure, the first *@nr of the devices have the program. Most drivers send frames of XDP only once their
 * device has a program, so the devices are asked after that.
 */
static int attach_each(char *const *dev, unsigned int *nr, unsigned int ways,
		       const struct flowtable_bpf *bpf, struct fb_error *error)
{
	int program = bpf_program__fd(bpf->progs.fb_flowtable);
	unsigned int all = *nr, i;
	int ret = 0;

	for (*nr = 0; !ret && *nr < all; *nr += !ret)
		ret = fb_interrupted() ? fb_error(error, -EINTR, "interrupted")
				       : fb_xdp_attach(dev[*nr], program, -1, error);
	for (i = 0; !ret && i < all; i++)
		ret = may_send(dev[i], bpf, &ways, error);
	if (!ret && !ways)
		ret = fb_error(error, -EOPNOTSUPP,
			       "no device that packets may leave by: name it with --to");
	if (!ret && fb_interrupted())
		ret = fb_error(error, -EINTR, "interrupted");
	return ret;
}

int fb_xdp_forward_attach(char *const *dev, unsigned int nr, const char *const *to,
			  unsigned int nr_to, struct fb_error *error)
{
	struct flowtable_bpf *bpf;
	unsigned int i, attached = nr;
	int ret = 0;

	if (nr + nr_to > FB_XDP_DEVICES)
		return fb_error(error, -E2BIG, "more than %d devices", FB_XDP_DEVICES);
	for (i = 0; !ret && i < nr; i++)
		ret = must_receive(dev[i], error);
	if (!ret)
		ret = load(&bpf, error);
	if (ret)
		return ret;
	for (i = 0; !ret && i < nr_to; i++)
		ret = must_send(to[i], bpf, error);
	if (!ret) {
		ret = attach_each(dev, &attached, nr_to, bpf, error);
		while (ret && attached--)
			fb_xdp_detach(dev[attached], bpf_program__fd(bpf->progs.fb_flowtable),
				      NULL);
	}
	flowtable_bpf__destroy(bpf);
	return ret;
}
