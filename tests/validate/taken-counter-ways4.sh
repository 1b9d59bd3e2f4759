# proves: a flowtable with counter counts IPv4 packets and bytes of each direction
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	counted 4
}
