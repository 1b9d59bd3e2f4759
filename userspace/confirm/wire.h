/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the gateway and the other machine send each other. By ctl0 the gateway asks for packets and gets an answer, both a line of
 * text in a frame of an experimental type. By in0 and out0 go UDP packets between 10.0.1.2 and 10.0.2.2, with the ports of
 * the module's generator. Pure.
 */
#ifndef FB_CONFIRM_WIRE_H
#define FB_CONFIRM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** FB_WIRE_FRAME_MIN - bytes of the shortest frame: headers and a mark */
#define FB_WIRE_FRAME_MIN 60

/** FB_WIRE_FRAME_MAX - bytes of the longest frame */
#define FB_WIRE_FRAME_MAX 1514

/** FB_WIRE_TYPE - type of a control frame: local experimental 1 */
#define FB_WIRE_TYPE 0x88b5

/** FB_WIRE_MAC_LEN - bytes of a MAC address */
#define FB_WIRE_MAC_LEN 6

/**
 * struct fb_wire_ask - what the gateway asks for
 * @warm: both directions take turns, a packet each; else bursts of the original direction
 * @size: bytes of a frame
 * @burst: packets of a burst. The next one begins when all have arrived.
 * @bursts: how many bursts, or turns
 * @bare: packets have no UDP checksum (0): nobody adds it up where a NIC would have verified it
 */
struct fb_wire_ask {
	bool warm;
	unsigned int size;
	unsigned int burst;
	unsigned int bursts;
	bool bare;
};

/**
 * struct fb_wire_answer - what came of it
 * @sent: packets sent
 * @arrived: of these, packets that came out of the gateway's other device, once each and in their order
 * @other: frames that are none of these
 */
struct fb_wire_answer {
	unsigned int sent;
	unsigned int arrived;
	unsigned int other;
};

/** fb_wire_control - make a control frame with a text; Return: its length */
size_t fb_wire_control(uint8_t frame[FB_WIRE_FRAME_MAX], bool by_gateway, const char *text);

/** fb_wire_control_text - the text of a control frame, which is ended by NUL, or NULL if @frame is another one */
const char *fb_wire_control_text(const uint8_t *frame, size_t len);

/** fb_wire_ask_write - an ask as text, in @size bytes of @text */
void fb_wire_ask_write(const struct fb_wire_ask *ask, char *text, size_t size);

/** fb_wire_ask_read - reads what fb_wire_ask_write() wrote; Return: true if it is one within bounds */
bool fb_wire_ask_read(const char *text, struct fb_wire_ask *ask);

/** fb_wire_answer_write - an answer as text, in @size bytes of @text */
void fb_wire_answer_write(const struct fb_wire_answer *answer, char *text, size_t size);

/** fb_wire_answer_read - reads what fb_wire_answer_write() wrote; Return: true if it is one */
bool fb_wire_answer_read(const char *text, struct fb_wire_answer *answer);

/**
 * fb_wire_packet - make a packet
 * @frame: receives it
 * @size: bytes of the frame, FB_WIRE_FRAME_MIN to FB_WIRE_FRAME_MAX
 * @reply: from 10.0.2.2 to 10.0.1.2, else the other way
 * @seq: its number, in the payload
 * @bare: without UDP checksum
 */
void fb_wire_packet(uint8_t *frame, unsigned int size, bool reply, uint32_t seq, bool bare);

/**
 * fb_wire_is_packet - whether a frame is a packet that the gateway has forwarded
 * @frame: the frame
 * @len: its length
 * @reply: of the reply direction
 * @seq: the number that it must have. Of a packet in a tunnel it is not known.
 */
bool fb_wire_is_packet(const uint8_t *frame, size_t len, bool reply, uint32_t seq);

#endif
