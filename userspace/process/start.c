// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "process/start.h"

static void on_limit(int nr)
{
	(void)nr;
}

int fb_start(void)
{
	/* Not SIG_IGN, which commands that we run would inherit. */
	struct sigaction limit = { .sa_handler = on_limit }, old;
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0)
			continue;
		/* The lowest number that is free is this one. */
		if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return -errno;
	}
	sigemptyset(&limit.sa_mask);
	if (!sigaction(SIGXFSZ, NULL, &old) && old.sa_handler == SIG_DFL)
		sigaction(SIGXFSZ, &limit, NULL);
	return 0;
}
