/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_WHY_RULES_H
#define FB_WHY_RULES_H

int fb_why_rules_get(void);
void fb_why_rules_put(void);

#endif /* FB_WHY_RULES_H */
