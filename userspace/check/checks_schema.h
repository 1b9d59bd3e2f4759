/* SPDX-License-Identifier: GPL-2.0 */
/* validate.json as it is read. */
#ifndef FB_CHECK_CHECKS_SCHEMA_H
#define FB_CHECK_CHECKS_SCHEMA_H

#include "json/json_schema.h"

/** FB_VALIDATE_SCHEMA - name and version of the schema of validate.json */
#define FB_VALIDATE_SCHEMA "flowbench.validate/1"

/**
 * fb_validate_schema - validate.json: each claim is as its counts say, and each outcome as its
 * claims do
 */
extern const struct fb_json_schema fb_validate_schema;

/** fb_check_outcomes - the outcomes of checks, ended by NULL */
extern const char *const fb_check_outcomes[];

#endif
