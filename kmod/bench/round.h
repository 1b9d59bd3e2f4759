/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FB_ROUND_H
#define FB_ROUND_H

#include "run.h"

extern const struct fb_run_kind fb_round_kind;

#endif /* FB_ROUND_H */
