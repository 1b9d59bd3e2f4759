// SPDX-License-Identifier: GPL-2.0
/* The inputs of a bench: path files, numbers, results, counters. */
#include "unit.h"

#include <errno.h>
#include <math.h>

#include "price/prices.h"
#include "price/path_lab.h"
#include "price/path.h"
#include "stat/round_stat.h"
#include "price/superpacket.h"
#include "price/stream_ratio.h"
#include "bench/price_table.h"
#include "system/hook_count.h"
#include "system/round_result.h"

static void kernels_of_a_path(void **state)
{
	char always[] = "2.6", never[] = "99.0";

	(void)state;
	assert_false(fb_path_unsupported(&(struct fb_bench_path){ .name = "p" }));
	assert_false(fb_path_unsupported(
		&(struct fb_bench_path){ .name = "p", .since = always, .until = never }));
	assert_true(fb_path_unsupported(&(struct fb_bench_path){ .name = "p", .since = never }));
	assert_true(fb_path_unsupported(&(struct fb_bench_path){ .name = "p", .until = always }));
}

static void a_path_file(void **state)
{
	static const char text[] = "# comment\n"
				   "title = hit = fast\n"
				   "replaces = conntrack\r\n"
				   "with = track.sysctl  flowtable.nft\n"
				   "config = family=6 src=fd00::1\n"
				   "record = in.ip\n"
				   "prove = hook a|b NF_STOLEN = all\n"
				   "prove = ct dst=10.0. = all\n"
				   "prove = ct = none\n"
				   "prove = nft slow = none\n"
				   "receive = napi\n"
				   "leaves = br_netfilter\n"
				   "prove = dev out0 tx = once\n"
				   "since = 6.12\n"
				   "until = 6.19\n"
				   "prove = xfrm = some\n"
				   "own = xdp\n"
				   "prove = xdp in0 redirected = all\n"
				   "prove = stat in0 rx_redirect = once\n";
	struct fb_bench_path p;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_bench_path_parse("flow", text, &p, &error), 0);
	assert_string_equal(p.name, "flow");
	assert_string_equal(p.title, "hit = fast");
	assert_string_equal(p.replaces, "conntrack");
	assert_string_equal(p.with, "track.sysctl,,flowtable.nft");
	assert_null(p.verify);
	assert_false(fb_bench_path_hides(&p));
	assert_string_equal(p.record, "in.ip");
	assert_string_equal(p.receive, "napi");
	assert_string_equal(p.leaves, "br_netfilter");
	assert_string_equal(p.own, "xdp");
	assert_string_equal(p.since, "6.12");
	assert_string_equal(p.until, "6.19");
	assert_int_equal(p.nr_proofs, 8);
	assert_int_equal(p.proof[6].kind, FB_PROOF_XDP);
	assert_string_equal(p.proof[6].word, "redirected");
	assert_int_equal(p.proof[7].kind, FB_PROOF_STAT);
	assert_string_equal(p.proof[7].name, "in0");
	assert_int_equal(p.proof[0].kind, FB_PROOF_HOOK);
	assert_string_equal(p.proof[0].text, "hook a|b NF_STOLEN = all");
	assert_string_equal(p.proof[0].name, "a|b");
	assert_string_equal(p.proof[0].word, "NF_STOLEN");
	assert_int_equal(p.proof[1].kind, FB_PROOF_CT);
	assert_string_equal(p.proof[1].word, "dst=10.0.");
	assert_int_equal(p.proof[2].want, FB_WANT_NONE);
	assert_null(p.proof[2].word);
	assert_string_equal(p.proof[4].name, "out0");
	assert_int_equal(p.proof[4].want, FB_WANT_ONCE);
	assert_int_equal(p.proof[5].want, FB_WANT_SOME);
	fb_bench_path_free(&p);
	assert_int_equal(fb_bench_path_parse("tunnel",
					     "title = t\nverify = none\nprove = xfrm = all\n"
					     "prove = ct = all\n",
					     &p, &error),
			 0);
	assert_true(fb_bench_path_hides(&p));
	fb_bench_path_free(&p);
}

static void bad(const char *text, const char *says)
{
	struct fb_bench_path p;
	struct fb_error error = { "" };

	assert_int_equal(fb_bench_path_parse("x", text, &p, &error), -EINVAL);
	if (!strstr(error.text, says))
		fail_msg("'%s' does not say '%s'", error.text, says);
}

static void a_bad_path_file_is_named(void **state)
{
	(void)state;
	bad("", "'title' is missing");
	bad("title = t\n", "two different kinds");
	bad("title = t\nprove = xfrm = all\n", "two different kinds");
	bad("title = t\nprov = x\n", "line 2: unknown key 'prov'");
	bad("title\n", "line 1: not 'key = value'");
	bad("title =\n", "line 1: 'title' has no value");
	bad("title = a\ntitle = b\n", "line 2: 'title' stands here twice");
	bad("verify = some\n", "verify: 'some': expected key=value");
	bad("prove = hook f\n", "ends with = all");
	bad("prove = hook f = most\n", "ends with = all");
	bad("prove = hook = all\n", "'hook' does not take so many words");
	bad("prove = hook a b c = all\n", "'hook' does not take so many words");
	bad("prove = smoke = all\n", "'smoke': expected a proof");
	bad("prove = = all\n", "nothing is to be proved");
	bad("prove = dev out0 rx = all\n", "tx is counted");
	bad("prove = xdp in0 dropped = all\n", "'dropped': expected a counter");
	bad("prove = stat in0 = all\n", "'stat' does not take so many words");
	bad("own = ingress\n", "own is xdp");
	bad("with = a,b\n", "'a,b': expected the name of a file");
	bad("with = ../x\n", "'../x': expected the name of a file");
	bad("receive = list\n", "'list': expected napi");
	bad("record = a b\n", "'a b': expected the name of a file");
	bad("record = ../x\n", "'../x': expected the name of a file");
	bad("record = a\nrecord = b\n", "stands here twice");
	bad("config = vlan\n", "'vlan': expected key=value");
	bad("config = =1\n", "'=1': expected key=value");
}

static void numbers_on_the_command_line(void **state)
{
	struct fb_bench_list l;
	unsigned long n;

	(void)state;
	assert_int_equal(fb_bench_list("1,10,1k,100k,1M", 1, 1000000, &l), 0);
	assert_int_equal(l.nr, 5);
	assert_int_equal(l.v[3], 100000);
	assert_int_equal(l.v[4], 1000000);
	assert_int_equal(fb_bench_list("", 1, 9, &l), -EINVAL);
	assert_int_equal(fb_bench_list("1,,2", 1, 9, &l), -EINVAL);
	assert_int_equal(fb_bench_list("1,", 1, 9, &l), -EINVAL);
	assert_int_equal(fb_bench_list("k", 1, 9, &l), -EINVAL);
	assert_int_equal(fb_bench_list("0", 1, 9, &l), -ERANGE);
	assert_int_equal(fb_bench_list("2M", 1, 1000000, &l), -ERANGE);
	assert_int_equal(fb_bench_list("99999999999999999999", 1, 9, &l), -ERANGE);
	assert_int_equal(fb_bench_list("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", 1, 99, &l),
			 -E2BIG);
	assert_int_equal(fb_bench_list("1,2,1", 1, 9, &l), -EEXIST);
	assert_int_equal(fb_bench_list("1k,1000", 1, 1000, &l), -EEXIST);
	assert_int_equal(fb_bench_number("11", 1, 99, &n), 0);
	assert_int_equal(n, 11);
	assert_int_equal(fb_bench_number("1,1", 1, 99, &n), -EINVAL);
	assert_int_equal(fb_bench_number("-1", 1, 99, &n), -EINVAL);
}

static void medians_and_intervals(void **state)
{
	double v[11] = { 3, 1, 2, 11, 9, 10, 8, 4, 6, 5, 7 };
	double few[4] = { 4, 1, 2, 3 };
	struct fb_bench_stat st;

	(void)state;
	fb_bench_stat(v, 11, &st);
	assert_true(st.median == 6 && st.min == 1 && st.max == 11);
	/* The 2nd and the 10th of 11 give 98.8 %; the 3rd and the 9th would give 93.5 %. */
	assert_true(st.low == 2 && st.high == 10);
	fb_bench_stat(few, 4, &st);
	assert_true(st.median == 2.5 && st.low == 1 && st.high == 4);
	fb_bench_stat(few, 0, &st);
	assert_true(st.median == 0 && st.nr == 0);
}

static void a_result(void **state)
{
	static const char text[] = "kind=round\nerror=none\nsize=60\nflows=1\npackets=10\n"
				   "injected=10\narrived=7\nreturned=0\ndropped=3\nkept=0\n"
				   "cycles=123456789012\nsomething_new=a=b\n"
				   "drop.NETFILTER_DROP=3\nverify_first=ttl 64, not 63\n";
	struct fb_bench_result r;
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_bench_result_parse(text, &r, &error), 0);
	assert_true(r.cycles == 123456789012);
	assert_int_equal(r.nr_drops, 1);
	assert_string_equal(r.drop[0].reason, "NETFILTER_DROP");
	assert_string_equal(r.verify_first, "ttl 64, not 63");
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_non_null(strstr(error.text, "arrived 7 of 10 (dropped 3: NETFILTER_DROP"));
	assert_false(fb_bench_result_closes(&r, 11, false, &error));
	assert_non_null(strstr(error.text, "injected 10 of 11"));
	r.dropped = 2;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_non_null(strstr(error.text, "are 9"));
	r.dropped = 0;
	r.arrived = 10;
	assert_true(fb_bench_result_closes(&r, 10, false, &error));
	assert_false(fb_bench_result_closes(&r, 10, true, &error));
	strcpy(r.error, "unbalanced");
	strcpy(r.unbalanced, "dev_rx");
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_string_equal(error.text, "unbalanced: dev_rx");

	assert_int_equal(fb_bench_result_parse("kind=round\nerror=none\nsize=x\n", &r, &error),
			 -EINVAL);
	assert_non_null(strstr(error.text, "line 3: 'size' is not a number"));
	assert_int_equal(fb_bench_result_parse("kind\n", &r, &error), -EINVAL);
	assert_int_equal(fb_bench_result_parse("", &r, &error), -EINVAL);
	assert_int_equal(fb_bench_result_parse("kind=r\nerror=none\nsize=-1", &r, &error), -EINVAL);
}

/* What the module says of 10 superpackets that the path cuts. */
static void segments_close(void **state)
{
	static const char text[] =
		"kind=round\nerror=none\nsize=2754\nsegments=2\npackets=10\ninjected=10\n"
		"arrived=0\ndropped=0\nkept=10\nconsumed=10\nother=20\nsink_bytes=28080\n";
	struct fb_error error = { "" };
	struct fb_bench_result r;

	(void)state;
	assert_int_equal(fb_bench_result_parse(text, &r, &error), 0);
	assert_true(fb_bench_result_is_cut(&r));
	assert_true(fb_bench_result_closes(&r, 10, false, &error));
	assert_false(fb_bench_result_closes(&r, 10, true, &error));
	r.other = 19;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_string_equal(error.text, "19 segments arrived, not 2 of each of 10 packets");
	r.other = 20;
	r.sink_bytes--;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_string_equal(error.text, "28079 bytes arrived of 10 packets of 2754");
	r.sink_bytes = 27530;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	r.sink_bytes = 28080;
	/* A queue holds one, or one is dropped. */
	r.consumed = 9;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	assert_string_equal(error.text, "cut into segments 9 of 10 (dropped 0)");
	/* xfrm frees what it has cut with kfree_skb(). */
	r.kept = 9;
	r.dropped = 1;
	assert_true(fb_bench_result_closes(&r, 10, false, &error));
	/* A segment is dropped, too. */
	r.other = 19;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	r.other = 20;
	/* Without probes nobody sees what is cut: the segments alone say it. */
	r.probes = 0;
	r.dropped = 0;
	r.consumed = 0;
	r.kept = 10;
	assert_true(fb_bench_result_closes(&r, 10, false, &error));
	r.other = 18;
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
	r.other = 20;
	r.probes = 1;
	r.dropped = 1;
	/* Some arrive whole: two paths in one round. */
	r.arrived = 1;
	r.kept = 8;
	r.consumed = 8;
	assert_false(fb_bench_result_is_cut(&r));
	assert_false(fb_bench_result_closes(&r, 10, false, &error));
}

/* What ran within the clock beside the packets. */
static void rounds_that_slept(void **state)
{
	static const char text[] = "kind=round\nerror=none\nswitches=2\nprobes=0\nprobed=1\n";
	struct fb_error error = { "" };
	struct fb_bench_result r;

	(void)state;
	assert_int_equal(fb_bench_result_parse("kind=round\nerror=none\n", &r, &error), 0);
	assert_true(r.probes == 1 && !r.probed);
	assert_true(fb_bench_result_is_sample(&r, &error));
	assert_int_equal(fb_bench_result_parse(text, &r, &error), 0);
	assert_true(r.probes == 0 && r.probed == 1);
	assert_false(fb_bench_result_is_sample(&r, &error));
	assert_string_equal(error.text,
			    "the generator slept, or another task ran, 2 times within the clock");
	/* A round that waits for its packets lets others run. */
	r.waits = 1;
	assert_true(fb_bench_result_is_sample(&r, &error));
}

static void words_of_superpackets(void **state)
{
	struct fb_bench_path path = { .name = "p" };
	struct fb_error error = { "" };
	char words[96];

	(void)state;
	assert_int_equal(fb_superpacket_words(&path, 1, 0, words, sizeof(words), &error), 0);
	assert_string_equal(words, "");
	assert_int_equal(fb_superpacket_words(&path, 0, 700, words, sizeof(words), &error), 0);
	assert_string_equal(words, "size=700");
	assert_int_equal(fb_superpacket_words(&path, 45, 0, words, sizeof(words), &error), 0);
	assert_string_equal(words, "proto=tcp gso=1360 size=61254 layout=frags");
	path.config = (char *)"src=fd00::2 family=6 vlan=10";
	assert_int_equal(fb_superpacket_words(&path, 2, 0, words, sizeof(words), &error), 0);
	assert_string_equal(words, "proto=tcp gso=1340 size=2758 layout=frags");
	path.config = (char *)"proto=udp";
	assert_int_equal(fb_superpacket_words(&path, 2, 2043, words, sizeof(words), &error), 0);
	assert_string_equal(words, "proto=udp gso=1001 size=2043 layout=frags");
	assert_int_equal(fb_superpacket_words(&path, 2, 0, words, sizeof(words), &error), 0);
	assert_string_equal(words, "proto=udp gso=1372 size=2786 layout=frags");

	assert_int_equal(fb_superpacket_words(&path, 48, 0, words, sizeof(words), &error), -ERANGE);
	assert_string_equal(error.text, "48 segments of 1372 bytes are more than 65000 bytes");
	assert_int_equal(fb_superpacket_words(&path, 10, 1000, words, sizeof(words), &error),
			 -ERANGE);
	assert_string_equal(error.text,
			    "10 segments in 1000 bytes: a segment has to have 500 to 9000 "
			    "bytes of payload");
	assert_int_equal(fb_superpacket_words(&path, 10, 30, words, sizeof(words), &error),
			 -ERANGE);
}

static void calls_of_a_hook(void **state)
{
	static const char hooks[] = "ip_forward ip_forward on kretprobe 5 errno 0 -\n"
				    "ip_forward_x - unavailable - 0 errno 0 not found: x\n"
				    "off off_1 off - 9 errno 0 -\n"
				    "lossy lossy on fprobe 5 errno 2 -\n";
	static const char verdicts[] = "ip_forward 0 4\nip_forward -EPERM 1\nlossy 0 5\n";
	uint64_t n = 0;

	(void)state;
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_forward", NULL, &n), 0);
	assert_int_equal(n, 5);
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_forward", "0", &n), 0);
	assert_int_equal(n, 4);
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_forward", "-EIO", &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_forward_x|ip_forward", "0", &n), 0);
	assert_int_equal(n, 4);
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_forward_x", NULL, &n), -ENOENT);
	assert_int_equal(fb_count_hook(hooks, verdicts, "ip_for", NULL, &n), -ENOENT);
	assert_int_equal(fb_count_hook(hooks, verdicts, "off", NULL, &n), -ENOENT);
	assert_int_equal(fb_count_hook(hooks, verdicts, "lossy", NULL, &n), -EOVERFLOW);
	assert_int_equal(fb_count_hook("", "", "f", NULL, &n), -ENOENT);
}

static void errors_of_ipsec(void **state)
{
	(void)state;
	assert_int_equal(fb_count_xfrm_errors("XfrmInError  \t1\nXfrmOutNo\t2\n"), 3);
}

static void what_pktgen_says(void **state)
{
	static const char text[] = "Params: count 1000\n     errors: 0\nCurrent:\n"
				   "Result: OK: 4301(c4292+d9) usec, 1000 (60byte,0frags)\n"
				   "  232504pps 111Mb/sec (111601920bps) errors: 999\n";
	struct fb_pktgen pg;

	(void)state;
	assert_int_equal(fb_count_pktgen(text, &pg), 0);
	assert_int_equal(pg.usec, 4292);
	assert_int_equal(pg.sent, 1000);
	assert_int_equal(pg.errors, 999);
	assert_int_equal(fb_count_pktgen("Result: Idle\n", &pg), -EINVAL);
	assert_int_equal(fb_count_pktgen("Result: OK: 4301(c4292+d9) usec, 1000", &pg), -EINVAL);
}

static void hooks_that_were_called(void **state)
{
	static const char hooks[] = "a a_1 on kretprobe 5 errno 0 -\nb b on fprobe 0 errno 0 -\n"
				    "c - unavailable - 0 errno 0 not found: on\n"
				    "d d on fprobe 7 errno 0 -\ne e on fprobe 7 errno 0 -\n";
	struct fb_span span[2];

	(void)state;
	assert_int_equal(fb_count_spans(hooks, span, 2), 2);
	assert_string_equal(span[0].name, "a");
	assert_string_equal(span[1].mech, "fprobe");
	assert_int_equal(span[1].calls, 7);
	assert_int_equal(fb_count_spans("", span, 2), 0);
}

static void proofs_are_judged(void **state)
{
	struct fb_proof all = { .kind = FB_PROOF_HOOK, .want = FB_WANT_ALL };
	struct fb_proof ct = { .kind = FB_PROOF_CT, .want = FB_WANT_ALL };
	struct fb_proof none = { .kind = FB_PROOF_NFT, .want = FB_WANT_NONE };
	struct fb_proof once = { .kind = FB_PROOF_DEV, .want = FB_WANT_ONCE };
	struct fb_proof each = { .kind = FB_PROOF_XFRM, .want = FB_WANT_EACH };
	struct fb_proof some = { .kind = FB_PROOF_HOOK, .want = FB_WANT_SOME };
	struct fb_bench_path path = { .proof = { all, ct, none }, .nr_proofs = 3 };
	struct fb_proved pd = { .held = { FB_HELD_YES, FB_HELD_YES, FB_HELD_YES } };
	unsigned int held, judged;
	uint64_t wanted;

	(void)state;
	assert_true(fb_proof_judge(&all, 1000, 1000, 1, 7, &wanted));
	assert_false(fb_proof_judge(&all, 1001, 1000, 1, 7, &wanted));
	assert_true(fb_proof_judge(&ct, 7, 1000, 1, 7, &wanted));
	assert_int_equal(wanted, 7);
	assert_true(fb_proof_judge(&none, 0, 1000, 1, 7, &wanted));
	assert_false(fb_proof_judge(&none, 1, 1000, 1, 7, &wanted));
	assert_true(fb_proof_judge(&once, 3, 1000, 1, 7, &wanted));
	assert_false(fb_proof_judge(&once, 0, 1000, 1, 7, &wanted));
	assert_true(fb_proof_judge(&each, 1000, 1000, 1, 7, &wanted));
	assert_true(fb_proof_judge(&each, 45000, 1000, 45, 7, &wanted));
	assert_false(fb_proof_judge(&each, 1000, 1000, 45, 7, &wanted));
	assert_int_equal(wanted, 45000);
	assert_true(fb_proof_judge(&all, 1000, 1000, 45, 7, &wanted));
	assert_true(fb_proof_judge(&some, 1, 1000, 1, 7, &wanted));
	assert_true(fb_proof_judge(&some, 999, 1000, 1, 7, &wanted));
	assert_int_equal(wanted, 999);
	assert_false(fb_proof_judge(&some, 0, 1000, 1, 7, &wanted));
	assert_false(fb_proof_judge(&some, 1000, 1000, 1, 7, &wanted));

	assert_true(fb_proof_sum(&path, &pd, &held, &judged));
	assert_int_equal(held, 3);
	pd.held[2] = FB_HELD_UNKNOWN;
	assert_true(fb_proof_sum(&path, &pd, &held, &judged));
	assert_int_equal(judged, 2);
	/* One kind of source alone does not prove a path. */
	pd.held[1] = FB_HELD_UNKNOWN;
	assert_false(fb_proof_sum(&path, &pd, &held, &judged));
	pd.held[1] = FB_HELD_NO;
	assert_false(fb_proof_sum(&path, &pd, &held, &judged));
	pd.held[1] = FB_HELD_YES;
	pd.verified = 10;
	pd.verify_ok = 9;
	assert_false(fb_proof_sum(&path, &pd, &held, &judged));
	assert_int_equal(judged, 3);
}

static void prices_and_ratios(void **state)
{
	struct fb_bench_path path[2] = { { .name = "slow" },
					 { .name = "fast", .replaces = "slow" } };
	struct fb_bench_result own[2] = { { .injected = 10, .cycles = 1000, .ns = 10 },
					  { .injected = 10, .cycles = 1020, .ns = 10 } };
	struct fb_bench_result dear[2] = { { .injected = 10, .cycles = 9010, .ns = 90 },
					   { .injected = 10, .cycles = 9010, .ns = 90 } };
	struct fb_bench_result cheap[2] = { { .injected = 10, .cycles = 3010, .ns = 30 },
					    { .injected = 10, .cycles = 3010, .ns = 50 } };
	struct fb_bench_sample high[] = { { 1, 1, 901, 0 }, { 1, 2, 901, 0 } };
	struct fb_bench_sample low[] = { { 1, 1, 301, 3 }, { 1, 2, 306, 2 }, { 1, 3, 301, 4 } };
	struct fb_bench_point point[2] = {
		{ .path = &path[0],
		  .flows = 1,
		  .batch = 1,
		  .own = own,
		  .nr_own = 2,
		  .gross = dear,
		  .nr_gross = 2,
		  .sample = high,
		  .nr_samples = 2 },
		{ .path = &path[1],
		  .flows = 1,
		  .batch = 1,
		  .own = own,
		  .nr_own = 2,
		  .gross = cheap,
		  .nr_gross = 2,
		  .sample = low,
		  .nr_samples = 3 },
	};
	struct fb_bench b = { .insn = true,
			      .point = point,
			      .nr_points = 2,
			      .want = { .rounds = 2, .labs = 1, .tuples = 3 } };
	char *text;
	size_t len;
	FILE *f;

	(void)state;
	assert_int_equal(fb_bench_sum(&b, &point[0]), 0);
	assert_int_equal(fb_bench_sum(&b, &point[1]), 0);
	/* Of two rounds of the generator the cheaper one counts. */
	assert_true(point[0].own_stat.median == 100 && point[0].net == 801);
	assert_true(point[1].net == 201 && fb_bench_ratio(&b, &point[1]) > 3.98);
	assert_true(fb_bench_ratio(&b, &point[0]) == 0);
	point[1].flows = 2;
	assert_true(fb_bench_ratio(&b, &point[1]) == 0);
	point[1].flows = 1;
	point[1].cpus = 2;
	assert_true(fb_bench_ratio(&b, &point[1]) == 0);
	point[1].cpus = 0;
	f = open_memstream(&text, &len);
	assert_non_null(f);
	fb_bench_print(&b, f);
	fclose(f);
	assert_non_null(strstr(
		text, "fast               insn      301   100     201     201     206   67%"));
	assert_non_null(strstr(text, " 3.99 "));
	assert_non_null(strstr(text, "\nfast                  201 x2      206 x1  \n"));
	assert_null(strstr(text, "\nslow                  801"));
	assert_null(strstr(text, "probed"));
	assert_null(strstr(text, "other tasks ran"));
	free(text);
	own[1].probed = 1;
	cheap[0].switches = 3;
	cheap[1].switches = 4;
	point[0].own = dear;
	f = open_memstream(&text, &len);
	assert_non_null(f);
	fb_bench_print(&b, f);
	fclose(f);
	point[0].own = own;
	assert_non_null(strstr(text, "  probed\nown: "));
	assert_non_null(strstr(text, "\nprobed: another tracer"));
	assert_null(strstr(text, "slow: within"));
	assert_non_null(
		strstr(text, "\nfast: within the clock of its rounds, other tasks ran 7 times: "));
	assert_non_null(
		strstr(text, "\nown has the hook at ingress in it (prices of definition 1)"));
	free(text);
	b.insn = false;
	assert_true(fb_bench_price(&b, &cheap[1]) == 5);
}

static void the_first_hook_beside_its_body(void **state)
{
	static const struct {
		double price[FB_HOOK_ROUNDS];
		bool insn;
		double cost;
		const char *says;
	} rows[] = {
		/* The body, and the turn of the loop, are in both. */
		{ { 2527, 2641, 2651 }, true, 104, NULL },
		{ { 300, 312, 313.5 }, false, 10.5, NULL },
		/* Chance is more than the hook. */
		{ { 300, 299, 301 }, false, 0, NULL },
		{ { 300, 301, 305 }, false, 0, NULL },
		{ { 2527, 2537, 2651 },
		  true,
		  0,
		  "2527 without a hook, 2537 with one, 2651 with two" },
		{ { 2527, 2537, 2547 }, true, 0, "expected the first hook to cost more" },
		{ { 2527, 2500, 2510 }, true, 0, "expected the first hook to cost more" },
		{ { 2527, 2641, 2640 }, true, 0, "expected the first hook to cost more" },
		{ { 0, 114, 124 }, true, 0, "a packet costs 0 without a hook" },
		{ { NAN, 114, 124 }, true, 0, "a packet costs nan without a hook" },
	};
	struct fb_error error;
	double cost;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		error = (struct fb_error){ "" };
		ret = fb_ingress_hook_cost(rows[i].price, rows[i].insn, &cost, &error);
		if (rows[i].says ? ret != -EPROTO || !strstr(error.text, rows[i].says)
				 : ret || cost != rows[i].cost)
			fail_msg("row %zu: %d, %g, '%s'", i, ret, cost, error.text);
	}
}

/* The cheapest rounds count, as in own. */
static void the_hook_comes_off_own(void **state)
{
	char xdp[] = FB_BENCH_OWN_XDP;
	struct fb_bench_path path[2] = { { .name = "forward" },
					 { .name = "flowtable-xdp", .own = xdp } };
	struct fb_bench_result none[2] = { { .injected = 10, .cycles = 25270 },
					   { .injected = 10, .cycles = 99990 } };
	struct fb_bench_result one[2] = { { .injected = 10, .cycles = 99990 },
					  { .injected = 10, .cycles = 26410 } };
	struct fb_bench_result two[2] = { { .injected = 10, .cycles = 26510 },
					  { .injected = 10, .cycles = 26510 } };
	struct fb_bench_result own[1] = { { .injected = 10, .cycles = 6030 } };
	struct fb_bench_sample gross[] = { { 1, 1, 2527, 0 } };
	struct fb_bench_point pt = { .own = own, .nr_own = 1, .sample = gross, .nr_samples = 1 };
	struct fb_bench b = { .insn = true,
			      .want = { .rounds = 1 },
			      .hook = { .round = { none, one, two }, .nr = 2 } };
	struct fb_error error = { "" };

	(void)state;
	assert_int_equal(fb_ingress_hook_rounds(&b), FB_HOOK_LEAST);
	b.want.packets = 2000;
	assert_int_equal(fb_ingress_hook_packets(&b), 100);
	b.want.packets = 20;
	assert_int_equal(fb_ingress_hook_packets(&b), 20);
	/* 2527 a packet: 800 are two million. */
	b.hook.packets = 800;
	assert_int_equal(fb_ingress_hook_sum(&b, &error), -EPROTO);
	assert_non_null(strstr(error.text, "use --packets 396"));
	error = (struct fb_error){ "" };
	b.hook.packets = 20;
	assert_int_equal(fb_ingress_hook_sum(&b, &error), 0);
	assert_true(b.hook.cost == 104);
	pt.path = &path[0];
	assert_int_equal(fb_bench_sum(&b, &pt), 0);
	assert_true(pt.hook == 104 && pt.own_stat.median == 499 && pt.net == 2028);
	assert_true(pt.own_stat.min == 499 && pt.own_stat.max == 499 && pt.own_stat.low == 499 &&
		    pt.own_stat.high == 499);
	/* Again, with the rounds of another lab. */
	assert_int_equal(fb_bench_sum(&b, &pt), 0);
	assert_true(pt.own_stat.median == 499);
	pt.path = &path[1];
	pt.hook = 0;
	assert_int_equal(fb_bench_sum(&b, &pt), 0);
	assert_true(!pt.hook && pt.own_stat.median == 603 && pt.net == 1924);
	pt.path = &path[0];
	own[0].cycles = 1040;
	assert_true(fb_error_empty(&pt.why));
	assert_int_equal(fb_bench_sum(&b, &pt), 0);
	assert_non_null(strstr(pt.why.text, "the generator costs 104 a packet, no more than"));
}

/* A path that saves 2 us of 20 gives an expected ratio of 20/18. 1.2 is within a tenth of it. */
static void streams_beside_the_generator(void **state)
{
	struct fb_bench_path path[2] = { { .name = "slow" },
					 { .name = "fast", .replaces = "slow" } };
	struct fb_bench_point point[2] = {
		{ .path = &path[0], .flows = 1, .nr_samples = 1, .net = 3000 },
		{ .path = &path[1], .flows = 1, .nr_samples = 1, .net = 1000 },
	};
	struct fb_bench b = { .insn = true, .point = point, .nr_points = 2 };
	struct fb_traffic_row row[2] = {
		{ .path = &path[0], .streams = 1, .cpu = 2, .packets = 100000 },
		{ .path = &path[1], .streams = 1, .cpu = 1, .packets = 60000 },
	};
	struct fb_traffic_ratio r;

	(void)state;
	assert_int_equal(fb_traffic_ratio(&b, row, 2, &row[0], &r), 0);
	assert_int_equal(fb_traffic_ratio(&b, row, 2, &row[1], &r), 1);
	assert_true(r.generator == 3 && r.saved_generator == 2);
	assert_true(r.streams > 1.199 && r.streams < 1.201);
	assert_true(r.expected > 1.111 && r.expected < 1.112);
	assert_true(r.agrees);
	row[1].packets = 100000;
	assert_int_equal(fb_traffic_ratio(&b, row, 2, &row[1], &r), 1);
	assert_false(r.agrees);
	row[1].streams = 10;
	assert_int_equal(fb_traffic_ratio(&b, row, 2, &row[1], &r), 0);
	row[1].streams = 1;
	row[1].packets = 0;
	assert_int_equal(fb_traffic_ratio(&b, row, 2, &row[1], &r), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_file),
		cmocka_unit_test(kernels_of_a_path),
		cmocka_unit_test(a_bad_path_file_is_named),
		cmocka_unit_test(numbers_on_the_command_line),
		cmocka_unit_test(medians_and_intervals),
		cmocka_unit_test(a_result),
		cmocka_unit_test(segments_close),
		cmocka_unit_test(rounds_that_slept),
		cmocka_unit_test(words_of_superpackets),
		cmocka_unit_test(calls_of_a_hook),
		cmocka_unit_test(errors_of_ipsec),
		cmocka_unit_test(what_pktgen_says),
		cmocka_unit_test(hooks_that_were_called),
		cmocka_unit_test(proofs_are_judged),
		cmocka_unit_test(prices_and_ratios),
		cmocka_unit_test(the_first_hook_beside_its_body),
		cmocka_unit_test(the_hook_comes_off_own),
		cmocka_unit_test(streams_beside_the_generator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
