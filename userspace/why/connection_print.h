/* SPDX-License-Identifier: GPL-2.0 */
/* Prints what is known of a connection. */
#ifndef FB_WHY_CONNECTION_PRINT_H
#define FB_WHY_CONNECTION_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "why/directions.h"

/** fb_connection_print - print a connection and its ways, in three lines */
void fb_connection_print(const struct fb_connection *c, const struct fb_way way[FB_CT_DIRS],
			 FILE *out);

/** fb_connection_json - returns the same as an object of flowbench.why/1; the caller frees it; NULL without memory */
json_t *fb_connection_json(const struct fb_connection *c, const struct fb_way way[FB_CT_DIRS]);

#endif
