// SPDX-License-Identifier: GPL-2.0
/* Counts entries of connection tracking. */
#include <errno.h>
#include <libnetfilter_conntrack/libnetfilter_conntrack.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/message.h"
#include "system/conntrack_count.h"

#define LINE_MAX_CT 1024

struct count {
	const char *const *words;
	unsigned int nr;
	bool all;
	uint64_t *n;
};

/* Returns true if the word stands between blanks or in brackets. */
static bool has_word(const char *line, const char *word)
{
	size_t len = strlen(word);
	const char *p = line;

	for (; len && (p = strstr(p, word)); p++)
		if ((p == line || strchr(" \t[", p[-1])) && strchr(" \t\n]", p[len]))
			return true;
	return false;
}

static int count_entry(enum nf_conntrack_msg_type type, struct nf_conntrack *ct, void *data)
{
	const struct count *count = data;
	char line[LINE_MAX_CT];
	unsigned int i;

	(void)type;
	nfct_snprintf(line, sizeof(line), ct, 0, NFCT_O_DEFAULT, 0);
	if (count->all) {
		for (i = 0; i < count->nr && has_word(line, count->words[i]); i++)
			;
		*count->n += i == count->nr;
		return NFCT_CB_CONTINUE;
	}
	for (i = 0; i < count->nr; i++)
		count->n[i] += !count->words[i] || strstr(line, count->words[i]);
	return NFCT_CB_CONTINUE;
}

static int dump(struct nfct_handle *nfct, struct count *count)
{
	uint32_t family = AF_UNSPEC;

	if (nfct_callback_register(nfct, NFCT_T_ALL, count_entry, count))
		return -errno;
	return nfct_query(nfct, NFCT_Q_DUMP, &family) ? -errno : 0;
}

static int list(struct count *count)
{
	struct nfct_handle *nfct;
	int ret;

	if (access("/proc/net/nf_conntrack", F_OK) && errno == ENOENT)
		return 0;
	nfct = nfct_open(CONNTRACK, 0);
	ret = nfct ? dump(nfct, count) : -errno;
	if (nfct)
		nfct_close(nfct);
	if (ret)
		fb_print_error("ctnetlink: connection tracking cannot be listed: %s",
			       strerror(-ret));
	return ret;
}

int fb_ct_count(const char *const words[], unsigned int nr, uint64_t n[])
{
	struct count count = { .words = words, .nr = nr, .n = n };

	memset(n, 0, nr * sizeof(*n));
	return list(&count);
}

int fb_ct_count_all(const char *const words[], unsigned int nr, uint64_t *n)
{
	struct count count = { .words = words, .nr = nr, .all = true, .n = n };

	*n = 0;
	return list(&count);
}
