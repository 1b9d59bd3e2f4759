/* SPDX-License-Identifier: GPL-2.0 */
/* Remembers ^C and similar signals, so that the program can clean up in order. */
#ifndef FB_PROCESS_INTERRUPT_H
#define FB_PROCESS_INTERRUPT_H

/** fb_interrupt_catch - from now on SIGINT, SIGTERM and SIGHUP only break blocking calls */
void fb_interrupt_catch(void);

/** fb_interrupted - returns the signal that came, or 0 */
int fb_interrupted(void);

#endif
