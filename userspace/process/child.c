// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/vector.h"
#include "process/child.h"

#define OUT_MAX (1024 * 1024)
#define PIECE	4096

/* Reads @fd to its end, and adds a NUL. Bytes beyond OUT_MAX are read and dropped. */
static int read_all(int fd, char **out)
{
	char *buf = NULL;
	uint32_t room = 0;
	size_t used = 0;
	ssize_t n;

	do {
		/* One byte of it for the NUL. */
		if (fb_vector_reserve(buf, room, used + PIECE + 1)) {
			free(buf);
			return -ENOMEM;
		}
		n = read(fd, buf + used, PIECE);
		if (n > 0)
			used = used + (size_t)n < OUT_MAX ? used + (size_t)n : OUT_MAX;
	} while (n > 0 || (n < 0 && errno == EINTR));
	buf[used] = '\0';
	*out = buf;
	return 0;
}

int fb_child_run(char *const argv[], char **out)
{
	int pipefd[2] = { -1, -1 };
	int status, ret = 0;
	pid_t pid;

	if (out) {
		*out = NULL;
		if (pipe2(pipefd, O_CLOEXEC))
			return -errno;
	}
	pid = fork();
	if (pid < 0) {
		ret = -errno;
		goto out_pipe;
	}
	if (!pid) {
		if (out && dup2(pipefd[1], STDOUT_FILENO) < 0)
			_exit(127);
		execvp(argv[0], argv);
		_exit(errno == ENOENT ? 127 : 126);
	}
	if (out) {
		close(pipefd[1]);
		pipefd[1] = -1;
		ret = read_all(pipefd[0], out);
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR) {
			ret = -errno;
			goto out_free;
		}
	}
	if (!ret)
		ret = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
out_free:
	if (ret < 0 && out) {
		free(*out);
		*out = NULL;
	}
out_pipe:
	if (out) {
		close(pipefd[0]);
		if (pipefd[1] >= 0)
			close(pipefd[1]);
	}
	return ret;
}
