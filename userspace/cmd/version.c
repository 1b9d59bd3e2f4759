// SPDX-License-Identifier: GPL-2.0
/* flowbench version: the program, the module, and the machine's fingerprint. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "flowbench_uapi.h"
#include "lib/message.h"
#include "system/fingerprint.h"
#include "file/paths.h"
#include "lib/print.h"

#define MODULE_VERSION "/sys/kernel/debug/" FB_DEBUGFS_DIR "/" FB_FILE_VERSION

static int run_version(void *given, int nr, char **operands)
{
	struct fb_fingerprint fp;
	char *module, *line;
	size_t i;
	int ret;

	(void)given;
	(void)nr;
	(void)operands;
	fb_print(stdout, "flowbench %s\n", FB_MODULE_VERSION);
	ret = fb_read_file(MODULE_VERSION, 4096, &module, NULL);
	if (ret) {
		fb_print(stdout, "module: %s\n",
			 ret == -EACCES ? "not readable (not root?)" : "not loaded");
	} else {
		for (line = strtok(module, "\n"); line; line = strtok(NULL, "\n"))
			fb_print(stdout, "%s\n", line);
		free(module);
	}
	ret = fb_fingerprint_read(&fp);
	if (ret) {
		fb_print_error("fingerprint: %s", strerror(-ret));
		return 1;
	}
	for (i = 0; i < fp.nr; i++)
		fb_print(stdout, "%s=%s\n", fp.pair[i].key, fp.pair[i].value);
	fb_fingerprint_free(&fp);
	return 0;
}

const struct fb_command fb_cmd_version = {
	.name = "version",
	.what = "versions and fingerprint",
	.about =
		"Print the versions of program and module, and the fingerprint that results carry: "
		"kernel, processor, program.",
	.status = "0 done, 1 failed, 2 usage.",
	.example = "sudo flowbench version",
	.run = run_version,
};
