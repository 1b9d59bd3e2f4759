/* SPDX-License-Identifier: GPL-2.0 */
/* Knows the folder of a former run, which the next one may replace. */
#ifndef FB_SCENARIO_FORMER_RESULT_H
#define FB_SCENARIO_FORMER_RESULT_H

#include "file/staged_folder.h"

/**
 * fb_run_former - a folder with a results.json of our schema, the files that a run and `make run` leave beside that,
 * the folder of the scenario with its traces, and nothing else
 */
extern const struct fb_folder_kind fb_run_former;

#endif
