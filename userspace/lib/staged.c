// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/staged.h"

/* The file that is being written; a signal handler removes it. Only one at a time. */
static char unfinished[FB_PATH_MAX];

static void on_signal(int nr)
{
	if (*unfinished)
		unlink(unfinished);
	signal(nr, SIG_DFL);
	raise(nr);
}

static void watch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
	struct sigaction sa = { .sa_handler = on_signal }, old;
	size_t i;

	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		/* An ignored signal (nohup) stays ignored. */
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &sa, NULL);
	}
}

static void forget(const struct fb_staged *s)
{
	unlink(s->stage);
	*unfinished = '\0';
}

/* Makes the file with the usual mode: mkostemp() would make it private. */
static int open_beside(struct fb_staged *s)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	strcpy(unfinished, s->stage);
	watch_signals();
	fd = mkostemp(unfinished, O_CLOEXEC);
	strcpy(s->stage, unfinished);
	if (fd < 0)
		*unfinished = '\0';
	if (fd >= 0 && fchmod(fd, 0666 & ~mask)) {
		int err = errno;

		close(fd);
		forget(s);
		errno = err;
		return -1;
	}
	return fd;
}

int fb_staged_open(struct fb_staged *s, const char *path)
{
	struct stat st;
	int fd, ret;

	s->stage[0] = '\0';
	if (snprintf(s->path, sizeof(s->path), "%s", path) >= (int)sizeof(s->path))
		return -ENAMETOOLONG;
	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return -EISDIR;
	if (!stat(path, &st) && !S_ISREG(st.st_mode)) {
		fd = open(path, O_WRONLY | O_CLOEXEC);
	} else {
		if (snprintf(s->stage, sizeof(s->stage), "%s.XXXXXX", path) >=
		    (int)sizeof(s->stage))
			return -ENAMETOOLONG;
		fd = open_beside(s);
	}
	if (fd < 0)
		return -errno;
	s->f = fdopen(fd, "w");
	if (s->f)
		return 0;
	ret = -errno;
	close(fd);
	if (s->stage[0])
		forget(s);
	return ret;
}

int fb_staged_end(struct fb_staged *s, int ret)
{
	int closed;

	/* The errno of the first failed write says more than ferror(). */
	errno = 0;
	if (!ret && fflush(s->f))
		ret = errno ? -errno : -EIO;
	closed = fb_close_checked(s->f);
	ret = ret ? ret : closed;
	if (!ret && s->stage[0] && rename(s->stage, s->path))
		ret = -errno;
	if (ret && s->stage[0])
		forget(s);
	*unfinished = '\0';
	return ret;
}
