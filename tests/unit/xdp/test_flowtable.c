// SPDX-License-Identifier: GPL-2.0
/*
 * The XDP program that forwards, compiled for this machine: what it does with a packet, and what it leaves
 * alone. The kernel's functions are replaced by answers. tests/vm/68-xdp.sh runs it in a kernel.
 */
#include "unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/mman.h>

#include "xdp/count.h"

/* In place of libbpf's headers: the kernel's structures are those that the program declares. */
#define __BPF_HELPERS__
#define __BPF_CORE_READ_H__
#define SEC(name)
#define __ksym
#define __uint(name, value)		       int(*name)[value]
#define __type(name, type)		       __typeof__(type) *name
#define bpf_core_field_offset(type, member)    offsetof(type, member)
#define bpf_core_type_size(type)	       sizeof(type)
#define bpf_core_type_id_kernel(type)	       BITMAP
#define bpf_core_enum_value_exists(type, name) 1
#define bpf_core_enum_value(type, name)	       (name)
#define BPF_CORE_READ_BITFIELD(from, member)   ((from)->member)
#define BITMAP				       3

struct xdp_md;
struct bpf_fib_lookup;
static long bpf_fib_lookup(void *ctx, struct bpf_fib_lookup *fib, int len, uint32_t flags);
static long bpf_redirect_map(void *map, uint32_t key, uint64_t flags);
static void *bpf_map_lookup_elem(void *map, const void *key);

#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "xdp/flowtable.bpf.c"

#define INGRESS 3
#define EGRESS	5
#define FRAME	60

/* What the kernel would say, and what the program has asked. */
static struct flow_offload flow;
static int found;
static int route;
static bool may_leave;
static uint64_t counts[FB_XDP_COUNTS];
static struct bpf_fib_lookup asked;

/* The context has 32 bits for an address. Behind two bytes, the header of IP is aligned, as in a driver. */
static uint8_t *frame;
static unsigned int len;

struct flow_offload_tuple_rhash *bpf_xdp_flow_lookup(struct xdp_md *ctx, struct bpf_fib_lookup *fib,
						     struct bpf_flowtable_opts *opts, __u32 size)
{
	assert_int_equal(ctx->ingress_ifindex, INGRESS);
	assert_int_equal(opts->error, 0);
	assert_int_equal(size, sizeof(*opts));
	asked = *fib;
	return found < 0 ? NULL : &flow.tuplehash[found];
}

void *bpf_rdonly_cast(const void *obj, __u32 btf_id)
{
	assert_int_equal(btf_id, BITMAP);
	return (void *)(uintptr_t)obj;
}

static long bpf_fib_lookup(void *ctx, struct bpf_fib_lookup *fib, int size, uint32_t flags)
{
	(void)ctx;
	assert_int_equal(size, sizeof(*fib));
	assert_int_equal(flags, 0);
	fib->ifindex = EGRESS;
	memcpy(fib->smac, "\2\2\2\2\2\2", 6);
	memcpy(fib->dmac, "\4\4\4\4\4\4", 6);
	return route;
}

static long bpf_redirect_map(void *map, uint32_t key, uint64_t flags)
{
	assert_ptr_equal(map, &fb_xdp_devices);
	assert_int_equal(key, EGRESS);
	return may_leave ? XDP_REDIRECT : (long)flags;
}

static void *bpf_map_lookup_elem(void *map, const void *key)
{
	assert_ptr_equal(map, &fb_xdp_counts);
	return &counts[*(const uint32_t *)key];
}

static int get_low_memory(void **state)
{
	(void)state;
	frame = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT,
		     -1, 0);
	if (frame == MAP_FAILED)
		return -1;
	frame += 2;
	return 0;
}

static uint16_t header_sum(void)
{
	uint32_t sum = 0;
	unsigned int i;

	for (i = ETH_HLEN; i < ETH_HLEN + 20; i += 2)
		sum += (uint32_t)(frame[i] << 8 | frame[i + 1]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* A datagram with this TTL and identification, which make another checksum each. */
static void build(uint8_t ttl, uint16_t id)
{
	static const uint8_t start[] = {
		1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 8, 0, 0x45, 0x20, 0, 46
	};
	uint16_t check;

	memset(frame, 0, FRAME);
	memcpy(frame, start, sizeof(start));
	frame[18] = (uint8_t)(id >> 8);
	frame[19] = (uint8_t)id;
	frame[20] = 0x40;
	frame[22] = ttl;
	frame[23] = IPPROTO_UDP;
	memcpy(frame + 26, "\12\0\1\2\12\0\2\2\4\0\0\11", 12);
	check = (uint16_t)~header_sum();
	frame[24] = (uint8_t)(check >> 8);
	frame[25] = (uint8_t)check;
	len = FRAME;
}

static int fresh(void **state)
{
	(void)state;
	build(64, 1);
	memset(&flow, 0, sizeof(flow));
	flow.tuplehash[0].tuple.xmit_type = FLOW_OFFLOAD_XMIT_NEIGH;
	flow.tuplehash[1].tuple.xmit_type = FLOW_OFFLOAD_XMIT_NEIGH;
	flow.tuplehash[1].tuple.dir = 1;
	found = 0;
	route = 0;
	may_leave = true;
	memset(counts, 0, sizeof(counts));
	return 0;
}

static int go(void)
{
	struct xdp_md ctx = {
		.data = (uint32_t)(uintptr_t)frame,
		.data_end = (uint32_t)(uintptr_t)frame + len,
		.ingress_ifindex = INGRESS,
	};

	return fb_flowtable(&ctx);
}

/* Goes up, unchanged, and only this counter counts it. */
static void passed(enum fb_xdp_count why)
{
	uint8_t before[FRAME];
	int i;

	memcpy(before, frame, FRAME);
	memset(counts, 0, sizeof(counts));
	assert_int_equal(go(), XDP_PASS);
	assert_memory_equal(frame, before, FRAME);
	for (i = 0; i < FB_XDP_COUNTS; i++)
		assert_int_equal(counts[i], i == (int)why);
}

static void a_packet_is_forwarded(void **state)
{
	(void)state;
	for (found = 0; found < 2; found++) {
		build(64, 1);
		assert_int_equal(go(), XDP_REDIRECT);
		assert_memory_equal(frame, "\4\4\4\4\4\4\2\2\2\2\2\2\10\0", 14);
		assert_int_equal(frame[22], 63);
		assert_int_equal(header_sum(), 0xffff);
	}
	assert_int_equal(counts[FB_XDP_REDIRECTED], 2);
	assert_int_equal(asked.family, AF_INET);
	assert_int_equal(asked.l4_protocol, IPPROTO_UDP);
	assert_int_equal(asked.sport, htons(1024));
	assert_int_equal(asked.dport, htons(9));
	assert_int_equal(asked.tot_len, 46);
	assert_int_equal(asked.tos, 0x20);
	assert_int_equal(asked.ifindex, INGRESS);
	assert_int_equal(asked.ipv4_src, htonl(0x0a000102));
	assert_int_equal(asked.ipv4_dst, htonl(0x0a000202));
}

static void each_checksum_stays_right(void **state)
{
	unsigned int id;

	(void)state;
	for (id = 0; id < 65536; id += 1) {
		build(2 + id % 250, (uint16_t)id);
		assert_int_equal(go(), XDP_REDIRECT);
		assert_int_equal(header_sum(), 0xffff);
	}
}

static void what_goes_up(void **state)
{
	static const struct {
		unsigned int at;
		uint8_t byte;
		enum fb_xdp_count why;
	} changed[] = {
		{ 22, 1, FB_XDP_TTL },
		{ 22, 0, FB_XDP_TTL },
		{ 12, 0x81, FB_XDP_NOT_PLAIN }, /* a tag */
		{ 14, 0x46, FB_XDP_NOT_PLAIN }, /* options */
		{ 20, 0x20, FB_XDP_NOT_PLAIN }, /* more fragments */
		{ 21, 1, FB_XDP_NOT_PLAIN }, /* a later fragment */
		{ 23, IPPROTO_ICMP, FB_XDP_NOT_PLAIN },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(changed) / sizeof(changed[0]); i++) {
		build(64, 1);
		frame[changed[i].at] = changed[i].byte;
		passed(changed[i].why);
	}
	build(64, 1);
	len = 37;
	passed(FB_XDP_NOT_PLAIN);
	len = 38;
	found = -1;
	passed(FB_XDP_NO_FLOW);
	found = 0;
	route = BPF_FIB_LKUP_RET_NO_NEIGH;
	passed(FB_XDP_NO_ROUTE);
	route = 0;
	may_leave = false;
	passed(FB_XDP_NO_DEVICE);
}

static void tcp_that_ends_goes_up(void **state)
{
	(void)state;
	frame[23] = IPPROTO_TCP;
	frame[47] = 0x10;
	assert_int_equal(go(), XDP_REDIRECT);
	frame[47] = 0x11;
	passed(FB_XDP_TCP_END);
	frame[47] = 0x04;
	passed(FB_XDP_TCP_END);
	len = 53;
	passed(FB_XDP_NOT_PLAIN);
}

static void flows_that_need_more_go_up(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		found = i;
		flow.flags = 1;
		passed(FB_XDP_NOT_SIMPLE);
		flow.flags = 2;
		passed(FB_XDP_NOT_SIMPLE);
		flow.flags = 0xfc;
		build(64, 1);
		assert_int_equal(go(), XDP_REDIRECT);
		flow.tuplehash[i].tuple.xmit_type = 2;
		build(64, 1);
		passed(FB_XDP_NOT_SIMPLE);
	}
}

static void counters_have_names(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < FB_XDP_COUNTS; i++)
		assert_int_equal(fb_xdp_count_find(fb_xdp_count_name((enum fb_xdp_count)i)), i);
	assert_int_equal(fb_xdp_count_find("x"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_packet_is_forwarded, fresh),
		cmocka_unit_test_setup(each_checksum_stays_right, fresh),
		cmocka_unit_test_setup(what_goes_up, fresh),
		cmocka_unit_test_setup(tcp_that_ends_goes_up, fresh),
		cmocka_unit_test_setup(flows_that_need_more_go_up, fresh),
		cmocka_unit_test(counters_have_names),
	};

	return cmocka_run_group_tests(tests, get_low_memory, NULL);
}
