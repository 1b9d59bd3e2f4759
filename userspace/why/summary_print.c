// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "json/json.h"
#include "lib/print.h"
#include "why/summary_json.h"
#include "why/summary_print.h"

/* Puts the detail in place of %s. The formats are those of the table in reasons.h. */
static void fill_format(char *to, size_t size, const char *format, const char *detail)
{
	const char *at = strstr(format, "%s");

	if (at)
		snprintf(to, size, "%.*s%s%s", (int)(at - format), format, detail, at + 2);
	else
		snprintf(to, size, "%s", format);
}

const struct fb_why_texts *fb_why_texts_of(const struct fb_why_answer *answer,
					   struct fb_why_texts *texts)
{
	const struct fb_reason *reason = fb_reason(answer->id);

	fill_format(texts->what, sizeof(texts->what), reason->what, answer->detail);
	fill_format(texts->advice, sizeof(texts->advice), reason->advice, answer->detail);
	return texts;
}

/* Prints the packets a second in twelve columns. */
static void put_rate(const struct fb_why_summary *s, const struct fb_why_row *row, FILE *out)
{
	double rate = (double)row->packets / (s->seconds > 0 ? s->seconds : 1);

	if (s->state_only || row->of_connections)
		fb_print(out, "%12s", "-");
	else
		fb_print(out, "%s%*.*f", s->scale > 1 ? "~" : "", s->scale > 1 ? 11 : 12,
			 row->packets < 10 * s->seconds, rate);
}

/*
 *	connections: 214 tracked, 198 offloaded; of 1234567 packets forwarded in 10.0 s, 96.1 % took the fast path
 *	  packets/s  connections  why not                                  what would change it
 *	       3820            9  device wg0 is in no flowtable            add it to the devices of the flowtable
 */
void fb_why_print(const struct fb_why_summary *s, unsigned int width, FILE *out)
{
	uint64_t forwarded = s->fast + s->slow;
	struct fb_why_texts texts;
	unsigned int i, what = 40;

	fb_print(out, "connections: %" PRIu64 " tracked, %" PRIu64 " offloaded; ", s->tracked,
		 s->offloaded);
	if (s->state_only)
		fb_print(out, "without the module flowbench, packets are not known\n");
	else if (forwarded)
		fb_print(out,
			 "of %" PRIu64 " packets forwarded in %.1f s, %.1f %% took the fast path\n",
			 forwarded, s->seconds, 100.0 * (double)s->fast / (double)forwarded);
	else
		fb_print(out, "no packet was forwarded in %.1f s\n", s->seconds);
	if (s->asked[0])
		fb_print(out,
			 "hardware: flowtable %s asks for it; %" PRIu64
			 " of the offloaded connections are there\n",
			 s->asked, s->hardware);
	if (s->asked[0] && s->unheard[0])
		fb_print(out, "why others are not cannot be said: %s\n", s->unheard);
	if (!s->nr)
		return;
	for (i = 0; i < s->nr; i++) {
		fb_why_texts_of(&s->row[i].answer, &texts);
		if (strlen(texts.what) > what)
			what = (unsigned int)strlen(texts.what);
	}
	if (what > 60)
		what = 60;
	fb_print(out, "%12s %12s  %-*s  %s\n", "packets/s", "connections", (int)what, "why not",
		 width > 80 ? "what would change it" : "");
	for (i = 0; i < s->nr; i++) {
		const struct fb_why_row *row = &s->row[i];

		fb_why_texts_of(&row->answer, &texts);
		put_rate(s, row, out);
		fb_print(out, " %12u  %-*s  %s\n", row->connections, (int)what, texts.what,
			 texts.advice);
	}
	if (s->scale > 1)
		fb_print(out, "~ estimated: 1 of %.1f packets was looked at\n", s->scale);
	if (s->missed)
		fb_print(out, "%" PRIu64 " calls were missed by the module's probes\n", s->missed);
}

/* Returns the number, or null if packets are not known. */
static json_t *count_of(bool known, uint64_t n)
{
	return known ? json_integer((json_int_t)n) : json_null();
}

static json_t *row_json(const struct fb_why_summary *s, const struct fb_why_row *row)
{
	struct fb_why_texts texts;
	double rate = s->seconds > 0 ? (double)row->packets / s->seconds : 0.0;
	bool known = !s->state_only && !row->of_connections;

	fb_why_texts_of(&row->answer, &texts);
	return json_pack("{s:s, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:s, s:s}", "reason",
			 fb_reason(row->answer.id)->name, "packets", count_of(known, row->packets),
			 "packets_per_second", known ? json_real(rate) : json_null(), "sampled",
			 count_of(known, row->sampled), "connections", (int)row->connections,
			 "detail", fb_json_string(row->answer.detail), "what",
			 fb_json_string(texts.what), "advice", fb_json_string(texts.advice),
			 "proto", row->proto, "example", row->example);
}

static json_t *packets_json(const struct fb_why_summary *s)
{
	uint64_t forwarded = s->fast + s->slow;

	if (s->state_only)
		return json_null();
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "fast", (json_int_t)s->fast,
			 "slow", (json_int_t)s->slow, "local", (json_int_t)s->local, "not_taken",
			 (json_int_t)s->passed, "sampled", (json_int_t)s->sampled, "missed",
			 (json_int_t)s->missed, "scale", s->scale, "fast_share",
			 forwarded ? json_real((double)s->fast / (double)forwarded) : json_null());
}

json_t *fb_why_json(const struct fb_why_summary *s)
{
	json_t *rows = json_array();
	unsigned int i;

	/* An answer that lacks a row would be wrong. */
	for (i = 0; rows && i < s->nr; i++) {
		if (json_array_append_new(rows, row_json(s, &s->row[i]))) {
			json_decref(rows);
			return NULL;
		}
	}
	return json_pack("{s:s, s:f, s:b, s:{s:I, s:I, s:I}, s:o, s:o}", "schema", FB_WHY_SCHEMA,
			 "seconds", s->seconds, "state_only", s->state_only, "connections",
			 "tracked", (json_int_t)s->tracked, "offloaded", (json_int_t)s->offloaded,
			 "hardware", (json_int_t)s->hardware, "packets", packets_json(s), "reasons",
			 rows);
}
