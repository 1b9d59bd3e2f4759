// SPDX-License-Identifier: GPL-2.0
/*
 * What hardware is like that exists: which rules it refuses, and with what.
 *
 * mtk is what mtk_ppe_offload.c says: no IPv6 NAT, at most two of VLAN and PPPoE, 802.1Q only, and
 * -EEXIST for a known cookie.
 */
#include <linux/errno.h>
#include <linux/if_ether.h>

#include "hardware.h"

#define FB_HW_TINY_RULES	16
#define FB_HW_SLOW_MS		50
#define FB_HW_MTK_TAGS		2

static int fb_hw_mtk_refuses(const struct fb_hw_rule *rule)
{
	unsigned int i, headers = 0;

	for (i = 0; i < rule->actions; i++) {
		const struct fb_hw_action *action = &rule->action[i];

		switch ((unsigned int)action->id) {
		case FLOW_ACTION_MANGLE:
			if (action->base == FLOW_ACT_MANGLE_HDR_TYPE_IP6)
				return -EOPNOTSUPP;
			break;
		case FLOW_ACTION_VLAN_PUSH:
			if ((__force __be16)action->at != htons(ETH_P_8021Q))
				return -EOPNOTSUPP;
			headers++;
			break;
		case FLOW_ACTION_PPPOE_PUSH:
			headers++;
			break;
		case FLOW_ACTION_ACCEPT:
			return -EOPNOTSUPP;
		}
	}
	return headers > FB_HW_MTK_TAGS ? -EOPNOTSUPP : 0;
}

/**
 * fb_hw_as_refuses() - ask whether such hardware refuses a rule
 * @as: which hardware
 * @rule: the rule
 * @rules: rules that it has
 * @reason: receives why
 *
 * Return: 0 or a negative errno.
 */
int fb_hw_as_refuses(unsigned int as, const struct fb_hw_rule *rule, unsigned int rules,
		     const char **reason)
{
	switch (as) {
	case FB_HW_AS_MTK:
		*reason = "mtk";
		return fb_hw_mtk_refuses(rule);
	case FB_HW_AS_TINY:
		*reason = "full";
		return rules >= FB_HW_TINY_RULES ? -ENOSPC : 0;
	default:
		return 0;
	}
}

/* Returns for how many ms such hardware sleeps in a call. */
unsigned int fb_hw_as_sleeps(unsigned int as)
{
	return as == FB_HW_AS_SLOW ? FB_HW_SLOW_MS : 0;
}
