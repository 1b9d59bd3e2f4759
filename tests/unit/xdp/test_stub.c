// SPDX-License-Identifier: GPL-2.0
/* A flowbench that was built without clang or bpftool: what it says of the command xdp, and of a path with it. */
#include "unit_cmd.h"

#include "price/path_lab.h"
#include "price/path.h"
#include "xdp/forward_stub.c"

#define SAYS "built without XDP: install clang and bpftool, then 'make userspace'"

static void the_command_names_the_packages(void **state)
{
	(void)state;
	unit_refuses(1, SAYS, fb_cmd_xdp, "xdp", "--attach", "no-such-device");
	unit_refuses(1, SAYS, fb_cmd_xdp, "xdp", "no-such-device");
	unit_refuses(2, "not both", fb_cmd_xdp, "xdp", "--attach", "--detach", "no-such-device");
	unit_ends(0, fb_cmd_xdp, "xdp", "--help");
	assert_int_equal(fb_xdp_forward_attach(NULL, 0, NULL, 0, NULL), -EOPNOTSUPP);
}

static void a_path_with_it_is_left_out(void **state)
{
	struct fb_bench_path path = { .name = "p", .nr_proofs = 1 };

	(void)state;
	path.proof[0].kind = FB_PROOF_DEV;
	assert_false(fb_path_unsupported(&path));
	path.proof[0].kind = FB_PROOF_XDP;
	assert_true(fb_path_unsupported(&path));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_command_names_the_packages),
		cmocka_unit_test(a_path_with_it_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
