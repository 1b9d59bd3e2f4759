// SPDX-License-Identifier: GPL-2.0
/* flowbench reproduce: its exit statuses, what it refuses, and that hostile text does nothing. */
#include "unit_cmd.h"

static void a_path_a_part_and_neither(void **state)
{
	char *path = unit_put(*state, "t.txt", " 0)   1.000 us    |  ip_forward();\n");

	unit_ends(0, fb_cmd_reproduce, "reproduce", path);
	unit_has(unit_out, "t.txt: a packet is forwarded\n");
	path = unit_put(*state, "t.txt", "ip_rcv() {\n  ip_rcv_core();\n}\n");
	unit_ends(0, fb_cmd_reproduce, "reproduce", path);
	unit_has(unit_out, "t.txt: a part of a packet's path: ");
	path = unit_put(*state, "t.txt", " 0)   1.000 us    |  ext4_sync_file();\n");
	unit_ends(1, fb_cmd_reproduce, "reproduce", path);
	unit_has(unit_out, "t.txt: no packet's path, but a file system's\n");
}

static void what_is_refused(void **state)
{
	char *path = unit_put(*state, "t.txt", "Hello, this is what I see:\n");

	unit_refuses(1, "t.txt: line 1: not function_graph text: words", fb_cmd_reproduce,
		     "reproduce", path);
	path = unit_put(*state, "t.txt", "");
	unit_refuses(1, "no function_graph line", fb_cmd_reproduce, "reproduce", path);
	unit_refuses(1, "nowhere.txt: No such file", fb_cmd_reproduce, "reproduce", "nowhere.txt");
}

/* Names that a shell, a terminal or a format would obey are a function's name, and prove nothing. */
static void hostile_names(void **state)
{
	char *path = unit_put(*state, "t.txt",
			      " 0)               |  vfs_read$(reboot) {\n"
			      " 0)               |    do_IRQ() {\n"
			      " 0)   1.000 us    |      ip_forward() {\n"
			      " 0)   1.000 us    |        <\x1b[2J>::%s%n();\n"
			      " 0)   1.000 us    |        kfree_skb();\n"
			      " 0)   1.000 us    |      }\n"
			      " 0)   2.000 us    |    }\n"
			      " 0)   9.000 us    |  }\n");
	int ret;

	ret = unit_command(&fb_cmd_reproduce, (char *[]){ "reproduce", path, NULL });
	assert_in_range(ret, 0, 1);
	assert_null(strchr(unit_out, '\x1b'));
	assert_null(strchr(unit_err, '\x1b'));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(a_path_a_part_and_neither),
		UNIT_IN_FOLDER(what_is_refused),
		UNIT_IN_FOLDER(hostile_names),
	};

	return cmocka_run_group_tests_name("reproduce", tests, NULL, NULL);
}
