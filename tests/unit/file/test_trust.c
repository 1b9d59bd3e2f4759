// SPDX-License-Identifier: GPL-2.0
/*
 * What root may execute and rely on: owners, modes, links, folders above, and what root itself
 * names.
 */
#include "unit_cmd.h"

#include <grp.h>
#include <pwd.h>
#include <sys/wait.h>

#include "file/trust.h"

/* A user that nobody is. */
#define OTHER 54321

static struct fb_error error;

/* A tree of root's: DIR/top/netns-lab/lab, which says that it has run. */
static void make_tree(const char *dir)
{
	char script[FB_PATH_MAX + 64];

	if (geteuid())
		unit_skip("not root");
	unsetenv("SUDO_UID");
	unsetenv("FLOWBENCH_TRUST");
	chmod(dir, 0755);
	snprintf(script, sizeof(script), "#!/bin/sh\necho ran >%s/ran\n", dir);
	assert_int_equal(chmod(unit_put(dir, "top/netns-lab/lab", script), 0755), 0);
	unit_put(dir, "top/netns-lab/topologies/one", "");
	unit_put(dir, "top/userspace/data/scenarios/one", "title = t\n");
}

static char *below(const char *dir, const char *name)
{
	static char paths[4][FB_PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % 4];

	assert_int_equal(fb_join(path, dir, name), 0);
	return path;
}

static int trusts(const char *dir, const char *name)
{
	fb_error_clear(&error);
	return fb_trust(below(dir, "top"), below(dir, name), &error);
}

#define TRUSTED(name)                                                    \
	do {                                                             \
		if (trusts(*state, name))                                \
			fail_msg("%s is refused: %s", name, error.text); \
	} while (0)

#define REFUSED(name, said)                                     \
	do {                                                    \
		assert_int_equal(trusts(*state, name), -EPERM); \
		unit_has(error.text, said);                     \
	} while (0)

static void give(const char *dir, const char *name, unsigned int owner, unsigned int group,
		 mode_t mode)
{
	assert_int_equal(chown(below(dir, name), owner, group), 0);
	assert_int_equal(chmod(below(dir, name), mode), 0);
}

static void owners_and_modes(void **state)
{
	make_tree(*state);
	TRUSTED("top/netns-lab");
	TRUSTED("top/netns-lab/lab");
	give(*state, "top/netns-lab/topologies/one", OTHER, 0, 0644);
	REFUSED("top/netns-lab", "topologies/one: it belongs to user 54321, and root trusts only");
	unit_has(error.text, "sudo FLOWBENCH_TRUST=");
	TRUSTED("top/netns-lab/lab");
	give(*state, "top/netns-lab/topologies/one", 0, 0, 0646);
	REFUSED("top/netns-lab", "topologies/one: everybody can write to it");
	give(*state, "top/netns-lab/topologies/one", 0, OTHER, 0664);
	REFUSED("top/netns-lab", "topologies/one: group 54321 can write to it");
	give(*state, "top/netns-lab/topologies/one", 0, 0, 0664);
	TRUSTED("top/netns-lab");
	/* In a folder of the tree others could add a file: sticky is not enough. */
	give(*state, "top/netns-lab/topologies", 0, 0, 01777);
	REFUSED("top/netns-lab", "topologies: everybody can write to it");
	REFUSED("top/netns-lab/topologies/one", "topologies: everybody can write to it");
	give(*state, "top/netns-lab/topologies", 0, 0, 0777);
	REFUSED("top/netns-lab/topologies/one", "topologies: everybody can write to it");
}

static void folders_above(void **state)
{
	make_tree(*state);
	chmod(*state, 01777);
	TRUSTED("top/netns-lab");
	chmod(*state, 0777);
	REFUSED("top/netns-lab", ": everybody can write to it");
	chmod(*state, 0755);
	/* In a sticky folder of ours, somebody else's link could have the name of a tree. */
	give(*state, "top", 0, 0, 01777);
	REFUSED("top/netns-lab", "top: everybody can write to it");
	give(*state, "top", 0, 0, 0777);
	REFUSED("top/netns-lab", "top: everybody can write to it");
	give(*state, "top", OTHER, 0, 0755);
	REFUSED("top/netns-lab", "top: it belongs to user 54321");
	/* What is missing could be put there. */
	REFUSED("top/fingerprint", "top: it belongs to user 54321");
	give(*state, "top", 0, 0, 0755);
	TRUSTED("top/fingerprint");
}

static void links_are_resolved(void **state)
{
	char *file;

	make_tree(*state);
	file = unit_put(*state, "other/file", "");
	assert_int_equal(symlink(file, below(*state, "top/netns-lab/link")), 0);
	TRUSTED("top/netns-lab");
	give(*state, "other", OTHER, 0, 0755);
	REFUSED("top/netns-lab", "other: it belongs to user 54321");
	assert_int_equal(symlink(below(*state, "other"), below(*state, "top/data")), 0);
	REFUSED("top/data", "other: it belongs to user 54321");
	/* A link of somebody else's in the tree is theirs to turn. */
	assert_int_equal(lchown(below(*state, "top/netns-lab/link"), OTHER, 0), 0);
	give(*state, "other", 0, 0, 0755);
	REFUSED("top/netns-lab", "link: it belongs to user 54321");
}

static void the_caller_of_sudo(void **state)
{
	static const char *const no_numbers[] = {
		"", "54321x", "-1", "4294967295", "root", "54322"
	};
	size_t i;

	make_tree(*state);
	give(*state, "top/netns-lab/lab", OTHER, OTHER, 0755);
	setenv("SUDO_UID", "54321", 1);
	TRUSTED("top/netns-lab");
	for (i = 0; i < sizeof(no_numbers) / sizeof(no_numbers[0]); i++) {
		setenv("SUDO_UID", no_numbers[i], 1);
		REFUSED("top/netns-lab", "lab: it belongs to user 54321");
	}
	unsetenv("SUDO_UID");
}

/*
 * Ends with 0 if a real user with root's rights trusts what is that user's, and nothing that
 * SUDO_UID names.
 */
static int as_real_user(const char *dir)
{
	setenv("SUDO_UID", "54322", 1);
	if (setresuid(OTHER, 0, 0) || trusts(dir, "top/netns-lab"))
		return 1;
	if (chown(below(dir, "top/netns-lab/lab"), 54322, 0))
		return 2;
	return trusts(dir, "top/netns-lab") == -EPERM ? 0 : 3;
}

static void the_real_user(void **state)
{
	int status;
	pid_t pid;

	make_tree(*state);
	give(*state, "top/netns-lab/lab", OTHER, 0, 0755);
	pid = fork();
	if (!pid)
		_exit(as_real_user(*state));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* A user of this machine with a group of the same name and no other member. */
static const struct passwd *with_own_group(void)
{
	const struct passwd *pw;
	const struct group *gr;

	setpwent();
	while ((pw = getpwent())) {
		gr = pw->pw_uid ? getgrgid(pw->pw_gid) : NULL;
		if (gr && !strcmp(gr->gr_name, pw->pw_name) && !*gr->gr_mem)
			return pw;
	}
	return NULL;
}

static void the_owners_own_group(void **state)
{
	const struct passwd *pw;
	char uid[16];

	make_tree(*state);
	pw = with_own_group();
	if (!pw)
		unit_skip("no user with a group of its own");
	snprintf(uid, sizeof(uid), "%u", pw->pw_uid);
	setenv("SUDO_UID", uid, 1);
	give(*state, "top/netns-lab", pw->pw_uid, pw->pw_gid, 0775);
	TRUSTED("top/netns-lab");
	/* Of root's files it is not the owner's. */
	give(*state, "top/netns-lab", 0, pw->pw_gid, 0775);
	REFUSED("top/netns-lab", "can write to it");
	unsetenv("SUDO_UID");
}

static void what_root_names(void **state)
{
	char list[3 * FB_PATH_MAX];

	make_tree(*state);
	give(*state, "top", OTHER, OTHER, 0777);
	snprintf(list, sizeof(list), "/nowhere:%s", below(*state, "top"));
	setenv("FLOWBENCH_TRUST", list, 1);
	TRUSTED("top/netns-lab");
	snprintf(list, sizeof(list), "%s:%s", below(*state, "top/netns-lab/topologies"),
		 below(*state, "to"));
	setenv("FLOWBENCH_TRUST", list, 1);
	REFUSED("top/netns-lab", "top: it belongs to user 54321");
	setenv("FLOWBENCH_TRUST", "", 1);
	REFUSED("top/netns-lab", "top: it belongs to user 54321");
	unsetenv("FLOWBENCH_TRUST");
}

/* The program's own way: nothing of a foreign tree is read or run. */
static void a_foreign_tree_is_not_used(void **state)
{
	char path[FB_PATH_MAX];

	make_tree(*state);
	give(*state, "top/netns-lab/lab", OTHER, 0, 0755);
	give(*state, "top/userspace/data/scenarios/one", OTHER, 0, 0644);
	setenv("FLOWBENCH_ROOT", below(*state, "top"), 1);
	fb_error_clear(&error);
	assert_int_equal(fb_data_path(path, &error, "netns-lab/lab"), -EPERM);
	unit_has(error.text, "netns-lab/lab: it belongs to user 54321");
	unit_refuses(1, "one: it belongs to user 54321", fb_cmd_list, "list");
	unit_refuses(2, "one: it belongs to user 54321", fb_cmd_run, "run", "one");
	unit_has(unit_err, "sudo FLOWBENCH_TRUST=");
	assert_int_equal(access(below(*state, "ran"), F_OK), -1);
	setenv("FLOWBENCH_TRUST", below(*state, "top"), 1);
	assert_int_equal(fb_data_path(path, &error, "netns-lab/lab"), 0);
	unsetenv("FLOWBENCH_TRUST");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		UNIT_IN_FOLDER(owners_and_modes),   UNIT_IN_FOLDER(folders_above),
		UNIT_IN_FOLDER(links_are_resolved), UNIT_IN_FOLDER(the_caller_of_sudo),
		UNIT_IN_FOLDER(the_real_user),	    UNIT_IN_FOLDER(the_owners_own_group),
		UNIT_IN_FOLDER(what_root_names),    UNIT_IN_FOLDER(a_foreign_tree_is_not_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
