/* SPDX-License-Identifier: GPL-2.0 */
/* The traffic of a scenario: real sockets in the lab's namespaces. */
#ifndef FB_TRAFFIC_PROGRAMS_H
#define FB_TRAFFIC_PROGRAMS_H

#include "lib/error.h"

/**
 * fb_traffic_run - run a traffic program to its end
 * @spec: its name and settings: "tcp-request client=NS server=NS from=A to=A port=N …"
 * @error: receives one line that says what went wrong
 *
 * tcp-request: a client connects from port 40000 and sends @request bytes at once, so that
 * the ACK of the handshake and the request leave back to back; when the request has been
 * acknowledged the server answers with @reply bytes, and the call returns when the client's
 * kernel has acknowledged these. Nothing is closed before that, so no FIN is in a trace.
 *
 * udp-send: a connected client sends @size bytes by one call, from port 40000; with segment=N as
 * datagrams of N bytes (UDP_SEGMENT), with tap=1 while somebody listens on all devices to what
 * comes in. The call returns when the server has all of it.
 *
 * sock-redirect: two TCP connections within @host, from @addr to @addr, port @port. A sk_msg program
 * takes @size bytes that are sent on the one to a socket of the other, where a task waits for
 * them in poll(2); its own peer gets nothing.
 *
 * one-packet: sends to @to one ICMP echo request, one datagram or one SYN (proto=icmp, udp, tcp), and waits for an answer
 * for a while. Nobody need answer: a packet that a rule drops is a result, too.
 *
 * Each step ends within FB_STEP_MS or is -ETIMEDOUT.
 *
 * Return: 0 or a negative errno with @error set.
 */
int fb_traffic_run(const char *spec, struct fb_error *error);

#endif
