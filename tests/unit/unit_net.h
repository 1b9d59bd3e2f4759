/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A network for one unit test: the namespaces fb-unit-client and fb-unit-server with a link between them, in a mount
 * namespace where only this test sees them. Needs no root if users may create user namespaces.
 */
#ifndef FB_UNITNET_H
#define FB_UNITNET_H

#include "unit_cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

/* What this machine lacks for such a network: the reason of unit_skip(). */
static char unit_lack[160];

/* Return: -1, for "return unit_lacks(…)". */
static inline int unit_lacks(const char *what)
{
	snprintf(unit_lack, sizeof(unit_lack), "%s", what);
	return -1;
}

/* The same, with the error of the system call that has just failed. */
static inline int unit_lacks_call(const char *what)
{
	snprintf(unit_lack, sizeof(unit_lack), "%s: %s", what, strerror(errno));
	return -1;
}

static inline int unit_write_to(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int bad = fd < 0 || write(fd, text, strlen(text)) < 0;

	if (fd >= 0)
		close(fd);
	return bad;
}

/* An empty file system at @path. Return: 0 or -1. */
static inline int unit_mount(const char *path)
{
	char what[80];

	if (!mount("unit", path, "tmpfs", 0, NULL))
		return 0;
	snprintf(what, sizeof(what), "nothing can be mounted on %s", path);
	return unit_lacks_call(what);
}

/* Makes us root in new namespaces; without root, also in a user namespace. Return: 0 or -1. */
static inline int unit_unshare(void)
{
	char uid[64], gid[64];

	snprintf(uid, sizeof(uid), "0 %u 1", geteuid());
	snprintf(gid, sizeof(gid), "0 %u 1", getegid());
	if (geteuid()) {
		if (unshare(CLONE_NEWUSER) || unit_write_to("/proc/self/setgroups", "deny") ||
		    unit_write_to("/proc/self/uid_map", uid) ||
		    unit_write_to("/proc/self/gid_map", gid))
			return unit_lacks_call("no user namespace");
	}
	if (unshare(CLONE_NEWNET | CLONE_NEWNS))
		return unit_lacks_call("no namespaces of its own");
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return errno == EINVAL ? unit_lacks("no mounts of its own: / is not a mount point "
						    "(a plain chroot)")
				       : unit_lacks_call("no mounts of its own");
	return unit_mount("/run");
}

static inline int unit_net(void)
{
	static const char script[] =
		"PATH=$PATH:/usr/sbin:/sbin; set -e\n"
		"for n in client server; do ip netns add fb-unit-$n; ip -n fb-unit-$n link set lo up; done\n"
		"ip -n fb-unit-client link add c0 type veth peer name s0 netns fb-unit-server\n"
		"ip -n fb-unit-client link set c0 address 02:00:00:00:00:01\n"
		"ip -n fb-unit-server link set s0 address 02:00:00:00:00:02\n"
		"ip -n fb-unit-client addr add 10.9.1.1/24 dev c0\n"
		"ip -n fb-unit-server addr add 10.9.1.2/24 dev s0\n"
		"ip -n fb-unit-client addr add fd00:1::1/64 dev c0 nodad\n"
		"ip -n fb-unit-server addr add fd00:1::2/64 dev s0 nodad\n"
		"ip -n fb-unit-client link set c0 up\n"
		"ip -n fb-unit-server link set s0 up\n";

	if (unit_unshare())
		return -1;
	return system(script) ? unit_lacks("ip cannot make namespaces with a link") : 0;
}

/*
 * Runs the command in a child process, with @input as its standard input. Return: its status. Its output is in
 * unit_out and unit_err.
 */
static inline int unit_child(const struct fb_command *cmd, int (*function)(int argc, char **argv),
			     const char *input, char **argv)
{
	FILE *in = tmpfile(), *out = tmpfile(), *err = tmpfile();
	int argc = 0, status;
	pid_t pid;

	assert_true(in && out && err);
	fputs(input, in);
	rewind(in);
	fflush(NULL);
	while (argv[argc])
		argc++;
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		dup2(fileno(in), STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(err), STDERR_FILENO);
		/* Not _exit(): that would lose the counts of gcov. */
		exit(cmd ? fb_command_main(cmd, argc, argv) : function(argc, argv));
	}
	assert_true(waitpid(pid, &status, 0) == pid);
	fclose(in);
	unit_take(out, unit_out, sizeof(unit_out));
	unit_take(err, unit_err, sizeof(unit_err));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline int unit_child_command(const struct fb_command *cmd, const char *input, char **argv)
{
	return unit_child(cmd, NULL, input, argv);
}

static inline int unit_child_function(int (*function)(int argc, char **argv), const char *input,
				      char **argv)
{
	return unit_child(NULL, function, input, argv);
}

#define unit_main_child(cmd, input, argv)                      \
	_Generic(&(cmd),                                       \
		const struct fb_command *: unit_child_command, \
		default: unit_child_function)(&(cmd), input, argv)

#endif
