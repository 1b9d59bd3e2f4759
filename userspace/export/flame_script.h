/* SPDX-License-Identifier: GPL-2.0 */
/* How flame graphs look and what they do in a browser: the same for all drawings of a page. */
#ifndef FB_EXPORT_FLAME_SCRIPT_H
#define FB_EXPORT_FLAME_SCRIPT_H

#include "lib/out.h"

/** fb_flame_style - the style sheet of all drawings of a page, without <style> */
void fb_flame_style(struct fb_out *out);

/** fb_flame_script - the script of all drawings in front of it in a page, without <script> */
void fb_flame_script(struct fb_out *out);

#endif
