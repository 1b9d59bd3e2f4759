// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <ftw.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/trust.h"
#include "lib/words.h"

/* What is being checked: nftw() hands nothing to its function. */
static struct {
	struct fb_error *why;
	const char *top;
	int ret;
} checked;

bool fb_trusts_user(uid_t uid)
{
	const char *sudo = secure_getenv("SUDO_UID");
	uint64_t caller;

	if (!uid || uid == getuid())
		return true;
	return !getuid() && sudo && !fb_number(sudo, 0, UINT32_MAX - 1, &caller) && uid == caller;
}

/* Whether the group is the owner's alone, as Debian makes one for each user. */
static bool is_own_group(uid_t owner, gid_t gid)
{
	const struct passwd *pw = getpwuid(owner);
	const struct group *gr = pw && pw->pw_gid == gid ? getgrgid(gid) : NULL;
	char *const *member;

	if (!gr || strcmp(gr->gr_name, pw->pw_name))
		return false;
	for (member = gr->gr_mem; *member; member++)
		if (strcmp(*member, pw->pw_name))
			return false;
	return true;
}

/* @whose: "everybody can write to it" */
static int refuse(const char *path, const char *whose)
{
	return fb_error(checked.why, -EPERM,
			"%.170s: %s, and root trusts only what nobody but root and the caller can "
			"change; to trust it all the same: sudo FLOWBENCH_TRUST=%.150s flowbench …",
			path, whose, checked.top);
}

/* @above: a folder above the one that matters, which is checked as well */
static int check_one(const char *path, const struct stat *st, bool above)
{
	char whose[60];

	if (!fb_trusts_user(st->st_uid)) {
		snprintf(whose, sizeof(whose), "it belongs to user %u", st->st_uid);
		return refuse(path, whose);
	}
	/* In a sticky folder nobody replaces what others own; a link has no mode. */
	if ((above && (st->st_mode & S_ISVTX)) || S_ISLNK(st->st_mode))
		return 0;
	if (st->st_mode & S_IWOTH)
		return refuse(path, "everybody can write to it");
	if (!(st->st_mode & S_IWGRP) || !st->st_gid || is_own_group(st->st_uid, st->st_gid))
		return 0;
	snprintf(whose, sizeof(whose), "group %u can write to it", st->st_gid);
	return refuse(path, whose);
}

static bool is_below(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	if (!strcmp(folder, "/"))
		return true;
	return !strncmp(path, folder, len) && (!path[len] || path[len] == '/');
}

/*
 * Checks a path without links, and the folders above it. In the project's folder and below, a sticky
 * folder is none of ours: a link that somebody else put there would be followed.
 */
static int check_path(const char *path)
{
	char part[PATH_MAX] = "/";
	const char *end = path;
	struct stat st;
	int ret;

	for (;;) {
		if (lstat(part, &st))
			return fb_error_errno(checked.why, -errno, "%s", part);
		ret = check_one(part, &st, strcmp(part, path) && !is_below(part, checked.top));
		if (ret || !end[strspn(end, "/")])
			return ret;
		end += 1 + strcspn(end + 1, "/");
		memcpy(part, path, (size_t)(end - path));
		part[end - path] = '\0';
	}
}

/* Returns 1 to end, as -EPERM is what nftw() returns for an error of its own. */
static int check_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	char target[PATH_MAX];

	(void)ftw;
	if (type == FTW_NS || type == FTW_DNR)
		checked.ret = fb_error_errno(checked.why, -EACCES, "%s", path);
	else
		checked.ret = check_one(path, st, false);
	/* What a link leads to is used in its place, if it is there. */
	if (!checked.ret && type == FTW_SL && realpath(path, target))
		checked.ret = check_path(target);
	return checked.ret != 0;
}

/*
 * Whether root has said so. Another user's environment is not asked by a program with root's
 * rights.
 */
static bool is_named(const char *path)
{
	const char *at = secure_getenv("FLOWBENCH_TRUST");
	char name[PATH_MAX], folder[PATH_MAX];

	for (; at && *at; at += strcspn(at, ":"), at += *at == ':') {
		if (snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, ":"), at) <
			    (int)sizeof(name) &&
		    realpath(name, folder) && is_below(path, folder))
			return true;
	}
	return false;
}

/* The path without links, or of the folder that it would be in. */
static int resolve(const char *path, char real[PATH_MAX])
{
	char folder[PATH_MAX], *slash;

	if (realpath(path, real))
		return 0;
	if (errno != ENOENT || strlen(path) >= sizeof(folder))
		return -errno;
	strcpy(folder, path);
	slash = strrchr(folder, '/');
	if (slash)
		slash[slash == folder] = '\0';
	return realpath(slash ? folder : ".", real) ? 0 : -errno;
}

int fb_trust(const char *top, const char *path, struct fb_error *error)
{
	char real[PATH_MAX];
	int ret;

	if (geteuid())
		return 0;
	checked.why = error;
	checked.top = top;
	checked.ret = 0;
	ret = resolve(path, real);
	if (ret)
		return fb_error_errno(error, ret, "%s", path);
	if (is_named(real))
		return 0;
	ret = check_path(real);
	/* A file that is missing has no folder of its own to go through. */
	if (ret || access(path, F_OK))
		return ret;
	if (nftw(real, check_entry, 16, FTW_PHYS) < 0)
		return fb_error_errno(error, -errno, "%s", real);
	return checked.ret;
}
