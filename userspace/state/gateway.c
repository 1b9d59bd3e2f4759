// SPDX-License-Identifier: GPL-2.0
#include <linux/netfilter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "state/gateway.h"

static const struct {
	uint8_t family;
	const char *name;
} families[] = {
	{ NFPROTO_INET, "inet" },     { NFPROTO_IPV4, "ip" }, { NFPROTO_IPV6, "ip6" },
	{ NFPROTO_NETDEV, "netdev" }, { NFPROTO_ARP, "arp" }, { NFPROTO_BRIDGE, "bridge" },
};

#define FAMILIES (sizeof(families) / sizeof(families[0]))

const struct fb_device *fb_device_by_index(const struct fb_devices *ds, uint32_t ifindex)
{
	unsigned int i;

	for (i = 0; i < ds->nr; i++)
		if (ds->device[i].ifindex == ifindex)
			return &ds->device[i];
	return NULL;
}

const struct fb_device *fb_device_by_name(const struct fb_devices *ds, const char *name)
{
	unsigned int i;

	for (i = 0; i < ds->nr; i++)
		if (!strcmp(ds->device[i].name, name))
			return &ds->device[i];
	return NULL;
}

void fb_devices_free(struct fb_devices *ds)
{
	free(ds->device);
	*ds = (struct fb_devices){ .nr = 0 };
}

void fb_ruleset_free(struct fb_ruleset *rs)
{
	unsigned int i;

	for (i = 0; i < rs->nr_flowtables; i++)
		free(rs->flowtable[i].devices.name);
	for (i = 0; i < rs->nr_chains; i++)
		free(rs->chain[i].devices.name);
	for (i = 0; i < rs->nr_rules; i++)
		free(rs->rule[i].targets.target);
	for (i = 0; i < rs->nr_maps; i++)
		free(rs->map[i].targets.target);
	free(rs->flowtable);
	free(rs->chain);
	free(rs->rule);
	free(rs->map);
	fb_intern_free(rs->names);
	*rs = (struct fb_ruleset){ .nr_rules = 0 };
}

const char *fb_nf_family_name(uint8_t family)
{
	size_t i;

	for (i = 0; i < FAMILIES; i++)
		if (families[i].family == family)
			return families[i].name;
	return "?";
}

uint8_t fb_nf_family(const char *name)
{
	size_t i;

	for (i = 0; i < FAMILIES; i++)
		if (!strcmp(families[i].name, name))
			return families[i].family;
	return NFPROTO_UNSPEC;
}

/* As nft writes it, "\*" at the end is an asterisk, and "*" fits any rest. */
static bool name_fits(const char *pattern, const char *device)
{
	size_t len = strlen(pattern);

	if (len > 1 && !strcmp(pattern + len - 2, "\\*"))
		return !strncmp(pattern, device, len - 2) && !strcmp(device + len - 2, "*");
	if (len && pattern[len - 1] == '*')
		return !strncmp(pattern, device, len - 1);
	return !strcmp(pattern, device);
}

bool fb_dev_names_has(const struct fb_dev_names *names, const char *device)
{
	unsigned int i;

	for (i = 0; i < names->nr; i++)
		if (name_fits(names->name[i], device))
			return true;
	return false;
}

/* Returns true if packets of @af, AF_INET or AF_INET6, come to this flowtable. */
static bool takes(const struct fb_flowtable *ft, int af)
{
	if (af == AF_INET)
		return ft->family == NFPROTO_INET || ft->family == NFPROTO_IPV4;
	if (af == AF_INET6)
		return ft->family == NFPROTO_INET || ft->family == NFPROTO_IPV6;
	return false;
}

unsigned int fb_flowtables_of(const struct fb_ruleset *rs, const char *device, int af,
			      const struct fb_flowtable *found[], unsigned int max)
{
	unsigned int i, at, used = 0, nr = 0;

	for (i = 0; i < rs->nr_flowtables; i++) {
		const struct fb_flowtable *ft = &rs->flowtable[i];

		if ((af != AF_UNSPEC && !takes(ft, af)) || !fb_dev_names_has(&ft->devices, device))
			continue;
		nr++;
		/* Flowtables of one priority stay in their order. */
		for (at = used; at && found[at - 1]->priority > ft->priority; at--)
			if (at < max)
				found[at] = found[at - 1];
		if (at < max)
			found[at] = ft;
		used = nr < max ? nr : max;
	}
	return nr;
}

const struct fb_flowtable *fb_flowtable_find(const struct fb_ruleset *rs, uint8_t family,
					     const char *table, const char *name)
{
	unsigned int i;

	for (i = 0; i < rs->nr_flowtables; i++) {
		const struct fb_flowtable *ft = &rs->flowtable[i];

		if (ft->family == family && !strcmp(ft->table, table) && !strcmp(ft->name, name))
			return ft;
	}
	return NULL;
}

const struct fb_flowtable *fb_flowtable_of_rule(const struct fb_ruleset *rs,
						const struct fb_rule *rule)
{
	const struct fb_chain *chain = &rs->chain[rule->chain];

	if (!rule->flowtable)
		return NULL;
	return fb_flowtable_find(rs, chain->family, chain->table, rule->flowtable);
}

/* Compares a key with the head that chains and verdict maps share: family, table, name. */
static int compare_keys(uint8_t family, const char *table, const char *name, uint8_t family2,
			const char *table2, const char *name2)
{
	int ret = (int)family - (int)family2;

	if (!ret)
		ret = strcmp(table, table2);
	return ret ? ret : strcmp(name, name2);
}

const struct fb_chain *fb_chain_find(const struct fb_ruleset *rs, uint8_t family, const char *table,
				     const char *name)
{
	unsigned int low = 0, high = rs->nr_chains, mid;
	int ret;

	while (low < high) {
		const struct fb_chain *c;

		mid = low + (high - low) / 2;
		c = &rs->chain[mid];
		ret = compare_keys(family, table, name, c->family, c->table, c->name);
		if (!ret)
			return c;
		if (ret < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const struct fb_verdict_map *fb_verdict_map_find(const struct fb_ruleset *rs, uint8_t family,
						 const char *table, const char *name)
{
	unsigned int low = 0, high = rs->nr_maps, mid;
	int ret;

	while (low < high) {
		const struct fb_verdict_map *m;

		mid = low + (high - low) / 2;
		m = &rs->map[mid];
		ret = compare_keys(family, table, name, m->family, m->table, m->name);
		if (!ret)
			return m;
		if (ret < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const struct fb_rule *fb_rule_find(const struct fb_ruleset *rs, uint8_t family, const char *table,
				   uint64_t handle)
{
	unsigned int i;

	for (i = 0; i < rs->nr_rules; i++) {
		const struct fb_chain *chain = &rs->chain[rs->rule[i].chain];

		if (rs->rule[i].handle == handle && chain->family == family &&
		    !strcmp(chain->table, table))
			return &rs->rule[i];
	}
	return NULL;
}

const char *fb_rule_name(const struct fb_ruleset *rs, const struct fb_rule *rule, char *buf,
			 size_t size)
{
	const struct fb_chain *chain = &rs->chain[rule->chain];

	snprintf(buf, size, "rule %u of %s %s %s", rule->position, fb_nf_family_name(chain->family),
		 chain->table, chain->name);
	return buf;
}
