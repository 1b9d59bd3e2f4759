# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for packets that the module's generator puts into a device of the gateway: what no socket can send.

# generator_ready: makes the device of the module into which no packet of generate leaves, which the generator asks for. Call it before
# flows are made: a new device ends those of IPv4. The kernel then complains of a wrong sum again, though it did so before: once, or
# on 5.10 ten times in five seconds.
generator_ready() {
	must ip_ gw link add fbsink type flowbench_sink
	must ip_ gw link set fbsink up
	[[ ! -e /sys/kernel/debug/clear_warn_once ]] || echo 1 >/sys/kernel/debug/clear_warn_once
	! kernel_before 5.14 || sleep 6
	settle
}

# generate DEV KEY=VALUE…: the gateway's device DEV receives 100 packets of the generator; kmod/README.md has its keys. Claims that
# all were sent.
generate() {
	local said

	# shellcheck disable=SC2016 # expanded by that shell
	said=$(in_ gw bash -c 'env printf "%s\n" "${@:2}" >"$1/config" && echo round >"$1/run"' bash "$FB_DEBUG/bench" \
		reset "dev=$1" sink=fbsink packets=100 expect_ttl=0 "${@:2}" 2>&1) || die "generator: $said; $(dmesg | tail -n 1)"
	is generator "packets sent into $1" = 100 "$(sed -n 's/^injected=//p' "$FB_DEBUG/bench/result")"
}

# answers_nothing NODE: the host tells nobody that a port is closed
answers_nothing() {
	must in_ "$1" nft -f - <<-NFT
		table inet fb_mute {
			chain output {
				type filter hook output priority 0; policy accept;
				icmp type destination-unreachable drop
				icmpv6 type destination-unreachable drop
			}
		}
	NFT
}

# udp_count NODE VERSION KEY: prints a counter of the host: InCsumErrors, or NoPorts: packets to a closed port, their checksum was right
udp_count() {
	if [[ $2 == 4 ]]; then
		# shellcheck disable=SC2016 # awk's
		in_ "$1" awk -v key="$3" '$1 == "Udp:" && !n { for (i = 2; i <= NF; i++) if ($i == key) n = i; next }
			$1 == "Udp:" { print $n; exit }' /proc/net/snmp
	else
		# shellcheck disable=SC2016 # awk's
		in_ "$1" awk -v key="Udp6$3" '$1 == key { print $2 }' /proc/net/snmp6
	fi
}

# hw_csum_failures: prints how often the kernel has complained of a device's sum since the check began
hw_csum_failures() {
	dmesg | awk -v mark="flowbench-check $FB_MARK" 'substr($0, length($0) - length(mark) + 1) == mark { n = 0 }
		/hw csum failure/ { n++ } END { print n + 0 }'
}

# summed VERSION WAY PORT KEY=VALUE…: sends 100 packets of the flow from port 4000 to this port in this direction, c2s or s2c, with the
# sum that a device took of each (CHECKSUM_COMPLETE). Claims that the receiver finds all checksums right. sums_stay WHAT: claims that
# the kernel has found no device's sum of these packets wrong. A receiver of UDP complains of a wrong one only of packets of at most 76 bytes
# (CHECKSUM_BREAK); conntrack of any.
summed() {
	local client server dev=in0 node=server ports sums
	local -a words

	client=$(client_of "$1") server=$(server_of "$1")
	words=("src=$client" "dst=$server" sport=4000 "dport=$3")
	[[ $2 == c2s ]] || { dev=out0 node=client && words=("src=$server" "dst=$client" "sport=$3" dport=4000); }
	ports=$(udp_count $node "$1" NoPorts) sums=$(udp_count $node "$1" InCsumErrors)
	begin
	generate $dev "family=$1" csum=complete size=100 "${words[@]}" "${@:4}"
	finish
	is snmp "packets $2 to port $3 that the $node received, with a right checksum" = 100 $(($(udp_count $node "$1" NoPorts) - ports))
	is snmp "checksum errors at the $node" = 0 $(($(udp_count $node "$1" InCsumErrors) - sums))
}

sums_stay() {
	is kernel "sums of packets $1 that were found wrong (hw csum failure)" = 0 "$(hw_csum_failures)"
}

# summed_both_ways VERSION KEY=VALUE…: the claims of summed on the fast path in both directions; before that, of packets of the
# client in no session, those of summed and sums_stay on the slow path. The keys are for frames of the client.
summed_both_ways() {
	local node

	log_known='hw csum failure'
	generator_ready
	flowtable inet
	connect a udp "$(server_of "$1")" 5000 sport=4000
	is ct "offloaded connections" = 1 "$(offloaded udp dport=5000)"
	t drop a
	for node in client server; do
		answers_nothing $node
	done
	# One direction alone is not offloaded. A session takes no frames with the generator's address; the fast path does
	# (hostile-pppoe-mac).
	if [[ " $*" != *' pppoe='* ]]; then
		summed "$1" c2s 5001 "${@:2}"
		is hook "packets of one direction on the fast path" = 0 "$(fast)"
		is nft "packets of one direction on the slow path" = 100 "$(slow)"
		sums_stay c2s
	fi
	summed "$1" c2s 5000 "${@:2}"
	is hook "packets c2s on the fast path" = 100 "$(fast)"
	is nft "packets c2s on the slow path" = 0 "$(slow)"
	summed "$1" s2c 5000
	is hook "packets s2c on the fast path" = 100 "$(fast)"
	is nft "packets s2c on the slow path" = 0 "$(slow)"
}

# double_leg: moves the client's leg to a VLAN within a VLAN, whose tags are both of type 802.1Q
double_leg() {
	local node dev

	for node in client gw; do
		[[ $node == client ]] && dev=eth0 || dev=in0
		must ip_ $node link add link $dev name $dev.10 type vlan id 10
		must ip_ $node link add link $dev.10 name $dev.10.20 type vlan id 20
		must ip_ $node link set $dev.10 up
	done
	move_leg eth0.10.20 in0.10.20
}
