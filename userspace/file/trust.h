/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What root may execute and rely on: files that belong to root or to the caller, and that nobody
 * else can change.
 *
 * The caller is the real user; if that is root, also the user of SUDO_UID, if that is a number.
 * Nobody else can change a file if everybody cannot write to it, nor a group other than root's
 * (gid 0) or the owner's own. A group is the owner's own if it is the owner's first group, has
 * the owner's name, and has no other member. The folders above count too; there, everybody may
 * write to a sticky one, as /tmp is. Links are resolved.
 *
 * FLOWBENCH_TRUST names folders, with colons between, that root trusts even if another user owns them.
 *
 * For all other users, everything is trusted: they run it with their own rights.
 */
#ifndef FB_FILE_TRUST_H
#define FB_FILE_TRUST_H

#include <stdbool.h>
#include <sys/types.h>

#include "lib/error.h"

/** fb_trusts_user - returns true for root, the real user, and of root the user who called sudo */
bool fb_trusts_user(uid_t uid);

/**
 * fb_trust - check that a file, or a folder with all that is in it, may be trusted
 * @top: the folder of the project, which the text names as the one to trust
 * @path: the file or folder; if it is missing, the folder that it would be in is checked
 * @error: receives whose it is or who can write to it, and what to do
 *
 * Return: 0, -EPERM if not, or another negative errno if it cannot be found out.
 */
int fb_trust(const char *top, const char *path, struct fb_error *error);

#endif
