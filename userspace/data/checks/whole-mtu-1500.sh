# proves: 64 MB arrive in each direction between MTUs of 9000 and 1500, and the fast path takes the packets that fit
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	whole_to 1500
}
