// SPDX-License-Identifier: GPL-2.0
/* Parses the head and the records of a check, and judges it. */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "lib/print.h"
#include "lib/version.h"

#define DEFAULT_TOPOLOGY "router"

/* What is told by kernel. */
static const struct {
	const char *key;
	size_t at;
} by_kernel[] = {
	{ "fails", offsetof(struct fb_check, fails) },
	{ "differs", offsetof(struct fb_check, differs) },
	{ "slow", offsetof(struct fb_check, slow) },
	{ "danger", offsetof(struct fb_check, danger) },
};

/* The kernel that a head is read for. A bit of @own is set if a line of by_kernel named the kernel's own series. */
struct kernel {
	const char *release;
	const char *known;
	unsigned int own;
};

void fb_check_known(const char *tried, const char *release, char known[FB_CHECK_SERIES])
{
	uint32_t is = fb_version_series(release), best = 0;

	*known = '\0';
	while (*tried) {
		size_t len = strcspn(tried, " \n");
		uint32_t v = fb_version_series(tried);

		if (v == is) {
			*known = '\0';
			return;
		}
		if (v > best && v < is && len < FB_CHECK_SERIES) {
			best = v;
			memcpy(known, tried, len);
			known[len] = '\0';
		}
		tried += len;
		tried += strspn(tried, " \n");
	}
}

/* Sets *text to the text of "6.12 TEXT" or "all TEXT" if that is meant for the kernel. "6.12.117" means 6.12.117 and
 * all later kernels of 6.12: fixes are backported to a series after its first release. Returns 2 for a line of the
 * kernel's own series, which goes before one of the known series.
 */
static int meant_for(const char *value, const struct kernel *kernel, const char **text)
{
	size_t len = strcspn(value, " ");
	char word[16];

	if (!len || len >= sizeof(word) || !value[len])
		return -EINVAL;
	memcpy(word, value, len);
	word[len] = '\0';
	*text = value + len + strspn(value + len, " ");
	if (!**text)
		return -EINVAL;
	if (!strcmp(word, "all"))
		return 1;
	if (!fb_version_series(word))
		return -EINVAL;
	if (fb_version_series(word) == fb_version_series(kernel->release))
		return fb_version_parse(word) <= fb_version_parse(kernel->release) ? 2 : 0;
	return kernel->known && fb_version_series(word) == fb_version_series(kernel->known);
}

static int set(char *to, const char *text)
{
	return snprintf(to, FB_CHECK_TEXT, "%s", text) >= FB_CHECK_TEXT ? -EINVAL : 0;
}

/* Takes the text of a line of by_kernel[i] if it is meant for the kernel, and none of its own series came before. "-" is no
 * text.
 */
static int set_if_meant(struct fb_check *c, unsigned int i, const char *value,
			struct kernel *kernel)
{
	const char *text;
	int ret = meant_for(value, kernel, &text);

	if (ret < 0)
		return ret;
	if (!ret || (ret == 1 && (kernel->own & 1U << i)))
		return 0;
	if (ret == 2)
		kernel->own |= 1U << i;
	return set((char *)c + by_kernel[i].at, strcmp(text, "-") ? text : "");
}

static int set_since(struct fb_check *c, const char *value, const char *release)
{
	size_t len = strcspn(value, " ");
	uint32_t since = fb_version_series(value);

	if (!since || !value[len])
		return -EINVAL;
	if (fb_version_series(release) >= since)
		return 0;
	snprintf(c->lacks, sizeof(c->lacks), "since %.*s:%s", (int)len, value, value + len);
	return 0;
}

static int take_head(struct fb_check *c, const char *key, const char *value, struct kernel *kernel)
{
	unsigned int i;

	if (!strcmp(key, "proves"))
		return set(c->proves, value);
	if (!strcmp(key, "needs"))
		return set(c->needs, value);
	if (!strcmp(key, "topology"))
		return *value ? set(c->topology, value) : -EINVAL;
	if (!strcmp(key, "since"))
		return set_since(c, value, kernel->release);
	for (i = 0; i < sizeof(by_kernel) / sizeof(*by_kernel); i++)
		if (!strcmp(key, by_kernel[i].key))
			return set_if_meant(c, i, value, kernel);
	return 0;
}

int fb_check_head(struct fb_check *c, const char *name, const struct fb_variant *v,
		  const char *text, const char *release, const char *known, struct fb_error *error)
{
	struct kernel kernel = { .release = release, .known = known && *known ? known : NULL };
	unsigned int nr = 0;

	memset(c, 0, sizeof(*c));
	if (snprintf(c->name, sizeof(c->name), "%s", name) >= (int)sizeof(c->name))
		return fb_error(error, -EINVAL, "the name is longer than %d letters",
				FB_CHECK_NAME - 1);
	set(c->topology, DEFAULT_TOPOLOGY);
	/* The head ends with the first line that is not a comment. */
	while (*text == '#') {
		size_t len = strcspn(text, "\n");
		char line[2 * FB_CHECK_TEXT], *colon;

		nr++;
		snprintf(line, sizeof(line), "%.*s", (int)len, text);
		if (v)
			fb_variant_line(line, sizeof(line), v);
		colon = strstr(line, ": ");
		if (colon && line[1] == ' ') {
			*colon = '\0';
			if (take_head(c, line + 2, colon + 2, &kernel))
				return fb_error(error, -EINVAL, "line %u: cannot use '%s'", nr,
						line + 2);
		}
		text += len + (text[len] == '\n');
		/* Of two checks, each may have its own line. */
		if (nr == (v && v->version ? 2 : 1) && !*c->proves)
			break;
	}
	if (*c->proves)
		return 0;
	return fb_error(error, -EINVAL, "the first line is not '# proves: …'");
}

static bool read_number(const char *text, int64_t *n)
{
	char *end;

	errno = 0;
	*n = strtoll(text, &end, 10);
	return end != text && !*end && !errno;
}

int fb_claim_holds(const char *op, const char *wanted, const char *counted, bool *held)
{
	int64_t w, c;

	if (!strcmp(op, "=") || !strcmp(op, "!=")) {
		*held = !strcmp(wanted, counted) == (*op == '=');
		return 0;
	}
	if (!read_number(wanted, &w) || !read_number(counted, &c))
		return -EINVAL;
	if (!strcmp(op, "<"))
		*held = c < w;
	else if (!strcmp(op, "<="))
		*held = c <= w;
	else if (!strcmp(op, ">"))
		*held = c > w;
	else if (!strcmp(op, ">="))
		*held = c >= w;
	else
		return -EINVAL;
	return 0;
}

/* Copies the next field of a line with tabs; returns false if there is none or it is too long. */
static bool field(const char **line, char *to, size_t size)
{
	size_t len;

	if (!*line)
		return false;
	len = strcspn(*line, "\t");
	if (len >= size)
		return false;
	memcpy(to, *line, len);
	to[len] = '\0';
	*line = (*line)[len] ? *line + len + 1 : NULL;
	return true;
}

static int take_claim(struct fb_check *c, const char *rest)
{
	struct fb_claim *cl = &c->claim[c->nr_claims];

	if (c->nr_claims == FB_CHECK_CLAIMS)
		return -E2BIG;
	if (!field(&rest, cl->source, sizeof(cl->source)) || !*cl->source ||
	    !field(&rest, cl->what, sizeof(cl->what)) || !field(&rest, cl->op, sizeof(cl->op)) ||
	    !field(&rest, cl->wanted, sizeof(cl->wanted)) ||
	    !field(&rest, cl->counted, sizeof(cl->counted)) || rest ||
	    fb_claim_holds(cl->op, cl->wanted, cl->counted, &cl->held))
		return -EINVAL;
	c->nr_claims++;
	return 0;
}

int fb_check_record(struct fb_check *c, const char *line)
{
	char kind[8];
	const char *rest = line;

	if (!field(&rest, kind, sizeof(kind)))
		return -EINVAL;
	if (!strcmp(kind, "end") && !rest) {
		c->ended = true;
		return 0;
	}
	if (!rest)
		return -EINVAL;
	if (!strcmp(kind, "claim"))
		return take_claim(c, rest);
	if (!strcmp(kind, "skip"))
		return set(c->skip, rest);
	if (!strcmp(kind, "lacks"))
		return set(c->lacks, rest);
	if (!strcmp(kind, "fails"))
		return set(c->fails, strcmp(rest, "-") ? rest : "");
	if (strcmp(kind, "note"))
		return -EINVAL;
	if (c->nr_notes == FB_CHECK_NOTES)
		return -E2BIG;
	snprintf(c->note[c->nr_notes++], FB_CHECK_TEXT, "%s", rest);
	return 0;
}

/* Returns true for a claim of log or sum: every check makes these. */
static bool is_common(const struct fb_claim *cl)
{
	return !strcmp(cl->source, "log") || !strcmp(cl->source, "sum");
}

/* A known failure excuses the claims of the check, but not complaints of the kernel or sums that do not close. */
static bool commons_hold(const struct fb_check *c)
{
	unsigned int i;

	for (i = 0; i < c->nr_claims; i++)
		if (is_common(&c->claim[i]) && !c->claim[i].held)
			return false;
	return true;
}

/* Returns the number of sources besides log and sum. */
static unsigned int sources(const struct fb_check *c)
{
	unsigned int i, k, n = 0;

	for (i = 0; i < c->nr_claims; i++) {
		const char *source = c->claim[i].source;

		if (is_common(&c->claim[i]))
			continue;
		for (k = 0; k < i && strcmp(c->claim[k].source, source); k++)
			;
		n += k == i;
	}
	return n;
}

/* Returns true if the check proves its claim; else sets c->why. */
static bool proved(struct fb_check *c, int status)
{
	unsigned int i;

	for (i = 0; i < c->nr_claims && c->claim[i].held; i++)
		;
	if (i < c->nr_claims) {
		const struct fb_claim *cl = &c->claim[i];

		fb_error(&c->why, 0, "%s: %s %s %s, counted %s", cl->source, cl->what, cl->op,
			 cl->wanted, cl->counted);
	} else if (status < 0) {
		fb_error_errno(&c->why, status, "cannot be run");
	} else if (!c->ended || status) {
		fb_error(&c->why, 0, "did not come to its end (status %d)%s%s", status,
			 c->nr_notes ? ": " : "", c->nr_notes ? c->note[c->nr_notes - 1] : "");
	} else if (sources(c) < 2) {
		fb_error(&c->why, 0, "claims from %u source, a proof needs two", sources(c));
	} else {
		return true;
	}
	return false;
}

void fb_check_judge(struct fb_check *c, int status)
{
	bool good;

	fb_error_clear(&c->why);
	if (*c->lacks || *c->skip) {
		c->outcome = *c->lacks ? FB_CHECK_LACKS : FB_CHECK_SKIPPED;
		fb_error(&c->why, 0, "%s", *c->lacks ? c->lacks : c->skip);
		return;
	}
	good = proved(c, status);
	if (!*c->fails)
		c->outcome = good ? FB_CHECK_PASSED : FB_CHECK_FAILED;
	else if (good)
		c->outcome = FB_CHECK_FIXED;
	else if (c->ended && !status && commons_hold(c))
		c->outcome = FB_CHECK_KNOWN;
	else
		c->outcome = FB_CHECK_FAILED;
	if (c->outcome == FB_CHECK_KNOWN)
		fb_error(&c->why, 0, "%s", c->fails);
	else if (c->outcome == FB_CHECK_FIXED)
		fb_error(&c->why, 0, "passes, but its file says that it fails: %.200s", c->fails);
}

bool fb_check_good(const struct fb_check *c, bool strict)
{
	switch (c->outcome) {
	case FB_CHECK_PASSED:
	case FB_CHECK_KNOWN:
	case FB_CHECK_LACKS:
		return true;
	case FB_CHECK_SKIPPED:
		return !strict;
	default:
		return false;
	}
}

const char *fb_check_outcome_name(enum fb_check_outcome outcome)
{
	static const char *const names[] = {
		[FB_CHECK_FAILED] = "failed", [FB_CHECK_PASSED] = "passed",
		[FB_CHECK_KNOWN] = "known",   [FB_CHECK_FIXED] = "fixed",
		[FB_CHECK_LACKS] = "lacks",   [FB_CHECK_SKIPPED] = "skipped",
	};

	return names[outcome];
}

void fb_check_print(const struct fb_check *c, unsigned int nr, bool strict, FILE *f)
{
	bool good = fb_check_good(c, strict);
	unsigned int i;

	for (i = 0; i < c->nr_claims; i++) {
		const struct fb_claim *cl = &c->claim[i];

		fb_print(f, "# %-3s %-5s %s: expected %s %s, counted %s\n", cl->held ? "" : "NOT",
			 cl->source, cl->what, cl->op, cl->wanted, cl->counted);
	}
	for (i = 0; i < c->nr_notes; i++)
		fb_print(f, "#     note  %s\n", c->note[i]);
	if (*c->differs)
		fb_print(f, "#     on this kernel  %s\n", c->differs);
	if (*c->slow)
		fb_print(f, "#     silently slow  %s\n", c->slow);
	if (*c->danger)
		fb_print(f, "#     dangerous  %s\n", c->danger);
	fb_print(f, "%sok %u - %s: %s", good && c->outcome != FB_CHECK_KNOWN ? "" : "not ", nr,
		 c->name, c->proves);
	if (c->outcome == FB_CHECK_KNOWN)
		fb_print(f, " # TODO this kernel: %s", c->why.text);
	else if (c->outcome == FB_CHECK_LACKS)
		fb_print(f, " # SKIP this kernel lacks the feature, %s", c->why.text);
	else if (c->outcome == FB_CHECK_SKIPPED && good)
		fb_print(f, " # SKIP %s", c->why.text);
	fputc('\n', f);
	if (!good)
		fb_print(f, "# failed: %s\n", c->why.text);
}
