// SPDX-License-Identifier: GPL-2.0
/*
 * Sends hostile frames: headers with wrong lengths, endless chains of headers, truncated frames,
 * non-linear frames. Half of them are built here. The others are mutated inputs of the classifier's
 * fuzzer in user space. The seed alone decides which frames are sent.
 */
#define _GNU_SOURCE
#include "guest.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define FRAME_MAX  9014
#define INPUTS_MAX 256

/* The two bytes before the frame set its layout in memory in that fuzzer. */
#define INPUT_HEAD 2

/* A frame that is longer than a page may be non-linear. */
#define PAGE 4096

struct input {
	uint8_t *bytes;
	size_t len;
};

static struct input inputs[INPUTS_MAX];
static unsigned int input_count;
static uint8_t to_mac[6];
static uint64_t in_pieces;
static bool with_gso;

static void read_input(const char *folder, const char *name)
{
	char path[512];
	uint8_t bytes[FRAME_MAX];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r");
	if (!file)
		guest_fail("%s: %s", path, strerror(errno));
	len = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	if (len < INPUT_HEAD + ETH_HLEN || input_count == INPUTS_MAX)
		return;
	len -= INPUT_HEAD;
	inputs[input_count].bytes = malloc(len);
	if (!inputs[input_count].bytes)
		guest_fail("no memory");
	memcpy(inputs[input_count].bytes, bytes + INPUT_HEAD, len);
	inputs[input_count++].len = len;
}

static void read_inputs(const char *folder)
{
	struct dirent **names;
	int count = scandir(folder, &names, NULL, alphasort);

	if (count < 0)
		guest_fail("%s: %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		if (names[i]->d_name[0] != '.')
			read_input(folder, names[i]->d_name);
		free(names[i]);
	}
	free(names);
}

/* --- frames ------------------------------------------------------------------------------------- */

static size_t put(uint8_t *frame, size_t at, const void *bytes, size_t len)
{
	memcpy(frame + at, bytes, len);
	return at + len;
}

static size_t put16(uint8_t *frame, size_t at, unsigned int value)
{
	frame[at] = (uint8_t)(value >> 8);
	frame[at + 1] = (uint8_t)value;
	return at + 2;
}

/* Returns a correct or a wrong length. */
static unsigned int some_length(size_t len)
{
	switch (guest_below(8)) {
	case 0:
		return guest_below(65536);
	case 1:
		return guest_below((uint32_t)len + 1);
	case 2:
		return guest_one_in(2) ? 0 : 65535;
	default:
		return (unsigned int)len;
	}
}

/* Writes the next header, which is often truncated, and more bytes. */
static size_t put_upper(uint8_t *frame, size_t at)
{
	static const unsigned int lengths[] = { 0, 1, 2, 3, 4, 7, 8, 12, 13, 19, 20, 60, 200, 1400 };
	size_t len = lengths[guest_below(sizeof(lengths) / sizeof(*lengths))];

	if (guest_one_in(12))
		len = guest_below(FRAME_MAX - 1000);
	guest_bytes(frame + at, len < 64 ? len : 64);
	if (len > 64)
		memset(frame + at + 64, 0x5a, len - 64);
	return at + len;
}

static uint8_t some_proto(void)
{
	static const uint8_t protos[] = { 6,  17, 1, 58, 50, 50, 51,  4,
					  41, 47, 0, 43, 44, 60, 132, 255 };

	return guest_one_in(8) ? (uint8_t)guest_random() : protos[guest_below(sizeof(protos))];
}

static void ip4_checksum(uint8_t *ip, size_t len)
{
	uint32_t sum = 0;

	ip[10] = ip[11] = 0;
	for (size_t i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	sum = (sum & 0xffff) + (sum >> 16);
	sum = ~((sum & 0xffff) + (sum >> 16));
	put16(ip, 10, sum & 0xffff);
}

static size_t put_ip4(uint8_t *frame, size_t at)
{
	static const uint8_t from[] = { 10, 9, 1, 2 }, to[] = { 10, 9, 2, 2 };
	uint8_t *ip = frame + at;
	size_t options = guest_one_in(3) ? guest_below(11) * 4 : 0, end;

	memset(ip, 0, 20);
	ip[0] = (uint8_t)(0x40 | (5 + options / 4));
	if (guest_one_in(8))
		ip[0] = (uint8_t)guest_random();
	put16(ip, 4, guest_random() & 0xffff);
	if (guest_one_in(3))
		put16(ip, 6, guest_random() & 0xffff);
	ip[8] = guest_one_in(8) ? 1 : 64;
	ip[9] = some_proto();
	put(ip, 12, from, 4);
	put(ip, 16, to, 4);
	if (guest_one_in(8))
		guest_bytes(ip + 12, 8);
	guest_bytes(ip + 20, options);
	end = put_upper(frame, at + 20 + options);
	put16(ip, 2, some_length(end - at));
	if (guest_below(8))
		ip4_checksum(ip, 20 + options);
	return end;
}

/* Writes more extension headers than the kernel follows, some of them longer than the frame. */
static size_t put_ip6(uint8_t *frame, size_t at)
{
	static const uint8_t headers[] = { 0, 43, 44, 51, 60 };
	uint8_t *ip = frame + at, *next = ip + 6;
	unsigned int chain = guest_one_in(2) ? 0 : guest_below(14);
	size_t end = at + 40;

	memset(ip, 0, 40);
	ip[0] = guest_one_in(16) ? (uint8_t)guest_random() : 0x60;
	ip[7] = 64;
	ip[8] = ip[24] = 0xfd;
	ip[23] = 1;
	ip[39] = 2;
	while (chain--) {
		size_t len = guest_one_in(4) ? guest_below(5) : 0;

		*next = headers[guest_below(sizeof(headers))];
		guest_bytes(frame + end, (len + 1) * 8);
		if (*next == 44 && guest_below(3))
			frame[end + 2] = frame[end + 3] = 0;
		/* The length is in units of 8 bytes minus one, of AH in units of 4 minus two; or wrong. */
		if (*next != 44 && guest_below(8))
			frame[end + 1] = (uint8_t)(*next == 51 ? len * 2 : len);
		next = frame + end;
		end += (len + 1) * 8;
	}
	*next = some_proto();
	end = put_upper(frame, end);
	put16(ip, 4, some_length(end - at - 40));
	return end;
}

static size_t make(uint8_t *frame)
{
	static const unsigned int tags[] = { ETH_P_8021Q, ETH_P_8021AD };
	static const unsigned int others[] = {
		ETH_P_ARP, ETH_P_PPP_SES, ETH_P_MPLS_UC, 0x0600, 4, 0
	};
	unsigned int count = guest_one_in(4) ? guest_below(5) : 0;
	size_t at = 12, end;

	while (count--) {
		at = put16(frame, at, tags[guest_below(2)]);
		at = put16(frame, at, guest_one_in(2) ? 5 : guest_random() & 0xffff);
	}
	switch (guest_below(8)) {
	case 0:
		at = put16(frame, at, others[guest_below(sizeof(others) / sizeof(*others))]);
		end = put_upper(frame, at);
		break;
	case 1: /* random bytes */
		at = put16(frame, at, guest_one_in(2) ? ETH_P_IP : ETH_P_IPV6);
		end = at + guest_below(120);
		guest_bytes(frame + at, end - at);
		break;
	case 2:
	case 3:
	case 4:
		at = put16(frame, at, ETH_P_IPV6);
		end = put_ip6(frame, at);
		break;
	default:
		at = put16(frame, at, ETH_P_IP);
		end = put_ip4(frame, at);
		break;
	}
	return end;
}

static size_t next_frame(uint8_t *frame)
{
	const struct input *input;
	size_t len;

	if (guest_one_in(2) && input_count) {
		input = &inputs[guest_below(input_count)];
		len = put(frame, 0, input->bytes, input->len);
		for (unsigned int times = guest_below(5); times; times--)
			len = guest_mutate(frame, len, FRAME_MAX);
	} else {
		len = make(frame);
	}
	if (guest_one_in(8))
		len = guest_below((uint32_t)len + 1);
	/* A socket refuses shorter frames. */
	if (len < ETH_HLEN)
		len = ETH_HLEN;
	/* Most frames go to this device's address. */
	if (guest_below(16))
		put(frame, 0, to_mac, sizeof(to_mac));
	return len;
}

/* Sets how many bytes of a frame of more than a page are linear. */
static void next_head(struct virtio_net_hdr *head, size_t len)
{
	memset(head, 0, sizeof(*head));
	if (len > PAGE && guest_below(4)) {
		head->hdr_len = (uint16_t)(ETH_HLEN + guest_below(100));
		in_pieces++;
	}
	if (!guest_one_in(16))
		return;
	head->flags = guest_one_in(2) ? VIRTIO_NET_HDR_F_NEEDS_CSUM : 0;
	if (with_gso) {
		head->gso_type = (uint8_t)guest_below(6);
		head->gso_size = (uint16_t)guest_below(2000);
	}
	head->csum_start = (uint16_t)guest_below(guest_one_in(4) ? 65536 : 100);
	head->csum_offset = (uint16_t)guest_below(32);
}

static void usage(FILE *out)
{
	fputs("Usage: frames [OPTION…] DEV\n\n"
	      "Sends hostile frames on a device.\n\n"
	      "  --seed N         same seed, same frames (1)\n"
	      "  --frames N       how many (100000)\n"
	      "  --to MAC         where most of them go (02:00:00:00:00:02)\n"
	      "  --inputs DIR     a folder of inputs of the fuzzer packet, to mutate\n"
	      "  --gso            some are to be cut into segments: of one frame may come several\n"
	      "  --progress FILE  gets a line at each twentieth\n"
	      "  --help\n\n"
	      "Ends with a line of counts. Exit status: 0 sent, 1 the kernel complains, 2 usage.\n"
	      "Example: frames --inputs tests/fuzz/corpus/packet --to 02:00:00:00:00:07 c0\n",
	      out);
}

static bool mac_of(const char *text)
{
	return sscanf(text, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", &to_mac[0], &to_mac[1], &to_mac[2],
		      &to_mac[3], &to_mac[4], &to_mac[5]) == 6;
}

static int open_device(const char *dev)
{
	struct sockaddr_ll where = { .sll_family = AF_PACKET };
	int fd = socket(AF_PACKET, SOCK_RAW, 0), on = 1;

	where.sll_ifindex = (int)if_nametoindex(dev);
	if (fd < 0 || !where.sll_ifindex || bind(fd, (struct sockaddr *)&where, sizeof(where)) ||
	    setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof(on)))
		guest_fail("%s: %s", dev, strerror(errno));
	return fd;
}

static uint64_t seed = 1, frames = 100000;
static const char *progress;

/* Returns the status to end with, or -1 to go on. */
static int read_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seed", 1, NULL, 's' }, { "frames", 1, NULL, 'f' },
		{ "to", 1, NULL, 't' },	  { "inputs", 1, NULL, 'i' },
		{ "gso", 0, NULL, 'g' },  { "progress", 1, NULL, 'p' },
		{ "help", 0, NULL, 'h' }, { 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			seed = guest_number("--seed", optarg);
			break;
		case 'f':
			frames = guest_number("--frames", optarg);
			break;
		case 't':
			if (mac_of(optarg))
				break;
			usage(stderr);
			return 2;
		case 'i':
			read_inputs(optarg);
			break;
		case 'g':
			with_gso = true;
			break;
		case 'p':
			progress = optarg;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			usage(stderr);
			return 2;
		}
	}
	if (optind + 1 != argc) {
		usage(stderr);
		return 2;
	}
	return -1;
}

int main(int argc, char **argv)
{
	static uint8_t packet[sizeof(struct virtio_net_hdr) + 2 * FRAME_MAX];
	uint8_t *frame = packet + sizeof(struct virtio_net_hdr);
	struct guest_tally tally = { 0 };
	struct virtio_net_hdr head;
	double began;
	uint64_t i;
	int fd, status;

	to_mac[0] = to_mac[5] = 2;
	status = read_options(argc, argv);
	if (status >= 0)
		return status;
	fd = open_device(argv[optind]);
	guest_log_open();
	guest_seed(seed);
	printf("seed=%llu inputs=%u\n", (unsigned long long)seed, input_count);

	began = guest_now();
	for (i = 1; i <= frames; i++) {
		size_t len = next_frame(frame);
		ssize_t ret;

		next_head(&head, len);
		guest_at(i, frame, len);
		memcpy(packet, &head, sizeof(head));
		ret = write(fd, packet, sizeof(head) + len);
		guest_count(&tally, ret >= 0, errno);
		if (i % 128 == 0)
			guest_log_check();
		guest_progress(progress, "frames", i, frames);
	}
	guest_log_check();
	printf("in pieces=%llu\n", (unsigned long long)in_pieces);
	guest_tell(&tally, "frames", guest_now() - began);
	return 0;
}
