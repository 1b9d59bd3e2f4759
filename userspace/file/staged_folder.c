// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/staged_folder.h"
#include "lib/message.h"

static int open_folder(int dir, const char *name)
{
	return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Return: 1, 0, or a negative errno */
static int is_empty(int fd)
{
	int again = open_folder(fd, "."), nr = 0, err;
	DIR *dir = again < 0 ? NULL : fdopendir(again);

	err = errno;
	if (!dir) {
		if (again >= 0)
			close(again);
		return -err;
	}
	/* "." and ".." */
	while (nr < 3 && readdir(dir))
		nr++;
	closedir(dir);
	return nr < 3;
}

/* What is at the final path. Return: 0: nothing, or an empty folder; 1: a former result; or a negative errno */
static int look_at_folder(const struct fb_staged_folder *s, struct fb_error *error)
{
	int fd = open_folder(s->place.dir, s->place.name), ret;

	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0)
		return fb_error_errno(error, -errno, "%s", s->place.path);
	ret = is_empty(fd);
	if (ret < 0) {
		fb_error_errno(error, ret, "%s", s->place.path);
	} else if (fb_place_mounted(&s->place)) {
		ret = fb_error(
			error, -EBUSY,
			"%s is a mount point, so no new folder can take its place: name a folder in it",
			s->place.path);
	} else if (ret) {
		ret = 0;
	} else {
		ret = s->kind->check(fd, error);
		ret = ret ? fb_error_prefix(error, ret, "%s", s->place.path) : 1;
	}
	close(fd);
	return ret;
}

int fb_staged_folder_open(struct fb_staged_folder *s, const char *path,
			  const struct fb_folder_kind *kind, struct fb_error *error)
{
	struct fb_place *p = &s->place;
	int ret, n;

	s->given = path;
	s->kind = kind;
	ret = fb_place_find(p, path, true, error);
	if (ret == -EISDIR)
		return fb_error(error, ret, "%s cannot be replaced: give the folder's own name",
				path);
	if (ret)
		return ret;
	ret = look_at_folder(s, error);
	if (ret >= 0)
		ret = fb_stage_make(&s->stage, p->dir, p->name, p->there ? 0700 : 0755, true);
	if (!ret) {
		n = snprintf(s->path, sizeof(s->path), "%.*s%s",
			     (int)(strlen(p->path) - strlen(p->name)), p->path,
			     fb_stage_name(&s->stage));
		if (n < (int)sizeof(s->path))
			return 0;
		ret = -ENAMETOOLONG;
		close(s->stage.fd);
		fb_stage_drop(&s->stage);
	}
	fb_place_close(p);
	return fb_error_empty(error) ? fb_error_errno(error, ret, "%s", path) : ret;
}

/* Moves a former result out of the way, for file systems that cannot exchange two names. */
static int move_aside(const struct fb_place *p, char aside[NAME_MAX + 1])
{
	struct fb_stage stage;
	int ret = fb_stage_make(&stage, p->dir, p->name, 0700, true);

	if (ret)
		return ret;
	close(stage.fd);
	strcpy(aside, fb_stage_name(&stage));
	if (renameat(p->dir, p->name, p->dir, aside)) {
		ret = -errno;
		fb_stage_drop(&stage);
	}
	fb_stage_leave(&stage);
	return ret;
}

static int replace(struct fb_staged_folder *s)
{
	const struct fb_place *p = &s->place;
	char old[NAME_MAX + 1];
	int ret, fd;

	strcpy(old, fb_stage_name(&s->stage));
	ret = fb_stage_move(&s->stage, p->name, true);
	if (ret == -EINVAL || ret == -ENOSYS) {
		ret = move_aside(p, old);
		if (!ret)
			ret = fb_stage_move(&s->stage, p->name, false);
	}
	if (ret)
		return ret;
	fd = open_folder(p->dir, old);
	if (fd >= 0) {
		s->kind->clear(fd);
		close(fd);
	}
	if (unlinkat(p->dir, old, AT_REMOVEDIR))
		fb_print_note("%s is complete; what else was in the former one is in %.*s%s",
			      p->path, (int)(strlen(p->path) - strlen(p->name)), p->path, old);
	return 0;
}

static int install(struct fb_staged_folder *s, struct fb_error *error)
{
	int ret = look_at_folder(s, error);

	if (ret >= 0 && s->place.there)
		fb_stage_inherit(s->stage.fd, &s->place.st);
	if (ret >= 0)
		ret = ret ? replace(s) : fb_stage_move(&s->stage, s->place.name, false);
	if (!ret)
		return 0;
	fb_stage_leave(&s->stage);
	if (fb_error_empty(error))
		fb_error_errno(error, ret, "%s", s->given);
	return fb_error(error, ret, "%.200s; the result is in %.200s", fb_error_text(error, ret),
			s->path);
}

int fb_staged_folder_end(struct fb_staged_folder *s, int ret, struct fb_error *error)
{
	if (!ret)
		ret = install(s, error);
	close(s->stage.fd);
	fb_stage_drop(&s->stage);
	fb_place_close(&s->place);
	return ret;
}

void fb_staged_folder_leave(struct fb_staged_folder *s)
{
	close(s->stage.fd);
	fb_stage_leave(&s->stage);
	fb_place_close(&s->place);
}
