// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tracedat/dat_head.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Ids of options; trace-cmd.dat.v7(5) has all of them. */
enum {
	OPTION_DONE = 0,
	OPTION_BUFFER = 3,
	OPTION_TRACECLOCK = 4,
	OPTION_TSC2NSEC = 14,
	OPTION_HEADER_INFO = 16,
	OPTION_CMDLINES = 21,
	OPTION_BUFFER_TEXT = 22,
};

/* No file has so many option sections. */
#define SECTIONS_MAX 64

/* No name is so long. */
#define TEXT_MAX 4096

/* A file that is read from one position on. */
struct from {
	int fd;
	uint64_t at;
	uint64_t size;
	bool big;
	struct fb_error *why;
};

static int cut_off(const struct from *f)
{
	return fb_error(f->why, -EINVAL,
			"trace.dat: cut off: it has %llu bytes, and says that it has more",
			(unsigned long long)f->size);
}

static int skip(struct from *f, uint64_t len)
{
	if (len > f->size || f->at > f->size - len)
		return cut_off(f);
	f->at += len;
	return 0;
}

static int bytes(struct from *f, void *to, size_t len)
{
	uint64_t at = f->at;
	ssize_t n;
	int ret = skip(f, len);

	if (ret)
		return ret;
	n = pread(f->fd, to, len, (off_t)at);
	if (n < 0)
		return fb_error_errno(f->why, -errno, "trace.dat");
	return (size_t)n == len ? 0 : cut_off(f);
}

static int number(struct from *f, size_t len, uint64_t *value)
{
	unsigned char raw[8];
	size_t i;
	int ret = bytes(f, raw, len);

	*value = 0;
	for (i = 0; !ret && i < len; i++)
		*value |= (uint64_t)raw[i] << 8 * (f->big ? len - 1 - i : i);
	return ret;
}

/* A text that ends in NUL; what is longer than @size is cut. */
static int text(struct from *f, char *to, size_t size)
{
	size_t used = 0, read = 0;
	char c = 1;
	int ret;

	while (c) {
		ret = bytes(f, &c, 1);
		if (ret)
			return ret;
		if (++read > TEXT_MAX)
			return fb_error(f->why, -EINVAL,
					"trace.dat: a name in its head has no end");
		if (used < size - 1)
			to[used++] = c;
	}
	to[used] = '\0';
	fb_dat_one_line(to);
	return 0;
}

/* A number of @len bytes, and as many bytes behind it as it says. */
static int sized(struct from *f, size_t len)
{
	uint64_t size;
	int ret = number(f, len, &size);

	return ret ? ret : skip(f, size);
}

/* "[local] global counter": the one in brackets, or a name alone. */
static void keep_clock(struct fb_dat_head *head, const char *text)
{
	const char *from = strchr(text, '[');
	size_t len = from ? strcspn(from + 1, "]") : strcspn(text, " \n");

	from = from ? from + 1 : text;
	if (len >= sizeof(head->clock))
		len = sizeof(head->clock) - 1;
	memcpy(head->clock, from, len);
	head->clock[len] = '\0';
}

/* The data of a buffer of each CPU lie within the file. */
static int buffer_cpus(struct from *f)
{
	uint64_t nr, i, at, size;
	int ret = skip(f, 4);

	ret = ret ? ret : number(f, 4, &nr);
	for (i = 0; !ret && i < nr; i++) {
		ret = skip(f, 4);
		ret = ret ? ret : number(f, 8, &at);
		ret = ret ? ret : number(f, 8, &size);
		if (!ret && size && (size > f->size || at > f->size - size))
			ret = cut_off(f);
	}
	return ret;
}

/* The section that an option names lies within the file. */
static int section(struct from *f)
{
	struct from s = *f;
	uint64_t at;
	int ret = number(f, 8, &at);

	s.at = at;
	ret = ret ? ret : skip(&s, 8);
	return ret ? ret : sized(&s, 8);
}

/* [at, at + size) is an option of version 7 or 6; what is not known is passed over. */
static int option(struct from *f, struct fb_dat_head *head, uint64_t id, uint64_t size)
{
	struct from o = *f;
	char words[512];
	int ret = 0;

	if (id == OPTION_TRACECLOCK) {
		size_t len = size < sizeof(words) ? (size_t)size : sizeof(words) - 1;

		ret = bytes(&o, words, len);
		words[ret ? 0 : len] = '\0';
		keep_clock(head, words);
	} else if (id == OPTION_TSC2NSEC) {
		head->tsc2nsec = true;
	} else if (head->version == 7 && id == OPTION_BUFFER) {
		ret = section(&o);
		ret = ret ? ret : text(&o, words, sizeof(words));
		ret = ret ? ret : text(&o, words, sizeof(words));
		ret = ret ? ret : buffer_cpus(&o);
	} else if (head->version == 7 && id == OPTION_BUFFER_TEXT) {
		head->text = true;
	} else if (head->version == 7 && id >= OPTION_HEADER_INFO && id <= OPTION_CMDLINES) {
		ret = section(&o);
	}
	return ret ? ret : skip(f, size);
}

/* --- version 7: sections ---------------------------------------------------- */

/* One section of options; @next receives where the next one is, 0 if this is the last. */
static int option_section(struct from *f, struct fb_dat_head *head, uint64_t *next)
{
	uint64_t id, size;
	int ret = skip(f, 16);

	*next = 0;
	while (!ret) {
		ret = number(f, 2, &id);
		ret = ret ? ret : number(f, 4, &size);
		if (!ret && id == OPTION_DONE)
			return size == 8 ? number(f, 8, next) : 0;
		ret = ret ? ret : option(f, head, id, size);
	}
	return ret;
}

static int version_7(struct from *f, struct fb_dat_head *head)
{
	uint64_t next;
	int ret, nr;

	ret = text(f, head->compression, sizeof(head->compression));
	ret = ret ? ret : text(f, head->compressor, sizeof(head->compressor));
	ret = ret ? ret : number(f, 8, &next);
	for (nr = 0; !ret && next; nr++) {
		if (nr == SECTIONS_MAX)
			return fb_error(f->why, -EINVAL,
					"trace.dat: its option sections have no end");
		f->at = next;
		ret = option_section(f, head, &next);
	}
	return ret;
}

/* --- version 6: one behind the other ------------------------------------------ */

static int named(struct from *f, const char *name)
{
	char word[32];
	int ret = bytes(f, word, strlen(name) + 1);

	if (ret)
		return ret;
	return memcmp(word, name, strlen(name) + 1)
		       ? fb_error(f->why, -EINVAL, "trace.dat: no '%s' where it should be", name)
		       : 0;
}

static int formats(struct from *f)
{
	uint64_t nr, i;
	int ret = number(f, 4, &nr);

	for (i = 0; !ret && i < nr; i++)
		ret = sized(f, 8);
	return ret;
}

static int systems(struct from *f)
{
	uint64_t nr, i;
	char name[64];
	int ret = number(f, 4, &nr);

	for (i = 0; !ret && i < nr; i++) {
		ret = text(f, name, sizeof(name));
		ret = ret ? ret : formats(f);
	}
	return ret;
}

static int options(struct from *f, struct fb_dat_head *head)
{
	uint64_t id, size;
	int ret;

	for (;;) {
		ret = number(f, 2, &id);
		if (ret || id == OPTION_DONE)
			return ret;
		ret = number(f, 4, &size);
		ret = ret ? ret : option(f, head, id, size);
		if (ret)
			return ret;
	}
}

/* What is said of each CPU: where its data are. */
static int data_of_cpus(struct from *f, uint64_t nr)
{
	uint64_t at, size;
	int ret = 0;

	while (!ret && nr--) {
		ret = number(f, 8, &at);
		ret = ret ? ret : number(f, 8, &size);
		if (!ret && size && (size > f->size || at > f->size - size))
			ret = cut_off(f);
	}
	return ret;
}

static int version_6(struct from *f, struct fb_dat_head *head)
{
	uint64_t cpus;
	char kind[10];
	int ret = named(f, "header_page");

	ret = ret ? ret : sized(f, 8);
	ret = ret ? ret : named(f, "header_event");
	ret = ret ? ret : sized(f, 8);
	ret = ret ? ret : formats(f);
	ret = ret ? ret : systems(f);
	ret = ret ? ret : sized(f, 4); /* kallsyms */
	ret = ret ? ret : sized(f, 4); /* formats of trace_printk() */
	ret = ret ? ret : sized(f, 8); /* names of tasks */
	ret = ret ? ret : number(f, 4, &cpus);
	ret = ret ? ret : bytes(f, kind, sizeof(kind));
	if (!ret && !memcmp(kind, "options  ", sizeof(kind))) {
		ret = options(f, head);
		ret = ret ? ret : bytes(f, kind, sizeof(kind));
	}
	if (ret)
		return ret;
	head->text = !memcmp(kind, "latency  ", sizeof(kind));
	return memcmp(kind, "flyrecord", sizeof(kind)) ? 0 : data_of_cpus(f, cpus);
}

int fb_dat_head(int fd, struct fb_dat_head *head, struct fb_error *error)
{
	struct from f = { .fd = fd, .at = FB_DAT_MAGIC_LEN, .why = error };
	char version[16];
	struct stat st;
	uint64_t big;
	int ret;

	*head = (struct fb_dat_head){ .version = 0 };
	if (fstat(fd, &st))
		return fb_error_errno(error, -errno, "trace.dat");
	f.size = (uint64_t)st.st_size;
	ret = text(&f, version, sizeof(version));
	ret = ret ? ret : number(&f, 1, &big);
	ret = ret ? ret : skip(&f, 5); /* bytes of a long, and of a page */
	if (ret)
		return ret;
	head->version = (uint32_t)strtoul(version, NULL, 10);
	head->big = f.big = big;
	if (head->version == 6)
		return version_6(&f, head);
	if (head->version == 7)
		return version_7(&f, head);
	return fb_error(
		error, -EINVAL,
		"trace.dat of version '%s': versions 6 and 7 can be read; convert it where it "
		"was made: trace-cmd convert --file-version 7",
		version);
}

bool fb_dat_head_ns(const struct fb_dat_head *head)
{
	static const char *const clocks[] = { "",     "local",	  "global", "perf",
					      "mono", "mono_raw", "boot",   "tai" };
	size_t i;

	for (i = 0; i < SIZE(clocks); i++)
		if (!strcmp(head->clock, clocks[i]))
			return true;
	return head->tsc2nsec;
}

void fb_dat_one_line(char *text)
{
	char *from = text + strspn(text, " \n\t"), *to = text;

	for (; *from && *from != '\n'; from++)
		*to++ = *from >= ' ' && *from <= '~' ? *from : '?';
	*to = '\0';
}
