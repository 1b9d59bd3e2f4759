/* SPDX-License-Identifier: GPL-2.0 */
/* A packet socket that looks on, as a daemon for LLDP or DHCP has one. */
#ifndef FB_TRAFFIC_PACKET_TAP_H
#define FB_TRAFFIC_PACKET_TAP_H

/**
 * fb_packet_tap - open a packet socket on all devices of a namespace
 * @netns: the namespace
 *
 * It receives nothing that is sent there.
 *
 * Return: the socket, or a negative errno.
 */
int fb_packet_tap(const char *netns);

#endif
