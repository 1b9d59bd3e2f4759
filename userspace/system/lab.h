/* SPDX-License-Identifier: GPL-2.0 */
/* Brings the lab up and down, and knows its names. */
#ifndef FB_SYSTEM_LAB_H
#define FB_SYSTEM_LAB_H

#include <stddef.h>

/**
 * struct fb_lab - a lab that is up
 * @topology: name of the topology, not owned
 * @id: part of every namespace's name, unique to the run
 * @env: KEY=value lines of `netns-lab/lab env`; owned
 */
struct fb_lab {
	const char *topology;
	char id[24];
	char *env;
};

/**
 * struct fb_lab_options - settings of a lab
 * @nic: "virtio", "igb" or "veth"; NULL leaves it to the lab: the VM's NICs if they are there, else veth
 * @esp: "null-sha1" or "aes128gcm16"; NULL for a topology that negotiates no tunnel
 * @with: files of the topology to apply (--with), separated by commas, or NULL
 * @flows: number of connections that the conntrack table is sized for, as text, or NULL
 * @nat: "legacy" (iptables) or "nft"; NULL leaves it to the lab, or for a topology without NAT
 * @start: "warm" or "cold": what is known before the first packet; NULL as @nat
 */
struct fb_lab_options {
	const char *nic;
	const char *esp;
	const char *with;
	const char *flows;
	const char *nat;
	const char *start;
};

/**
 * fb_lab_up - build a topology
 * @lab: receives the lab; fb_lab_down() it after success
 * @topology: name of a file in netns-lab/topologies
 * @opt: its settings
 *
 * The lab script prints what went wrong. It removes a partly built lab.
 * Return: 0, -EIO when the script failed, or another negative errno.
 */
int fb_lab_up(struct fb_lab *lab, const char *topology, const struct fb_lab_options *opt);

/** fb_lab_down - takes the lab down; Return: 0 or a negative errno */
int fb_lab_down(struct fb_lab *lab);

/**
 * fb_lab_var - look up a key of the lab (a fb_var_fn)
 * @lab: a struct fb_lab
 * @name: key, not ended by NUL
 * @len: its length
 *
 * Return: the value, in a buffer that is valid until the next call, or NULL.
 */
const char *fb_lab_var(void *lab, const char *name, size_t len);

/**
 * fb_netns_inode - the number that the kernel prints for a named namespace
 * @name: name as in `ip netns`
 * @inode: receives it
 *
 * Return: 0 or a negative errno.
 */
int fb_netns_inode(const char *name, unsigned long *inode);

/**
 * fb_netns_enter - take the calling thread, and the children it will have, into a named namespace
 * @name: name as in `ip netns`
 *
 * /proc/net and devices are those of the namespace until fb_netns_leave().
 * Return: what fb_netns_leave() wants, or a negative errno.
 */
int fb_netns_enter(const char *name);

/** fb_netns_leave - back to where fb_netns_enter() was called, whose result is @home */
void fb_netns_leave(int home);

/**
 * fb_netns_socket - a socket that lives in a named namespace
 * @name: name as in `ip netns`
 * @domain: as for socket(2), likewise @type and @protocol
 *
 * The calling thread is in its own namespace again when this returns.
 * Return: the descriptor or a negative errno.
 */
int fb_netns_socket(const char *name, int domain, int type, int protocol);

#endif
