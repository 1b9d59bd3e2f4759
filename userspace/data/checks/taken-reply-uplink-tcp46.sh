# proves: IPv$V replies of a TCP flow return through the uplink that the flow came from
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	reply_through_uplink "$V" tcp
}
