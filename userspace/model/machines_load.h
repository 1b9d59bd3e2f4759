/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the machines of userspace/data/machines. */
#ifndef FB_MODEL_MACHINES_LOAD_H
#define FB_MODEL_MACHINES_LOAD_H

#include <stddef.h>

#include "lib/error.h"
#include "model/machine.h"

/** FB_MACHINES_MAX - more than anybody compares */
#define FB_MACHINES_MAX 16

/** struct fb_machines - all that there are, by name */
struct fb_machines {
	struct fb_machine machine[FB_MACHINES_MAX];
	size_t nr;
};

/** fb_machines_load - read them; fb_machines_free() them, after an error, too; Return: 0, or a negative errno with @error set */
int fb_machines_load(struct fb_machines *m, struct fb_error *error);

/** fb_machines_free - free them */
void fb_machines_free(struct fb_machines *m);

#endif
