/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one error type: a negative errno, and one line of text that says what is wrong.
 *
 * - Code and text are made in one place: `return fb_error(why, -EINVAL, "line %u: no key '%s'", line, key);`
 * - The function that finds the error fills the text. A caller that knows more puts it in front with
 *   fb_error_prefix(). All others hand @why down and the code up.
 * - The text is empty on success. It may be empty after an error that strerror() says in full, such as
 *   -ENOMEM: fb_error_text() gives the text, or strerror() in its place.
 * - The caller begins with an empty text: `struct fb_error why = { "" };`. A caller that goes on after an error
 *   calls fb_error_clear().
 * - A caller that wants the code alone hands in NULL.
 * - The text has no newline, and no "flowbench: ". Only the cmd layer prints it, with fb_print_error().
 */
#ifndef FB_LIB_ERROR_H
#define FB_LIB_ERROR_H

#include <stdbool.h>

/** FB_ERROR_SIZE - bytes of a text with its NUL; a longer text is cut at the end of a character */
#define FB_ERROR_SIZE 512

/**
 * struct fb_error - why something failed
 * @text: one line without a newline; read it with fb_error_text(), write it with fb_error() and its kin
 */
struct fb_error {
	char text[FB_ERROR_SIZE];
};

/**
 * fb_error - set the text and return the code
 * @error: receives the text in place of the one it had; NULL is allowed
 * @err: negative errno; or what a function that returns no errno says in its place: false, or 1
 * @fmt: printf format; an argument may be @error's own text
 *
 * Return: @err.
 */
int fb_error(struct fb_error *error, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * fb_error_errno - set the text to "WHAT: strerror(-err)" and return the code
 * @error: receives the text in place of the one it had; NULL is allowed
 * @err: negative errno
 * @fmt: printf format of WHAT: the file, device or step; WHAT is cut if both together are too long
 *
 * Return: @err.
 */
int fb_error_errno(struct fb_error *error, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * fb_error_prefix - put "WHERE: " in front of the text, or of strerror(-err) if there is no text
 * @error: holds what the function below has said, and receives "WHERE: TEXT"; NULL is allowed
 * @err: negative errno
 * @fmt: printf format of WHERE: the file or the thing; WHERE is cut if both together are too long
 *
 * Return: @err.
 */
int fb_error_prefix(struct fb_error *error, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** fb_error_text - the text of an error, or strerror(-err) if it has none; valid while @error does not change */
const char *fb_error_text(const struct fb_error *error, int err);

/** fb_error_empty - whether there is no text; true of NULL */
bool fb_error_empty(const struct fb_error *error);

/** fb_error_clear - forget the text; NULL is allowed */
void fb_error_clear(struct fb_error *error);

#endif
