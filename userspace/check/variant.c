// SPDX-License-Identifier: GPL-2.0
/* Files that are several checks: for IPv4 and IPv6, and for each row of a table. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "check/variant.h"

#define FOR	 "# for: "
#define VERSIONS "4 6"
#define BOTH	 "46"
#define KIND	 "# kind: "
#define ANY_KIND "KIND"

/* Returns the ':' of a line "# KEY: VALUE", or NULL for another line. */
static char *colon_of(char *line)
{
	size_t key;

	if (strncmp(line, "# ", 2) || line[2] < 'a' || line[2] > 'z')
		return NULL;
	key = strspn(line + 2, "abcdefghijklmnopqrstuvwxyz") + 2;
	key += line[key] == '4' || line[key] == '6';
	return strncmp(line + key, ": ", 2) ? NULL : line + key;
}

/* Returns the value of the first line in the head at or after @text that begins with @key, or NULL. */
static const char *find(const char *text, const char *key, unsigned int *nr)
{
	for (; *text == '#'; text++) {
		++*nr;
		if (!strncmp(text, key, strlen(key)))
			return text + strlen(key);
		text += strcspn(text, "\n");
		if (!*text)
			break;
	}
	return NULL;
}

/* Returns the text behind the line that @value stands in. */
static const char *behind(const char *value)
{
	value += strcspn(value, "\n");
	return value + (*value == '\n');
}

/* Returns the Nth word of a row, and its length without blanks around it; NULL if there are fewer. Word 0 is the kind. */
static const char *word_of(const char *row, unsigned int n, size_t *len)
{
	for (; n; n--) {
		row += strcspn(row, "|\n");
		if (*row++ != '|')
			return NULL;
	}
	row += strspn(row, " \t");
	*len = strcspn(row, "|\n");
	while (*len && (row[*len - 1] == ' ' || row[*len - 1] == '\t'))
		--*len;
	return row;
}

static unsigned int words_in(const char *row)
{
	unsigned int n = 0;
	size_t len;

	while (word_of(row, n, &len))
		n++;
	return n;
}

/* Returns true if the name has BOTH once, and no other 4 or 6. */
static bool names_two(const char *name)
{
	const char *at = strpbrk(name, BOTH);

	return at && !strncmp(at, BOTH, strlen(BOTH)) && !strpbrk(at + strlen(BOTH), BOTH);
}

static int versions_agree(const char *name, const char *text, struct fb_error *error)
{
	const char *value = text;
	unsigned int nr = 0;
	bool both = false;

	while ((value = find(value, FOR, &nr))) {
		int len = (int)strcspn(value, "\n");

		if (len != (int)strlen(VERSIONS) || strncmp(value, VERSIONS, strlen(VERSIONS)))
			return fb_error(error, -EINVAL,
					"line %u: expected '" FOR VERSIONS "', found '" FOR "%.*s'",
					nr, len, value);
		if (!names_two(name))
			return fb_error(error, -EINVAL,
					"line %u: '" FOR VERSIONS
					"': expected a name of the file with one " BOTH
					", and no other 4 or 6, as in taken-udp46.sh",
					nr);
		both = true;
		value = behind(value);
	}
	if (both || !strstr(name, BOTH))
		return 0;
	return fb_error(error, -EINVAL,
			"expected the line '" FOR VERSIONS "' in the head, as the name has " BOTH);
}

static int kinds_agree(const char *name, const char *text, struct fb_error *error)
{
	unsigned int nr = 0, first = 0, words = 0;
	const char *row = text;
	size_t len;

	while ((row = find(row, KIND, &nr))) {
		first = first ? first : nr;
		words = words ? words : words_in(row);
		(void)word_of(row, 0, &len);
		if (!len || strspn(row, "abcdefghijklmnopqrstuvwxyz0123456789-") != len)
			return fb_error(error, -EINVAL,
					"line %u: expected '" KIND "NAME | …', of small letters, "
					"digits and '-'",
					nr);
		if (words_in(row) != words)
			return fb_error(error, -EINVAL,
					"line %u: expected as many '|' as in line %u, %u", nr,
					first, words - 1);
		row = behind(row);
	}
	if (!first == !strstr(name, ANY_KIND))
		return 0;
	return fb_error(error, -EINVAL,
			"expected lines '" KIND "NAME | …' in the head, and " ANY_KIND
			" in the name of the file: found only one of both");
}

/* Returns the number of the first line with a form that only a file for both versions may have, or 0. */
static unsigned int versioned_line(const char *text)
{
	unsigned int nr = 0;
	char line[64];

	for (; *text == '#'; text = behind(text)) {
		const char *colon;

		nr++;
		snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"), text);
		colon = colon_of(line);
		if (colon && (colon[-1] == '4' || colon[-1] == '6' ||
			      memmem(text, strcspn(text, "\n"), "$V", 2)))
			return nr;
	}
	return 0;
}

int fb_variants_agree(const char *name, const char *text, struct fb_error *error)
{
	unsigned int nr = 0;
	int ret = versions_agree(name, text, error);

	if (!ret)
		ret = kinds_agree(name, text, error);
	if (ret || find(text, FOR, &nr))
		return ret;
	nr = versioned_line(text);
	if (!nr)
		return 0;
	return fb_error(error, -EINVAL,
			"line %u: expected the line '" FOR VERSIONS
			"' in a head with '$V' or a key that ends with 4 or 6",
			nr);
}

bool fb_variant_next(const char *text, struct fb_variant *v)
{
	unsigned int nr = 0;

	if (v->version == '4') {
		v->version = '6';
		return true;
	}
	v->version = find(text, FOR, &nr) ? '4' : '\0';
	if (v->row || !v->begun)
		v->row = find(v->row ? behind(v->row) : text, KIND, &nr);
	if (v->begun && !v->row)
		return false;
	v->begun = true;
	return true;
}

/* A text that grows up to the size of its buffer. */
struct grown {
	char *text;
	size_t len;
	size_t size;
};

static void put(struct grown *to, const char *from, size_t len)
{
	for (; len && to->len + 1 < to->size; len--)
		to->text[to->len++] = *from++;
	to->text[to->len] = '\0';
}

void fb_variant_name(char *to, size_t size, const char *name, const struct fb_variant *v)
{
	struct grown grown = { to, 0, size };
	const char *word;
	size_t len;

	*to = '\0';
	while (*name) {
		if (v->version && !strncmp(name, BOTH, strlen(BOTH))) {
			put(&grown, &v->version, 1);
			name += strlen(BOTH);
		} else if (v->row && !strncmp(name, ANY_KIND, strlen(ANY_KIND))) {
			word = word_of(v->row, 0, &len);
			put(&grown, word, len);
			name += strlen(ANY_KIND);
		} else {
			put(&grown, name++, 1);
		}
	}
}

/* Appends a text with what stands for $V and, unless row is NULL, for $1, $2 … */
static void expand(struct grown *to, const char *from, size_t left, char version, const char *row)
{
	const char *word;
	size_t len;

	while (left) {
		bool two = left > 1 && *from == '$';
		size_t taken = 2;

		if (two && from[1] == 'V' && version) {
			put(to, &version, 1);
		} else if (two && row && from[1] > '0' && from[1] <= '9' &&
			   (word = word_of(row, (unsigned int)(from[1] - '0'), &len))) {
			expand(to, word, len, version, NULL);
		} else {
			put(to, from, 1);
			taken = 1;
		}
		from += taken;
		left -= taken;
	}
}

void fb_variant_line(char *line, size_t size, const struct fb_variant *v)
{
	struct grown grown = { line, 0, size };
	char was[1024], *colon;
	size_t key;

	snprintf(was, sizeof(was), "%s", line);
	colon = colon_of(was);
	if (!colon)
		return;
	key = (size_t)(colon - was);
	put(&grown, was, key - (v->version && colon[-1] == v->version));
	put(&grown, ": ", 2);
	key = grown.len;
	expand(&grown, colon + 2, strlen(colon + 2), v->version, v->row);
	if (v->row && grown.len == key)
		strcpy(line, "#");
}
