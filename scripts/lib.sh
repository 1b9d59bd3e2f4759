# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What all scripts share. Source it first, after `set -euo pipefail`. It reads the files of lib/:
#
#   message.sh  notes, progress, errors, --help
#   undo.sh     the undo stack, signals, commands that end with the script
#   step.sh     steps with their times, KTAP of tools
#   setting.sh  values of the environment: numbers, choices, lists
#   arch.sh     what ARCH= means
#   cache.sh    the cache: whose it is, entries, locks, scratch directories, hashes
#   shared.sh   a cache that another machine filled
#   data.sh     the files of scripts/data, paths and scenarios
#   kernel.sh   what KERNEL= means
#   result.sh   the folders of out/
#   shard.sh    SHARD=, and what scripts/join joins
#   compare.sh  series and paths of scripts/compare, which reads it itself
#   commits.sh  commits of a tree, of scripts/history; findings.sh of that and of scripts/bump
#
# Environment
#   ARCH             the architecture to build for, and of the guest (default: this machine's)
#   FLOWBENCH_CACHE  the folder of images, kernels and compilers (default:
#                    $XDG_CACHE_HOME/flowbench, else ~/.cache/flowbench)
#   FLOWBENCH_SHARED a cache that another machine filled, only read: what is missing is copied from it
#   QUIET=1          neither progress nor notes: results and errors only; 0 is as if it was not set
#   VERBOSE=1        progress also where standard error is not a terminal; 0 likewise
#   TMPDIR           the folder of temporary files (default: /tmp)
#   FB_STEPS         a file that collects "SECONDS<TAB>STEP" lines, for the table at the end
#
# Exit statuses
#   0 done   1 failed   2 usage   69 cannot be had on this machine (a caller may skip)
# 1 is a verdict of compare, validate, mutants and selftest: see fb_verdict.

FB_TOP=$(cd -- "${BASH_SOURCE[0]%/*}/.." && pwd -P)
FB_SCRIPTS=$FB_TOP/scripts
FB_UNAVAILABLE=69
# The date of every file that ends up in the guest's memory.
FB_EPOCH=1767225600
export LC_ALL=C TZ=UTC
# depmod, ip and chroot lie in sbin, which an ordinary user's path does not have.
export PATH=$PATH:/usr/sbin:/sbin

# The script's name in messages: its path below scripts/ (vm/boot), else its file name.
fb_me=/$0
fb_me=${fb_me##*/scripts/}
[[ $fb_me != /* ]] || fb_me=${0##*/}
# The command in full, for those who wait for its locks.
fb_command="$fb_me${*:+ $*}"

# shellcheck source=scripts/lib/message.sh
. "$FB_SCRIPTS/lib/message.sh"
# shellcheck source=scripts/lib/undo.sh
. "$FB_SCRIPTS/lib/undo.sh"
# shellcheck source=scripts/lib/step.sh
. "$FB_SCRIPTS/lib/step.sh"
# shellcheck source=scripts/lib/setting.sh
. "$FB_SCRIPTS/lib/setting.sh"
# shellcheck source=scripts/lib/arch.sh
. "$FB_SCRIPTS/lib/arch.sh"
# shellcheck source=scripts/lib/cache.sh
. "$FB_SCRIPTS/lib/cache.sh"
# shellcheck source=scripts/lib/shared.sh
. "$FB_SCRIPTS/lib/shared.sh"
# shellcheck source=scripts/lib/data.sh
. "$FB_SCRIPTS/lib/data.sh"
# shellcheck source=scripts/lib/kernel.sh
. "$FB_SCRIPTS/lib/kernel.sh"
# shellcheck source=scripts/lib/result.sh
. "$FB_SCRIPTS/lib/result.sh"
# shellcheck source=scripts/lib/shard.sh
. "$FB_SCRIPTS/lib/shard.sh"

[[ ${1:-} != --help && ${1:-} != -h ]] || fb_help
# fb_misuse: the status of a script whose 2 means something else
fb_plain_path "$FB_TOP" || fb_die -s "${fb_misuse:-2}" "the clone lies in '${FB_TOP//[[:cntrl:]]/?}': $fb_plain_words"
fb_arch_set
[[ -z ${TMPDIR:-} || (-d $TMPDIR && -w $TMPDIR && -x $TMPDIR) ]] || fb_expected TMPDIR "a folder that can be written to"
