// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/paths.h"
#include "file/remove.h"
#include "file/trust.h"
#include "lib/vector.h"

/* scripts/install puts data here, below the folder that has the program in bin/. */
#define FB_SHARE "/share/flowbench"

/* The first bytes of a file to be read at once; many have no more. */
#define READ_LEAST 65536

int fb_program_path(char buf[FB_PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", buf, FB_PATH_MAX - 1);

	if (n < 0)
		return -errno;
	buf[n] = '\0';
	return 0;
}

/*
 * Finds the project's top, without a slash at the end. In a clone the program lies in userspace/, and
 * the top is the folder above. For an installed program it is share/flowbench there, and 1 is returned.
 */
static int project_top(char top[FB_PATH_MAX])
{
	const char *env = getenv("FLOWBENCH_ROOT");
	char *slash;
	int ret;

	if (env && *env) {
		if (strlen(env) >= FB_PATH_MAX)
			return -ENAMETOOLONG;
		strcpy(top, env);
		return 0;
	}
	ret = fb_program_path(top);
	if (ret)
		return ret;
	slash = strrchr(top, '/');
	if (!slash)
		return -ENOENT;
	*slash = '\0';
	slash = strrchr(top, '/');
	if (!slash)
		return -ENOENT;
	ret = strcmp(slash, "/bin") == 0;
	*slash = '\0';
	if (!ret)
		return 0;
	if (strlen(top) + sizeof(FB_SHARE) > FB_PATH_MAX)
		return -ENAMETOOLONG;
	strcat(top, FB_SHARE);
	return 1;
}

int fb_out_path(char buf[FB_PATH_MAX], const char *name)
{
	char top[FB_PATH_MAX];
	int n, ret;

	ret = project_top(top);
	if (ret < 0)
		return ret;
	n = ret ? snprintf(buf, FB_PATH_MAX, "out/%s", name)
		: snprintf(buf, FB_PATH_MAX, "%s/out/%s", top, name);
	return n < 0 || n >= FB_PATH_MAX ? -ENAMETOOLONG : 0;
}

/* Folders whose files run or read each other. */
static const char *const trees[] = { "netns-lab", "userspace/data", "userspace/report/page" };

#define TREES (sizeof(trees) / sizeof(trees[0]))

/* The top in which each tree was found to be trusted. */
static char trusted[TREES][FB_PATH_MAX];

/* Checks the tree that @name of the folder @top belongs to, or the file alone. */
static int check_trust(const char *top, const char *name, struct fb_error *error)
{
	char path[FB_PATH_MAX];
	size_t i, len;
	int ret;

	for (i = 0; i < TREES; i++) {
		len = strlen(trees[i]);
		if (!strncmp(name, trees[i], len) && (!name[len] || name[len] == '/'))
			break;
	}
	if (i < TREES && !strcmp(trusted[i], top))
		return 0;
	ret = fb_join(path, top, i < TREES ? trees[i] : name);
	if (!ret)
		ret = fb_trust(top, path, error);
	if (!ret && i < TREES)
		strcpy(trusted[i], top);
	return ret == -ENOENT ? 0 : ret;
}

int fb_data_path(char buf[FB_PATH_MAX], struct fb_error *error, const char *fmt, ...)
{
	char top[FB_PATH_MAX], real[FB_PATH_MAX], *name;
	size_t used;
	va_list ap;
	int ret, n;

	ret = project_top(top);
	/* Who could turn a link could hand root another tree than the one that was checked. */
	if (ret >= 0 && !geteuid() && realpath(top, real))
		strcpy(top, real);
	used = ret < 0 ? 0 : strlen(top);
	if (ret >= 0 && used + 2 > FB_PATH_MAX)
		ret = -ENAMETOOLONG;
	if (ret < 0)
		return fb_error_errno(error, ret, "the project's folder");
	memcpy(buf, top, used);
	buf[used++] = '/';
	name = buf + used;
	va_start(ap, fmt);
	n = vsnprintf(name, FB_PATH_MAX - used, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= FB_PATH_MAX - used)
		return fb_error_errno(error, -ENAMETOOLONG, "%.200s", name);
	return check_trust(top, name, error);
}

bool fb_is_folder(const char *dir, const char *name)
{
	char path[FB_PATH_MAX];
	struct stat st;

	return name[0] != '.' && !fb_join(path, dir, name) && !stat(path, &st) &&
	       S_ISDIR(st.st_mode);
}

int fb_copy_path(char buf[FB_PATH_MAX], const char *path)
{
	return snprintf(buf, FB_PATH_MAX, "%s", path) >= FB_PATH_MAX ? -ENAMETOOLONG : 0;
}

int fb_join(char buf[FB_PATH_MAX], const char *dir, const char *name)
{
	int n = snprintf(buf, FB_PATH_MAX, "%s/%s", dir, name);

	return n < 0 || n >= FB_PATH_MAX ? -ENAMETOOLONG : 0;
}

int fb_read_file(const char *path, size_t max, char **text, size_t *len)
{
	char *buf = NULL;
	uint32_t room = 0;
	size_t used = 0;
	int fd, ret;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (;;) {
		ssize_t n;

		/* One byte of it for the NUL. */
		ret = fb_vector_reserve(buf, room, used ? used + 2 : READ_LEAST + 1);
		if (ret)
			goto err;
		n = read(fd, buf + used, room - 1 - used);
		if (n < 0) {
			if (errno == EINTR)
				continue;
			ret = -errno;
			goto err;
		}
		if (!n)
			break;
		used += (size_t)n;
		if (used > max) {
			ret = -EFBIG;
			goto err;
		}
	}
	close(fd);
	buf[used] = '\0';
	*text = buf;
	if (len)
		*len = used;
	return 0;
err:
	free(buf);
	close(fd);
	return ret;
}

int fb_stream_error(FILE *f)
{
	errno = 0;
	if (fflush(f))
		return errno ? -errno : -EIO;
	if (!ferror(f))
		return 0;
	/* The errno of the write that failed is lost. The text is broken already: what does one more byte say? */
	clearerr(f);
	errno = 0;
	if ((fputc('\n', f) == EOF || fflush(f)) && errno)
		return -errno;
	return -EIO;
}
