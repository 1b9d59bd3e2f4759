/* SPDX-License-Identifier: GPL-2.0 */
/* What bash completion asks the program: the words that may stand at the cursor. */
#ifndef FB_CMD_COMPLETE_H
#define FB_CMD_COMPLETE_H

#include "cli/option.h"

/**
 * fb_complete - print what may stand in place of the last word, a word a line
 * @commands: the commands of the program
 * @nr_commands: their number
 * @nr: number of words
 * @word: the words behind the program's name; the last one is the one that is typed
 *
 * All words of the kind are printed; the shell leaves out those that begin in another way. What the shell
 * knows better is one line: "@files", "@folders", "@commands", "@namespaces" or "@devices".
 */
void fb_complete(const struct fb_command *const *commands, size_t nr_commands, int nr, char **word);

#endif
