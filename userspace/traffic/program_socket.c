// SPDX-License-Identifier: GPL-2.0
/*
 * Bytes that an sk_msg program takes from one TCP socket to another, past TCP.
 *
 *	sender ---- peer		a connection; the peer is to get nothing
 *	reader ---- other end		another one; the reader is to get what the sender sends
 *
 * Both the sender and the reader are in a sockhash, under the keys 0 and 1. Both were accepted, as those
 * of a proxy are: the sender has sent nothing yet, not even a SYN, and so has no memory of its own.
 */
#define _GNU_SOURCE
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "system/lab.h"
#include "process/interrupt.h"
#include "traffic/program_socket.h"
#include "traffic/settings.h"

#define SIZE_MAX_SEND 4096
#define KEY_SENDER    0
#define KEY_READER    1

struct sock_redirect {
	char host[64];
	char addr[INET6_ADDRSTRLEN];
	long port;
	long size;
};

struct ends {
	int listener;
	int sender;
	int peer;
	int reader;
	int other;
	int map;
	int program;
};

#define NR_ENDS (sizeof(struct ends) / sizeof(int))

/*
 * The task that waits for the bytes. @tid is 0 until the task is about to wait; @cpus are the processors that it
 * may run on.
 */
struct waiter {
	pthread_t thread;
	int fd;
	long size;
	_Atomic pid_t tid;
	cpu_set_t cpus;
	int ret;
};

static int parse_spec(const char *spec, struct sock_redirect *sr, struct fb_error *error)
{
	if (fb_spec_word(spec, "host", sr->host, sizeof(sr->host)) ||
	    fb_spec_word(spec, "addr", sr->addr, sizeof(sr->addr)))
		return fb_error(error, -EINVAL, "traffic: no usable 'host' or 'addr'");
	if (fb_spec_number(spec, "port", 1, 65535, &sr->port) ||
	    fb_spec_number(spec, "size", 1, SIZE_MAX_SEND, &sr->size))
		return fb_error(error, -EINVAL, "traffic: no usable 'port' or 'size' (1 to %d)",
				SIZE_MAX_SEND);
	return 0;
}

/* Makes a connection within the namespace: @fd connects, @accepted is the other end. */
static int connect_pair(const struct sock_redirect *sr, const struct fb_spec_end *to, int listener,
			int *fd, int *accepted)
{
	*fd = fb_netns_socket(sr->host, to->sa.sa_family, SOCK_STREAM, 0);
	if (*fd < 0)
		return *fd;
	if (connect(*fd, &to->sa, to->len))
		return -errno;
	*accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	return *accepted < 0 ? -errno : 0;
}

static int open_ends(const struct sock_redirect *sr, struct ends *e)
{
	struct fb_spec_end to;
	const int one = 1;
	int ret;

	if (fb_spec_addr(sr->addr, sr->port, &to))
		return -EINVAL;
	e->listener = fb_netns_socket(sr->host, to.sa.sa_family, SOCK_STREAM, 0);
	if (e->listener < 0)
		return e->listener;
	if (setsockopt(e->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) ||
	    bind(e->listener, &to.sa, to.len) || listen(e->listener, 2))
		return -errno;
	ret = connect_pair(sr, &to, e->listener, &e->peer, &e->sender);
	return ret ? ret : connect_pair(sr, &to, e->listener, &e->other, &e->reader);
}

/* return bpf_msg_redirect_hash(msg, map, &(u32){ KEY_READER }, BPF_F_INGRESS) */
static int load_program(int map)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ST | BPF_MEM | BPF_W,
		  .dst_reg = BPF_REG_10,
		  .off = -4,
		  .imm = KEY_READER },
		{ .code = BPF_LD | BPF_IMM | BPF_DW,
		  .dst_reg = BPF_REG_2,
		  .src_reg = BPF_PSEUDO_MAP_FD,
		  .imm = map },
		{ .code = 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = BPF_REG_3, .src_reg = BPF_REG_10 },
		{ .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = BPF_REG_3, .imm = -4 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_4, .imm = BPF_F_INGRESS },
		{ .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_msg_redirect_hash },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct bpf_prog_load_opts opts = {
		.sz = sizeof(opts),
		.expected_attach_type = BPF_SK_MSG_VERDICT,
	};

	return bpf_prog_load(BPF_PROG_TYPE_SK_MSG, "fb_redirect", "GPL", insns,
			     sizeof(insns) / sizeof(insns[0]), &opts);
}

static int put_socket(int map, __u32 key, int fd)
{
	const __u32 value = (__u32)fd;

	return bpf_map_update_elem(map, &key, &value, BPF_NOEXIST);
}

/* Makes the sockhash and attaches its program. @step names the step that was tried last. */
static int attach(struct ends *e, const char **step)
{
	int ret;

	*step = "make a sockhash (CONFIG_BPF_SYSCALL, CONFIG_NET_SOCK_MSG)";
	e->map = bpf_map_create(BPF_MAP_TYPE_SOCKHASH, "fb_sockets", sizeof(__u32), sizeof(__u32),
				2, NULL);
	if (e->map < 0)
		return e->map;
	*step = "load the sk_msg program";
	e->program = load_program(e->map);
	if (e->program < 0)
		return e->program;
	*step = "attach the sk_msg program";
	ret = bpf_prog_attach(e->program, e->map, BPF_SK_MSG_VERDICT, 0);
	if (ret)
		return ret;
	*step = "put sockets into the sockhash";
	ret = put_socket(e->map, KEY_SENDER, e->sender);
	return ret ? ret : put_socket(e->map, KEY_READER, e->reader);
}

/* Moves the calling task to the processor number @nr of @cpus, if there are so many. */
static void move_to(const cpu_set_t *cpus, int nr)
{
	cpu_set_t one;
	int cpu;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, cpus) && !nr--)
			break;
	if (cpu == CPU_SETSIZE)
		return;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

/*
 * The reader sleeps on another processor than the sender's, as a reader does that has processors to choose from. It
 * may run on all of them: the kernel chooses one only for such a task when it wakes up.
 */
static void *wait_and_read(void *arg)
{
	struct waiter *w = arg;
	char got[SIZE_MAX_SEND];
	ssize_t n;

	move_to(&w->cpus, 1);
	sched_setaffinity(0, sizeof(w->cpus), &w->cpus);
	w->tid = (pid_t)syscall(SYS_gettid);
	w->ret = fb_wait_fd(w->fd, POLLIN);
	if (w->ret)
		return NULL;
	n = recv(w->fd, got, sizeof(got), 0);
	w->ret = n < 0 ? -errno : n == w->size ? 0 : -EIO;
	return NULL;
}

/* Returns true if the task sleeps. In "1234 (name) S …" the name may have any bytes; the last ')' ends it. */
static int asleep(pid_t tid)
{
	char path[64], text[512];
	const char *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	end = strrchr(text, ')');
	return end && !strncmp(end, ") S", 3);
}

static int start_waiter(struct waiter *w)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	int i, ret;

	ret = pthread_create(&w->thread, NULL, wait_and_read, w);
	if (ret)
		return -ret;
	for (i = 0; i < FB_STEP_MS; i++) {
		if (w->tid && asleep(w->tid))
			return 0;
		if (nanosleep(&ms, NULL) && fb_interrupted())
			break;
	}
	/* The thread ends after FB_STEP_MS at the latest. */
	pthread_join(w->thread, NULL);
	return -ETIMEDOUT;
}

/* Checks that nothing arrived through the connection itself. */
static int took_no_wire(int peer)
{
	char byte;

	if (recv(peer, &byte, 1, MSG_DONTWAIT) >= 0)
		return -EPROTO;
	return errno == EAGAIN ? 0 : -errno;
}

static int redirect(const struct sock_redirect *sr, struct ends *e, const char **step)
{
	char payload[SIZE_MAX_SEND];
	struct waiter w = { .fd = e->reader, .size = sr->size };
	ssize_t n;
	int ret;

	/* Write the payload before it is sent, so that the trace has no page fault. */
	memset(payload, 'x', sizeof(payload));
	*step = "wait for the reader";
	if (sched_getaffinity(0, sizeof(w.cpus), &w.cpus))
		return -errno;
	move_to(&w.cpus, 0);
	ret = start_waiter(&w);
	if (ret)
		goto out;
	*step = "send";
	n = send(e->sender, payload, (size_t)sr->size, MSG_NOSIGNAL);
	if (n != sr->size)
		ret = n < 0 ? -errno : -EIO;
	pthread_join(w.thread, NULL);
out:
	sched_setaffinity(0, sizeof(w.cpus), &w.cpus);
	if (ret)
		return ret;
	*step = "receive at the other socket";
	if (w.ret)
		return w.ret;
	*step = "look at the peer, which must get nothing";
	return took_no_wire(e->peer);
}

int fb_traffic_sock(const char *spec, struct fb_error *error)
{
	union {
		struct ends e;
		int fd[NR_ENDS];
	} all;
	struct sock_redirect sr;
	const char *step = "open";
	size_t i;
	int ret;

	memset(&all, 0xff, sizeof(all));
	ret = parse_spec(spec, &sr, error);
	if (ret)
		return ret;
	ret = open_ends(&sr, &all.e);
	if (!ret)
		ret = attach(&all.e, &step);
	if (!ret)
		ret = redirect(&sr, &all.e, &step);
	if (ret)
		fb_error_errno(error, ret, "sock-redirect at %s port %ld: %s", sr.addr, sr.port,
			       step);
	for (i = 0; i < NR_ENDS; i++)
		if (all.fd[i] >= 0)
			close(all.fd[i]);
	return ret;
}
