// SPDX-License-Identifier: GPL-2.0
/*
 * Warm-ups make flows and measure each packet, in a lab with the flowtable and in one without: the difference is the
 * flowtable's. Then the flows of a cycle time out, and one pass of the garbage collector ends all of them.
 *
 *	a pass    flows begin    a pass      refresh, again, timeout 0    a pass
 *	  |           |            |                  |                     |
 *	 ends        steps        pass                                    ending
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/progress.h"
#include "lib/message.h"
#include "lib/vector.h"
#include "flow/flow_pass.h"
#include "flow/flow_price.h"
#include "flow/flow_worker.h"
#include "price/path_lab.h"
#include "price/paths_load.h"
#include "price/round.h"
#include "process/child.h"
#include "process/interrupt.h"
#include "system/conntrack_count.h"
#include "system/debugfs.h"
#include "system/hook_switch.h"
#include "system/sysctl.h"

#define ADD "flow_offload_add"

/* Destination ports: of flows by which the adding packet is found, and of the cycles. The table has port 9. */
#define PORT_SEARCH 100
#define PORT_CYCLE  200

/* Flows of a lab beside those of its table. */
#define ROOM ((FB_FLOW_CYCLES + FB_FLOW_STEPS + 1) * FB_FLOW_ROUND)

/* Timeout of flows that stay, in seconds. */
#define STAYS 36000

/*
 * struct work - one lab
 * @b: a bench whose packets are no superpackets
 * @path: the lab's
 * @fp: the price
 * @cycle: receives what the lab's cycles cost
 * @flowtable: the lab has one
 */
struct work {
	const struct fb_bench *b;
	const struct fb_bench_path *path;
	struct fb_flow_price *fp;
	struct fb_flow_cycle *cycle;
	bool flowtable;
};

bool fb_flow_is_own(const struct fb_bench_path *path, bool tcp)
{
	if (fb_bench_path_has(path, "proto=tcp"))
		return tcp;
	if (fb_bench_path_has(path, "proto=udp"))
		return !tcp;
	return tcp == (fb_bench_path_segments(path) > 1);
}

/* Returns true if each flow of a round must be offloaded. */
static bool has_flowtable(const struct fb_bench_path *path)
{
	unsigned int i;

	for (i = 0; i < path->nr_proofs; i++)
		if (path->proof[i].kind == FB_PROOF_CT && path->proof[i].word &&
		    !strcmp(path->proof[i].word, "OFFLOAD") && path->proof[i].want == FB_WANT_ALL)
			return true;
	return false;
}

bool fb_flow_is_priced(const struct fb_bench_path *path)
{
	return path->replaces && has_flowtable(path) && !path->record && !path->own &&
	       !fb_bench_path_has(path, "inject=");
}

/* Begins flows to a port of their own, with so many packets of each. */
static int begin_flows(const struct work *w, unsigned int port, unsigned int steps,
		       struct fb_bench_result *r)
{
	unsigned int flows = w->fp->flows;
	char words[128];
	int ret;

	snprintf(words, sizeof(words), "dport=%u flows=%u hosts=%u packets=%u steps=%u", port,
		 flows, flows < FB_BENCH_HOSTS ? flows : FB_BENCH_HOSTS, flows, steps);
	ret = fb_benchfs_config(words);
	if (!ret)
		ret = fb_benchfs_run("warmup", r);
	return ret;
}

/* How many flows are in the flowtable, or in hardware: to a port, or with port 0 to all. */
static int count_flows(const struct work *w, unsigned int port, uint64_t *n)
{
	const char *words[2] = { w->fp->hardware ? "HW_OFFLOAD" : "OFFLOAD" };
	char word[24];

	snprintf(word, sizeof(word), "dport=%u", port);
	words[1] = word;
	return fb_ct_count_all(words, port ? 2 : 1, n);
}

/* Deletes the connections to a port. Their flows leave the table in the next pass. */
static int delete_flows(const struct work *w, unsigned int port)
{
	char word[16], proto[4];
	char *const command[] = { "conntrack", "-D", "-p", proto, "--dport", word, NULL };
	char *out = NULL;
	int ret;

	snprintf(proto, sizeof(proto), "%s", w->fp->tcp ? "tcp" : "udp");
	snprintf(word, sizeof(word), "%u", port);
	ret = fb_child_run(command, &out);
	free(out);
	if (ret > 0)
		fb_print_error("conntrack -D ended with %d", ret);
	return ret > 0 ? -EPROTO : ret;
}

/* Finds the packet by which a flow is added: the first one that adds each flow of a round. */
static int find_adding(struct work *w)
{
	struct fb_flow_price *fp = w->fp;
	struct fb_bench_result r;
	int ret = 0;

	for (fp->adds = 1; !ret && fp->adds <= FB_FLOW_STEPS; fp->adds++) {
		fp->added_before = fp->added;
		ret = fb_benchfs_write("reset", "1");
		if (!ret)
			ret = begin_flows(w, PORT_SEARCH + fp->adds, fp->adds, &r);
		if (!ret)
			ret = fb_hook_calls(ADD, &fp->added, NULL);
		if (ret || fp->added)
			break;
	}
	if (ret || (fp->added == fp->flows && !fp->added_before))
		return ret;
	fb_print_error("%s: %" PRIu64 " of %u flows were added after %u packets of each", fp->path,
		       fp->added, fp->flows, fp->adds);
	return -EPROTO;
}

static int search(struct work *w)
{
	int ret, off;

	ret = fb_hook_switch(ADD, true);
	if (ret) {
		fb_print_error("hook %s: %s", ADD, strerror(-ret));
		return ret;
	}
	/* These flows leave the table in the next pass. */
	if (!w->fp->deleted)
		ret = fb_flow_timeouts(0);
	if (!ret)
		ret = find_adding(w);
	if (!ret && w->fp->deleted)
		ret = delete_flows(w, PORT_SEARCH + w->fp->adds);
	off = fb_hook_switch(ADD, false);
	return ret ? ret : off;
}

static uint64_t cost_of(const struct work *w, uint64_t cycles, uint64_t ns)
{
	return w->b->insn ? cycles : ns;
}

/* The packets by which the flows of a cycle begin, each measured. */
static int measure_steps(struct work *w, unsigned int nr)
{
	struct fb_flow_cycle *cycle = &w->cycle[nr];
	struct fb_bench_result r;
	unsigned int i;
	int ret;

	ret = begin_flows(w, PORT_CYCLE + nr, FB_FLOW_STEPS, &r);
	if (ret)
		return ret;
	if (strcmp(r.error, "none") || r.warm_replied != w->fp->flows || !r.steps) {
		fb_print_error("%s: the beginning of flows: %s, %" PRIu64 " of %u were answered",
			       w->path->name, r.error, r.warm_replied, w->fp->flows);
		return -EPROTO;
	}
	w->fp->steps = r.steps;
	for (i = 0; i <= r.steps; i++)
		cycle->step[i] = cost_of(w, r.step[i], r.step_ns[i]);
	return 0;
}

/* A packet of each flow of the cycle. */
static int send_each(struct work *w, uint64_t *cost)
{
	struct fb_error open = { "" };
	struct fb_bench_result r;
	int ret;

	ret = fb_benchfs_run("round", &r);
	if (ret)
		return ret;
	*cost = cost_of(w, r.cycles, r.ns);
	if (fb_bench_result_closes(&r, w->fp->flows, false, &open))
		return 0;
	fb_print_error("%s: a packet of each flow: %s", w->path->name, open.text);
	return -EPROTO;
}

/* Makes the collector end the flows of a cycle in its next pass. */
static int let_end(struct work *w, unsigned int port)
{
	uint64_t ignored;
	int ret;

	if (w->fp->deleted)
		return delete_flows(w, port);
	ret = fb_flow_timeouts(0);
	return ret ? ret : send_each(w, &ignored);
}

/*
 * Makes the kernel ask hardware about each flow in the next pass: it asks once a tenth of the timeout is over. A flow that was
 * asked about has the longer timeout from then on, so that the next cycle needs a longer one.
 */
static int ask_hardware(struct work *w, unsigned int nr)
{
	struct fb_flow_cycle *cycle = &w->cycle[nr];
	struct fb_flow_mark mark;
	int ret;

	/* A kernel without the setting has no way to be made ask. */
	if (w->fp->deleted)
		return 0;
	ret = fb_flow_worker_mark(&mark);
	if (!ret)
		ret = fb_flow_timeouts((unsigned int)STAYS << (nr + 1));
	if (!ret)
		ret = fb_flow_price_pass(&cycle->asking);
	if (!ret)
		ret = fb_flow_worker_since(&mark, true, w->fp->table + w->fp->flows,
					   &cycle->work_asking);
	return ret ? ret : fb_flow_timeouts(STAYS);
}

/* The pass that ends flows: hardware gives up their rules, then another pass frees them. */
static int end_in_hardware(struct work *w, unsigned int nr)
{
	struct fb_flow_cycle *cycle = &w->cycle[nr];
	struct fb_flow_mark mark;
	int ret = fb_flow_worker_mark(&mark);

	if (!ret)
		ret = fb_flow_price_pass(&cycle->ending);
	if (!ret)
		ret = fb_flow_worker_since(&mark, true, w->fp->flows, &cycle->work_ending);
	return ret ? ret : fb_flow_price_pass(&cycle->freeing);
}

static int measure_life(struct work *w, unsigned int nr)
{
	struct fb_flow_cycle *cycle = &w->cycle[nr];
	int ret;

	ret = fb_flow_wait_pass();
	if (!ret)
		ret = fb_flow_price_pass(&cycle->pass);
	if (!ret && w->fp->hardware)
		ret = ask_hardware(w, nr);
	if (!ret)
		ret = send_each(w, &cycle->refresh);
	if (!ret)
		ret = send_each(w, &cycle->again);
	if (!ret)
		ret = let_end(w, PORT_CYCLE + nr);
	if (!ret && w->fp->hardware)
		return end_in_hardware(w, nr);
	return ret ? ret : fb_flow_price_pass(&cycle->ending);
}

static int measure_cycle(struct work *w, unsigned int nr)
{
	bool hardware = w->flowtable && w->fp->hardware;
	uint64_t there = 0, left = 0;
	struct fb_flow_mark mark;
	int ret = hardware ? fb_flow_worker_mark(&mark) : 0;

	if (!ret)
		ret = measure_steps(w, nr);
	if (!ret && hardware)
		ret = fb_flow_worker_since(&mark, false, w->fp->flows, &w->cycle[nr].work_adding);
	/* Where the other lab's connections were deleted, the next ones took their memory: the same is done here. */
	if (!ret && !w->flowtable && w->fp->deleted)
		ret = delete_flows(w, PORT_CYCLE + nr);
	if (ret || !w->flowtable)
		return ret;
	ret = count_flows(w, PORT_CYCLE + nr, &there);
	if (!ret)
		ret = measure_life(w, nr);
	if (!ret)
		ret = count_flows(w, PORT_CYCLE + nr, &left);
	if (!ret && !w->fp->deleted)
		ret = fb_flow_timeouts(STAYS);
	w->fp->ended[nr] = there - left;
	return ret;
}

/* The packets of the beginning must find the table as it is said to be. */
static int check_table(const struct work *w)
{
	uint64_t there;
	int ret = w->flowtable ? count_flows(w, 0, &there) : 0;

	if (ret || !w->flowtable || there == w->fp->table)
		return ret;
	fb_print_error("%s: %" PRIu64 " flows are in the table, not %lu", w->path->name, there,
		       w->fp->table);
	return -EPROTO;
}

static int measure_cycles(struct work *w)
{
	unsigned int i;
	int ret = 0;

	if (w->flowtable) {
		ret = fb_hook_switch(FB_FLOW_PASS, true);
		if (!ret && w->fp->hardware)
			ret = fb_flow_worker_switch(true);
		if (!ret)
			ret = search(w);
		if (!ret)
			ret = fb_flow_wait_pass();
		if (!ret)
			ret = fb_flow_wait_pass();
		if (!ret && !w->fp->deleted)
			ret = fb_flow_timeouts(STAYS);
		if (!ret)
			ret = check_table(w);
	}
	for (i = 0; !ret && i < FB_FLOW_CYCLES; i++)
		ret = fb_interrupted() ? -EINTR : measure_cycle(w, i);
	return ret ? ret : check_table(w);
}

static int in_lab(void *ctx)
{
	struct work *w = ctx;
	struct fb_bench_result r;
	int ret;

	ret = fb_bench_configure(w->b, w->path, w->fp->table);
	if (!ret)
		ret = fb_benchfs_config(w->fp->tcp ? "proto=tcp" : "proto=udp");
	if (!ret)
		ret = fb_bench_warm_up(w->path, w->fp->table, &r);
	if (!ret && w->flowtable) {
		ret = fb_flow_timeouts(STAYS);
		w->fp->deleted = ret == -ENOENT;
		ret = ret == -ENOENT ? 0 : ret;
	}
	if (!ret)
		ret = measure_cycles(w);
	if (w->flowtable)
		fb_hook_switch(FB_FLOW_PASS, false);
	if (w->flowtable && w->fp->hardware)
		fb_flow_worker_switch(false);
	return ret;
}

static int measure_price(const struct fb_bench *b, const struct fb_bench_path *path,
			 const struct fb_bench_path *against, struct fb_flow_price *fp)
{
	struct fb_bench single = *b;
	struct work with = { &single, path, fp, fp->with, true };
	struct work without = { &single, against, fp, fp->without, false };
	int ret;

	single.segments = 1;
	fb_print_progress("%s, %s, adding flows to %lu", fp->path, fp->tcp ? "tcp" : "udp",
			  fp->table);
	ret = fb_bench_in_lab(path, fp->table + ROOM, in_lab, &with);
	if (!ret)
		ret = fb_bench_in_lab(against, fp->table + ROOM, in_lab, &without);
	if (ret)
		return ret;
	fb_flow_figures(fp);
	if (fb_flow_proved(fp))
		return 0;
	fb_print_error("%s, %s, %lu in the table: not each flow was added by packet %u, and ended",
		       fp->path, fp->tcp ? "tcp" : "udp", fp->table, fp->adds);
	return -EPROTO;
}

static int add_price(struct fb_bench *b, const struct fb_bench_path *path,
		     const struct fb_bench_path *against, bool tcp, unsigned long table)
{
	struct fb_flow_price *fp;
	int ret;

	if (fb_vector_grow(b->flow, b->nr_flows))
		return -ENOMEM;
	fp = &b->flow[b->nr_flows];
	*fp = (struct fb_flow_price){ .tcp = tcp,
				      .table = table,
				      .flows = fb_flow_round(table),
				      .hardware = fb_flow_in_hardware(path) };
	snprintf(fp->path, sizeof(fp->path), "%s", path->name);
	snprintf(fp->against, sizeof(fp->against), "%s", against->name);
	ret = measure_price(b, path, against, fp);
	b->nr_flows += !ret;
	if (ret && ret != -EPROTO)
		fb_print_error("%s: the price of a flow: %s", path->name, strerror(-ret));
	return ret;
}

int fb_flow_price(struct fb_bench *b, const struct fb_bench_path *path)
{
	const struct fb_bench_list *tables = &b->want.flow_prices;
	struct fb_bench other = { .clock = -1 };
	int ret, bad = 0;
	unsigned int i;

	if (!fb_flow_is_priced(path) || fb_path_unsupported(path))
		return 0;
	ret = fb_bench_load(&other, &path->replaces, 1);
	for (i = 0; !ret && i < 2 * tables->nr && !has_flowtable(other.path); i++) {
		unsigned long table = tables->v[i % tables->nr];
		bool tcp = i >= tables->nr;

		/* The model has no room for so many. */
		if (fb_flow_in_hardware(path) && table > FB_FLOW_HARDWARE_TABLE)
			continue;
		/* Each protocol, unless the path is for one of them. */
		if (!fb_flow_is_own(path, tcp) &&
		    (fb_bench_path_has(path, "proto=") || fb_bench_path_segments(path) > 1))
			continue;
		ret = add_price(b, path, other.path, tcp, table);
		if (ret == -EPROTO) {
			bad = ret;
			ret = 0;
		}
	}
	fb_bench_free(&other);
	return ret ? ret : bad;
}
