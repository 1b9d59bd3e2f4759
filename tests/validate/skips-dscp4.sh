# proves: an IPv4 rule that sets DSCP does not change the packets of an offloaded flow
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# shellcheck source=tests/validate/lib.sh

check() {
	dscp_skipped 4
}
