/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of flowbench traffic, and what they have open. */
#ifndef FB_TRAFFIC_SESSION_H
#define FB_TRAFFIC_SESSION_H

#include <stdio.h>

#include "lib/error.h"
#include "lib/words.h"
#include "net/capture.h"
#include "net/connection.h"
#include "net/held_packets.h"
#include "net/ppp_link.h"

/** FB_NAME_MAX - room for the name of a connection or capture */
#define FB_NAME_MAX 32

/** struct fb_open - something with a name: a connection, or a capture if @is_capture */
struct fb_open {
	char name[FB_NAME_MAX];
	bool is_capture;
	union {
		struct fb_conn conn;
		struct fb_capture capture;
	};
	struct fb_open *next;
};

/**
 * struct fb_session - what one run of flowbench traffic has open
 * @id: the lab's
 * @open: newest first
 * @link: likewise
 * @held: packets of a queue of nft, or NULL
 */
struct fb_session {
	const char *id;
	struct fb_open *open;
	struct fb_link *link;
	struct fb_held *held;
};

/**
 * fb_session_fn - a command
 * @s: the session
 * @w: its line, behind the command's name
 * @error: receives what is wrong, which follows "error "
 * @out: receives what the command answers: a text that ends with a newline is the whole reply, one without
 *	follows "ok "
 *
 * Return: 0 or a negative errno.
 */
typedef int fb_session_fn(struct fb_session *s, struct fb_words *w, struct fb_error *error,
			  FILE *out);

/** fb_session_count, fb_session_ct, fb_session_drop - the commands count, ct and drop */
fb_session_fn fb_session_count, fb_session_ct, fb_session_drop;

/** fb_session_netns - the namespace of a node, FB_NETNS_MAX bytes; 0 or -EINVAL with @error set */
#define FB_NETNS_MAX 64
int fb_session_netns(const struct fb_session *s, const char *node, char netns[FB_NETNS_MAX],
		     struct fb_error *error);

/** fb_session_new - a name for what will be opened; Return: it, in no list yet, or NULL */
struct fb_open *fb_session_new(struct fb_session *s, struct fb_words *w, struct fb_error *error);

/** fb_session_add - it is open now */
void fb_session_add(struct fb_session *s, struct fb_open *open);

/** fb_session_find - what has the next word's name; NULL with @error set */
struct fb_open *fb_session_find(struct fb_session *s, struct fb_words *w, bool is_capture,
				struct fb_error *error);

/** fb_session_captures - whether there are any */
bool fb_session_captures(const struct fb_session *s);

/** fb_session_drain - read what captures hold, so that their buffers do not fill */
void fb_session_drain(struct fb_session *s);

/** fb_session_end - close all */
void fb_session_end(struct fb_session *s);

#endif
