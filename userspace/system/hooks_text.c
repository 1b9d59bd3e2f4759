// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "system/hooks_text.h"
#include "lib/words.h"

static const char *line_end(const char *row)
{
	return row + strcspn(row, "\n");
}

/* Returns true at the end of a line that was not cut. */
static bool ends(const char *row)
{
	return *row == '\n';
}

/* Returns true if the text is safe to print on a terminal. */
static bool printable(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] < ' ' || text[i] > '~')
			return false;
	return true;
}

/* Takes the next word of a line. Words are separated by one blank. */
static bool take_word(const char **row, char *word, size_t size)
{
	size_t len = strcspn(*row, " \n");

	if (!len || len >= size || !printable(*row, len))
		return false;
	memcpy(word, *row, len);
	word[len] = '\0';
	*row += len;
	*row += **row == ' ';
	return true;
}

static bool take_number(const char **row, uint64_t *n)
{
	char word[24];

	return take_word(row, word, sizeof(word)) && !fb_number(word, 0, UINT64_MAX, n);
}

/* Takes the rest of the line, which is a sentence. */
static bool take_rest(const char **row, char *rest, size_t size)
{
	const char *end = line_end(*row);
	size_t i, len = (size_t)(end - *row);

	if (!len)
		return false;
	snprintf(rest, size, "%.*s", (int)(len < size ? len : size - 1), *row);
	for (i = 0; rest[i]; i++)
		if (rest[i] < ' ' || rest[i] > '~')
			rest[i] = '?';
	*row = end;
	return true;
}

/* Takes the next line: @text points behind it afterwards. */
static bool next_line(const char **text, const char **row)
{
	*row = *text;
	if (!*row || !**row)
		return false;
	*text = line_end(*row);
	*text += **text == '\n';
	return true;
}

/* "ip_forward ip_forward on kretprobe 5 errno 0 -" */
int fb_hook_line(const char **text, struct fb_hook_line *line)
{
	char symbol[FB_HOOK_NAME + 80];
	const char *row;

	if (!next_line(text, &row))
		return 0;
	if (take_word(&row, line->name, sizeof(line->name)) &&
	    take_word(&row, symbol, sizeof(symbol)) &&
	    take_word(&row, line->state, sizeof(line->state)) &&
	    take_word(&row, line->mech, sizeof(line->mech)) && take_number(&row, &line->calls) &&
	    take_word(&row, line->kind, sizeof(line->kind)) && take_number(&row, &line->missed) &&
	    take_rest(&row, line->reason, sizeof(line->reason)) && ends(row))
		return 1;
	return -EINVAL;
}

/* "nf_flow_offload_ip_hook NF_STOLEN 5120" */
int fb_verdict_line(const char **text, struct fb_verdict_line *line)
{
	const char *row;

	if (!next_line(text, &row))
		return 0;
	if (take_word(&row, line->name, sizeof(line->name)) &&
	    take_word(&row, line->value, sizeof(line->value)) && take_number(&row, &line->n) &&
	    ends(row))
		return 1;
	return -EINVAL;
}

/* "sum=90123" */
static bool take_key(const char **text, const char *key, uint64_t *n)
{
	size_t len = strlen(key);
	const char *row;

	if (!next_line(text, &row) || strncmp(row, key, len))
		return false;
	row += len;
	return take_number(&row, n) && ends(row);
}

/* Takes a bucket, "408 415 3". Buckets must ascend. */
static bool take_bucket(const char *row, unsigned int *from, struct fb_hist *hist)
{
	uint64_t low, high, n;
	unsigned int i;

	if (!take_number(&row, &low) || !take_number(&row, &high) || !take_number(&row, &n) ||
	    !ends(row))
		return false;
	i = fb_hist_index(low);
	if (i < *from || fb_hist_low(i) != low || fb_hist_high(i) != high)
		return false;
	hist->bucket[i] = n;
	*from = i + 1;
	return true;
}

int fb_hist_parse(const char *text, struct fb_hist *hist)
{
	unsigned int from = 0;
	const char *row;

	memset(hist, 0, sizeof(*hist));
	if (!take_key(&text, "sum=", &hist->sum) || !take_key(&text, "min=", &hist->min) ||
	    !take_key(&text, "max=", &hist->max))
		return -EINVAL;
	while (next_line(&text, &row))
		if (!take_bucket(row, &from, hist))
			return -EINVAL;
	return 0;
}
