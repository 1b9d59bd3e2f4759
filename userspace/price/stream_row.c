// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "json/json_schema.h"
#include "price/stream_row.h"
#include "lib/print.h"

int fb_stream_parse(const char *text, struct fb_stream *st, struct fb_error *error)
{
	json_error_t err;
	json_t *doc = json_loads(text, 0, &err), *end, *sum, *sent;
	const char *said;

	memset(st, 0, sizeof(*st));
	if (!doc)
		return fb_error(error, -EINVAL, "iperf3 says no JSON: %.100s", err.text);
	said = json_string_value(json_object_get(doc, "error"));
	end = json_object_get(doc, "end");
	/* UDP has one sum, and TCP one for each end. */
	sum = json_object_get(end, "sum_received");
	if (!sum)
		sum = json_object_get(end, "sum");
	sent = json_object_get(end, "sum_sent");
	if (said || !sum) {
		fb_error(error, -EINVAL, "iperf3: %.120s", said ? said : "no sum");
		json_decref(doc);
		return -EINVAL;
	}
	st->mbits = fb_json_real(sum, "bits_per_second") / 1e6;
	st->bytes = (uint64_t)fb_json_count(sum, "bytes");
	st->seconds = fb_json_real(sum, "seconds");
	st->lost = fb_json_real(json_object_get(end, "sum"), "lost_percent");
	st->retransmits = (uint64_t)fb_json_count(sent ? sent : sum, "retransmits");
	json_decref(doc);
	return 0;
}

double fb_traffic_price(const struct fb_traffic_row *row)
{
	return row->packets && row->cpu > 0 ? row->cpu * 1e6 / (double)row->packets : 0;
}

void fb_traffic_print(const struct fb_traffic_row *row, FILE *to)
{
	if (!row) {
		fb_print(to, "%-18s %-5s %7s %9s %8s %6s %8s %8s %9s %6s\n", "path", "proto",
			 "streams", "Mbit/s", "retrans", "lost%", "cpu s", "packets", "us/packet",
			 "fast%");
		return;
	}
	fb_print(to, "%-18s %-5s %7u %9.1f %8" PRIu64 " %6.1f %8.2f %8" PRIu64 " %9.1f %6.1f\n",
		 row->path->name, row->udp ? "udp" : "tcp", row->streams, row->said.mbits,
		 row->said.retransmits, row->said.lost, row->cpu, row->packets,
		 fb_traffic_price(row),
		 row->packets ? 100.0 * (double)row->fast / (double)row->packets : 0);
	fflush(to);
}
