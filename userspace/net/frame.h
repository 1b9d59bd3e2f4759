/* SPDX-License-Identifier: GPL-2.0 */
/* Ethernet frames: built from key=value words, and parsed again. Pure: no I/O. */
#ifndef FB_NET_FRAME_H
#define FB_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/error.h"
#include "lib/words.h"

/** FB_FRAME_MAX - the longest frame that is made: Ethernet, tags, PPPoE, and an IPv6 packet */
#define FB_FRAME_MAX (14 + 4 * FB_VLANS_MAX + 8 + 40 + 65535)
/** FB_FRAME_UNSET - a number that was not given */
#define FB_FRAME_UNSET UINT64_MAX
/** FB_VLANS_MAX - tags on one frame */
#define FB_VLANS_MAX 4
/** FB_EXTHDR_MAX - bytes of IPv6 extension headers */
#define FB_EXTHDR_MAX 512

/**
 * struct fb_ip - an address of either family
 * @version: 4, 6, or 0 for none
 * @addr: its bytes; for IPv4 the unused ones are 0
 */
struct fb_ip {
	uint32_t version;
	uint8_t addr[16];
};

/** enum fb_csum - the error to make, or the error found, in a frame's checksums */
enum fb_csum {
	FB_CSUM_OK,
	/** @FB_CSUM_BAD: build: wrong transport checksum; read: any wrong checksum */
	FB_CSUM_BAD,
	/** @FB_CSUM_NONE: build: UDP without checksum; read: partial, the NIC has to complete it */
	FB_CSUM_NONE,
	/** @FB_CSUM_BAD_IP: build only: wrong checksum of the IPv4 header */
	FB_CSUM_BAD_IP,
};

/** FB_TCP_FLAGS - letters of the TCP flags, lowest bit first */
#define FB_TCP_FLAGS "FSRPAUEC"

/**
 * struct fb_frame_spec - a frame to build
 * @smac: source MAC, if @has_smac
 * @dmac: destination MAC, if @has_dmac
 * @vlan: tags, the outer one first
 * @nr_vlans: how many
 * @tpid: type of the outer tag
 * @pppoe: PPPoE session, or FB_FRAME_UNSET for a packet that is in none
 * @version: version in the IP header, or FB_FRAME_UNSET for that of @src
 * @ihl: length of the header in the IPv4 header, in words, or FB_FRAME_UNSET for the real one
 * @len: length of the packet in the IP header, with that header, or FB_FRAME_UNSET for the real one
 * @cut: length after which the frame ends, or FB_FRAME_UNSET for the whole frame
 * @src: from
 * @dst: destination address, of the same family
 * @ttl: or hop limit
 * @tos: or traffic class
 * @id: identification of IPv4 or of an IPv6 fragment; one more with each frame
 * @df: IPv4's bit
 * @options: IPv4 options
 * @options_len: a multiple of 4
 * @exthdr: IPv6 extension headers, complete but for the first byte of each, the next header's number
 * @exthdr_len: length of all
 * @exthdr_last: offset of the last header
 * @exthdr_first: number of the first header; those of the others are in the first byte of the header before
 * @proto: transport protocol, as in the IP header
 * @sport: source port; identifier of an ICMP echo
 * @dport: destination port
 * @flags: TCP flags
 * @seq: sequence number; with each frame it advances by the payload (TCP) or by one (ICMP echo)
 * @ack: of TCP
 * @window: of TCP
 * @type: of ICMP
 * @code: of ICMP
 * @payload: bytes after the transport header
 * @size: its length
 * @frag: true to send only a fragment of the datagram
 * @frag_offset: first byte of the fragment, counted from the transport header
 * @frag_more: the flag
 * @frag_len: length of the fragment, 0 for the rest
 * @csum: error to make in a checksum
 * @raw: length of the frame whose bytes are in @payload, or 0: the frame is made of the other keys
 * @set: a bit for each key that was given
 */
struct fb_frame_spec {
	uint8_t smac[6];
	uint8_t dmac[6];
	bool has_smac;
	bool has_dmac;
	uint16_t vlan[FB_VLANS_MAX];
	unsigned int nr_vlans;
	uint64_t tpid;
	uint64_t pppoe;
	uint64_t version;
	uint64_t ihl;
	uint64_t len;
	uint64_t cut;
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
	size_t raw;
	uint64_t set;
};

/** fb_frame_spec_init - sets the defaults */
void fb_frame_spec_init(struct fb_frame_spec *spec);

/**
 * fb_frame_spec_word - parse one key=value
 * @spec: the frame
 * @word: "ttl=1"; see the help of flowbench traffic
 * @error: receives what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int fb_frame_spec_word(struct fb_frame_spec *spec, const char *word, struct fb_error *error);

/** fb_frame_spec_check - returns 0 if a frame can be built from @spec, else -EINVAL with @error set */
int fb_frame_spec_check(struct fb_frame_spec *spec, struct fb_error *error);

/**
 * fb_frame_build - build a frame
 * @spec: the frame; fb_frame_spec_check() must have accepted it
 * @nr: number of frames built from @spec before
 * @frame: receives it, without the frame check sequence
 *
 * Return: its length, -EMSGSIZE if no IP packet can be that long, or -ERANGE for a fragment beyond the
 * datagram's end or a cut beyond the frame's end.
 */
ssize_t fb_frame_build(const struct fb_frame_spec *spec, unsigned int nr,
		       uint8_t frame[FB_FRAME_MAX]);

/** enum fb_frame_has - parts that a frame has, or that are asked for */
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
 * struct fb_frame - a parsed frame
 * @has: which of the other members are valid
 * @smac: from
 * @dmac: to
 * @vlan: numbers of the tags, the outer one first
 * @tpid: types of these tags, then 0
 * @nr_vlans: how many
 * @ethertype: EtherType after the tags
 * @pppoe: session
 * @trailer: bytes behind the IP packet, or behind what PPPoE's header counts
 * @slack: bytes that PPPoE's header counts behind the IP packet
 * @src: from
 * @dst: to
 * @proto: transport protocol, after IPv6's extension headers
 * @ttl: or hop limit
 * @tos: or traffic class
 * @len: length of the IP packet; of other packets, length after the tags
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
	uint16_t tpid[FB_VLANS_MAX];
	uint32_t nr_vlans;
	uint32_t ethertype;
	uint32_t pppoe;
	uint32_t trailer;
	uint32_t slack;
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
 * struct fb_frame_aside - metadata of a frame from a capture socket
 * @tagged: a tag was removed
 * @tci: that tag
 * @tpid: its type
 * @csum_not_ready: the transport checksum covers the pseudo-header only; a NIC has to complete it
 * @cut: the frame was longer than the captured bytes
 */
struct fb_frame_aside {
	bool tagged;
	uint16_t tci;
	uint16_t tpid;
	bool csum_not_ready;
	bool cut;
};

/**
 * fb_frame_read - parse a frame
 * @bytes: from the Ethernet header on
 * @len: how many
 * @aside: its metadata, or NULL
 * @f: receives all that could be parsed, also after an error
 *
 * A checksum is verified if the frame has all bytes that it covers. Of a fragment, only that of the
 * IPv4 header is verified. A checksum that is not ready is compared with the pseudo-header's sum; in
 * VXLAN and GENEVE, that of the frame within may be meant.
 *
 * Return: 0, or -EINVAL if the frame is truncated or inconsistent (@f->csum is bad then).
 */
int fb_frame_read(const uint8_t *bytes, size_t len, const struct fb_frame_aside *aside,
		  struct fb_frame *f);

/**
 * struct fb_frame_match - values that a frame must have
 * @want: the values
 * @key: the keys of these values, by number
 * @nr: how many
 */
struct fb_frame_match {
	struct fb_frame want;
	unsigned char key[32];
	unsigned int nr;
};

/** fb_frame_match_word - adds a key=value that a frame must have; Return: 0, or -EINVAL with @error set */
int fb_frame_match_word(struct fb_frame_match *m, const char *word, struct fb_error *error);

/** fb_frame_matches - returns true if @f has all values of @m */
bool fb_frame_matches(const struct fb_frame_match *m, const struct fb_frame *f);

/** fb_frame_print - prints @f as key=value words of fb_frame_match_word(); Return: @text */
const char *fb_frame_print(const struct fb_frame *f, char *text, size_t size);

/* Parsers of values, used to build and to match. Each returns 0 or -EINVAL. */
int fb_ip_parse(const char *text, struct fb_ip *ip);
int fb_mac_parse(const char *text, uint8_t mac[6]);
int fb_vlans_parse(const char *text, uint16_t vlan[FB_VLANS_MAX], unsigned int *nr);
int fb_flags_parse(const char *text, uint32_t *flags);
/* fb_proto_parse - parses a protocol of IP @version; 0: of either version */
int fb_proto_parse(const char *text, uint32_t version, int *proto);

#endif
