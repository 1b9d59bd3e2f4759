// SPDX-License-Identifier: GPL-2.0
/* Segments as the ends of a TCP connection count them: a superpacket counts as its segments. */
#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "net/connection.h"

int fb_conn_segments(const struct fb_conn *c, enum fb_end from, struct fb_segments *s)
{
	struct tcp_info info;
	socklen_t len = sizeof(info);

	memset(&info, 0, sizeof(info));
	if (getsockopt(c->fd[from], IPPROTO_TCP, TCP_INFO, &info, &len))
		return -errno;
	s->sent = info.tcpi_data_segs_out;
	s->resent = info.tcpi_total_retrans;
	len = sizeof(info);
	if (getsockopt(c->fd[!from], IPPROTO_TCP, TCP_INFO, &info, &len))
		return -errno;
	s->got = info.tcpi_data_segs_in;
	return 0;
}
