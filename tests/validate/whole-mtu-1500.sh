# proves: 64 MB each way arrive whole, from an MTU of 9000 to one of 1500, and the fast path takes what fits
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	whole_to 1500
}
