/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the generator is told to do, and the grammar in which it is told. Pure:
 * it also compiles in user space, where the unit test is.
 */
#ifndef FB_BENCHCONF_H
#define FB_BENCHCONF_H

#include "../flowbench_uapi.h"

/* As long as the name of a network device, with its end. */
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
};

enum fb_order {
	FB_ORDER_RR,
	FB_ORDER_RANDOM,
};

enum fb_alloc {
	FB_ALLOC_RECYCLE,
	FB_ALLOC_FRESH,
};

enum fb_end {
	FB_END_SINK,
	FB_END_INGRESS,
};

enum fb_input {
	FB_INPUT_BUILT,
	FB_INPUT_RECORDED,
};

/**
 * struct fb_addr - an address, as far as one was given
 * @family: 4, 6, or 0 if none was given
 * @byte: in network order; an IPv4 address takes the first four
 */
struct fb_addr {
	unsigned int family;
	unsigned char byte[16];
};

/**
 * struct fb_benchconf - everything that the config file holds
 *
 * The names are those of the keys. Numbers that may be absent have a flag.
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
	unsigned int size;
	unsigned int vlan;
	unsigned int gso;
	unsigned int packets;
	unsigned int inject;
	unsigned int batch;
	unsigned int order;
	unsigned int seed;
	unsigned int alloc;
	unsigned int end;
	unsigned int latency;
	unsigned int verify;
	struct fb_addr expect_src;
	struct fb_addr expect_dst;
	unsigned int expect_sport;	/* FB_PORT_AS_SENT, 0 for any */
	unsigned int expect_dport;
	unsigned int expect_vlan;
	unsigned int expect_spi;
	unsigned int expect_ttl;
	unsigned int cpus;
	unsigned int record;		/* packets to keep, 0 for none */
	unsigned int input;
};

/* Not a port: what arrives has the one it was sent with. */
#define FB_PORT_AS_SENT	65536

enum fb_conf_kind {
	FB_CONF_NAME,
	FB_CONF_ADDR,
	FB_CONF_NUMBER,
	FB_CONF_PORT,		/* a number, or empty for FB_PORT_AS_SENT */
	FB_CONF_WORD,
};

/**
 * struct fb_conf_key - one key of the grammar
 * @name: as it is written
 * @kind: what its value looks like
 * @offset: where in struct fb_benchconf it is kept
 * @min: smallest number
 * @max: largest number
 * @words: what a word may be, ends with NULL; the value is its place
 */
struct fb_conf_key {
	const char *name;
	enum fb_conf_kind kind;
	unsigned int offset;
	unsigned int min;
	unsigned int max;
	const char * const *words;
};

/**
 * struct fb_conf_error - why a text was refused
 * @key: the key, or as much as there was of it
 * @why: static text
 */
struct fb_conf_error {
	char key[FB_CONF_KEY_LEN];
	const char *why;
};

void fb_benchconf_defaults(struct fb_benchconf *conf);
int fb_benchconf_parse(struct fb_benchconf *conf, const char *text,
		       struct fb_conf_error *error);
void fb_benchconf_addr(const struct fb_benchconf *conf,
		       const struct fb_addr *given, struct fb_addr *addr);
const struct fb_conf_key *fb_benchconf_key(unsigned int index);

#endif /* FB_BENCHCONF_H */
