// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "file/place.h"
#include "file/trust.h"

/* As many as the kernel follows. */
#define LINKS_MAX 40

/**
 * struct walk - a path that is being followed
 * @p: receives the place; its path is what has been followed
 * @todo: what is left of the path
 * @links: how many links were followed
 * @make: make missing folders
 * @name: the part that is next
 * @last: it is the last part
 */
struct walk {
	struct fb_place *p;
	char todo[FB_PATH_MAX];
	unsigned int links;
	bool make;
	char name[NAME_MAX + 1];
	bool last;
};

/*
 * Whether somebody else may have made @st to have us write elsewhere. Root is nobody's name in a user namespace that
 * does not map it; there, what belongs to the owner of / is root's, if only that owner can write beside it.
 */
static bool foreign(int dir, const struct stat *st)
{
	struct stat above, root;

	if (st->st_uid == geteuid() || fb_trusts_user(st->st_uid))
		return false;
	if (fstat(dir, &above) || stat("/", &root) || above.st_mode & S_IWOTH)
		return true;
	return S_ISLNK(st->st_mode) && st->st_uid != root.st_uid;
}

static int refuse(const struct walk *w, const struct stat *st, struct fb_error *error)
{
	return fb_error(error, -EACCES,
			"%s%s is a %s of another user (uid %u): remove it, or give another name",
			w->p->path, w->name,
			S_ISLNK(st->st_mode)   ? "link"
			: S_ISDIR(st->st_mode) ? "folder"
					       : "file",
			(unsigned int)st->st_uid);
}

static int go_to(struct walk *w, int fd)
{
	if (fd < 0)
		return -errno;
	close(w->p->dir);
	w->p->dir = fd;
	return 0;
}

/* Takes the next part of @w->todo into @w->name. */
static int next_part(struct walk *w)
{
	const char *from = w->todo + strspn(w->todo, "/");
	size_t len = strcspn(from, "/");

	if (len > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(w->name, from, len);
	w->name[len] = '\0';
	from += len;
	w->last = !from[strspn(from, "/")];
	memmove(w->todo, from, strlen(from) + 1);
	return 0;
}

/* Puts what a link holds in front of what is left. */
static int follow(struct walk *w, const char *target)
{
	char rest[FB_PATH_MAX];

	if (++w->links > LINKS_MAX)
		return -ELOOP;
	strcpy(rest, w->todo);
	if (snprintf(w->todo, sizeof(w->todo), "%s%s", target, rest) >= (int)sizeof(w->todo))
		return -ENAMETOOLONG;
	if (*target != '/')
		return *target ? 0 : -ENOENT;
	strcpy(w->p->path, "/");
	return go_to(w, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

static bool in_proc(int dir)
{
	struct statfs fs;

	return !fstatfs(dir, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/* Returns our own descriptor that a link in /proc stands for, or -1. */
static int own_descriptor(int dir, const char *name)
{
	static const char *const folders[] = { "/proc/self/fd", "/proc/thread-self/fd" };
	struct stat here, own;
	char *end;
	long fd = strtol(name, &end, 10);
	size_t i;

	if (*end || fd < 0 || fd > INT_MAX || fstat(dir, &here))
		return -1;
	for (i = 0; i < 2; i++)
		if (!stat(folders[i], &own) && own.st_dev == here.st_dev &&
		    own.st_ino == here.st_ino)
			return (int)fd;
	return -1;
}

/* Adds the part to the path that was followed. */
static int add_component(struct walk *w)
{
	size_t len = strlen(w->p->path);
	int n = snprintf(w->p->path + len, sizeof(w->p->path) - len, "%s%s", w->name,
			 w->last ? "" : "/");

	return n >= (int)(sizeof(w->p->path) - len) ? -ENAMETOOLONG : 0;
}

/* Links in /proc lead to what they stand for, not to what they hold. Return: 1 at the end, 0, or a negative errno */
static int in_proc_link(struct walk *w)
{
	int ret;

	if (!w->last) {
		ret = go_to(w, openat(w->p->dir, w->name, O_PATH | O_DIRECTORY | O_CLOEXEC));
		return ret ? ret : add_component(w);
	}
	w->p->fd = own_descriptor(w->p->dir, w->name);
	if (fstatat(w->p->dir, w->name, &w->p->st, 0))
		return -errno;
	w->p->there = true;
	ret = add_component(w);
	return ret ? ret : 1;
}

static int link_part(struct walk *w, int fd, const struct stat *st, struct fb_error *error)
{
	char target[FB_PATH_MAX];
	ssize_t len;

	if (in_proc(w->p->dir))
		return in_proc_link(w);
	if (foreign(w->p->dir, st))
		return refuse(w, st, error);
	len = readlinkat(fd, "", target, sizeof(target) - 1);
	if (len < 0)
		return -errno;
	target[len] = '\0';
	return follow(w, target);
}

/* Return: 1 if this was the last part, 0 if there is more, or a negative errno */
static int step(struct walk *w, struct fb_error *error)
{
	struct stat *st = &w->p->st;
	int fd, ret;

	ret = next_part(w);
	if (ret || !*w->name)
		return ret ? ret : 1;
	fd = openat(w->p->dir, w->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT && w->make && !w->last) {
		if (mkdirat(w->p->dir, w->name, 0755) && errno != EEXIST)
			return -errno;
		fd = openat(w->p->dir, w->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	}
	if (fd < 0 && errno == ENOENT && w->last) {
		ret = add_component(w);
		return ret ? ret : 1;
	}
	if (fd < 0 || fstat(fd, st)) {
		ret = -errno;
	} else if (S_ISLNK(st->st_mode)) {
		ret = link_part(w, fd, st, error);
	} else if (!w->last) {
		ret = go_to(w, fd);
		return ret ? ret : add_component(w);
	} else {
		w->p->there = true;
		ret = foreign(w->p->dir, st) ? refuse(w, st, error) : add_component(w);
		ret = ret ? ret : 1;
	}
	if (fd >= 0)
		close(fd);
	return ret;
}

static int walk(struct walk *w, const char *path, struct fb_error *error)
{
	int ret;

	if (snprintf(w->todo, sizeof(w->todo), "%s", path) >= (int)sizeof(w->todo))
		return -ENAMETOOLONG;
	if (!*path)
		return -ENOENT;
	strcpy(w->p->path, *path == '/' ? "/" : "");
	w->p->dir = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (w->p->dir < 0)
		return -errno;
	do {
		ret = step(w, error);
	} while (!ret);
	if (ret < 0)
		return ret;
	/* "/", ".", "..": a folder that has no name of its own here. */
	if (!*w->name || !strcmp(w->name, ".") || !strcmp(w->name, ".."))
		return -EISDIR;
	strcpy(w->p->name, w->name);
	return 0;
}

int fb_place_find(struct fb_place *p, const char *path, bool make, struct fb_error *error)
{
	struct walk w = { .p = p, .make = make };
	int ret;

	*p = (struct fb_place){ .dir = -1, .fd = -1 };
	ret = walk(&w, path, error);
	if (!ret)
		return 0;
	fb_place_close(p);
	return fb_error_empty(error) ? fb_error_errno(error, ret, "%s", path) : ret;
}

void fb_place_close(struct fb_place *p)
{
	if (p->dir >= 0)
		close(p->dir);
	p->dir = -1;
}

bool fb_place_mounted(const struct fb_place *p)
{
	struct statx stx;

	return !statx(p->dir, p->name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, 0, &stx) &&
	       stx.stx_attributes & STATX_ATTR_MOUNT_ROOT;
}

int fb_mkdirs(const char *path)
{
	char below[FB_PATH_MAX];
	struct fb_place place;
	int ret = *path ? fb_join(below, path, "x") : -ENOENT;

	/* The folders above a name in it are all of them. */
	if (!ret)
		ret = fb_place_find(&place, below, true, NULL);
	if (!ret)
		fb_place_close(&place);
	return ret;
}
