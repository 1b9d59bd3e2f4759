// SPDX-License-Identifier: GPL-2.0
/* The schema of bench.json. What rounds and proofs must agree in is in bench_agree.c and proof_agree.c. */
#include "price/prices.h"
#include "bench/bench_schema.h"
#include "bench/bench_agree.h"
#include "bench/proof_agree.h"
#include "bench/bench_json.h"
#include "bench/flow_json.h"
#include "json/json_fingerprint.h"

static const char *const modes[] = { "insn", "turns", "ns", NULL };
static const char *const held[] = { "no", "yes", "unknown", NULL };
static const char *const arrives[] = { "whole", "cut", NULL };
static const char *const protos[] = { "tcp", "udp", NULL };

static const struct fb_json_field numbers[] = {
	{ FB_JSON("number", COUNT), .low = 1 },
	{ NULL },
};

static const struct fb_json_field settings[] = {
	{ FB_JSON("labs", COUNT), .low = 1, .high = 100000 },
	{ FB_JSON("tuples", COUNT), .low = 1, .high = 100000 },
	{ FB_JSON("rounds", COUNT), .low = 1, .high = 100000 },
	{ FB_JSON("packets", COUNT), .low = 1, .high = 1e12 },
	{ FB_JSON("flows", LIST), .low = 1, .of = numbers },
	{ FB_JSON("sizes", LIST), .of = numbers },
	{ FB_JSON("batches", LIST), .low = 1, .of = numbers },
	{ FB_JSON("cpus", LIST), .low = 1, .of = numbers },
	{ FB_JSON("segments", LIST), .of = numbers, .optional = true },
	{ FB_JSON("flow_prices", LIST), .of = numbers, .optional = true },
	{ NULL },
};

static const struct fb_json_field stat_fields[] = {
	{ FB_JSON("median", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("min", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("max", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("low95", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("high95", REAL), .low = 0, .high = 1e15 },
	{ NULL },
};

static const struct fb_json_field proof_fields[] = {
	{ FB_JSON("proof", TEXT), .low = 1, .high = 256 },
	{ FB_JSON("counted", COUNT) },
	{ FB_JSON("wanted", COUNT) },
	{ FB_JSON("holds", WORD), .words = held },
	{ NULL },
};

static const struct fb_json_field proofs[] = {
	{ FB_JSON("proof", OBJECT), .of = proof_fields, .agree = fb_bench_proof_agrees },
	{ NULL },
};

static const struct fb_json_field span_fields[] = {
	{ FB_JSON("function", TEXT), .low = 1 },
	{ FB_JSON("by", TEXT) },
	{ FB_JSON("calls", COUNT) },
	{ FB_JSON("inside", REAL) },
	{ FB_JSON("measuring", REAL) },
	{ NULL },
};

static const struct fb_json_field spans[] = {
	{ FB_JSON("span", OBJECT), .of = span_fields },
	{ NULL },
};

/* The last one may have no upper bound. */
static const struct fb_json_field bucket[] = {
	{ FB_JSON("low", COUNT) },
	{ FB_JSON("high", COUNT), .null = true },
	{ FB_JSON("packets", COUNT) },
	{ NULL },
};

static const struct fb_json_field buckets[] = {
	{ FB_JSON("bucket", TUPLE), .of = bucket },
	{ NULL },
};

static const struct fb_json_field latency[] = {
	{ FB_JSON("unit", WORD), .words = modes },
	{ FB_JSON("cost", REAL) },
	{ FB_JSON("packets", COUNT) },
	{ FB_JSON("buckets", LIST), .low = 1, .of = buckets },
	{ NULL },
};

static const struct fb_json_field pktgen[] = {
	{ FB_JSON("gross", REAL) },   { FB_JSON("own", REAL) },	     { FB_JSON("sent", COUNT) },
	{ FB_JSON("errors", COUNT) }, { FB_JSON("arrived", COUNT) }, { NULL },
};

static const struct fb_json_field sample_fields[] = {
	{ FB_JSON("lab", COUNT), .low = 1 },
	{ FB_JSON("tuple", COUNT), .low = 1 },
	{ FB_JSON("price", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("repeats", REAL), .low = 0, .high = 1e15, .optional = true },
	{ NULL },
};

static const struct fb_json_field samples[] = {
	{ FB_JSON("sample", OBJECT), .of = sample_fields },
	{ NULL },
};

static const struct fb_json_field drops[] = {
	{ FB_JSON("packets", COUNT) },
	{ NULL },
};

/* Documents of earlier versions have fewer members. */
#define FIELD_EACH(name)  { FB_JSON(name, COUNT) },
#define FIELD_LATER(name) { FB_JSON(name, COUNT), .optional = true },
#define FIELD_CUT(name)	  FIELD_LATER(name)
#define FIELD_NONE(name)
#define FIELD(name, where) FIELD_##where(#name)

static const struct fb_json_field round_fields[] = {
	FB_ROUND_COUNTERS(FIELD)
	/* Packets of each reason. */
	{ FB_JSON("drops", MAP), .of = drops, .optional = true },
	{ NULL },
};

static const struct fb_json_field one_round[] = {
	{ FB_JSON("round", OBJECT), .of = round_fields },
	{ NULL },
};

static const struct fb_json_field rounds[] = {
	{ FB_JSON("own", LIST), .of = one_round },
	{ FB_JSON("gross", LIST), .of = one_round },
	{ FB_JSON("whole", LIST), .of = one_round, .optional = true },
	{ NULL },
};

static const struct fb_json_field point_fields[] = {
	FB_JSON_POINT_FIELDS,
	{ FB_JSON("title", TEXT) },
	{ FB_JSON("replaces", TEXT), .low = 1, .null = true },
	{ FB_JSON("error", TEXT), .low = 1, .null = true },
	{ FB_JSON("gross", OBJECT), .of = stat_fields, .agree = fb_bench_stat_agrees },
	{ FB_JSON("own", OBJECT), .of = stat_fields, .agree = fb_bench_stat_agrees },
	{ FB_JSON("net", REAL) },
	{ FB_JSON("proofs", LIST), .of = proofs },
	{ FB_JSON("own_by", TEXT), .low = 1, .optional = true },
	{ FB_JSON("hook", REAL), .low = 0, .high = 1e15, .optional = true },
	{ FB_JSON("packets", COUNT), .optional = true },
	{ FB_JSON("arrives", WORD), .words = arrives, .optional = true },
	{ FB_JSON("later", REAL), .optional = true },
	{ FB_JSON("repeats", REAL), .optional = true },
	{ FB_JSON("ratio", REAL), .low = 0, .high = 1e15, .optional = true },
	{ FB_JSON("memory", COUNT), .optional = true },
	{ FB_JSON("spans", LIST), .of = spans, .optional = true },
	{ FB_JSON("latency", OBJECT), .of = latency, .agree = fb_bench_latency_agrees,
	  .optional = true },
	{ FB_JSON("pktgen", OBJECT), .of = pktgen, .optional = true },
	{ FB_JSON("samples", LIST), .high = 100000, .of = samples },
	{ FB_JSON("rounds", OBJECT), .of = rounds, .optional = true },
	{ NULL },
};

/* A point that could not be measured may lack its size: bench learns it from the first round. */
static const struct fb_json_field failed_fields[] = {
	{ FB_JSON("path", TEXT), .low = 1, .high = 63 },
	{ FB_JSON("error", TEXT), .low = 1 },
	{ FB_JSON("size", COUNT) },
	{ FB_JSON("flows", COUNT) },
	{ FB_JSON("batch", COUNT) },
	{ FB_JSON("cpus", COUNT) },
	{ FB_JSON("net", REAL) },
	{ NULL },
};

static const struct fb_json_field measured = { FB_JSON("point", OBJECT), .of = point_fields };
static const struct fb_json_field failed = { FB_JSON("point", OBJECT), .of = failed_fields };

static int point_agrees(const struct fb_json_at *at, const json_t *js, const json_t *doc,
			struct fb_error *error)
{
	bool is_measured = fb_bench_is_measured(js);
	int ret = fb_json_check_at(at, js, is_measured ? &measured : &failed, doc, error);

	return ret || !is_measured ? ret : fb_bench_point_agrees(at, js, doc, error);
}

static const struct fb_json_field points[] = {
	{ FB_JSON("point", OBJECT), .agree = point_agrees },
	{ NULL },
};

static const struct fb_json_field hook_rounds[] = {
	{ FB_JSON("none", LIST), .low = 1, .of = one_round },
	{ FB_JSON("one", LIST), .low = 1, .of = one_round },
	{ FB_JSON("two", LIST), .low = 1, .of = one_round },
	{ NULL },
};

static const struct fb_json_field hook_fields[] = {
	{ FB_JSON("cost", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("size", COUNT), .low = 1 },
	{ FB_JSON("packets", COUNT), .low = 1, .high = FB_HOOK_PACKETS },
	{ FB_JSON("rounds", OBJECT), .of = hook_rounds },
	{ NULL },
};

static const struct fb_json_field hooks[] = {
	{ FB_JSON("hook", OBJECT), .of = hook_fields, .agree = fb_bench_hook_agrees },
	{ NULL },
};

static const struct fb_json_field stream_fields[] = {
	{ FB_JSON("path", TEXT), .low = 1 },
	{ FB_JSON("proto", WORD), .words = protos },
	{ FB_JSON("streams", COUNT), .low = 1 },
	{ FB_JSON("mbits", REAL), .low = 0, .high = 1e15 },
	{ FB_JSON("bytes", COUNT) },
	{ FB_JSON("retransmits", COUNT) },
	{ FB_JSON("lost_percent", REAL), .low = 0, .high = 100 },
	/* Differences of a clock with ticks of 10 ms a processor: of an idle time they can be a little below zero. */
	{ FB_JSON("cpu_seconds", REAL), .low = -1, .high = 1e15 },
	{ FB_JSON("busy_seconds", REAL), .low = -1, .high = 1e15 },
	{ FB_JSON("packets", COUNT) },
	{ FB_JSON("fast", COUNT) },
	{ FB_JSON("serial", COUNT) },
	{ NULL },
};

static const struct fb_json_field streams[] = {
	{ FB_JSON("stream", OBJECT), .of = stream_fields },
	{ NULL },
};

static const struct fb_json_field fields[] = {
	{ FB_JSON("mode", WORD), .words = modes },
	{ FB_JSON("settings", OBJECT), .of = settings },
	{ FB_JSON_FINGERPRINT },
	{ FB_JSON("compiler", TEXT), .high = 127, .optional = true },
	{ FB_JSON("clock", REAL), .low = 0, .high = 1e15, .optional = true },
	{ FB_JSON("hooks", LIST), .low = 1, .of = hooks, .optional = true },
	{ FB_JSON("points", LIST), .of = points, .unique = FB_POINT_KEYS },
	{ FB_JSON("streams", LIST), .of = streams, .optional = true },
	{ FB_JSON("flow_prices", LIST), .of = fb_flow_price_fields, .unique = FB_FLOW_KEYS,
	  .optional = true },
	{ NULL },
};

static const struct fb_json_field whole = { FB_JSON("bench.json", OBJECT), .of = fields };

const struct fb_json_schema fb_bench_schema = { FB_BENCH_SCHEMA, &whole };
