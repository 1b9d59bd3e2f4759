/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints for people. The tables, trees and answers of all commands are printed by fb_print(), so
 * that what others have written (names in traces and documents, paths, what a kernel says) cannot
 * reach a terminal with its control characters, nor begin a line of its own.
 */
#ifndef FB_LIB_PRINT_H
#define FB_LIB_PRINT_H

#include <stdio.h>

/**
 * fb_print - print as fprintf() does, with each text of %s as fb_shown() has it
 * @f: where to; errors stay with the stream
 * @fmt: printf format with d, i, u, x, c, f, g, e, s; printed as it is, newlines included
 */
void fb_print(FILE *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
