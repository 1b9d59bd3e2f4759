/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of the generator, and the grammar of the file that sets it.
 * It depends on nothing of the kernel, so a unit test compiles it in user space.
 */
#ifndef FB_BENCHCONF_H
#define FB_BENCHCONF_H

#include "../flowbench_uapi.h"

/* Bytes of the name of a network device, with its NUL. */
#define FB_DEV_NAME	16

#define FB_CONF_KEY_LEN	24

enum fb_proto {
	FB_PROTO_UDP,
	FB_PROTO_TCP,
};

enum fb_inject {
	FB_INJECT_SINGLE,
	FB_INJECT_LIST,
	FB_INJECT_NAPI,
	FB_INJECT_XMIT,
};

enum fb_order {
	FB_ORDER_RR,
	FB_ORDER_RANDOM,
};

enum fb_layout {
	FB_LAYOUT_LINEAR,
	FB_LAYOUT_FRAGS,
};

enum fb_alloc {
	FB_ALLOC_RECYCLE,
	FB_ALLOC_FRESH,
};

enum fb_skb {
	FB_SKB_PLAIN,
	FB_SKB_NIC,
};

enum fb_csum {
	FB_CSUM_UNNECESSARY,
	FB_CSUM_COMPLETE,
};

enum fb_end {
	FB_END_SINK,
	FB_END_INGRESS,
	FB_END_XDP,
};

enum fb_input {
	FB_INPUT_BUILT,
	FB_INPUT_RECORDED,
};

/**
 * struct fb_addr - an IP address, or none
 * @family: 4, 6, or 0 for no address
 * @byte: in network order; an IPv4 address takes the first four bytes
 */
struct fb_addr {
	unsigned int family;
	unsigned char byte[16];
};

/**
 * struct fb_benchconf - all values of the config file
 *
 * Each member has the name of its key; README.md has their defaults and limits.
 *
 * @dev: name of the device that packets are put into
 * @sink: name of the device that they come out of
 * @family: 4 or 6
 * @proto: one of enum fb_proto
 * @src: source address of the first flow
 * @dst: destination address of the first flow
 * @sport: source port of the first flow
 * @dport: destination port
 * @flows: how many flows
 * @hosts: how many destination addresses they share, one after the other
 * @only: number of the one flow that a round sends, from 1; 0 for all
 * @size: bytes of a frame, with its VLAN tag
 * @vlan: VLAN tag, 0 for none
 * @inner_vlan: VLAN tag in the packet, 0 for none
 * @pppoe: PPPoE session of the packet, 0 for none
 * @gso: payload of a segment of a superpacket, 0 for single packets
 * @layout: one of enum fb_layout
 * @stream: 1 if the TCP packets of a flow follow one another
 * @packets: how many packets a round has
 * @prime: how many packets each generator sends before those, unmeasured
 * @steps: how many packets of each flow a warm-up sends and measures; 0 for all,
 *	   none of them measured
 * @inject: one of enum fb_inject
 * @batch: packets of a list
 * @order: one of enum fb_order
 * @seed: of the random order
 * @alloc: one of enum fb_alloc
 * @skb: one of enum fb_skb
 * @csum: one of enum fb_csum
 * @end: one of enum fb_end
 * @latency: 1 to measure the time to the sink
 * @verify: 1 to check each packet that arrives
 * @expect_src: source address of packets that arrive, if not as sent
 * @expect_dst: destination address, likewise
 * @expect_sport: source port, FB_PORT_AS_SENT, or 0 for any
 * @expect_dport: destination port, or FB_PORT_AS_SENT
 * @expect_vlan: VLAN tag of packets that arrive
 * @expect_spi: SPI of packets that arrive as ESP, 0 if they are not
 * @expect_ttl: TTL or hop limit of packets that arrive, 0 for any
 * @cpus: how many generators, one a CPU
 * @record: how many packets to record, 0 for none
 * @input: one of enum fb_input
 * @wait: 1 to let the packets of a chunk end before its clock is read
 * @probes: 1 to see packets that other code frees
 * @hooks: how many ingress hooks of ours accept each packet
 */
struct fb_benchconf {
	char dev[FB_DEV_NAME];
	char sink[FB_DEV_NAME];
	unsigned int family;
	unsigned int proto;
	struct fb_addr src;
	struct fb_addr dst;
	unsigned int sport;
	unsigned int dport;
	unsigned int flows;
	unsigned int hosts;
	unsigned int only;
	unsigned int size;
	unsigned int vlan;
	unsigned int inner_vlan;
	unsigned int pppoe;
	unsigned int gso;
	unsigned int layout;
	unsigned int stream;
	unsigned int packets;
	unsigned int prime;
	unsigned int steps;
	unsigned int inject;
	unsigned int batch;
	unsigned int order;
	unsigned int seed;
	unsigned int alloc;
	unsigned int skb;
	unsigned int csum;
	unsigned int end;
	unsigned int latency;
	unsigned int verify;
	struct fb_addr expect_src;
	struct fb_addr expect_dst;
	unsigned int expect_sport;
	unsigned int expect_dport;
	unsigned int expect_vlan;
	unsigned int expect_spi;
	unsigned int expect_ttl;
	unsigned int cpus;
	unsigned int record;
	unsigned int input;
	unsigned int wait;
	unsigned int probes;
	unsigned int hooks;
};

/* In place of a port: the packet arrives with the port it was sent with. */
#define FB_PORT_AS_SENT	65536

enum fb_conf_kind {
	FB_CONF_NAME,
	FB_CONF_ADDR,
	FB_CONF_NUMBER,
	FB_CONF_PORT,		/* a number, or empty for FB_PORT_AS_SENT */
	FB_CONF_ENUM,
};

/**
 * struct fb_conf_key - one key of the grammar
 * @name: as it is written in the file
 * @kind: form of its value
 * @offset: of its value in struct fb_benchconf
 * @min: smallest number
 * @max: largest number
 * @names: allowed values, ends with NULL; the number is an index of it
 */
struct fb_conf_key {
	const char *name;
	enum fb_conf_kind kind;
	unsigned int offset;
	unsigned int min;
	unsigned int max;
	const char * const *names;
};

/**
 * struct fb_conf_error - why a text was refused
 * @key: the key, cut at FB_CONF_KEY_LEN - 1 bytes
 * @reason: static text
 */
struct fb_conf_error {
	char key[FB_CONF_KEY_LEN];
	const char *reason;
};

void fb_benchconf_defaults(struct fb_benchconf *conf);
int fb_benchconf_parse(struct fb_benchconf *conf, const char *text,
		       struct fb_conf_error *error);
void fb_benchconf_addr(const struct fb_benchconf *conf,
		       const struct fb_addr *given, struct fb_addr *addr);
const struct fb_conf_key *fb_benchconf_key(unsigned int index);

#endif /* FB_BENCHCONF_H */
