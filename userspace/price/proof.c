// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/message.h"
#include "price/proof.h"
#include "system/conntrack_count.h"
#include "system/debugfs.h"
#include "system/hook_count.h"
#include "system/hook_switch.h"
#include "state/devices.h"
#include "state/nft_counters.h"
#include "state/nic_statistics.h"
#include "state/sa_packets.h"
#include "file/paths.h"
#include "xdp/count.h"
#include "xdp/load.h"

#define PROC_MAX ((size_t)1024 * 1024)

bool fb_proof_judge(const struct fb_proof *pr, uint64_t count, uint64_t packets, uint64_t segments,
		    uint64_t flows, uint64_t *wanted)
{
	switch (pr->want) {
	case FB_WANT_ALL:
		*wanted = pr->kind == FB_PROOF_CT ? flows : packets;
		return count == *wanted;
	case FB_WANT_EACH:
		*wanted = packets * segments;
		return count == *wanted;
	case FB_WANT_ONCE:
		*wanted = 1;
		return count >= 1;
	case FB_WANT_SOME:
		*wanted = (pr->kind == FB_PROOF_CT ? flows : packets) - 1;
		return count >= 1 && count <= *wanted;
	default:
		*wanted = 0;
		return !count;
	}
}

bool fb_proof_sum(const struct fb_bench_path *path, const struct fb_proved *pd, unsigned int *held,
		  unsigned int *judged)
{
	unsigned int i, kinds = 0;

	*held = 0;
	*judged = 0;
	for (i = 0; i < path->nr_proofs; i++) {
		*judged += pd->held[i] != FB_HELD_UNKNOWN;
		if (pd->held[i] != FB_HELD_YES)
			continue;
		(*held)++;
		kinds |= 1u << path->proof[i].kind;
	}
	if (pd->verified) {
		(*judged)++;
		*held += pd->verify_ok == pd->verified;
	}
	return *held == *judged && (kinds & (kinds - 1));
}

/* A missing file counts nothing: its part of the kernel is not loaded. */
static int count_xfrm_errors(uint64_t *n)
{
	char *text;
	int ret = fb_read_file("/proc/net/xfrm_stat", PROC_MAX, &text, NULL);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	*n = fb_count_xfrm_errors(text);
	free(text);
	return 0;
}

static int count_sent(const struct fb_proof *pr, uint64_t *n, struct fb_error *error)
{
	struct fb_device device;
	int ret = fb_device_read(pr->name, &device, error);

	*n = device.sent;
	return ret;
}

static int count_xdp(const struct fb_proof *pr, uint64_t *n, struct fb_error *error)
{
	uint64_t sum[FB_XDP_COUNTS];
	int ret, fd = fb_xdp_forward_open(pr->name, error);

	if (fd < 0)
		return fd;
	ret = fb_xdp_counts(fd, sum, error);
	close(fd);
	if (!ret)
		*n = sum[fb_xdp_count_find(pr->word)];
	return ret;
}

static int count_one(const struct fb_proof *pr, uint64_t *n, struct fb_error *error)
{
	*n = 0;
	switch (pr->kind) {
	case FB_PROOF_NFT:
		return fb_nft_counter_read(pr->name, n, error);
	case FB_PROOF_XFRM:
		return fb_sa_packets_read(n, error);
	case FB_PROOF_XFRM_ERROR:
		return count_xfrm_errors(n);
	case FB_PROOF_DEV:
		return count_sent(pr, n, error);
	case FB_PROOF_STAT:
		return fb_nic_statistic_read(pr->name, pr->word, n, error);
	case FB_PROOF_XDP:
		return count_xdp(pr, n, error);
	default:
		return 0;
	}
}

static void print_uncounted(const struct fb_bench_path *path, const struct fb_proof *pr, int ret,
			    const struct fb_error *error)
{
	bool missing = ret == -ENOENT && fb_error_empty(error);

	if (!missing)
		fb_print_error("%s", fb_error_text(error, ret));
	if (missing && pr->kind != FB_PROOF_STAT)
		fb_print_error("%s: nothing is called '%s'", path->name, pr->name);
	else
		fb_print_error("%s: '%s' cannot be counted", path->name, pr->text);
}

/* All counts but those of hooks and connections. */
static int count_all(const struct fb_bench_path *path, uint64_t n[FB_BENCH_PROOFS])
{
	struct fb_error error = { "" };
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < path->nr_proofs; i++) {
		const struct fb_proof *pr = &path->proof[i];

		ret = count_one(pr, &n[i], &error);
		if (ret)
			print_uncounted(path, pr, ret, &error);
	}
	return ret;
}

/* All that is asked of the connections at once: there can be a million of them. */
static int count_connections(const struct fb_bench_path *path, uint64_t n[FB_BENCH_PROOFS])
{
	const char *words[FB_BENCH_PROOFS];
	uint64_t found[FB_BENCH_PROOFS];
	unsigned int i, nr = 0;
	int ret;

	for (i = 0; i < path->nr_proofs; i++)
		if (path->proof[i].kind == FB_PROOF_CT)
			words[nr++] = path->proof[i].word;
	ret = nr ? fb_ct_count(words, nr, found) : 0;
	if (ret)
		return ret;
	for (i = path->nr_proofs; i--;)
		if (path->proof[i].kind == FB_PROOF_CT)
			n[i] = found[--nr];
	return 0;
}

/* Every hook that a proof names, one write each: one that this kernel lacks stays off. */
static int switch_hooks(const struct fb_bench_path *path, bool on)
{
	char names[256], *rest, *name;
	unsigned int i;
	int ret;

	for (i = 0; i < path->nr_proofs; i++) {
		if (path->proof[i].kind != FB_PROOF_HOOK)
			continue;
		snprintf(names, sizeof(names), "%s", path->proof[i].name);
		for (rest = names; (name = strsep(&rest, "|"));) {
			ret = fb_hook_switch(name, on);
			if (ret && ret != -EOPNOTSUPP) {
				fb_print_error("%s: hook %s: %s", path->name, name, strerror(-ret));
				return ret;
			}
		}
	}
	return 0;
}

static int count_hooks(const struct fb_bench_path *path, struct fb_proved *pd)
{
	char *hooks = NULL, *verdicts = NULL;
	unsigned int i;
	int ret;

	ret = fb_benchfs_read("hooks", &hooks);
	if (!ret)
		ret = fb_benchfs_read("verdicts", &verdicts);
	for (i = 0; !ret && i < path->nr_proofs; i++) {
		const struct fb_proof *pr = &path->proof[i];

		if (pr->kind != FB_PROOF_HOOK)
			continue;
		ret = fb_count_hook(hooks, verdicts, pr->name, pr->word, &pd->count[i]);
		if (ret == -ENOENT) {
			pd->held[i] = FB_HELD_UNKNOWN;
			ret = 0;
		} else if (ret) {
			fb_print_error("%s: calls of %s were missed", path->name, pr->name);
		}
	}
	free(hooks);
	free(verdicts);
	return ret;
}

int fb_proof_round(const struct fb_bench_path *path, uint64_t flows, uint64_t packets,
		   struct fb_bench_result *r, struct fb_proved *pd)
{
	uint64_t before[FB_BENCH_PROOFS];
	unsigned int i;
	int ret, off;

	memset(pd, 0, sizeof(*pd));
	ret = switch_hooks(path, true);
	/* Probes see what a packet's end was, and cost a priced packet too much. */
	if (!ret)
		ret = fb_benchfs_config("probes=1");
	if (!ret)
		ret = count_all(path, before);
	if (!ret)
		ret = fb_benchfs_write("reset", "1");
	if (!ret)
		ret = fb_benchfs_run("round", r);
	if (!ret)
		ret = count_all(path, pd->count);
	if (!ret)
		ret = count_connections(path, pd->count);
	if (!ret)
		ret = count_hooks(path, pd);
	off = switch_hooks(path, false);
	off = off ? off : fb_benchfs_config("probes=0");
	if (ret || off)
		return ret ? ret : off;
	for (i = 0; i < path->nr_proofs; i++) {
		const struct fb_proof *pr = &path->proof[i];

		if (pr->kind != FB_PROOF_HOOK && pr->kind != FB_PROOF_CT)
			pd->count[i] -= before[i];
		if (pd->held[i] != FB_HELD_UNKNOWN)
			pd->held[i] = fb_proof_judge(pr, pd->count[i], packets, r->segments, flows,
						     &pd->wanted[i])
					      ? FB_HELD_YES
					      : FB_HELD_NO;
	}
	return 0;
}
