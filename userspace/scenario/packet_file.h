/* SPDX-License-Identifier: GPL-2.0 */
/* Describes the packets of a recording, and writes their trace files. */
#ifndef FB_SCENARIO_PACKET_FILE_H
#define FB_SCENARIO_PACKET_FILE_H

#include "lib/error.h"
#include "scenario/packets.h"

/** fb_packet_words - returns a packet's mark from "dev=" on: the words before are for the tracer only */
const char *fb_packet_words(const char *mark);

/**
 * fb_packet_devices - list the devices that packets were received from: "lan0 (4), wan0 (3)"
 * @tree: the recording
 * @out: receives the text; cut off if it is longer
 */
void fb_packet_devices(const struct fb_tree *tree, char out[200]);

/**
 * fb_packets_check - make the folder for traces, and find out whether they may go there
 * @dir: the folder; a file 1.trace and so on in it must be of an earlier recording
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: the folder's descriptor, which the caller closes, or a negative errno.
 */
int fb_packets_check(const char *dir, struct fb_error *error);

/**
 * fb_packets_write - write a trace file for each tree
 * @tree: the recording
 * @list: its packets
 * @raw: the file that the recording was read from
 * @dir: DIR/1.trace and so on are made, with a head of # key=value lines. They replace those that an earlier recording
 *	has left there, all at once when all are written; see fb_packets_check()
 * @error: receives one line that names the file and says what is wrong
 *
 * Return: 0 or a negative errno.
 */
int fb_packets_write(const struct fb_tree *tree, const struct fb_packets *list, const char *raw,
		     const char *dir, struct fb_error *error);

#endif
