// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <trace-cmd.h>
#include <unistd.h>

#include "tracedat/dat_file.h"

/* Seconds of a processor that the libraries may take for so many records; to read all symbols takes one. */
#define BUSY_SECONDS 60
#define BUSY_RECORDS 65536

void fb_dat_alive(struct fb_dat_file *d)
{
	struct itimerval limit = { .it_value.tv_sec = BUSY_SECONDS };

	if (!(d->records++ % BUSY_RECORDS))
		setitimer(ITIMER_PROF, &limit, NULL);
}

/* --- what the libraries say ------------------------------------------------- */

/* Both standard streams lead to one file in memory. */
off_t fb_dat_said(void)
{
	struct stat st;

	fflush(stdout);
	fflush(stderr);
	return fstat(STDERR_FILENO, &st) ? 0 : st.st_size;
}

/* The first line that they have said since @from; empty if there is none. */
static void saying(off_t from, char *line, size_t size)
{
	ssize_t len;

	fflush(stdout);
	fflush(stderr);
	len = pread(STDERR_FILENO, line, size - 1, from);
	line[len > 0 ? len : 0] = '\0';
	fb_dat_one_line(line);
}

int fb_dat_complain(const struct fb_dat_file *d, off_t from, const char *what)
{
	char line[200];

	saying(from, line, sizeof(line));
	return fb_error(d->why, -EINVAL, "trace.dat of version %u: %s%s%s", d->head.version, what,
			*line ? ": " : "", line);
}

/* --- opening ------------------------------------------------------------------ */

/* libtracecmd has these, though not in its header: they are asked only if they are there. */
extern bool tracecmd_compress_is_supported(const char *name, const char *version)
	__attribute__((weak));
extern int tracecmd_compress_protos_get(char ***names, char ***versions) __attribute__((weak));

/* "zlib 1.3.1, which this libtracecmd cannot unpack (it has zstd)" */
static int packed(const struct fb_dat_file *d)
{
	const struct fb_dat_head *head = &d->head;
	char **names = NULL, **versions = NULL, has[128] = "";
	size_t len = 0;
	int nr = 0, i;

	if (!*head->compression || !strcmp(head->compression, "none") ||
	    !tracecmd_compress_is_supported ||
	    tracecmd_compress_is_supported(head->compression, head->compressor))
		return 0;
	if (tracecmd_compress_protos_get)
		nr = tracecmd_compress_protos_get(&names, &versions);
	for (i = 0; i < nr && names && names[i] && len < sizeof(has); i++)
		len += (size_t)snprintf(has + len, sizeof(has) - len, "%s%s", i ? ", " : "",
					names[i]);
	return fb_error(
		d->why, -EINVAL,
		"trace.dat of version %u with compression %s %s, which libtracecmd cannot "
		"unpack here (it can: %s): install a libtracecmd with %s, or convert the file "
		"where it was made: trace-cmd convert --compression none -i FILE -o NEW",
		head->version, head->compression, head->compressor, *has ? has : "none",
		head->compression);
}

static int open_file(struct fb_dat_file *d, int fd)
{
	off_t from = fb_dat_said();
	int ret = fb_dat_head(fd, &d->head, d->why);

	ret = ret ? ret : packed(d);
	if (ret)
		return ret;
	if (d->head.text)
		return fb_error(d->why, -EINVAL,
				"trace.dat: it holds the text of a latency tracer, no records");
	tracecmd_set_loglevel(TEP_LOG_ERROR);
	d->in = lseek(fd, 0, SEEK_SET) ? NULL : tracecmd_open_fd(fd, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!d->in)
		return fb_dat_complain(d, from, "libtracecmd cannot read it");
	d->tep = tracecmd_get_tep(d->in);
	return d->tep ? 0 : fb_dat_complain(d, from, "libtracecmd finds no event formats in it");
}

/* --- which buffer --------------------------------------------------------------- */

static bool has_calls(struct fb_dat_file *d, struct tracecmd_input *in)
{
	struct fb_dat_call call;
	struct tep_record *rec;
	bool found = false;
	int cpu;

	for (cpu = 0; !found && cpu < tep_get_cpus(d->tep); cpu++) {
		rec = tracecmd_read_cpu_first(in, cpu);
		while (rec && !found) {
			fb_dat_alive(d);
			found = fb_dat_call_read(&d->formats, rec, &call) != 0;
			tracecmd_free_record(rec);
			rec = found ? NULL : tracecmd_read_data(in, cpu);
		}
	}
	return found;
}

/* The one buffer that has calls: that of the top, or of an instance (trace-cmd record -B). */
static int pick_buffer(struct fb_dat_file *d)
{
	struct tracecmd_input *top = d->in, *in, *with = NULL;
	int nr = tracecmd_buffer_instances(top), i;
	const char *name = "of the top", *other;

	if (has_calls(d, top))
		with = top;
	for (i = 0; i < nr; i++) {
		in = tracecmd_buffer_instance_handle(top, i);
		if (!in || !has_calls(d, in))
			continue;
		other = tracecmd_buffer_instance_name(top, i);
		other = other ? other : "?";
		if (with)
			return fb_error(
				d->why, -EINVAL,
				"trace.dat: function_graph is in several buffers, '%.100s' and "
				"'%.100s': record one of them",
				name, other);
		with = in;
		name = other;
	}
	if (!with)
		return fb_error(d->why, -ENODATA,
				"trace.dat: no function_graph record in it: record it with "
				"trace-cmd record -p function_graph");
	d->in = with;
	return 0;
}

int fb_dat_file_open(struct fb_dat_file *d, int fd, struct fb_error *error)
{
	int ret;

	*d = (struct fb_dat_file){ .why = error };
	fb_dat_alive(d);
	ret = open_file(d, fd);
	if (ret)
		return ret;
	if (!fb_dat_formats_find(&d->formats, d->tep))
		return fb_error(error, -EINVAL,
				"trace.dat: the kernel that made it has no function_graph");
	return pick_buffer(d);
}
