// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/escape.h"
#include "lib/texts.h"
#include "tree/normal.h"

#define DEPTH_MAX 65534

struct builder {
	struct fb_normal n; /* must be first: callers get a pointer to it */
	struct fb_texts texts;
	uint32_t size;
};

static struct builder *builder(struct fb_normal *n)
{
	return (struct builder *)n;
}

/* Copies a text as printable ASCII, with "?" for anything else. Safe in a line, in JSON and on a terminal. */
static const char *keep(struct builder *b, const char *s)
{
	size_t len, i;
	char *copy;

	if (!s)
		return NULL;
	len = strlen(s) + 1;
	copy = fb_texts_room(&b->texts, len);
	if (!copy)
		return NULL;
	for (i = 0; i + 1 < len; i++)
		copy[i] = s[i] >= ' ' && s[i] <= '~' ? s[i] : '?';
	copy[len - 1] = '\0';
	return copy;
}

uint32_t fb_normal_around(const struct fb_normal *n, uint32_t at)
{
	uint32_t up = n->node[at].parent;

	while (up && !fb_normal_is_call(&n->node[up]))
		up = n->node[up].parent;
	return up;
}

const char *fb_normal_caller(const struct fb_normal *n, uint32_t at)
{
	uint32_t up = fb_normal_around(n, at);

	return up ? n->node[up].name : NULL;
}

struct fb_normal *fb_normal_new(void)
{
	struct builder *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->size = 16;
	b->n.node = calloc(b->size, sizeof(*b->n.node));
	if (!b->n.node) {
		free(b);
		return NULL;
	}
	b->n.node[0] = (struct fb_normal_node){ .kind = FB_NODE_TOP, .end = 1, .dur_ns = -1 };
	b->n.nr = 1;
	return &b->n;
}

void fb_normal_free(struct fb_normal *n)
{
	if (!n)
		return;
	fb_texts_free(&builder(n)->texts);
	free(n->node);
	free(n->head);
	free(n);
}

static int head_index(const struct fb_normal *n, const char *key)
{
	uint32_t i;

	for (i = 0; i < n->nr_heads; i++)
		if (!strcmp(n->head[i].key, key))
			return (int)i;
	return -1;
}

const char *fb_normal_get(const struct fb_normal *n, const char *key)
{
	int i = head_index(n, key);

	return i < 0 ? NULL : n->head[i].value;
}

static int key_ok(const char *key, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!isalnum((unsigned char)key[i]) && key[i] != '-' && key[i] != '_')
			return 0;
	return len > 0;
}

int fb_normal_set(struct fb_normal *n, const char *key, const char *value)
{
	int i = head_index(n, key);
	struct fb_normal_head head;

	if (!key_ok(key, strlen(key)) || strpbrk(value, "\r\n"))
		return -EINVAL;
	head.value = keep(builder(n), value);
	if (!head.value)
		return -ENOMEM;
	if (i >= 0) {
		n->head[i].value = head.value;
		return 0;
	}
	head.key = keep(builder(n), key);
	if (!head.key)
		return -ENOMEM;
	/* Full at a power of two: double the room. */
	if (!(n->nr_heads & (n->nr_heads - 1))) {
		size_t size = n->nr_heads ? 2 * (size_t)n->nr_heads : 1;
		void *grown = realloc(n->head, size * sizeof(*n->head));

		if (!grown)
			return -ENOMEM;
		n->head = grown;
	}
	n->head[n->nr_heads++] = head;
	return 0;
}

static int copy_texts(struct builder *b, struct fb_normal_node *node,
		      const struct fb_normal_node *in)
{
	node->name = keep(b, in->name);
	node->module = keep(b, in->module);
	node->text = keep(b, in->text);
	node->retval = keep(b, in->retval);
	node->args = keep(b, in->args);
	node->caller = keep(b, in->caller);
	if ((in->name && !node->name) || (in->module && !node->module) ||
	    (in->text && !node->text) || (in->retval && !node->retval) ||
	    (in->args && !node->args) || (in->caller && !node->caller))
		return -ENOMEM;
	return 0;
}

/* Appends a node. The nodes around it get their new ends from close_open(). */
static int append(struct fb_normal *n, const struct fb_normal_node *in)
{
	struct builder *b = builder(n);
	struct fb_normal_node *node;
	uint32_t at = n->nr, up;
	int ret;

	if (!in->depth || in->depth > n->node[at - 1].depth + 1)
		return -EINVAL;
	if (at == b->size) {
		node = realloc(n->node, 2 * (size_t)b->size * sizeof(*node));
		if (!node)
			return -ENOMEM;
		n->node = node;
		b->size *= 2;
	}
	for (up = at - 1; n->node[up].depth >= in->depth; up = n->node[up].parent)
		n->node[up].end = at;
	node = &n->node[at];
	*node = *in;
	node->parent = up;
	node->end = at + 1;
	ret = copy_texts(b, node, in);
	if (ret)
		return ret;
	n->nr++;
	n->calls += in->kind == FB_NODE_CALL;
	return 0;
}

/* Ends the subtrees that the last node is in. */
static void close_open(struct fb_normal *n)
{
	uint32_t up = n->nr - 1;

	for (; up; up = n->node[up].parent)
		n->node[up].end = n->nr;
	n->node[0].end = n->nr;
}

int fb_normal_add(struct fb_normal *n, const struct fb_normal_node *in)
{
	int ret = append(n, in);

	close_open(n);
	return ret;
}

void fb_normal_walk_begin(struct fb_normal_walk *walk, const struct fb_tree *tree, uint32_t top)
{
	*walk = (struct fb_normal_walk){
		.tree = tree, .top = top, .at = top ? top : tree->node[0].child, .depth = 1
	};
}

void fb_normal_walk_next(struct fb_normal_walk *walk)
{
	const struct fb_node *node = walk->tree->node;
	uint32_t at = walk->at;

	if (node[at].child) {
		walk->at = node[at].child;
		walk->depth++;
		return;
	}
	for (; at != walk->top && !node[at].next; at = node[at].parent)
		walk->depth--;
	walk->at = at == walk->top ? 0 : node[at].next;
}

struct fb_normal_node fb_normal_walk_node(const struct fb_normal_walk *walk)
{
	const struct fb_tree *tree = walk->tree;
	const struct fb_node *node = &tree->node[walk->at];
	const struct fb_node_what *what = &tree->what[node->what];
	const struct fb_node_values *values = &tree->values[node->values];

	return (struct fb_normal_node){
		.kind = node->kind,
		.flags = node->flags,
		.depth = (uint16_t)walk->depth,
		.dur_ns = node->dur_ns,
		.line = node->line,
		.name = what->name,
		.module = what->module,
		.text = what->text,
		.retval = values->retval,
		.args = values->args,
		.caller = values->caller,
	};
}

int fb_normal_add_tree(struct fb_normal *n, const struct fb_tree *tree, uint32_t top)
{
	struct fb_normal_walk walk;
	int ret = 0;

	fb_normal_walk_begin(&walk, tree, top);
	for (; !ret && walk.at; fb_normal_walk_next(&walk)) {
		const struct fb_normal_node node = fb_normal_walk_node(&walk);

		ret = walk.depth > DEPTH_MAX ? -E2BIG : append(n, &node);
	}
	close_open(n);
	return ret;
}

/* A name of C++ or Rust may have blanks, and what stands for a module in a damaged trace: they are written as "\x20". */
static void put_name(struct fb_out *out, const char *name)
{
	for (; *name; name++) {
		if (*name == ' ')
			fb_out_text(out, "\\x20");
		else
			fb_out_char(out, *name > ' ' && *name <= '~' ? *name : '?');
	}
}

/* What put_name() has written, in place. */
static void get_name(char *name)
{
	char *to = name;

	while (*name) {
		if (!strncmp(name, "\\x20", 4)) {
			*to++ = ' ';
			name += 4;
		} else {
			*to++ = *name++;
		}
	}
	*to = '\0';
}

void fb_normal_write_node(const struct fb_normal_node *node, struct fb_out *out)
{
	fb_out_blanks(out, 2 * ((size_t)node->depth - 1));
	if (node->kind == FB_NODE_MARK) {
		fb_out_text(out, "* ");
		fb_put_ascii(out, node->text);
		fb_out_char(out, '\n');
		return;
	}
	if (node->flags & FB_NODE_HEAD_CUT)
		fb_out_text(out, "< ");
	if (node->kind == FB_NODE_IRQ)
		fb_out_text(out, "! interrupt");
	else
		/* A call without its head, and whose tail has no name, has no name. */
		put_name(out, node->name ? node->name : "?");
	if (node->module) {
		fb_out_text(out, " [");
		put_name(out, node->module);
		fb_out_char(out, ']');
	}
	if (node->kind == FB_NODE_CALL && node->dur_ns < 0)
		fb_out_text(out, " -");
	else if (node->kind == FB_NODE_CALL)
		fb_out_named(out, " ", node->dur_ns);
	if (node->retval) {
		fb_out_text(out, " = ");
		fb_put_ascii(out, node->retval);
	}
	fb_out_text(out, node->flags & FB_NODE_TAIL_CUT ? " <\n" : "\n");
}

void fb_normal_write_heads(const struct fb_normal *n, struct fb_out *out)
{
	uint32_t i;

	fb_out_text(out, "# " FB_NORMAL_MAGIC "\n");
	for (i = 0; i < n->nr_heads; i++)
		fb_out_printf(out, "# %s=%s\n", fb_shown(n->head[i].key),
			      fb_shown(n->head[i].value));
}

void fb_normal_write(const struct fb_normal *n, FILE *f)
{
	struct fb_out out;
	uint32_t i;

	fb_out_begin(&out, f);
	fb_normal_write_heads(n, &out);
	for (i = 1; i < n->nr; i++)
		fb_normal_write_node(&n->node[i], &out);
	fb_out_flush(&out);
}

/* Reads "# key=value"; other comments are ignored. */
static int read_head(struct fb_normal *n, char *line)
{
	char *key = line + 1, *eq;

	key += strspn(key, " ");
	eq = strchr(key, '=');
	if (!eq || !key_ok(key, (size_t)(eq - key)))
		return 0;
	*eq = '\0';
	return fb_normal_set(n, key, eq + 1);
}

/* "name [module] 123 = 0x1 <", in place. Return: 0, or -EINVAL. */
static int read_call(char *p, struct fb_normal_node *node)
{
	char *word, *end;
	size_t len = strlen(p);

	node->kind = FB_NODE_CALL;
	if (!strncmp(p, "< ", 2)) {
		node->flags |= FB_NODE_HEAD_CUT;
		p += 2;
		len -= 2;
	}
	if (len > 2 && !strcmp(p + len - 2, " <")) {
		node->flags |= FB_NODE_TAIL_CUT;
		p[len - 2] = '\0';
	}
	if (!strcmp(p, "! interrupt")) {
		node->kind = FB_NODE_IRQ;
		return 0;
	}
	word = strsep(&p, " ");
	if (!*word || !p)
		return -EINVAL;
	get_name(word);
	node->name = strcmp(word, "?") ? word : NULL;
	word = strsep(&p, " ");
	if (*word == '[') {
		len = strlen(word);
		if (len < 3 || word[len - 1] != ']' || !p)
			return -EINVAL;
		word[len - 1] = '\0';
		get_name(word + 1);
		node->module = word + 1;
		word = strsep(&p, " ");
	}
	if (strcmp(word, "-")) {
		errno = 0;
		node->dur_ns = strtoll(word, &end, 10);
		if (!isdigit((unsigned char)*word) || *end || errno)
			return -EINVAL;
	}
	if (!p)
		return 0;
	if (strncmp(p, "= ", 2) || !p[2])
		return -EINVAL;
	node->retval = p + 2;
	return 0;
}

static int read_node(struct fb_normal *n, char *line, unsigned long nr)
{
	struct fb_normal_node node = { .dur_ns = -1, .line = nr };
	size_t indent = strspn(line, " ");
	char *p = line + indent;
	int ret;

	if (indent % 2 || indent / 2 >= DEPTH_MAX)
		return -EINVAL;
	node.depth = (uint16_t)(indent / 2 + 1);
	if (!strncmp(p, "* ", 2)) {
		node.kind = FB_NODE_MARK;
		node.text = p + 2;
	} else {
		ret = read_call(p, &node);
		if (ret)
			return ret;
	}
	return append(n, &node);
}

static int read_lines(struct fb_normal *n, char *text, size_t len, struct fb_why *why)
{
	char *line, *rest = text;
	unsigned long nr = 0;
	int ret;

	if (memchr(text, '\0', len))
		return fb_why(why, -EINVAL, "a NUL byte: not the normal form of a call tree");
	while ((line = strsep(&rest, "\n"))) {
		size_t end = strlen(line);

		if (end && line[end - 1] == '\r')
			line[end - 1] = '\0';
		if (!nr++ && strcmp(line, "# " FB_NORMAL_MAGIC))
			return fb_why(why, -EINVAL, "line 1: not '# %s'", FB_NORMAL_MAGIC);
		if (!*line)
			continue;
		ret = *line == '#' ? read_head(n, line) : read_node(n, line, nr);
		if (ret)
			return fb_why(why, ret, "line %lu: %s", nr,
				      ret == -EINVAL ? "not a line of a call tree"
						     : strerror(-ret));
	}
	if (!n->calls)
		return fb_why(why, -EINVAL, "no call in it");
	close_open(n);
	return 0;
}

int fb_normal_read(const char *text, size_t len, struct fb_normal **n, struct fb_why *why)
{
	char *copy = malloc(len + 1);
	int ret = -ENOMEM;

	*n = fb_normal_new();
	if (copy && *n) {
		memcpy(copy, text, len);
		copy[len] = '\0';
		ret = read_lines(*n, copy, len, why);
	}
	if (ret) {
		fb_normal_free(*n);
		*n = NULL;
	}
	free(copy);
	return ret;
}

int fb_normal_read_heads(struct fb_normal *n, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	int ret = 0;

	while (!ret && p < end && *p == '#') {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((nl ? nl : end) - p);
		char *line = strndup(p, size);

		if (!line)
			return -ENOMEM;
		line[strcspn(line, "\r")] = '\0';
		ret = read_head(n, line);
		free(line);
		p += size + !!nl;
	}
	return ret;
}
