/* SPDX-License-Identifier: GPL-2.0 */
/* Parses a scenario file. Pure: text in, struct out; no I/O. */
#ifndef FB_SCENARIO_SCENARIO_H
#define FB_SCENARIO_SCENARIO_H

#include <stddef.h>

#include "lib/error.h"

#define FB_SCENARIO_MAX_SIZE (256 * 1024)
#define FB_PHASES_MAX	     32
#define FB_EXPECT_MAX	     16
#define FB_PROCESSORS_MAX    255

/** FB_PACKET_NONE - the packet of a phase whose root is a call of the traffic itself */
#define FB_PACKET_NONE "none"

/**
 * struct fb_expect - calls that must, or must not, be in a phase's call tree
 * @text: as written in the scenario: call names outer > inner, a|b for one or the other
 * @refuse: true if the chain must not be in the tree
 * @returns: true if @text is a function and its return value (fb_returned_name())
 * @nic: the only kind of NIC with which it can hold ("igb"), or NULL
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
 * @path: the packet's path: slow, fast, slow-xfrm, fast-xfrm, local
 * @packet: words that the packet's mark must have, or FB_PACKET_NONE
 * @root: names of the outermost call, separated by blanks
 * @batch: name of the phase that this packet shares a tree with, or NULL
 * @alone: phase whose packet takes the same path if there is no batch, or NULL
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
 * @with: files of the topology's folder with/ that the lab applies, separated by commas, or NULL
 * @start: warm or cold (`netns-lab/lab --start`), or NULL
 * @processors: number of CPUs of the documented machine, if the trace depends on it, or NULL
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
	char *with;
	char *start;
	char *processors;
	struct fb_phase_def phase[FB_PHASES_MAX];
	unsigned int nr_phases;
};

/**
 * fb_scenario_parse - read a scenario from text
 * @text: the file's content, ended by NUL; not changed
 * @sc: receives the scenario; fb_scenario_free() it after success
 * @error: receives one line that says what is wrong ("line 7: unknown key 'rot'")
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_scenario_parse(const char *text, struct fb_scenario *sc, struct fb_error *error);

/** fb_scenario_free - frees what fb_scenario_parse() has put into @sc */
void fb_scenario_free(struct fb_scenario *sc);

/** fb_scenario_phase - returns the phase of that name, or NULL */
const struct fb_phase_def *fb_scenario_phase(const struct fb_scenario *sc, const char *name);

/** fb_scenario_processors - returns the number of CPUs of the documented machine; 1 if the trace does not depend on it */
int fb_scenario_processors(const struct fb_scenario *sc);

/** fb_phase_is_call - returns 1 if the phase is a call of the traffic itself, 0 if it is a received packet */
int fb_phase_is_call(const struct fb_phase_def *ph);

/** fb_expect_shown - returns 1 if the expectation can hold with NICs of this kind, else 0 */
int fb_expect_shown(const struct fb_expect *ex, const char *nic);

/**
 * typedef fb_var_fn - looks up a variable
 * @ctx: the caller's
 * @name: the variable's name, not ended by NUL
 * @len: length of @name
 *
 * Return: the value, or NULL if there is no such variable.
 */
typedef const char *(*fb_var_fn)(void *ctx, const char *name, size_t len);

/**
 * fb_scenario_expand - replace $NAME by its value in every text of a scenario
 * @sc: the scenario
 * @var: looks a name up
 * @ctx: handed to @var
 * @error: receives the name that has no value
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_scenario_expand(struct fb_scenario *sc, fb_var_fn var, void *ctx, struct fb_error *error);

#endif
