// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "file/remove.h"

/* Folders within folders; more is an error. */
#define DEPTH 32

/* One entry of getdents64(2). readdir() allocates, so a signal handler may not call it. */
struct entry {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

static int remove_at(int dir, const char *name, unsigned int depth);

/* Return: how many entries were removed, or a negative errno. */
static int remove_entries(int fd, unsigned int depth)
{
	_Alignas(struct entry) char buf[1024];
	int removed = 0, ret;
	long len, at;

	while ((len = syscall(SYS_getdents64, fd, buf, sizeof(buf))) > 0) {
		for (at = 0; at < len; at += ((const struct entry *)(buf + at))->size) {
			const char *name = ((const struct entry *)(buf + at))->name;

			if (!strcmp(name, ".") || !strcmp(name, ".."))
				continue;
			ret = remove_at(fd, name, depth);
			if (ret)
				return ret;
			removed = 1;
		}
	}
	return len < 0 ? -errno : removed;
}

static int remove_at(int dir, const char *name, unsigned int depth)
{
	int fd, ret;

	if (!unlinkat(dir, name, 0))
		return 0;
	if (errno != EISDIR && errno != EPERM)
		return -errno;
	if (!depth)
		return -ELOOP;
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOTDIR ? -EPERM : -errno;
	/* Some file systems leave entries out of a list that changes: read it again until it is empty. */
	while ((ret = remove_entries(fd, depth - 1)) > 0)
		lseek(fd, 0, SEEK_SET);
	close(fd);
	if (!ret && unlinkat(dir, name, AT_REMOVEDIR))
		ret = -errno;
	return ret;
}

int fb_remove_at(int dir, const char *name)
{
	return remove_at(dir, name, DEPTH);
}
