// SPDX-License-Identifier: GPL-2.0
/*
 * One reading is more than one listing: JSON, text, and each verdict map. The kernel gives the ruleset a new generation
 * with each change, so listings between two equal generations belong together.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <nftables/libnftables.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/netlink.h"
#include "state/ruleset.h"
#include "state/ruleset_read.h"

/* Elements of sets may be a million, and are left out (TERSE). Flags are those of every version since 0.9. */
#define AS_JSON                                                                  \
	(NFT_CTX_OUTPUT_JSON | NFT_CTX_OUTPUT_STATELESS | NFT_CTX_OUTPUT_TERSE | \
	 NFT_CTX_OUTPUT_NUMERIC_PRIO)
#define AS_TEXT (NFT_CTX_OUTPUT_HANDLE | NFT_CTX_OUTPUT_STATELESS | NFT_CTX_OUTPUT_TERSE)
#define AS_MAP	(NFT_CTX_OUTPUT_JSON | NFT_CTX_OUTPUT_STATELESS)

/* Readings before it is given up. A reading takes some ms, and what changes a ruleset seldom does it as often. */
#define ATTEMPTS 5

static int on_generation(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct nfgenmsg))
	{
		if (mnl_attr_get_type(attr) == NFTA_GEN_ID &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			*(uint32_t *)data = ntohl(mnl_attr_get_u32(attr));
	}
	return 0;
}

static const struct fb_nl_handler handlers[] = {
	{ NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_NEWGEN, on_generation },
	{ 0, NULL },
};

static int read_generation(uint32_t *generation, struct fb_error *error)
{
	_Alignas(struct nlmsghdr) char buf[FB_NL_SIZE];
	struct nlmsghdr *req = fb_nl_begin(buf, NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_GETGEN, 0);
	struct nfgenmsg *nfg = mnl_nlmsg_put_extra_header(req, sizeof(*nfg));
	int ret, refused;

	*generation = 0;
	nfg->nfgen_family = AF_UNSPEC;
	nfg->version = NFNETLINK_V0;
	ret = fb_nl_ask(NETLINK_NETFILTER, req, handlers, generation, &refused, "ruleset", error);
	if (ret)
		return ret;
	/* nfnetlink answers with -EINVAL for a subsystem that is not there. */
	if (refused == -EINVAL || refused == -EOPNOTSUPP)
		return fb_error(error, -EOPNOTSUPP,
				"the ruleset cannot be read: the kernel has no nf_tables");
	return refused ? fb_error_errno(error, refused, "the ruleset cannot be read") : 0;
}

/* Runs a command of nft; its output stays in @nft until the next one. */
static int list(struct nft_ctx *nft, const char *command, unsigned int flags, const char **text,
		struct fb_error *why)
{
	const char *error;
	int ret;

	nft_ctx_output_set_flags(nft, flags);
	ret = nft_run_cmd_from_buffer(nft, command);
	*text = nft_ctx_get_output_buffer(nft);
	error = nft_ctx_get_error_buffer(nft);
	if (!ret && *text && **text)
		return 0;
	if (!ret && !(flags & NFT_CTX_OUTPUT_JSON))
		return 0;
	if (error && *error)
		return fb_error(why, -EIO, "nft: %.*s", (int)strcspn(error, "\n"), error);
	return fb_error(why, -EIO, "nft: '%s' prints nothing; is libnftables built without JSON?",
			command);
}

/*
 * Returns a command in JSON, which takes any name: the kernel allows keywords and blanks in names. NULL without memory.
 * The caller frees it.
 */
static char *list_map(const struct fb_verdict_map *m)
{
	json_t *js = json_pack("{s:[{s:{s:{s:s, s:s, s:s}}}]}", "nftables", "list", "map", "family",
			       fb_nf_family_name(m->family), "table", m->table, "name", m->name);
	char *command = js ? json_dumps(js, 0) : NULL;

	json_decref(js);
	return command;
}

static int read_maps(struct nft_ctx *nft, struct fb_ruleset *rs, struct fb_error *error)
{
	const char *text;
	char *command;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < rs->nr_maps; i++) {
		const struct fb_verdict_map *m = &rs->map[i];

		/* A '?' may stand for a control character, which is not known any more. */
		if (m->targets.nr || strchr(m->table, '?') || strchr(m->name, '?'))
			continue;
		command = list_map(m);
		ret = command ? list(nft, command, AS_MAP, &text, error) : -ENOMEM;
		free(command);
		if (!ret)
			ret = fb_ruleset_map_json(rs, text, strlen(text), error);
	}
	return ret;
}

static int read_listings(struct nft_ctx *nft, struct fb_ruleset *rs, struct fb_error *error)
{
	const char *text;
	int ret;

	ret = list(nft, "list ruleset", AS_JSON, &text, error);
	if (!ret)
		ret = fb_ruleset_json(rs, text, strlen(text), error);
	if (ret)
		return ret;
	ret = list(nft, "list ruleset", AS_TEXT, &text, error);
	if (!ret && text)
		ret = fb_ruleset_text(rs, text, strlen(text));
	if (!ret)
		ret = read_maps(nft, rs, error);
	if (ret)
		fb_ruleset_free(rs);
	return ret;
}

static int read_once(struct fb_ruleset *rs, struct fb_error *error)
{
	struct nft_ctx *nft = nft_ctx_new(NFT_CTX_DEFAULT);
	int ret;

	*rs = (struct fb_ruleset){ .nr_rules = 0 };
	if (!nft)
		return fb_error(error, -EIO, "libnftables cannot be started");
	if (nft_ctx_buffer_output(nft) || nft_ctx_buffer_error(nft))
		ret = -ENOMEM;
	else
		ret = read_listings(nft, rs, error);
	nft_ctx_free(nft);
	return ret;
}

int fb_ruleset_read(struct fb_ruleset *rs, struct fb_error *error)
{
	uint32_t before, after;
	int ret, read, attempt;

	*rs = (struct fb_ruleset){ .nr_rules = 0 };
	for (attempt = 0; attempt < ATTEMPTS; attempt++) {
		ret = read_generation(&before, error);
		if (ret)
			return ret;
		read = read_once(rs, error);
		ret = read_generation(&after, error);
		if (ret) {
			fb_ruleset_free(rs);
			return ret;
		}
		rs->generation = after;
		if (before == after)
			return read;
		/* What was wrong may come from the change. */
		fb_ruleset_free(rs);
		fb_error_clear(error);
	}
	return fb_error(
		error, -EAGAIN,
		"the ruleset changed each time while it was read; stop what changes it, or try again");
}
