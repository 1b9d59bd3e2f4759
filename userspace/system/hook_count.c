// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "flowbench_uapi.h"
#include "system/hook_count.h"
#include "system/hooks_text.h"

/* Returns the next line, or NULL. */
static const char *next_row(const char *row)
{
	const char *end = strchr(row, '\n');

	return end && end[1] ? end + 1 : NULL;
}

/* Reads the calls of a hook. Returns -ENOENT if the hook is not on. */
static int hook_calls(const char *hooks, const char *name, size_t len, uint64_t *calls)
{
	struct fb_hook_line line;
	int ret;

	while ((ret = fb_hook_line(&hooks, &line))) {
		if (ret < 0 || strncmp(line.name, name, len) || line.name[len])
			continue;
		if (strcmp(line.state, FB_STATE_ON))
			return -ENOENT;
		*calls = line.calls;
		return line.missed ? -EOVERFLOW : 0;
	}
	return -ENOENT;
}

static uint64_t hook_verdict(const char *verdicts, const char *name, size_t len,
			     const char *verdict)
{
	struct fb_verdict_line line;
	int ret;

	while ((ret = fb_verdict_line(&verdicts, &line)))
		if (ret > 0 && !strncmp(line.name, name, len) && !line.name[len] &&
		    !strcmp(line.value, verdict))
			return line.n;
	return 0;
}

int fb_count_hook(const char *hooks, const char *verdicts, const char *names, const char *verdict,
		  uint64_t *n)
{
	size_t len;
	int ret;

	for (;;) {
		len = strcspn(names, "|");
		ret = hook_calls(hooks, names, len, n);
		if (ret != -ENOENT || !names[len])
			break;
		names += len + 1;
	}
	if (!ret && verdict)
		*n = hook_verdict(verdicts, names, len, verdict);
	return ret;
}

uint64_t fb_count_xfrm_errors(const char *text)
{
	uint64_t sum = 0, n;
	const char *row;

	for (row = text; row && *row; row = next_row(row))
		if (sscanf(row, "%*s %" SCNu64, &n) == 1)
			sum += n;
	return sum;
}

int fb_count_pktgen(const char *text, struct fb_pktgen *pg)
{
	const char *p = strstr(text, "Result: OK: "), *e;

	if (!p || sscanf(p, "Result: OK: %*u(c%" SCNu64 "+d%*u) usec, %" SCNu64, &pg->usec,
			 &pg->sent) != 2)
		return -EINVAL;
	e = strstr(p, "errors: ");
	return e && sscanf(e, "errors: %" SCNu64, &pg->errors) == 1 ? 0 : -EINVAL;
}

unsigned int fb_count_spans(const char *hooks, struct fb_span *span, unsigned int max)
{
	struct fb_hook_line line;
	unsigned int nr = 0;
	int ret;

	while (nr < max && (ret = fb_hook_line(&hooks, &line))) {
		if (ret < 0 || strcmp(line.state, FB_STATE_ON) || !line.calls)
			continue;
		snprintf(span[nr].name, sizeof(span->name), "%s", line.name);
		snprintf(span[nr].mech, sizeof(span->mech), "%s", line.mech);
		span[nr++].calls = line.calls;
	}
	return nr;
}
