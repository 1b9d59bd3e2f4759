// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "traffic/programs.h"
#include "traffic/program_packet.h"
#include "traffic/program_socket.h"
#include "traffic/program_tcp.h"
#include "traffic/program_udp.h"

static const struct {
	const char *name;
	int (*run)(const char *spec, struct fb_error *error);
} programs[] = {
	{ "tcp-request", fb_traffic_tcp },
	{ "udp-send", fb_traffic_udp },
	{ "sock-redirect", fb_traffic_sock },
	{ "one-packet", fb_traffic_packet },
};

int fb_traffic_run(const char *spec, struct fb_error *error)
{
	size_t len = strcspn(spec, " ");
	size_t i;

	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		if (strlen(programs[i].name) == len && !strncmp(programs[i].name, spec, len))
			return programs[i].run(spec, error);
	return fb_error(error, -EINVAL, "unknown traffic '%.*s'", (int)(len > 40 ? 40 : len), spec);
}
