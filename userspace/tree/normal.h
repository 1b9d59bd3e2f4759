/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The project's own normal form of a call tree. In memory: one array in pre-order. As text,
 * one line a call, indented by two blanks a level, so that diff(1) can compare two of them:
 *
 *	# flowbench.calls/1
 *	# source=sockmap-redirect
 *	# phase=p1
 *	__sys_sendto 194533 = 0x7
 *	  sockfd_lookup_light 726 = 0xffff8de84145a100
 *	    __fdget 240 = 0xffff8de8412fa200
 *	  * packet: dev=lan0
 *	  ! interrupt
 *	    do_IRQ 6815
 *	  esp_output_tail [esp4] -
 *
 * A call's line is: name, module in brackets, duration in ns (- if unknown), return value.
 * "*" is a mark, "!" an interrupt. "<" before a name means that the call's head is cut off, "<" at
 * the end of the line that its tail is cut off.
 */
#ifndef FB_TREE_NORMAL_H
#define FB_TREE_NORMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/out.h"
#include "lib/error.h"
#include "trace/call_tree.h"
#include "tree/normal_names.h"

/** FB_NORMAL_MAGIC - the first line of the form, after "# " */
#define FB_NORMAL_MAGIC "flowbench.calls/1"

/**
 * struct fb_normal_node - one call, mark or interrupt, in 32 bytes
 * @kind: enum fb_node_kind
 * @flags: FB_NODE_HEAD_CUT, FB_NODE_TAIL_CUT
 * @depth: 1 for the outermost; 0 is node 0, the top
 * @parent: index of the node around it
 * @end: index after the last node of its subtree
 * @more: index of what it has beside its name in fb_normal_names.more
 * @dur_ns: traced duration in ns, -1 if unknown
 * @name: function, NULL unless a call; equal names have one address in all forms that share them
 */
struct fb_normal_node {
	uint8_t kind;
	uint8_t flags;
	uint16_t depth;
	uint32_t parent;
	uint32_t end;
	uint32_t more;
	int64_t dur_ns;
	const char *name;
};

_Static_assert(sizeof(struct fb_normal_node) == 32, "most of the memory of a comparison");

/**
 * struct fb_normal_line - all that is known of one call, mark or interrupt
 * @kind: as in struct fb_normal_node
 * @flags: the same
 * @depth: the same
 * @dur_ns: the same
 * @line: line in the trace that it was read from
 * @name: function, NULL unless a call
 * @module: module, or NULL
 * @text: of a mark, else NULL
 * @retval: return value as printed, or NULL
 * @args: arguments as printed, or NULL
 * @caller: where the call was made, or NULL
 *
 * Of a normal form @line, @args and @caller are not known.
 */
struct fb_normal_line {
	uint8_t kind;
	uint8_t flags;
	uint16_t depth;
	uint32_t line;
	int64_t dur_ns;
	const char *name;
	const char *module;
	const char *text;
	const char *retval;
	const char *args;
	const char *caller;
};

/** struct fb_normal_head - a head line "# key=value" */
struct fb_normal_head {
	const char *key;
	const char *value;
};

/**
 * struct fb_normal - a call forest in normal form
 * @node: the nodes in pre-order; node 0 is the top
 * @nr: how many, the top included
 * @calls: how many of them are calls
 * @head: head lines in their order
 * @nr_heads: how many
 * @size: for how many nodes there is room
 * @names: its texts, which other forms may share
 */
struct fb_normal {
	struct fb_normal_node *node;
	uint32_t nr;
	uint32_t calls;
	struct fb_normal_head *head;
	uint32_t nr_heads;
	uint32_t size;
	struct fb_normal_names *names;
};

/** fb_normal_is_call - returns true for a call with a name */
static inline bool fb_normal_is_call(const struct fb_normal_node *node)
{
	return node->kind == FB_NODE_CALL && node->name;
}

/** fb_normal_more - returns what a node has beside its name; its texts are NULL if it has none */
static inline const struct fb_normal_more *fb_normal_more(const struct fb_normal *n, uint32_t at)
{
	return &n->names->more[n->node[at].more];
}

/** fb_normal_line - returns all that is known of a node */
struct fb_normal_line fb_normal_line(const struct fb_normal *n, uint32_t at);

/** fb_normal_around - returns the index of the call around a node, 0 if there is none */
uint32_t fb_normal_around(const struct fb_normal *n, uint32_t at);

/** fb_normal_caller - returns the name of the call around a node, NULL if there is none */
const char *fb_normal_caller(const struct fb_normal *n, uint32_t at);

/** fb_normal_new - returns an empty forest, which fb_normal_free() frees, or NULL without memory */
struct fb_normal *fb_normal_new(void);

/** fb_normal_new_beside - the same; it shares the texts of @other, if that is not NULL */
struct fb_normal *fb_normal_new_beside(const struct fb_normal *other);

/** fb_normal_free - frees a forest; does nothing for NULL */
void fb_normal_free(struct fb_normal *n);

/**
 * fb_normal_set - add or replace a head line
 * @n: the forest
 * @key: letters, digits, "-" and "_"
 * @value: one line
 *
 * Return: 0, -EINVAL for a malformed key or value, or -ENOMEM.
 */
int fb_normal_set(struct fb_normal *n, const char *key, const char *value);

/** fb_normal_get - the value of a head line, or NULL */
const char *fb_normal_get(const struct fb_normal *n, const char *key);

/**
 * fb_normal_reserve - make room for more nodes at once; Return: 0 or -ENOMEM
 *
 * Without it the room is doubled as often as it is needed, which takes twice the memory meanwhile.
 */
int fb_normal_reserve(struct fb_normal *n, size_t more);

/**
 * fb_normal_add_subtree - append a subtree of another forest as an outermost one
 * @n: the forest
 * @from: the other forest, whose texts it shares
 * @root: the subtree's root
 *
 * Return: 0 or -ENOMEM.
 */
int fb_normal_add_subtree(struct fb_normal *n, const struct fb_normal *from, uint32_t root);

/**
 * fb_normal_add_tree - append a subtree of a call forest, or the whole forest
 * @n: the forest that is added to
 * @tree: the forest that is copied from
 * @top: the subtree's root; 0 for all
 *
 * Return: 0, -E2BIG for calls nested more than 65534 deep, or -ENOMEM.
 */
int fb_normal_add_tree(struct fb_normal *n, const struct fb_tree *tree, uint32_t top);

/**
 * struct fb_normal_walk - a walk through a subtree of a call forest
 * @tree: the forest
 * @top: the subtree's root; 0 for all
 * @at: where the walk is; 0 at its end
 * @depth: how deep that is, 1 for an outermost node of the walk
 */
struct fb_normal_walk {
	const struct fb_tree *tree;
	uint32_t top;
	uint32_t at;
	int depth;
};

/** fb_normal_walk_begin - the first node of a walk; @walk->at is 0 if there is none */
void fb_normal_walk_begin(struct fb_normal_walk *walk, const struct fb_tree *tree, uint32_t top);

/** fb_normal_walk_next - the next node, in pre-order */
void fb_normal_walk_next(struct fb_normal_walk *walk);

/** fb_normal_walk_node - returns the node where a walk is; its texts are the tree's, as they are */
struct fb_normal_line fb_normal_walk_node(const struct fb_normal_walk *walk);

/** fb_normal_write_heads - write the first line of the form, and the head lines */
void fb_normal_write_heads(const struct fb_normal *n, struct fb_out *out);

/** fb_normal_write_node - write the line of a node; bytes that are not printable ASCII become "?" */
void fb_normal_write_node(const struct fb_normal_line *node, struct fb_out *out);

/**
 * fb_normal_read - read the normal form
 * @text: the text
 * @len: its length
 * @n: receives the forest; fb_normal_free() frees it
 * @error: receives one line with the line's number that says what is wrong
 *
 * Return: 0, -EINVAL with @error set, or -ENOMEM.
 */
int fb_normal_read(const char *text, size_t len, struct fb_normal **n, struct fb_error *error);

/**
 * fb_normal_read_file - the same from a file, of which one line at a time is in memory
 * @f: the file, at its beginning
 * @beside: a forest whose texts are shared, or NULL
 * @n: receives the forest
 * @error: receives what is wrong
 *
 * Return: as fb_normal_read(), or the error of read(2).
 */
int fb_normal_read_file(FILE *f, const struct fb_normal *beside, struct fb_normal **n,
			struct fb_error *error);

/**
 * fb_normal_read_heads - take the lines "# key=value" at the beginning of a text
 * @n: receives them
 * @text: the text, of any format whose comments begin with "#"
 * @len: its length
 *
 * Other comment lines are skipped. Return: 0 or -ENOMEM.
 */
int fb_normal_read_heads(struct fb_normal *n, const char *text, size_t len);

/** fb_normal_read_heads_file - the same from a file, at its beginning; Return: 0, -ENOMEM or -EIO */
int fb_normal_read_heads_file(struct fb_normal *n, FILE *f);

#endif
