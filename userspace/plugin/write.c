// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/access.h"
#include "plugin/write.h"

static bool write_bytes(FILE *f, const uint8_t *bytes, uint64_t len)
{
	if (bytes)
		return fwrite(bytes, 1, len, f) == len;
	/* Of a block without code, zeroes. */
	for (; len; len--)
		if (fputc(0, f) == EOF)
			return false;
	return true;
}

static bool write_code(const struct record *r, FILE *f)
{
	uint64_t sum = 0, len;
	uint32_t i;

	for (i = 0; i < r->nr_used; i++) {
		len = r->used[i].next - r->used[i].vaddr;
		sum += 2 * len;
		if (!write_bytes(f, r->used_as[i]->code, len) ||
		    !write_bytes(f, r->used_as[i]->ran, len))
			return false;
	}
	return write_bytes(f, NULL, -sum % 8);
}

/* Where the code of each block lies. */
static bool write_places(const struct record *r, FILE *f)
{
	uint64_t origin = 0, paddr;
	uint32_t i;

	if (!access_origin(&origin)) {
		errno = EFAULT;
		return false;
	}
	for (i = 0; i < r->nr_used; i++) {
		paddr = r->used_as[i]->host ? r->used_as[i]->host - origin : 0;
		if (fwrite(&paddr, sizeof(paddr), 1, f) != 1)
			return false;
	}
	return true;
}

static bool write_record(const struct record *r, FILE *f)
{
	struct fb_rec_head head = { .isa = (uint8_t)r->isa,
				    .nr_blocks = r->nr_used,
				    .nr_rounds = r->nr_rounds };
	uint32_t i;

	memcpy(head.magic, r->lines ? FB_REC_MAGIC_LINES : FB_REC_MAGIC, sizeof(head.magic));
	if (fwrite(&head, sizeof(head), 1, f) != 1 ||
	    fwrite(r->used, sizeof(*r->used), r->nr_used, f) != r->nr_used || !write_code(r, f) ||
	    (r->lines && r->nr_used && !write_places(r, f)))
		return false;
	for (i = 0; i < r->nr_rounds; i++)
		if (fwrite(&r->rounds[i].rec, sizeof(r->rounds[i].rec), 1, f) != 1 ||
		    fwrite(r->rounds[i].seq, sizeof(uint32_t), r->rounds[i].rec.nr, f) !=
			    r->rounds[i].rec.nr)
			return false;
	return true;
}

/* Return: 0 or the errno of what failed first */
static int write_to(const struct record *r, int fd)
{
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	int err = f ? 0 : errno;

	if (!f && fd >= 0)
		close(fd);
	if (!f)
		return err;
	errno = 0;
	if (!write_record(r, f))
		err = errno ? errno : EIO;
	if (fclose(f) && !err)
		err = errno;
	return err;
}

/* Beside its place, under a name that nobody had */
static int write_beside(const struct record *r, const char *path)
{
	size_t size = strlen(path) + sizeof(".XXXXXX");
	char *stage = malloc(size);
	mode_t mask = umask(0);
	int fd, err;

	umask(mask);
	if (!stage)
		return ENOMEM;
	snprintf(stage, size, "%s.XXXXXX", path);
	fd = mkostemp(stage, O_CLOEXEC);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	err = write_to(r, fd);
	if (!err && rename(stage, path))
		err = errno;
	if (err && fd >= 0)
		unlink(stage);
	free(stage);
	return err;
}

bool write_file(const struct record *r, const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		errno = write_to(r, open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
	else
		errno = write_beside(r, path);
	return !errno;
}
