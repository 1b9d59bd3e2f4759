// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/staged.h"

/* /dev/stdout: with the place in the file that the descriptor has, and without opening it anew, as no socket allows. */
static int open_own(const struct fb_place *p)
{
	int flags = fcntl(p->fd, F_GETFL);

	if (flags < 0)
		return -errno;
	if ((flags & O_ACCMODE) == O_RDONLY || flags & O_PATH)
		return -EBADF;
	flags = fcntl(p->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return flags < 0 ? -errno : flags;
}

static int open_direct(const struct fb_place *p)
{
	struct stat st;
	int fd;

	/* What was written before stays before. */
	fflush(stdout);
	if (p->fd >= 0)
		return open_own(p);
	fd = openat(p->dir, p->name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* It may have changed since: a file is never written directly. */
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return -EBUSY;
}

/* A file that the user may not write is not replaced, either, although its folder would allow that. */
static int may_replace(const struct fb_place *p, struct fb_error *error)
{
	int fd = openat(p->dir, p->name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	close(fd);
	if (fb_place_mounted(p))
		return fb_error(
			error, -EBUSY,
			"%s is a mount point, so no new file can take its place: give another name",
			p->path);
	return 0;
}

static bool is_direct(const struct fb_place *p)
{
	return p->fd >= 0 || (p->there && !S_ISREG(p->st.st_mode));
}

/* The path of what a user calls "-" is that of standard output. */
static const char *path_of(const char *path)
{
	return strcmp(path, "-") ? path : "/dev/stdout";
}

/* Finds where it goes, and makes the file beside that if there is to be one. */
static int begin_file(struct fb_staged *s, const char *path, struct fb_error *error)
{
	struct fb_place *p = &s->place;
	size_t len;
	int ret;

	path = path_of(path);
	len = strlen(path);
	s->given = path;
	s->stage = (struct fb_stage){ .slot = -1, .fd = -1 };
	ret = fb_place_find(p, path, false, error);
	if (ret)
		return ret;
	if (p->fd < 0 && ((p->there && S_ISDIR(p->st.st_mode)) || path[len - 1] == '/'))
		ret = -EISDIR;
	else if (!is_direct(p))
		ret = p->there ? may_replace(p, error) : 0;
	/* Until the old file's mode is known to be the new one's, nobody else may read it. */
	if (!ret && !is_direct(p))
		ret = fb_stage_make(&s->stage, p->dir, p->name, p->there ? 0600 : 0666, false);
	if (!ret)
		return 0;
	fb_place_close(p);
	return fb_error_empty(error) ? fb_error_errno(error, ret, "%s", path) : ret;
}

int fb_staged_open(struct fb_staged *s, const char *path, struct fb_error *error)
{
	int ret, fd;

	ret = begin_file(s, path, error);
	if (ret)
		return ret;
	fd = is_direct(&s->place) ? open_direct(&s->place) : s->stage.fd;
	s->f = fd < 0 ? NULL : fdopen(fd, "w");
	if (s->f)
		return 0;
	ret = fd < 0 ? fd : -errno;
	if (fd >= 0)
		close(fd);
	fb_stage_drop(&s->stage);
	fb_place_close(&s->place);
	return fb_error_errno(error, ret, "%s", s->given);
}

int fb_staged_end(struct fb_staged *s, int ret, struct fb_error *error)
{
	bool staged = s->stage.slot >= 0;
	int err = fb_stream_error(s->f);

	if (!ret || (ret == -EIO && err))
		ret = err;
	if (!ret && staged && s->place.there)
		ret = fb_stage_inherit(fileno(s->f), &s->place.st);
	if (fclose(s->f) && !ret)
		ret = -errno;
	if (!ret && staged)
		ret = fb_stage_move(&s->stage, s->place.name, false);
	fb_stage_drop(&s->stage);
	fb_place_close(&s->place);
	if (ret && fb_error_empty(error))
		fb_error_errno(error, ret, "%s", s->given);
	return ret;
}

int fb_staged_check(const char *path, struct fb_error *error)
{
	struct fb_staged s;
	int ret, direct;

	ret = begin_file(&s, path, error);
	if (ret)
		return ret;
	direct = is_direct(&s.place);
	if (!direct)
		close(s.stage.fd);
	fb_stage_drop(&s.stage);
	fb_place_close(&s.place);
	return !direct;
}

bool fb_staged_same(const char *a, const char *b)
{
	struct fb_place one, two;
	struct stat x, y;
	bool same;

	if (fb_place_find(&one, path_of(a), false, NULL))
		return false;
	if (fb_place_find(&two, path_of(b), false, NULL)) {
		fb_place_close(&one);
		return false;
	}
	same = !is_direct(&one) && !is_direct(&two) && !strcmp(one.name, two.name) &&
	       !fstat(one.dir, &x) && !fstat(two.dir, &y) && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
	fb_place_close(&one);
	fb_place_close(&two);
	return same;
}

int fb_staged_former(const char *path, const char *mark, struct fb_error *error)
{
	char start[1024];
	ssize_t len;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return errno == ENOENT ? 0 : fb_error_errno(error, -errno, "%s", path);
	len = read(fd, start, sizeof(start));
	close(fd);
	if (len > 0 && memmem(start, (size_t)len, mark, strlen(mark)))
		return 0;
	return fb_error(error, -EEXIST, "%s is not of flowbench, so it stays: give another name",
			path);
}
