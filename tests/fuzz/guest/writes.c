// SPDX-License-Identifier: GPL-2.0
/*
 * Writes valid and invalid texts to the module's files, and reads them. Uses all files that are in the
 * folder when the program starts. The seed alone decides each write; results of earlier writes do not
 * change later ones. The rules for each result are stated here independently of the module's source.
 */
#define _GNU_SOURCE
#include "guest.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include "flowbench_uapi.h"
#include "texts.h"

#define TARGETS_MAX 512
#define READ_MAX    (1 << 20)

/* A run is interrupted after this time, in us. */
#define RUN_LIMIT 30000

struct target {
	char path[256];
	const char *name;
	mode_t mode;
	int fd;
	unsigned int weight;
};

static struct target targets[TARGETS_MAX];
static unsigned int target_count;
static unsigned int weights;
static const char *top;
static struct guest_tally tally;
static uint64_t runs;

static uint8_t *text; /* its last byte is the last one of a mapping */
static char *said; /* the text that was read */
static char config[READ_MAX / 16];

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct target *)a)->path, ((const struct target *)b)->path);
}

static unsigned int weight_of(const char *name, mode_t mode)
{
	if (!(mode & 0200))
		return 2;
	if (!strcmp(name, FB_FILE_CONFIG))
		return 400;
	if (!strcmp(name, FB_FILE_MARK) || !strcmp(name, FB_FILE_HOOKS))
		return 150;
	return 60;
}

static void find(const char *folder)
{
	struct dirent *entry;
	struct stat st;
	DIR *dir = opendir(folder);

	if (!dir)
		guest_fail("%s: %s", folder, strerror(errno));
	while ((entry = readdir(dir))) {
		struct target *t = &targets[target_count];

		if (entry->d_name[0] == '.')
			continue;
		if (target_count == TARGETS_MAX)
			guest_fail("more than %d files", TARGETS_MAX);
		snprintf(t->path, sizeof(t->path), "%s/%s", folder, entry->d_name);
		if (lstat(t->path, &st))
			guest_fail("%s: %s", t->path, strerror(errno));
		if (S_ISDIR(st.st_mode)) {
			char path[sizeof(t->path)];

			memcpy(path, t->path, sizeof(path));
			find(path);
			continue;
		}
		t->mode = st.st_mode;
		t->fd = -1;
		target_count++;
	}
	closedir(dir);
}

static void find_all(void)
{
	find(top);
	/* Sorted, because the kernel may list files in any order. */
	qsort(targets, target_count, sizeof(*targets), by_path);
	for (unsigned int i = 0; i < target_count; i++) {
		struct target *t = &targets[i];

		t->name = strrchr(t->path, '/') + 1;
		t->weight = weight_of(t->name, t->mode);
		weights += t->weight;
	}
}

static struct target *some_target(void)
{
	uint32_t at = guest_below(weights);
	unsigned int i;

	for (i = 0; at >= targets[i].weight; i++)
		at -= targets[i].weight;
	return &targets[i];
}

/* Read-only files are opened for writing as well: root may do that. */
static void reopen(struct target *t)
{
	if (t->fd >= 0)
		close(t->fd);
	t->fd = open(t->path, (t->mode & 0400 ? O_RDWR : O_WRONLY) | O_CLOEXEC);
	if (t->fd < 0)
		guest_fail("%s: %s", t->path, strerror(errno));
}

/* --- what must hold ----------------------------------------------------------------------------- */

static struct target *file_of(const char *name)
{
	for (unsigned int i = 0; i < target_count; i++)
		if (!strcmp(targets[i].name, name))
			return &targets[i];
	guest_fail("no file %s", name);
}

static size_t read_config(char *to, size_t room)
{
	struct target *t = file_of(FB_FILE_CONFIG);
	size_t len = 0;
	ssize_t got;

	while ((got = pread(t->fd, to + len, room - 1 - len, (off_t)len)) > 0)
		len += (size_t)got;
	if (got < 0 || !len)
		guest_fail("%s cannot be read: %s", t->path, strerror(errno));
	to[len] = '\0';
	return len;
}

/* An accepted configuration must be within its bounds. A refused one must have changed nothing. */
static void check_config(bool taken, size_t len)
{
	static char now[sizeof(config)];
	const char *why;

	if (taken && len > FB_WRITE_MAX)
		guest_fail("config: %zu bytes are taken", len);
	if (taken && memchr(text, '\0', len))
		guest_fail("config: a NUL and what follows is taken");
	if (!taken && tally.tried % 16)
		return;
	read_config(now, sizeof(now));
	if (!taken && strcmp(now, config))
		guest_fail("config: refused, and yet changed to\n%s", now);
	why = texts_beyond(now);
	if (why)
		guest_fail("config: beyond its bounds: %s", why);
	memcpy(config, now, sizeof(config));
}

static void check_mark(bool taken, size_t len)
{
	bool valid;

	if (len && len <= FB_MARK_MAX + 1 && text[len - 1] == '\n')
		len--;
	valid = len && len <= FB_MARK_MAX && !memmem(text, len, "*/", 2);
	for (size_t i = 0; valid && i < len; i++)
		valid = text[i] >= 0x20 && text[i] < 0x7f;
	if (taken != valid)
		guest_fail("mark: %zu bytes are %s", len, taken ? "taken" : "refused");
}

static void check_hooks(bool taken, size_t len)
{
	bool within = false, any = false;

	if (!taken)
		return;
	if (len > FB_WRITE_MAX)
		guest_fail("hooks: %zu bytes are taken", len);
	for (size_t i = 0; i < len; i++) {
		bool space = text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');

		if (!space && (text[i] < 0x20 || text[i] >= 0x7f))
			guest_fail("hooks: byte 0x%02x is taken", text[i]);
		/* Only these characters separate words. */
		space = text[i] == ' ' || text[i] == '\t' || text[i] == '\n';
		if (!space && !within && text[i] != '+' && text[i] != '-')
			guest_fail("hooks: a word that begins with %c is taken", text[i]);
		within = !space;
		any = any || within;
	}
	if (!any)
		guest_fail("hooks: nothing is taken");
}

static void check_run(bool taken, size_t len)
{
	size_t from = 0;

	if (!taken)
		return;
	while (from < len && isspace(text[from]))
		from++;
	while (len > from && isspace(text[len - 1]))
		len--;
	if (!(len - from == 5 && !memcmp(text + from, FB_RUN_ROUND, 5)) &&
	    !(len - from == 6 && !memcmp(text + from, FB_RUN_WARMUP, 6)))
		guest_fail("run: something else is taken");
	runs++;
}

/* The first word of an accepted text must be one of these. */
static void check_first(const char *file, size_t len, const char *const words[])
{
	size_t from = 0;

	while (from < len && isspace(text[from]))
		from++;
	for (; *words; words++)
		if (len - from >= strlen(*words) && !memcmp(text + from, *words, strlen(*words)))
			return;
	guest_fail("%s: something else is taken", file);
}

/* What is on cannot be switched on, and says so. */
static bool may_be_on(const char *name)
{
	return !strcmp(name, FB_FILE_WHY) || !strcmp(name, FB_FILE_HW_CONTROL) ||
	       !strcmp(name, FB_FILE_HW_OBSERVED);
}

static void check_write(const struct target *t, ssize_t ret, int err, size_t len)
{
	static const int known[] = { EINVAL, E2BIG, EFAULT,  EBADF,  ENOENT, EOPNOTSUPP,
				     ENODEV, EINTR, ENODATA, ENOMEM, ESPIPE };
	static const char *const words[] = { FB_HW_SET, FB_WHY_ON, FB_WHY_OFF, NULL };
	bool taken = ret == (ssize_t)len, is_known = false;

	if (!taken && ret >= 0)
		guest_fail("%s: %zd of %zu bytes are taken", t->path, ret, len);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		is_known = is_known || known[i] == err;
	is_known = is_known || (err == EBUSY && may_be_on(t->name));
	if (!taken && !is_known)
		guest_fail("%s: %s", t->path, strerror(err));
	if (taken && !(t->mode & 0200))
		guest_fail("%s: a write is taken", t->path);
	if (!strcmp(t->name, FB_FILE_CONFIG))
		check_config(taken, len);
	else if (!strcmp(t->name, FB_FILE_MARK) && err != EFAULT)
		check_mark(taken, len);
	else if (!strcmp(t->name, FB_FILE_HOOKS))
		check_hooks(taken, len);
	else if (!strcmp(t->name, FB_FILE_RUN))
		check_run(taken, len);
	else if (taken && may_be_on(t->name))
		check_first(t->name, len, words + !!strcmp(t->name, FB_FILE_HW_CONTROL));
}

/* --- one write, and what is between two ---------------------------------------------------------- */

static void ignore(int signal)
{
	(void)signal;
}

/* Interrupts a run that the write starts. */
static void limit_run(long us)
{
	struct itimerval timer = { { 0, us }, { 0, us } };

	setitimer(ITIMER_REAL, &timer, NULL);
}

/* Makes the next run short, or leaves it long: then it is interrupted. */
static void write_small(void)
{
	struct target *t = file_of(FB_FILE_CONFIG);
	bool whole = guest_one_in(2);
	size_t len = texts_small((char *)text, whole);

	if (write(t->fd, text, len) == (ssize_t)len)
		check_config(true, len);
}

static void one_write(struct target *t)
{
	bool is_run = !strcmp(t->name, FB_FILE_RUN);
	uint8_t *from = text;
	size_t len, cut;
	ssize_t ret;
	int err;

	if (is_run && guest_below(16))
		write_small();
	len = texts_make(t->name, text);
	guest_at(tally.tried + 1, text, len);
	/* The text ends at the end of the mapping. Below, a part of it may lie beyond. */
	if (guest_one_in(4)) {
		from = text + TEXT_ROOM - len;
		memmove(from, text, len);
	}
	cut = guest_below((uint32_t)len + 1);

	if (is_run)
		limit_run(RUN_LIMIT);
	switch (guest_below(16)) {
	case 0:
		ret = pwrite(t->fd, from, len, (off_t)guest_random() << guest_below(31));
		break;
	case 1: /* in two parts: two writes to the module */
		ret = writev(t->fd, (struct iovec[]){ { from, cut }, { from + cut, len - cut } },
			     2);
		err = errno;
		limit_run(0);
		guest_count(&tally, ret == (ssize_t)len, ret < 0 ? err : 0);
		if (!strcmp(t->name, FB_FILE_CONFIG))
			check_config(true, 0);
		return;
	case 2:
		memmove(text, from, len);
		from = text;
		memcpy(text + TEXT_ROOM - cut, text, cut);
		ret = write(t->fd, text + TEXT_ROOM - cut, len);
		if (cut < len && ret >= 0 && strcmp(t->name, FB_FILE_RESET))
			guest_fail("%s: what is not there is taken", t->path);
		break;
	default:
		ret = write(t->fd, from, len);
		break;
	}
	err = errno;
	if (is_run)
		limit_run(0);
	if (from != text)
		memmove(text, from, len);
	guest_count(&tally, ret == (ssize_t)len, ret < 0 ? err : 0);
	check_write(t, ret, ret < 0 ? err : 0, len);
}

static void one_read(struct target *t)
{
	static const size_t sizes[] = { 0, 1, 7, 100, 4095, 4096, 4097, 65536, READ_MAX };
	size_t size = sizes[guest_below(sizeof(sizes) / sizeof(*sizes))];
	off_t at = (off_t)guest_random() << guest_below(32);
	ssize_t got;

	switch (guest_below(4)) {
	case 0:
		lseek(t->fd, guest_one_in(2) ? at : -at, (int)guest_below(5));
		got = read(t->fd, said, size);
		break;
	case 1:
		got = pread(t->fd, said, size, at);
		break;
	default:
		got = pread(t->fd, said, size, guest_below(5000));
		break;
	}
	if (got > (ssize_t)size)
		guest_fail("%s: %zd of %zu bytes are read", t->path, got, size);
	if (got > 0 && guest_has_address(said, (size_t)got))
		guest_fail("%s: shows an address:\n%.*s", t->path, (int)got, said);
}

static void room_for_texts(void)
{
	long page = sysconf(_SC_PAGESIZE);

	text = mmap(NULL, TEXT_ROOM + (size_t)page, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	said = malloc(READ_MAX);
	if (text == MAP_FAILED || !said || munmap(text + TEXT_ROOM, (size_t)page))
		guest_fail("no memory");
}

static void usage(FILE *out)
{
	fputs("Usage: writes [OPTION…] [DIR]\n\n"
	      "Writes hostile and sane texts to the files of the module, as many as are in DIR\n"
	      "(/sys/kernel/debug/flowbench), and checks what becomes of each. Devices that it\n"
	      "names are in0, out0 and lo of its own network namespace.\n\n"
	      "  --seed N         same seed, same writes (1)\n"
	      "  --writes N       how many (100000)\n"
	      "  --progress FILE  gets a line at each twentieth\n"
	      "  --help\n\n"
	      "Ends with a line of counts. Exit status: 0 nothing found, 1 found, 2 usage.\n"
	      "Example: writes --seed 7 --writes 10000000\n",
	      out);
}

static uint64_t seed = 1, writes = 100000;
static const char *progress;

/* Returns the status to end with, or -1 to go on. */
static int read_options(int argc, char **argv)
{
	static const struct option options[] = { { "seed", 1, NULL, 's' },
						 { "writes", 1, NULL, 'w' },
						 { "progress", 1, NULL, 'p' },
						 { "help", 0, NULL, 'h' },
						 { 0 } };
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			seed = guest_number("--seed", optarg);
			break;
		case 'w':
			writes = guest_number("--writes", optarg);
			break;
		case 'p':
			progress = optarg;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			usage(stderr);
			return 2;
		}
	}
	return -1;
}

int main(int argc, char **argv)
{
	int status = read_options(argc, argv);
	double began;
	uint64_t i;

	if (status >= 0)
		return status;
	setvbuf(stdout, NULL, _IOLBF, 0);
	top = optind < argc ? argv[optind] : "/sys/kernel/debug/" FB_DEBUGFS_DIR;
	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = ignore }, NULL);
	room_for_texts();
	guest_log_open();
	find_all();
	for (i = 0; i < target_count; i++)
		reopen(&targets[i]);
	read_config(config, sizeof(config));
	texts_learn(config);
	guest_seed(seed);
	printf("seed=%llu files=%u\n", (unsigned long long)seed, target_count);

	began = guest_now();
	for (i = 1; i <= writes; i++) {
		struct target *t = some_target();

		if (guest_one_in(64))
			reopen(t);
		one_write(t);
		if (guest_one_in(8))
			one_read(some_target());
		if (i % 128 == 0)
			guest_log_check();
		guest_progress(progress, "writes", i, writes);
	}
	guest_log_check();
	printf("runs to their end=%llu\n", (unsigned long long)runs);
	guest_tell(&tally, "writes", guest_now() - began);
	return 0;
}
