// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "system/sysctl.h"

int fb_sysctl_set(const char *path, unsigned int value)
{
	char text[16];
	ssize_t len;
	int fd, ret = 0;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	snprintf(text, sizeof(text), "%u\n", value);
	len = (ssize_t)strlen(text);
	if (write(fd, text, (size_t)len) != len)
		ret = -errno;
	close(fd);
	return ret;
}
