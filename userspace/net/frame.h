/* SPDX-License-Identifier: GPL-2.0 */
/* Ethernet frames: made from key=value, and taken apart again. Pure: no I/O. */
#ifndef FB_NET_FRAME_H
#define FB_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/words.h"

/** FB_FRAME_MAX - the longest frame that is made: Ethernet, tags, and an IPv6 packet */
#define FB_FRAME_MAX (14 + 4 * FB_VLANS_MAX + 40 + 65535)
/** FB_VLANS_MAX - tags on one frame */
#define FB_VLANS_MAX 4
/** FB_EXTHDR_MAX - bytes of IPv6 extension headers */
#define FB_EXTHDR_MAX 512

/**
 * struct fb_ip - an address of either family
 * @version: 4, 6, or 0 for none
 * @addr: its bytes; those that IPv4 has not got are 0
 */
struct fb_ip {
	uint32_t version;
	uint8_t addr[16];
};

/** enum fb_csum - what is wrong, or found to be wrong, with a frame's checksums */
enum fb_csum {
	FB_CSUM_OK,
	/** @FB_CSUM_BAD: that of the transport header; read: any */
	FB_CSUM_BAD,
	/** @FB_CSUM_NONE: UDP without one; read: half made, the rest is left to the NIC */
	FB_CSUM_NONE,
	/** @FB_CSUM_BAD_IP: that of the IPv4 header; to make, only */
	FB_CSUM_BAD_IP,
};

/** FB_TCP_FLAGS - letters of the TCP flags, lowest bit first */
#define FB_TCP_FLAGS "FSRPAUEC"

/**
 * struct fb_frame_spec - a frame to make
 * @smac: from, if @has_smac
 * @dmac: to, if @has_dmac
 * @vlan: tags, the outer one first
 * @nr_vlans: how many
 * @tpid: type of the outer tag
 * @src: from
 * @dst: to, of the same family
 * @ttl: or hop limit
 * @tos: or traffic class
 * @id: of IPv4, or of IPv6's fragments; one more with each frame
 * @df: IPv4's bit
 * @options: IPv4 options
 * @options_len: a multiple of 4
 * @exthdr: IPv6 extension headers, each ready but for its first byte, the next one's number
 * @exthdr_len: length of all
 * @exthdr_last: where the last one begins
 * @exthdr_first: number of the first; of the others, in the first byte of the one before
 * @proto: transport protocol, as in the IP header
 * @sport: source port; identifier of an ICMP echo
 * @dport: destination port
 * @flags: TCP flags
 * @seq: of TCP, moves on by the payload with each frame; of an ICMP echo, by one
 * @ack: of TCP
 * @window: of TCP
 * @type: of ICMP
 * @code: of ICMP
 * @payload: behind the transport header
 * @size: its length
 * @frag: only a part of the datagram is sent
 * @frag_offset: from this byte of the transport header and payload on
 * @frag_more: the flag
 * @frag_len: so many bytes, 0 for the rest
 * @csum: what to do wrong
 * @set: bit of each key that was given
 */
struct fb_frame_spec {
	uint8_t smac[6];
	uint8_t dmac[6];
	bool has_smac;
	bool has_dmac;
	uint16_t vlan[FB_VLANS_MAX];
	unsigned int nr_vlans;
	uint64_t tpid;
	struct fb_ip src;
	struct fb_ip dst;
	uint64_t ttl;
	uint64_t tos;
	uint64_t id;
	uint64_t df;
	uint8_t options[40];
	size_t options_len;
	uint8_t exthdr[FB_EXTHDR_MAX];
	size_t exthdr_len;
	size_t exthdr_last;
	uint8_t exthdr_first;
	int proto;
	uint64_t sport;
	uint64_t dport;
	uint32_t flags;
	uint64_t seq;
	uint64_t ack;
	uint64_t window;
	uint64_t type;
	uint64_t code;
	uint8_t payload[65535];
	uint64_t size;
	bool frag;
	uint64_t frag_offset;
	uint64_t frag_more;
	uint64_t frag_len;
	enum fb_csum csum;
	uint64_t set;
};

/** fb_frame_spec_init - the defaults */
void fb_frame_spec_init(struct fb_frame_spec *spec);

/**
 * fb_frame_spec_word - take one key=value
 * @spec: the frame
 * @word: "ttl=1"; see the help of flowbench traffic
 * @why: receives what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int fb_frame_spec_word(struct fb_frame_spec *spec, const char *word, char why[FB_WHY_MAX]);

/** fb_frame_spec_check - 0 if a frame can be made of @spec, else -EINVAL with @why set */
int fb_frame_spec_check(struct fb_frame_spec *spec, char why[FB_WHY_MAX]);

/**
 * fb_frame_build - make a frame
 * @spec: what fb_frame_spec_check() has found good
 * @nr: how many of it were made before
 * @frame: receives it, without the frame check sequence
 *
 * Return: its length, -EMSGSIZE if no IP packet is that long, or -ERANGE for a fragment of what is
 * not in the datagram.
 */
ssize_t fb_frame_build(const struct fb_frame_spec *spec, unsigned int nr,
		       uint8_t frame[FB_FRAME_MAX]);

/** enum fb_frame_has - what a frame that was read has got, or is asked for */
enum fb_frame_has {
	FB_HAS_SRC = 1 << 0,
	FB_HAS_DST = 1 << 1,
	FB_HAS_IP = 1 << 2,
	FB_HAS_PROTO = 1 << 3,
	FB_HAS_SPORT = 1 << 4,
	FB_HAS_DPORT = 1 << 5,
	FB_HAS_FLAGS = 1 << 6,
	FB_HAS_TYPE = 1 << 7,
	FB_HAS_SPI = 1 << 8,
	FB_HAS_ID = 1 << 9,
	FB_HAS_SMAC = 1 << 10,
	FB_HAS_DMAC = 1 << 11,
	FB_HAS_PPPOE = 1 << 12,
	FB_HAS_ALWAYS = 1 << 13,
};

/**
 * struct fb_frame - what was read from a frame
 * @has: which of the others mean anything
 * @smac: from
 * @dmac: to
 * @vlan: numbers of the tags, the outer one first
 * @nr_vlans: how many
 * @ethertype: behind the tags
 * @pppoe: session
 * @src: from
 * @dst: to
 * @proto: behind IPv6's extension headers
 * @ttl: or hop limit
 * @tos: or traffic class
 * @len: of the IP packet; of what is no IP, behind the tags
 * @id: of IPv4, or of an IPv6 fragment
 * @df: IPv4's bit
 * @frag: it is a fragment
 * @frag_offset: in bytes
 * @frag_more: the flag
 * @sport: source port
 * @dport: destination port
 * @flags: TCP flags
 * @seq: of TCP
 * @type: of ICMP
 * @code: of ICMP
 * @spi: of ESP
 * @csum: an enum fb_csum
 */
struct fb_frame {
	uint32_t has;
	uint8_t smac[6];
	uint8_t dmac[6];
	uint16_t vlan[FB_VLANS_MAX];
	uint32_t nr_vlans;
	uint32_t ethertype;
	uint32_t pppoe;
	struct fb_ip src;
	struct fb_ip dst;
	uint32_t proto;
	uint32_t ttl;
	uint32_t tos;
	uint32_t len;
	uint32_t id;
	uint32_t df;
	uint32_t frag;
	uint32_t frag_offset;
	uint32_t frag_more;
	uint32_t sport;
	uint32_t dport;
	uint32_t flags;
	uint32_t seq;
	uint32_t type;
	uint32_t code;
	uint32_t spi;
	uint32_t csum;
};

/**
 * struct fb_frame_aside - what a capture socket says beside the bytes
 * @tagged: a tag was taken off
 * @tci: that tag
 * @tpid: its type
 * @csum_not_ready: the transport checksum covers the pseudo-header only, a NIC has to do the rest
 * @cut: there was more than the bytes
 */
struct fb_frame_aside {
	bool tagged;
	uint16_t tci;
	uint16_t tpid;
	bool csum_not_ready;
	bool cut;
};

/**
 * fb_frame_read - take a frame apart
 * @bytes: from the Ethernet header on
 * @len: how many
 * @aside: what else is known, or NULL
 * @f: receives what could be read, all of it or not
 *
 * A checksum is verified where all that it covers is in the frame: of a fragment, that of the IPv4
 * header; where it is not ready, what it holds of the pseudo-header.
 *
 * Return: 0, or -EINVAL if it breaks off or contradicts itself (@f->csum is bad then).
 */
int fb_frame_read(const uint8_t *bytes, size_t len, const struct fb_frame_aside *aside,
		  struct fb_frame *f);

/**
 * struct fb_frame_match - which frames are meant
 * @want: values
 * @key: the keys that they are of, by number
 * @nr: how many
 */
struct fb_frame_match {
	struct fb_frame want;
	unsigned char key[32];
	unsigned int nr;
};

/** fb_frame_match_word - one more key=value that a frame must have; 0 or -EINVAL with @why set */
int fb_frame_match_word(struct fb_frame_match *m, const char *word, char why[FB_WHY_MAX]);

/** fb_frame_matches - whether @f has all that is wanted */
bool fb_frame_matches(const struct fb_frame_match *m, const struct fb_frame *f);

/** fb_frame_print - @f as key=value, in the words of fb_frame_match_word(); Return: @text */
const char *fb_frame_print(const struct fb_frame *f, char *text, size_t size);

/* Values that both sides know: each returns 0 or -EINVAL. */
int fb_ip_parse(const char *text, struct fb_ip *ip);
int fb_mac_parse(const char *text, uint8_t mac[6]);
int fb_vlans_parse(const char *text, uint16_t vlan[FB_VLANS_MAX], unsigned int *nr);
int fb_flags_parse(const char *text, uint32_t *flags);
/* fb_proto_parse - of a packet of IP @version; 0: of either */
int fb_proto_parse(const char *text, uint32_t version, int *proto);

#endif
