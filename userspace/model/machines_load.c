// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "file/paths.h"
#include "model/machines_load.h"

#define TEXT_MAX ((size_t)1 << 20)

static int is_machine(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int load_machine(struct fb_machines *m, const char *folder, const char *name,
			struct fb_error *error)
{
	char path[FB_PATH_MAX], *text;
	int ret = fb_join(path, folder, name);

	if (!ret)
		ret = fb_read_file(path, TEXT_MAX, &text, NULL);
	if (ret)
		return fb_error_errno(error, ret, "%s/%s", folder, name);
	ret = m->nr < FB_MACHINES_MAX ? fb_machine_parse(name, text, &m->machine[m->nr], error)
				      : fb_error(error, -E2BIG, "more than %d", FB_MACHINES_MAX);
	free(text);
	m->nr += !ret;
	return ret ? fb_error_prefix(error, ret, "%s", path) : 0;
}

int fb_machines_load(struct fb_machines *m, struct fb_error *error)
{
	char folder[FB_PATH_MAX];
	struct dirent **entry;
	int ret, nr, i;

	m->nr = 0;
	ret = fb_data_path(folder, error, "userspace/data/machines");
	if (ret)
		return ret;
	nr = scandir(folder, &entry, is_machine, alphasort);
	if (nr < 0)
		return fb_error_errno(error, -errno, "userspace/data/machines");
	for (i = 0; i < nr; i++) {
		if (!ret)
			ret = load_machine(m, folder, entry[i]->d_name, error);
		free(entry[i]);
	}
	free(entry);
	return ret;
}

void fb_machines_free(struct fb_machines *m)
{
	while (m->nr)
		fb_machine_free(&m->machine[--m->nr]);
}
