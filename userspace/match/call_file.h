/* SPDX-License-Identifier: GPL-2.0 */
/* Call trees on disk, in whatever form they were kept. */
#ifndef FB_MATCH_CALL_FILE_H
#define FB_MATCH_CALL_FILE_H

#include "lib/name_set.h"
#include "lib/error.h"
#include "tree/normal.h"
#include "tree/phases.h"

/**
 * struct fb_calls_seen - what was in texts beside calls
 * @text: what was taken off, left out or missed
 * @odd: where they do not agree with themselves
 */
struct fb_calls_seen {
	struct fb_fg_seen text;
	struct fb_walk_odd odd;
};

/**
 * fb_calls_read - read one call tree
 * @text: function_graph text, with heads "# key=value" or without, or the normal form
 * @len: its length
 * @n: receives the tree; fb_normal_free() frees it
 * @seen: what was in the text beside calls is added to this; NULL if nobody asks
 * @error: receives one line that says what is wrong; empty where errno says it
 *
 * Return: 0, -ENODATA for text without a call, -EINVAL for other text, or -ENOMEM.
 */
int fb_calls_read(const char *text, size_t len, struct fb_normal **n, struct fb_calls_seen *seen,
		  struct fb_error *error);

/**
 * fb_calls_load - the same from a file, of which one window at a time is in memory
 * @path: the file
 * @beside: calls whose texts are shared, or NULL
 * @n: receives the tree
 * @seen: as above
 * @error: receives one line that names the file; empty for -ENOENT
 *
 * Return: as fb_calls_read(), or another negative errno.
 */
int fb_calls_load(const char *path, const struct fb_normal *beside, struct fb_normal **n,
		  struct fb_calls_seen *seen, struct fb_error *error);

/**
 * struct fb_recording - the phases of a run, or of a file
 * @path: what was asked for
 * @scenario: its scenario, or ""
 * @trace: the documented trace that it is held against, or ""
 * @kernel: release of its kernel, "" if it does not say
 * @functions: what that kernel can trace; nr is 0 if that is not known
 * @phases: its phases
 * @seen: what was in its texts beside calls
 * @beside: calls whose texts are shared, while it is loaded
 */
struct fb_recording {
	char path[256];
	char scenario[64];
	char trace[64];
	char kernel[96];
	struct fb_nameset functions;
	struct fb_phases phases;
	struct fb_calls_seen seen;
	const struct fb_normal *beside;
};

/**
 * fb_recording_load - read a run, a folder of traces, or one trace
 * @path: a run's folder, which has results.json; a folder of *.trace or *.txt, a phase a file; or
 *	a file of function_graph text (which headings may divide into phases) or normal form, or a trace.dat
 * @rec: receives it; fb_recording_free() it, after an error, too
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_recording_load(const char *path, struct fb_recording *rec, struct fb_error *error);

/** fb_recording_load_beside - the same; it shares the names of @other, which has been loaded */
int fb_recording_load_beside(const char *path, struct fb_recording *rec,
			     const struct fb_recording *other, struct fb_error *error);

/**
 * fb_recording_cut - keep only the calls of one function, with what they call
 * @rec: the recording; phases without such a call are dropped
 * @root: the function; a call of it within another one is not a root of its own
 *
 * Return: 0, -ENOENT if no phase has such a call, or -ENOMEM.
 */
int fb_recording_cut(struct fb_recording *rec, const char *root);

/** fb_recording_free - free what fb_recording_load() has put into @rec */
void fb_recording_free(struct fb_recording *rec);

#endif
