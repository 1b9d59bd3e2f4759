// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/trace_files.h"
#include "system/trace_undo.h"
#include "file/paths.h"

int fb_trace_read(const char *dir, const char *file, char text[4096])
{
	char path[FB_PATH_MAX];
	size_t len = 0;
	ssize_t n;
	int fd, ret;

	ret = fb_join(path, dir, file);
	if (ret)
		return ret;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		n = read(fd, text + len, 4095 - len);
		if (n > 0)
			len += (size_t)n;
	} while ((n > 0 && len < 4095) || (n < 0 && errno == EINTR));
	ret = n < 0 ? -errno : 0;
	close(fd);
	text[len] = '\0';
	return ret;
}

int fb_trace_write(const char *dir, const char *file, bool append, const char *value)
{
	size_t len = strlen(value);
	char path[FB_PATH_MAX];
	ssize_t n = 0;
	int fd, ret;

	ret = fb_join(path, dir, file);
	if (ret)
		return ret;
	fd = open(path, O_WRONLY | O_CLOEXEC | (append ? O_APPEND : O_TRUNC));
	if (fd < 0)
		return -errno;
	if (len) {
		do {
			n = write(fd, value, len);
		} while (n < 0 && errno == EINTR);
	}
	ret = n < 0 ? -errno : (size_t)n < len ? -EIO : 0;
	/* Lists take effect when they are closed. */
	if (close(fd) && !ret && errno != EINTR)
		ret = -errno;
	return ret;
}

/* Returns where the text begins that ends before @at. */
static size_t text_before(const char *log, size_t at)
{
	at--;
	while (at > 0 && log[at - 1])
		at--;
	return at;
}

/* Writes the values of all records, the last one first. Goes on after an error, and returns the first. */
static int undo_all(const struct fb_trace_undo *undo, struct fb_error *error)
{
	size_t at = undo->len;
	int first = 0;

	while (at > 0) {
		const char *value, *file;
		int ret;

		at = text_before(undo->log, at);
		value = undo->log + at;
		at = text_before(undo->log, at);
		file = undo->log + at;
		ret = fb_trace_write(undo->dir, file + 1, *file == '+', value);
		if (ret && ret != -ENOENT && !first)
			first = fb_error_errno(error, ret, "cannot give '%.60s' back to %.100s",
					       value, file + 1);
	}
	return first;
}

/* The child's side. Leaves the terminal and the session. The signals that could end it are blocked. */
static void guard(struct fb_trace_undo *undo)
{
	ssize_t n;

	setsid();
	close(undo->pipe[1]);
	for (;;) {
		n = read(undo->pipe[0], undo->log + undo->len, sizeof(undo->log) - undo->len);
		if (n > 0)
			undo->len += (size_t)n;
		else if (!n || errno != EINTR)
			break;
	}
	_exit(undo_all(undo, NULL) ? 1 : 0);
}

int fb_trace_undo_begin(struct fb_trace_undo *undo, const char *dir, struct fb_error *error)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
	sigset_t blocked, was;
	size_t i;
	int ret;

	undo->dir = dir;
	undo->guard = 0;
	undo->len = 0;
	if (pipe2(undo->pipe, O_CLOEXEC))
		return fb_error(error, -errno, "no pipe for the guard of tracefs: %m");
	/* Blocked before it exists: ^C may come at once. */
	sigemptyset(&blocked);
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaddset(&blocked, ends[i]);
	sigprocmask(SIG_BLOCK, &blocked, &was);
	undo->guard = fork();
	if (!undo->guard)
		guard(undo);
	ret = -errno;
	sigprocmask(SIG_SETMASK, &was, NULL);
	if (undo->guard > 0)
		return 0;
	undo->guard = 0;
	close(undo->pipe[0]);
	close(undo->pipe[1]);
	return fb_error_errno(error, ret, "no process for the guard of tracefs");
}

int fb_trace_undo_write(struct fb_trace_undo *undo, const char *file, bool append,
			const char *value, struct fb_error *error)
{
	size_t room = sizeof(undo->log) - undo->len;
	char *record = undo->log + undo->len;
	int len = snprintf(record, room, "%c%s%c%s", append ? '+' : '>', file, '\0', value) + 1;
	ssize_t n;

	if ((size_t)len >= room || len > 4096)
		return fb_error(error, -E2BIG, "%.100s: too many changes to give back", file);
	/* The program has the pipe's other end, too: this does not fail if the guard was killed. */
	do {
		n = write(undo->pipe[1], record, (size_t)len);
	} while (n < 0 && errno == EINTR);
	if (n != len)
		return fb_error(error, n < 0 ? -errno : -EIO, "no guard for %.100s: %m", file);
	undo->len += (size_t)len;
	return 0;
}

/* Reads the value, and hands it to the guard unless it is @unless. Return: 1 then, 0, or a negative errno. */
static int save(struct fb_trace_undo *undo, const char *file, const char *unless,
		struct fb_error *error)
{
	char text[4096], value[FB_TRACE_VALUE_MAX];
	int ret;

	ret = fb_trace_read(undo->dir, file, text);
	if (ret)
		return fb_error_errno(error, ret, "%.100s", file);
	fb_trace_value(text, value);
	if (unless && !strcmp(value, unless))
		return 1;
	return fb_trace_undo_write(undo, file, false, value, error);
}

int fb_trace_save(struct fb_trace_undo *undo, const char *file, struct fb_error *error)
{
	return save(undo, file, NULL, error);
}

int fb_trace_set(struct fb_trace_undo *undo, const char *file, const char *value,
		 struct fb_error *error)
{
	int ret;

	ret = save(undo, file, value, error);
	if (ret)
		return ret > 0 ? 0 : ret;
	ret = fb_trace_write(undo->dir, file, false, value);
	if (ret)
		fb_error_errno(error, ret, "cannot write '%.60s' to %.100s", value, file);
	return ret;
}

int fb_trace_undo_end(struct fb_trace_undo *undo, struct fb_error *error)
{
	int status = 0, ret = 0;

	if (!undo->guard)
		return 0;
	close(undo->pipe[1]);
	while (waitpid(undo->guard, &status, 0) < 0) {
		if (errno == EINTR)
			continue;
		status = 1;
		break;
	}
	close(undo->pipe[0]);
	/* The guard failed or was killed. Writing a value twice does no harm, and gives the reason. */
	if (status)
		ret = undo_all(undo, error);
	undo->guard = 0;
	return ret;
}
