/* SPDX-License-Identifier: GPL-2.0 */
/* Input for functions that read files: a file in memory that has a path. */
#ifndef FB_FUZZFILE_H
#define FB_FUZZFILE_H

#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/** struct fuzz_file - a file in memory */
struct fuzz_file {
	int fd;
	char path[32];
};

/** fuzz_file - writes these bytes to the process's only file in memory, and returns its path */
static inline const char *fuzz_file(const void *bytes, size_t size)
{
	static struct fuzz_file file;

	if (!*file.path) {
		file.fd = memfd_create("fuzz", MFD_CLOEXEC);
		fuzz_must(file.fd >= 0);
		snprintf(file.path, sizeof(file.path), "/proc/self/fd/%d", file.fd);
	}
	fuzz_must(!ftruncate(file.fd, 0));
	fuzz_must(pwrite(file.fd, bytes, size, 0) == (ssize_t)size);
	return file.path;
}

#endif
