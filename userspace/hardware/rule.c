// SPDX-License-Identifier: GPL-2.0
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hardware/rule.h"
#include "lib/fields.h"

/* Parts of a value with commas between them: the longest one is that of a mangle. */
#define PARTS_MAX  5

#define AT(member) FB_FIELD_AT(struct fb_hw_rule, member)

static const struct fb_field fields[] = {
	{ "id", FB_FIELD_UNSIGNED, AT(id) },
	{ "dev", FB_FIELD_TEXT, AT(dev) },
	{ "orphan", FB_FIELD_BOOL, AT(orphan) },
	{ "ms", FB_FIELD_UNSIGNED, AT(ms) },
	{ "error", FB_FIELD_SIGNED, AT(error), .optional = true },
	{ "reason", FB_FIELD_TEXT, AT(reason), .optional = true },
	{ "asked", FB_FIELD_TEXT, AT(asked), .optional = true },
	{ "taken", FB_FIELD_UNSIGNED, AT(taken), .optional = true },
	{ "family", FB_FIELD_UNSIGNED, AT(family), .optional = true },
	{ "packets", FB_FIELD_UNSIGNED, AT(packets), .optional = true },
	{ "bytes", FB_FIELD_UNSIGNED, AT(bytes), .optional = true },
	{ NULL },
};

/* Cuts a text at its commas; the last part keeps those that are left. Returns the number of parts. */
static unsigned int cut(char *text, char *part[PARTS_MAX], unsigned int most)
{
	unsigned int nr = 0;

	while (nr < most) {
		part[nr++] = text;
		text = strchr(text, ',');
		if (!text || nr == most)
			break;
		*text++ = '\0';
	}
	return nr;
}

static int hex(const char *text, uint32_t *value)
{
	char *end;
	unsigned long number;

	if (!*text || strlen(text) > 8 || strspn(text, "0123456789abcdef") != strlen(text))
		return -EINVAL;
	number = strtoul(text, &end, 16);
	*value = (uint32_t)number;
	return 0;
}

static int bytes(const char *text, uint8_t *to, size_t nr)
{
	char pair[3] = "";
	uint32_t value;
	size_t i;

	if (strlen(text) != 2 * nr)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		memcpy(pair, text + 2 * i, 2);
		if (hex(pair, &value))
			return -EINVAL;
		to[i] = (uint8_t)value;
	}
	return 0;
}

static int decimal(const char *text, uint32_t *value)
{
	uint64_t number;

	if (fb_number(text, 0, UINT32_MAX, &number))
		return -EINVAL;
	*value = (uint32_t)number;
	return 0;
}

/* "4000/ffff"; the key is decimal or hexadecimal, the mask hexadecimal. */
static int number_key(struct fb_words *w, const char *name, bool is_hex, struct fb_hw_number *to,
		      struct fb_error *error)
{
	char *text = (char *)fb_words_value(w, name), *mask;

	mask = text ? strchr(text, '/') : NULL;
	if (!mask)
		return fb_error(error, -EINVAL, "no %s=KEY/MASK", name);
	*mask++ = '\0';
	if ((is_hex ? hex(text, &to->key) : decimal(text, &to->key)) || hex(mask, &to->mask))
		return fb_error(error, -EINVAL, "%s=%.40s/%.40s: expected KEY/MASK", name, text,
				mask);
	return 0;
}

/* "10/fff,8100/ffff" */
static int tag_key(struct fb_words *w, const char *name, struct fb_hw_tag *to,
		   struct fb_error *error)
{
	char *text = (char *)fb_words_value(w, name), *part[PARTS_MAX], *slash;
	unsigned int i;

	if (!text)
		return 0;
	if (cut(text, part, 2) != 2)
		return fb_error(error, -EINVAL, "%s: expected ID/MASK,PROTOCOL/MASK", name);
	for (i = 0; i < 2; i++) {
		slash = strchr(part[i], '/');
		if (!slash)
			return fb_error(error, -EINVAL, "%s: no mask", name);
		*slash = '\0';
	}
	if (decimal(part[0], &to->id) || hex(part[1], &to->proto))
		return fb_error(error, -EINVAL, "%s: expected ID/MASK,PROTOCOL/MASK", name);
	to->there = true;
	return 0;
}

/* "0a000102/ffffffff"; hardware gets whole addresses only. */
static int address_key(struct fb_words *w, const char *name, uint32_t family, uint8_t *to,
		       struct fb_error *error)
{
	char *text = (char *)fb_words_value(w, name), *mask;

	if (family != 4 && family != 6)
		return 0;
	mask = text ? strchr(text, '/') : NULL;
	if (mask)
		*mask = '\0';
	if (!mask || bytes(text, to, family == 4 ? 4 : 16))
		return fb_error(error, -EINVAL, "%s: expected an address of IPv%u in hexadecimal",
				name, family);
	return 0;
}

static enum fb_hw_base base_of(const char *name)
{
	static const char *const names[] = {
		[FB_HW_BASE_ETH] = "eth", [FB_HW_BASE_IP4] = "ip4", [FB_HW_BASE_IP6] = "ip6",
		[FB_HW_BASE_TCP] = "tcp", [FB_HW_BASE_UDP] = "udp",
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name))
			return (enum fb_hw_base)i;
	return FB_HW_BASE_UNKNOWN;
}

static int mangle(char *part[PARTS_MAX], unsigned int nr, struct fb_hw_action *to)
{
	if (nr != 5)
		return -EINVAL;
	to->base = base_of(part[1]);
	return decimal(part[2], &to->at) || bytes(part[3], to->mask, 4) ||
			       bytes(part[4], to->byte, 4)
		       ? -EINVAL
		       : 0;
}

/* "mangle,eth,4,ffff0000,00000200" and the like */
static int action(char *text, struct fb_hw_rule *rule, struct fb_hw_action *to)
{
	static const char *const names[] = {
		[FB_HW_ACT_MANGLE] = "mangle",	   [FB_HW_ACT_CSUM] = "csum",
		[FB_HW_ACT_REDIRECT] = "redirect", [FB_HW_ACT_VLAN_PUSH] = "vlan_push",
		[FB_HW_ACT_VLAN_POP] = "vlan_pop", [FB_HW_ACT_PPPOE_PUSH] = "pppoe_push",
		[FB_HW_ACT_ACCEPT] = "accept",	   [FB_HW_ACT_CT] = "ct",
		[FB_HW_ACT_UNKNOWN] = "unknown",
	};
	unsigned int nr, i, most = strncmp(text, "redirect,", 9) ? PARTS_MAX : 3;
	char *part[PARTS_MAX];

	nr = cut(text, part, most);
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], part[0]))
			break;
	to->act = (enum fb_hw_act)i;
	switch (i) {
	case FB_HW_ACT_MANGLE:
		return mangle(part, nr, to);
	case FB_HW_ACT_CSUM:
		return nr == 2 ? hex(part[1], &to->value) : -EINVAL;
	case FB_HW_ACT_REDIRECT:
		if (nr != 3 || strlen(part[2]) >= sizeof(rule->out))
			return -EINVAL;
		strcpy(rule->out, part[2]);
		return decimal(part[1], &to->value);
	case FB_HW_ACT_VLAN_PUSH:
		return nr == 3 && !hex(part[2], &to->at) ? decimal(part[1], &to->value) : -EINVAL;
	case FB_HW_ACT_CT:
		return nr == 3 && !decimal(part[1], &to->value) ? decimal(part[2], &to->at)
								: -EINVAL;
	case FB_HW_ACT_PPPOE_PUSH:
	case FB_HW_ACT_UNKNOWN:
		return nr == 2 ? decimal(part[1], &to->value) : -EINVAL;
	case FB_HW_ACT_VLAN_POP:
	case FB_HW_ACT_ACCEPT:
		return nr == 1 ? 0 : -EINVAL;
	default:
		return -EINVAL;
	}
}

int fb_hw_rule_parse(char *line, struct fb_hw_rule *rule, struct fb_error *error)
{
	struct fb_words w;
	const char *text;
	int ret;

	memset(rule, 0, sizeof(*rule));
	ret = fb_words_split(&w, line, error);
	if (!ret)
		ret = fb_fields_read(&w, fields, rule, error);
	if (ret || (ret = number_key(&w, "iif", false, &rule->iif, error)) ||
	    (ret = number_key(&w, "l4", false, &rule->l4, error)) ||
	    (ret = tag_key(&w, "vlan0", &rule->tag[0], error)) ||
	    (ret = tag_key(&w, "vlan1", &rule->tag[1], error)) ||
	    (ret = address_key(&w, "src", rule->family, rule->src, error)) ||
	    (ret = address_key(&w, "dst", rule->family, rule->dst, error)) ||
	    (ret = number_key(&w, "sport", false, &rule->sport, error)) ||
	    (ret = number_key(&w, "dport", false, &rule->dport, error)) ||
	    (ret = number_key(&w, "tcp", true, &rule->tcp, error)))
		return ret;
	while ((text = fb_words_value(&w, "act"))) {
		if (rule->nr == FB_HW_RULE_ACTIONS)
			return fb_error(error, -E2BIG, "more than %d actions", FB_HW_RULE_ACTIONS);
		if (action((char *)text, rule, &rule->action[rule->nr++]))
			return fb_error(error, -EINVAL, "action %u, '%.60s', cannot be read",
					rule->nr, text);
	}
	return 0;
}

bool fb_hw_rule_is_of(const struct fb_hw_rule *rule, uint8_t proto, const union fb_sockaddr *end,
		      bool source)
{
	const struct fb_hw_number *port = source ? &rule->sport : &rule->dport;
	const uint8_t *address = source ? rule->src : rule->dst;

	if (rule->l4.key != proto || port->key != ntohs(end->in.sin_port))
		return false;
	if (end->sa.sa_family == AF_INET6)
		return rule->family == 6 && !memcmp(address, &end->in6.sin6_addr, 16);
	return rule->family == 4 && !memcmp(address, &end->in.sin_addr, 4);
}
