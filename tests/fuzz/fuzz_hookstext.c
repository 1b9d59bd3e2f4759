// SPDX-License-Identifier: GPL-2.0
/*
 * The module's files hooks, verdicts, histogram/NAME and bench/result, and the kernel's files with
 * packet counters. A line that was read must be written as it was.
 */
#include "fuzz.h"

#include <errno.h>
#include <inttypes.h>

#include "system/hook_count.h"
#include "system/hooks_text.h"
#include "system/round_latency.h"
#include "system/round_result.h"

static void read_hooks(const char *text)
{
	struct fb_hook_line line, again;
	const char *row = text, *p;
	char copy[512];
	int ret;

	while ((ret = fb_hook_line(&row, &line))) {
		fuzz_must(row > text && (ret == 1 || ret == -EINVAL));
		text = row;
		if (ret < 0)
			continue;
		snprintf(copy, sizeof(copy), "%s - %s %s %" PRIu64 " %s %" PRIu64 " %s\n",
			 line.name, line.state, line.mech, line.calls, line.kind, line.missed,
			 line.reason);
		p = copy;
		memset(&again, 0, sizeof(again));
		fuzz_must(fb_hook_line(&p, &again) == 1 && !*p);
		fuzz_must(!strcmp(line.name, again.name) && !strcmp(line.reason, again.reason));
		fuzz_must(line.calls == again.calls && line.missed == again.missed);
	}
	fuzz_must(!*row);
}

static void read_verdicts(const char *text)
{
	struct fb_verdict_line line;
	const char *row = text;
	int ret;

	while ((ret = fb_verdict_line(&row, &line))) {
		fuzz_must(row > text && (ret == 1 || ret == -EINVAL));
		text = row;
		fuzz_must(ret < 0 || (*line.name && *line.value));
	}
	fuzz_must(!*row);
}

static void read_histogram(const char *text)
{
	static struct fb_hist hist, again;
	struct fuzz_out out;
	unsigned int i;

	if (fb_hist_parse(text, &hist))
		return;
	fuzz_out_begin(&out);
	fprintf(out.f, "sum=%" PRIu64 "\nmin=%" PRIu64 "\nmax=%" PRIu64 "\n", hist.sum, hist.min,
		hist.max);
	for (i = 0; i < FB_HIST_BUCKETS; i++)
		if (hist.bucket[i])
			fprintf(out.f, "%llu %llu %" PRIu64 "\n", fb_hist_low(i), fb_hist_high(i),
				hist.bucket[i]);
	fuzz_out_end(&out);
	fuzz_must(!fb_hist_parse(out.text, &again) && !memcmp(&hist, &again, sizeof(hist)));
	free(out.text);
}

static void read_latency(const char *text)
{
	struct fb_latency_bucket *bucket;
	unsigned int nr, i;
	struct fb_error error = { "" };

	if (fb_latency_parse(text, &bucket, &nr, &error)) {
		fuzz_must(!bucket && !nr && *error.text);
		return;
	}
	for (i = 0; i < nr; i++) {
		fuzz_must(bucket[i].low <= bucket[i].high && bucket[i].packets);
		fuzz_must(!i || bucket[i].low > bucket[i - 1].high);
	}
	free(bucket);
}

static void read_result(const char *text)
{
	struct fb_bench_result r;
	struct fb_error error = { "" };

	if (fb_bench_result_parse(text, &r, &error)) {
		fuzz_must(*error.text);
		return;
	}
	fuzz_must(*r.kind && *r.error && r.nr_drops <= FB_BENCH_DROPS);
	if (fb_bench_result_closes(&r, r.packets, false, &error))
		fuzz_must(r.arrived == r.packets && r.injected == r.packets);
}

static void count(const char *text)
{
	struct fb_span span[4];
	struct fb_pktgen pg;
	uint64_t n = 0;
	int ret;

	ret = fb_count_hook(text, text, "a|ip_forward", "NF_STOLEN", &n);
	fuzz_must(!ret || ret == -ENOENT || ret == -EOVERFLOW);
	fuzz_must(fb_count_spans(text, span, 4) <= 4);
	(void)fb_count_xfrm_errors(text);
	(void)fb_count_pktgen(text, &pg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	read_hooks(text);
	read_verdicts(text);
	read_histogram(text);
	read_latency(text);
	read_result(text);
	count(text);
	free(text);
	return 0;
}
