// SPDX-License-Identifier: GPL-2.0
#include "cmd.h"
#include "err.h"
int fb_cmd_fidelity(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fb_err("fidelity: not here yet");
	return 2;
}
