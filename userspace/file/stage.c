// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/remove.h"
#include "file/stage.h"

#define RANDOM 6
#define TRIES  100

/**
 * struct slot - one file or folder, for the signal handler
 * @pid: the process that has made it; 0: the slot is free. Set last and cleared first
 * @dir: descriptor of its folder: the program may change its own folder
 * @name: its name there
 *
 * Signals are blocked while a slot changes.
 */
static struct slot {
	atomic_int pid;
	int dir;
	char name[NAME_MAX + 1];
} slots[FB_STAGES];

static void on_signal(int nr)
{
	int i, pid = (int)getpid();

	for (i = 0; i < FB_STAGES; i++)
		if (atomic_load(&slots[i].pid) == pid)
			fb_remove_at(slots[i].dir, slots[i].name);
	signal(nr, SIG_DFL);
	raise(nr);
}

/* By default, these do not end the program, or cannot be caught. */
static bool harmless(int nr)
{
	static const int list[] = { SIGKILL,  SIGSTOP, SIGCHLD, SIGCONT, SIGURG,
				    SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU };
	size_t i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i] == nr)
			return true;
	return false;
}

/* A signal that is ignored (nohup) or that the program catches stays so. */
static void watch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal }, old;
	int nr;

	sigfillset(&sa.sa_mask);
	for (nr = 1; nr <= SIGRTMAX; nr++)
		if (!harmless(nr) && !sigaction(nr, NULL, &old) && !(old.sa_flags & SA_SIGINFO) &&
		    old.sa_handler == SIG_DFL)
			sigaction(nr, &sa, NULL);
}

static void block(sigset_t *was)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, was);
}

static void unblock(const sigset_t *was)
{
	sigprocmask(SIG_SETMASK, was, NULL);
}

/* The end of the name is random; of a long @near the end is cut. */
static int choose_name(char name[NAME_MAX + 1], const char *near)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	unsigned char bytes[RANDOM];
	int i, n;

	if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes))
		return -EIO;
	n = snprintf(name, NAME_MAX + 1 - RANDOM, "%.*s.", NAME_MAX - 1 - RANDOM, near);
	for (i = 0; i < RANDOM; i++)
		name[n + i] = letters[bytes[i] % (sizeof(letters) - 1)];
	name[n + i] = '\0';
	return 0;
}

static int make(int dir, const char *name, mode_t mode, bool folder)
{
	int fd;

	if (!folder)
		return openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			      mode);
	if (mkdirat(dir, name, mode))
		return -1;
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		unlinkat(dir, name, AT_REMOVEDIR);
	return fd;
}

static struct slot *free_slot(void)
{
	int i;

	for (i = 0; i < FB_STAGES; i++)
		if (!atomic_load(&slots[i].pid))
			return &slots[i];
	return NULL;
}

static int fill_slot(struct slot *s, int *fd, const char *near, mode_t mode, bool folder)
{
	int tries, ret;

	for (tries = 0; tries < TRIES; tries++) {
		ret = choose_name(s->name, near);
		if (ret)
			return ret;
		*fd = make(s->dir, s->name, mode, folder);
		if (*fd >= 0)
			return 0;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

int fb_stage_make(struct fb_stage *stage, int dir, const char *near, mode_t mode, bool folder)
{
	struct slot *s = free_slot();
	sigset_t was;
	int ret;

	*stage = (struct fb_stage){ .slot = -1, .fd = -1 };
	if (!s)
		return -EMFILE;
	s->dir = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	if (s->dir < 0)
		return -errno;
	watch_signals();
	block(&was);
	ret = fill_slot(s, &stage->fd, near, mode, folder);
	if (!ret) {
		stage->slot = (int)(s - slots);
		atomic_store(&s->pid, (int)getpid());
	}
	unblock(&was);
	if (ret)
		close(s->dir);
	return ret;
}

const char *fb_stage_name(const struct fb_stage *stage)
{
	return slots[stage->slot].name;
}

int fb_stage_move(struct fb_stage *stage, const char *name, bool exchange)
{
	struct slot *s = &slots[stage->slot];
	int ret = 0;
	sigset_t was;

	block(&was);
	if (renameat2(s->dir, s->name, s->dir, name, exchange ? RENAME_EXCHANGE : 0))
		ret = -errno;
	if (!ret)
		fb_stage_leave(stage);
	unblock(&was);
	return ret;
}

int fb_stage_inherit(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & (S_ISDIR(old->st_mode) ? 07777U : 0777U);

	if (fchown(fd, old->st_uid, old->st_gid) && fchown(fd, (uid_t)-1, old->st_gid) &&
	    old->st_gid != getegid())
		/* The rights of the old group are not those of ours. */
		mode = (mode & ~070U) | (mode & 07U) << 3;
	return fchmod(fd, mode) ? -errno : 0;
}

void fb_stage_drop(struct fb_stage *stage)
{
	if (stage->slot >= 0)
		fb_remove_at(slots[stage->slot].dir, slots[stage->slot].name);
	fb_stage_leave(stage);
}

void fb_stage_leave(struct fb_stage *stage)
{
	if (stage->slot < 0)
		return;
	atomic_store(&slots[stage->slot].pid, 0);
	close(slots[stage->slot].dir);
	stage->slot = -1;
}
