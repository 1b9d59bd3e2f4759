// SPDX-License-Identifier: GPL-2.0
/* The return value of a call: from the trace, from a hook, or unknown. */
#include "unit.h"

#include <errno.h>

#include "scenario/returned.h"

static const char hooks[] = "f f on kretprobe 2 errno 0 -\n"
			    "g g on kretprobe 1 errno 0 -\n"
			    "h h off - 0 errno 0 -\n";
static const char verdicts[] = "f 1 2\n"
			       "g 0 1\n";

static int returned(const char *trace, const char *text, int hooked)
{
	struct fb_tree *tree = unit_tree(trace);
	struct fb_segment seg = { .root = tree->node[0].child };
	const struct fb_returned_in in = {
		.tree = tree,
		.seg = &seg,
		.hooks = hooked ? hooks : NULL,
		.verdicts = hooked ? verdicts : NULL,
	};
	int ret = fb_returned(&in, text);

	fb_tree_free(tree);
	return ret;
}

static void by_the_trace(void **state)
{
	static const char trace[] = " 0)               |  root() {\n"
				    " 0)   1.000 us    |    f(); /* = 0x1 */\n"
				    " 0)               |    neg() {\n"
				    " 0)   1.000 us    |      f(); /* = 0x1 */\n"
				    " 0)   2.000 us    |    } /* = 0xffffffffffffffff */\n"
				    " 0)   5.000 us    |  } /* = 0x0 */\n";

	(void)state;
	assert_int_equal(returned(trace, "f 1 SK_PASS", 0), 1);
	assert_int_equal(returned(trace, "f 0", 0), 0);
	assert_int_equal(returned(trace, "neg -1", 0), 1);
	/* The trace has no such call. */
	assert_int_equal(returned(trace, "g 0", 0), 0);
	/* The trace takes precedence over a hook with another value. */
	assert_int_equal(returned(trace, "root 0", 1), 1);
	assert_int_equal(returned(trace, "f", 0), -EINVAL);
	assert_int_equal(returned(trace, "f one", 0), -EINVAL);
}

static void by_a_hook(void **state)
{
	static const char trace[] = " 0)               |  root() {\n"
				    " 0)   1.000 us    |    f.isra.0();\n"
				    " 0)   1.000 us    |    g();\n"
				    " 0)   1.000 us    |    g();\n"
				    " 0)   1.000 us    |    h();\n"
				    " 0)   5.000 us    |  }\n";

	(void)state;
	assert_int_equal(returned(trace, "f 1", 1), 1);
	assert_int_equal(returned(trace, "f 2", 1), 0);
	assert_int_equal(returned(trace, "f 1", 0), -ENODATA);
	/* The hook has counted one of two calls, or none. */
	assert_int_equal(returned(trace, "g 0", 1), -ENODATA);
	assert_int_equal(returned(trace, "h 0", 1), -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_the_trace),
		cmocka_unit_test(by_a_hook),
	};

	return cmocka_run_group_tests_name("returned", tests, NULL, NULL);
}
