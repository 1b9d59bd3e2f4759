/* SPDX-License-Identifier: GPL-2.0 */
/* A scenario file in memory. Pure: text in, struct out; no I/O. */
#ifndef FB_RUN_SCENARIO_H
#define FB_RUN_SCENARIO_H

#include <stddef.h>

#include "lib/why.h"

#define FB_SCENARIO_MAX_SIZE (256 * 1024)
#define FB_PHASES_MAX	     32
#define FB_EXPECT_MAX	     16
#define FB_PROCESSORS_MAX    255

/** FB_PACKET_NONE - what a phase's packet is when its root is a call of the traffic's own */
#define FB_PACKET_NONE "none"

/**
 * struct fb_expect - what must, or must not, stand in a phase's call tree
 * @text: as written in the scenario: call names outer > inner, a|b for one or the other
 * @refuse: true if the chain must not be there
 * @returns: true if @text is a function and what it must return (fb_returned_name())
 * @nic: the only kind of NIC that can show it ("igb"), or NULL
 */
struct fb_expect {
	char *text;
	char *nic;
	int refuse;
	int returns;
};

/**
 * struct fb_phase_def - one phase as the scenario file defines it
 * @name: "p1"
 * @label: what happens to the packet, in the form of the published trace
 * @path: how the packet went: slow, fast, slow-xfrm, fast-xfrm, local
 * @packet: words that the packet's mark must have, or FB_PACKET_NONE
 * @root: names of the outermost call, separated by blanks
 * @batch: name of the phase that this packet shares a tree with, or NULL
 * @alone: without that batch the packet goes as the one of this phase does, or NULL
 * @expect: chains that must or must not be in the tree
 * @nr_expect: how many
 * @line: line of the section's head in the file
 */
struct fb_phase_def {
	char *name;
	char *label;
	char *path;
	char *packet;
	char *root;
	char *batch;
	char *alone;
	struct fb_expect expect[FB_EXPECT_MAX];
	unsigned int nr_expect;
	unsigned int line;
};

/**
 * struct fb_scenario - a scenario file
 * @title: one line for `flowbench list`
 * @topology: name of the lab's topology
 * @documented: name of the published trace that it reproduces, or NULL
 * @netns: the namespace whose packets are followed
 * @traffic: traffic program and its settings
 * @graph: names of the functions that function_graph starts at
 * @start: what the lab knows before the first packet (`netns-lab/lab --start`), or NULL
 * @processors: how many the documented machine had, where the trace shows it, or NULL
 * @phase: the phases in the order of their packets
 * @nr_phases: how many
 */
struct fb_scenario {
	char *title;
	char *topology;
	char *documented;
	char *netns;
	char *traffic;
	char *graph;
	char *start;
	char *processors;
	struct fb_phase_def phase[FB_PHASES_MAX];
	unsigned int nr_phases;
};

/**
 * fb_scenario_parse - read a scenario from text
 * @text: the file's content, ended by NUL; not changed
 * @sc: receives the scenario; fb_scenario_free() it after success
 * @why: receives one line that says what is wrong ("line 7: unknown key 'rot'")
 *
 * Return: 0, -EINVAL with @why set, or -ENOMEM.
 */
int fb_scenario_parse(const char *text, struct fb_scenario *sc, struct fb_why *why);

/** fb_scenario_free - free what fb_scenario_parse() has put into @sc */
void fb_scenario_free(struct fb_scenario *sc);

/** fb_scenario_phase - the phase of that name, or NULL */
const struct fb_phase_def *fb_scenario_phase(const struct fb_scenario *sc, const char *name);

/** fb_scenario_processors - how many processors it was documented with; 1 if that does not show */
int fb_scenario_processors(const struct fb_scenario *sc);

/** fb_phase_is_call - 1 if the phase is a call of the traffic's own, 0 if it is a received packet */
int fb_phase_is_call(const struct fb_phase_def *ph);

/** fb_expect_shown - 1 if a lab with NICs of this kind can show what is expected, else 0 */
int fb_expect_shown(const struct fb_expect *ex, const char *nic);

/**
 * typedef fb_var_fn - the value of a variable
 * @ctx: the caller's
 * @name: the variable's name, not ended by NUL
 * @len: length of @name
 *
 * Return: the value, or NULL if there is no such variable.
 */
typedef const char *(*fb_var_fn)(void *ctx, const char *name, size_t len);

/**
 * fb_scenario_expand - put values in place of $NAME in every text of a scenario
 * @sc: the scenario
 * @var: looks a name up
 * @ctx: handed to @var
 * @why: receives the name that has no value
 *
 * Return: 0, -EINVAL with @why set, or -ENOMEM.
 */
int fb_scenario_expand(struct fb_scenario *sc, fb_var_fn var, void *ctx, struct fb_why *why);

#endif
