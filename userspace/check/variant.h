/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file that is several checks. Pure: no I/O.
 *
 * taken-udp46.sh is the checks taken-udp4 and taken-udp6. Its head has the line "# for: 4 6", and these two forms:
 *
 *	# proves: an IPv$V flow is taken	$V is 4 or 6
 *	# needs6: esp6			a key that ends with 4 or 6 is for that check alone
 *
 * whole-gso-KIND-46.sh has a table in its head. Each row is a kind, with the words that stand for $1, $2 … there:
 *
 *	# needs: $1
 *	# kind: bridge | bridge nf_flow_table_inet
 *
 * A line whose value is an empty word is left out.
 */
#ifndef FB_CHECK_VARIANT_H
#define FB_CHECK_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/error.h"

/**
 * struct fb_variant - one check of a file
 * @version: '4' or '6', or '\0' for a file without "# for: 4 6"
 * @begun: not the first one any more; for fb_variant_next()
 * @row: its row in the table, up to the end of the line; NULL without a table. Belongs to the text of the file.
 */
struct fb_variant {
	char version;
	bool begun;
	const char *row;
};

/**
 * fb_variants_agree - check that name, lines and table of a file go together
 * @name: name of the file without .sh
 * @text: content of the file
 * @error: receives one line that says what is wrong
 *
 * Return: 0, or -EINVAL with @error set.
 */
int fb_variants_agree(const char *name, const char *text, struct fb_error *error);

/**
 * fb_variant_next - go through the checks of a file
 * @text: content of the file, which fb_variants_agree() found in order
 * @v: all 0 at first; receives the next check
 *
 * Return: false after the last one. A file without variants is one check, with @v all 0.
 */
bool fb_variant_next(const char *text, struct fb_variant *v);

/**
 * fb_variant_name - make the name of a check from that of its file
 * @to: receives "taken-udp4"; a name that is too long is cut
 * @size: size of @to
 * @name: name of the file without .sh: "taken-udp46"
 * @v: the check
 */
void fb_variant_name(char *to, size_t size, const char *name, const struct fb_variant *v);

/**
 * fb_variant_line - change a line of the head to that of one check
 * @line: the line without its newline: "# fails6: IPv$V is dropped" becomes "# fails: IPv6 is dropped"
 * @size: size of @line; what is longer is cut
 * @v: the check
 */
void fb_variant_line(char *line, size_t size, const struct fb_variant *v);

#endif /* FB_CHECK_VARIANT_H */
