// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tracedat/dat.h"
#include "tracedat/dat_head.h"
#include "tracedat/dat_text.h"

/* The status of a child that has left its cause in the file. */
#define FAILED 1

bool fb_dat_is(int fd)
{
	char head[FB_DAT_MAGIC_LEN];
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	       pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
	       !memcmp(head, FB_DAT_MAGIC, sizeof(head));
}

bool fb_dat_named(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is = fd >= 0 && fb_dat_is(fd);

	if (fd >= 0)
		close(fd);
	return is;
}

/* --- the child ------------------------------------------------------------ */

/*
 * The parent decides what ^C means; it kills the child, or dies and the kernel kills the child. What stdio holds back is
 * the parent's, who writes it.
 */
static void leave_parent(pid_t parent, const sigset_t *mask)
{
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		signal(sig, sig == SIGINT ? SIG_IGN : SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(FAILED);
	__fpurge(stdout);
	__fpurge(stderr);
}

static int write_text(int fd, int to, struct fb_error *error)
{
	FILE *f = fdopen(to, "w");
	int ret;

	if (!f)
		return -errno;
	ret = fb_dat_text(fd, f, error);
	if (fflush(f) && !ret)
		ret = -EIO;
	return ret;
}

/* Started without standard streams, the program has other files at their numbers. */
static int above_standard(int fd)
{
	int moved = fd > STDERR_FILENO ? fd : fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (moved < 0)
		_exit(FAILED);
	return moved;
}

static void run_child(int fd, int to, int said)
{
	struct fb_error error = { "" };
	const char *text;
	int ret;

	fd = above_standard(fd);
	to = above_standard(to);
	said = above_standard(said);
	/* The libraries write warnings to both. */
	if (dup2(said, STDOUT_FILENO) < 0 || dup2(said, STDERR_FILENO) < 0)
		_exit(FAILED);
	ret = write_text(fd, to, &error);
	if (!ret)
		_exit(0);
	fflush(stdout);
	fflush(stderr);
	text = fb_error_text(&error, ret);
	if (ftruncate(said, 0) || pwrite(said, text, strlen(text), 0) < 0)
		_exit(FAILED);
	_exit(FAILED);
}

/* --- the parent ----------------------------------------------------------- */

/* No handler of the parent runs in the child. */
static pid_t fork_reader(int fd, const int ends[2], int said)
{
	pid_t parent = getpid(), pid;
	sigset_t all, mask;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &mask);
	pid = fork();
	if (!pid) {
		leave_parent(parent, &mask);
		close(ends[0]);
		run_child(fd, ends[1], said);
	}
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return pid < 0 ? -errno : pid;
}

int fb_dat_begin(struct fb_dat *d, int fd)
{
	int ends[2];
	pid_t pid;

	*d = (struct fb_dat){ .said = memfd_create("trace.dat", MFD_CLOEXEC) };
	if (d->said < 0)
		return -errno;
	pid = pipe2(ends, O_CLOEXEC) ? -errno : 0;
	if (!pid) {
		pid = fork_reader(fd, ends, d->said);
		close(ends[1]);
		if (pid < 0)
			close(ends[0]);
	}
	if (pid < 0) {
		fb_dat_stop(d);
		return pid;
	}
	d->pid = pid;
	return ends[0];
}

static int reap(struct fb_dat *d)
{
	int status = 0;

	while (waitpid(d->pid, &status, 0) < 0 && errno == EINTR)
		;
	d->pid = 0;
	return status;
}

static int blame(int status, const char *said, struct fb_error *error)
{
	if (WIFEXITED(status))
		return fb_error(error, -EINVAL, "%s", *said ? said : "trace.dat: cannot be read");
	if (WTERMSIG(status) == SIGPROF)
		return fb_error(error, -EINVAL,
				"trace.dat: libtracecmd computes without end: the file is damaged");
	return fb_error(error, -EINVAL, "trace.dat: libtracecmd was ended by signal %d (%s)%s%s",
			WTERMSIG(status), strsignal(WTERMSIG(status)), *said ? ": " : "", said);
}

int fb_dat_end(struct fb_dat *d, struct fb_error *error)
{
	char said[FB_ERROR_SIZE] = "";
	ssize_t len;
	int status;

	if (!d->pid)
		return d->failed;
	status = reap(d);
	if (!status)
		return 0;
	len = pread(d->said, said, sizeof(said) - 1, 0);
	said[len > 0 ? len : 0] = '\0';
	fb_dat_one_line(said);
	d->failed = blame(status, said, error);
	return d->failed;
}

void fb_dat_stop(struct fb_dat *d)
{
	if (d->pid) {
		kill(d->pid, SIGKILL);
		reap(d);
	}
	if (d->said >= 0)
		close(d->said);
	d->said = -1;
}
