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
#include "process/child.h"
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
static int read_proc(const char *path, char **text)
{
	int ret = fb_read_file(path, PROC_MAX, text, NULL);

	if (ret != -ENOENT)
		return ret;
	*text = calloc(1, 1);
	return *text ? 0 : -ENOMEM;
}

static int read_command(char *const argv[], char **text)
{
	int ret = fb_child_run(argv, text);

	if (!ret)
		return 0;
	if (ret > 0)
		free(*text);
	fb_print_error("%s: cannot be asked for its counters", argv[0]);
	return ret < 0 ? ret : -EIO;
}

static int read_source(enum fb_proof_kind kind, char **text)
{
	char *const nft[] = { "nft", "list", "counters", NULL };
	char *const xfrm[] = { "ip", "-s", "xfrm", "state", NULL };

	switch (kind) {
	case FB_PROOF_NFT:
		return read_command(nft, text);
	case FB_PROOF_XFRM:
		return read_command(xfrm, text);
	case FB_PROOF_XFRM_ERROR:
		return read_proc("/proc/net/xfrm_stat", text);
	default:
		return read_proc("/proc/net/dev", text);
	}
}

static int count_in(const struct fb_proof *pr, const char *text, uint64_t *n)
{
	switch (pr->kind) {
	case FB_PROOF_NFT:
		return fb_count_nft(text, pr->name, n);
	case FB_PROOF_XFRM:
		*n = fb_count_xfrm(text);
		return 0;
	case FB_PROOF_XFRM_ERROR:
		*n = fb_count_xfrm_errors(text);
		return 0;
	default:
		return fb_count_dev_tx(text, pr->name, n);
	}
}

/* A counter that a device has for itself. */
static int count_device(const struct fb_proof *pr, uint64_t *n)
{
	char *const argv[] = { "ethtool", "-S", pr->name, NULL };
	uint64_t sum[FB_XDP_COUNTS];
	struct fb_error error = { "" };
	char *text;
	int ret, fd;

	if (pr->kind == FB_PROOF_STAT) {
		ret = read_command(argv, &text);
		if (ret)
			return ret;
		ret = fb_count_stat(text, pr->word, n);
		free(text);
		return ret;
	}
	fd = fb_xdp_forward_open(pr->name, &error);
	ret = fd < 0 ? fd : fb_xdp_counts(fd, sum, &error);
	if (fd >= 0)
		close(fd);
	if (ret)
		fb_print_error("%s", fb_error_text(&error, ret));
	else
		*n = sum[fb_xdp_count_find(pr->word)];
	return ret;
}

/* All counts but those of hooks and connections. */
static int count_all(const struct fb_bench_path *path, uint64_t n[FB_BENCH_PROOFS])
{
	char *text[FB_PROOF_KINDS] = { NULL };
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < path->nr_proofs; i++) {
		const struct fb_proof *pr = &path->proof[i];

		n[i] = 0;
		if (pr->kind == FB_PROOF_HOOK || pr->kind == FB_PROOF_CT)
			continue;
		if (pr->kind == FB_PROOF_STAT || pr->kind == FB_PROOF_XDP) {
			ret = count_device(pr, &n[i]);
			if (ret)
				fb_print_error("%s: '%s' cannot be counted", path->name, pr->text);
			continue;
		}
		if (!text[pr->kind])
			ret = read_source(pr->kind, &text[pr->kind]);
		if (ret)
			break;
		ret = count_in(pr, text[pr->kind], &n[i]);
		if (ret)
			fb_print_error("%s: nothing is called '%s'", path->name, pr->name);
	}
	for (i = 0; i < FB_PROOF_KINDS; i++)
		free(text[i]);
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
