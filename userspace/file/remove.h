/* SPDX-License-Identifier: GPL-2.0 */
/* Removes a file or a folder with all that is in it, also from a signal handler. */
#ifndef FB_FILE_REMOVE_H
#define FB_FILE_REMOVE_H

/**
 * fb_remove_at - remove a file, or a folder and its content; links are removed, not followed
 * @dir: descriptor of the folder that has it
 * @name: its name there
 *
 * Makes system calls only: a signal handler may call this.
 * Return: 0 or the first negative errno.
 */
int fb_remove_at(int dir, const char *name);

#endif
