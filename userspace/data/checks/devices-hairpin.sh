# proves: a flow that enters and leaves by the same device, with NAT, takes the fast path
# SPDX-License-Identifier: GPL-2.0
# needs: macvlan
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	must ip_ client link add hair0 link eth0 address 02:fb:00:00:01:04 type macvlan mode bridge
	must ip_ client link set hair0 netns "$(ns other)"
	hairpin hair0 in0 02:fb:00:00:01:04
}
