# proves: frames of an offloaded flow with two VLAN tags that end within their headers are not forwarded
# SPDX-License-Identifier: GPL-2.0
# why: malformed no-flowtable encapsulation
# needs: 8021q nf_flow_table_inet
# since: 5.13 before, a flowtable did not support VLAN tags (commit 4cd91f7c290f)
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local tags=88a8000a81000014 frame n frames=()

	qinq_leg
	frame=$(frame4 tags="$tags")
	for n in {14..22} 23 40 41 42 43 44 46 49; do
		frames+=("$(head_of "$frame" "$n")")
	done
	# A third tag; none of IPv4 and IPv6 after the tags; tags that say the other one of the two.
	frames+=("$(frame4 tags="${tags}"81000014)" "$(frame4 tags="$tags" type=88b5)" "$(frame4 tags="$tags" type=86dd)")
	frames+=("$(frame6 tags="$tags" type=0800)" "$(frame4 tags=81000014)")
	never_forwarded 4 udp "${frames[@]}"
}
