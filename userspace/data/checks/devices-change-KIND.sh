# proves: a flowtable is changed while flows use it: $1. There is no warning, no hook is left, and the flow goes on
# SPDX-License-Identifier: GPL-2.0
# kind: twice  | one batch adds the same device twice, and the device is removed
# kind: update | a device is added and taken away
# kind: listed | devices come and go while the hooks are listed
# kind: fails  | a batch adds a device, and fails at its end
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip
	connect a udp 10.0.2.2 5000
	taken a udp
	"change_$KIND"
	goes 'after the change' 100 0
	must in_ gw nft delete table ip fb
	no_hooks in0 out0
	goes 'without the flowtable' 0 100
}

# goes WHEN FAST SLOW: sends 50 datagrams in each direction; claims that so many packets take the fast path and the slow path
goes() {
	begin
	both_ways a udp
	finish
	is hook "packets on the fast path, $1" = "$2" "$(fast)"
	is nft "packets on the slow path, $1" = "$3" "$(slow)"
	closes in0 out0
}

# with_mid0 WHAT: changes the devices of the flowtable: add or delete mid0
with_mid0() {
	must in_ gw nft "$1" flowtable ip fb ft '{ hook ingress priority 0; devices = { mid0 }; }'
}

change_twice() {
	local add='add flowtable ip fb ft { hook ingress priority 0; devices = { mid0 }; }'

	if in_ gw nft -f - <<<"$add"$'\n'"$add"; then
		note "the batch was accepted"
		has_hooks mid0 1
	else
		has_hooks mid0 0
	fi
	# Under a deadline: a leaked reference to the device would wait for ever.
	must timeout 30 ip -n "$(ns gw)" link delete mid0
	is kernel "devices named mid0" = 0 "$(ip_ gw link show mid0 2>/dev/null | grep -c mid0)"
	# The kernel renews its routes, which ends flows.
	until_ 5 one_is_fast a udp c2s || true
}

change_update() {
	with_mid0 add
	has_hooks mid0 1
	t udp b client other 10.0.3.2 5001
	warm b udp
	is ct "offloaded connections" = 2 "$(offloaded udp)"
	taken b udp
	taken a udp
	with_mid0 delete
	has_hooks mid0 0
	is ct "offloaded connections" '>=' 1 "$(offloaded udp dport=5000)"
	begin
	t send b s2c 20 size=100
	is bytes "datagrams that arrived by the device that was taken away" = 20 "$(got got)"
	finish
	is hook "packets on the fast path, by the device that was taken away" = 0 "$(fast)"
	closes
}

change_listed() {
	local i lister

	in_ gw bash -c 'while :; do nft list hooks >/dev/null 2>&1; done' &
	lister=$!
	begin
	for i in {1..10}; do
		with_mid0 add
		t send a c2s 20 size=100
		is bytes "datagrams that arrived while devices change" = 20 "$(got got)"
		with_mid0 delete
	done
	finish
	kill $lister
	wait $lister 2>/dev/null
	is hook "packets on the fast path" = 200 "$(fast)"
	closes
	has_hooks mid0 0
}

change_fails() {
	local i said

	for i in 1 2 3; do
		! said=$(in_ gw nft -f - 2>&1 <<-NFT
			add flowtable ip fb ft { hook ingress priority 0; devices = { mid0 }; }
			add flowtable ip fb ft$i { hook ingress priority 0; devices = { mid0 }; }
			add rule ip fb nowhere accept
		NFT
		) || die "nft accepted a rule of a chain that does not exist"
		[[ $said == *'add rule ip fb nowhere'* ]] || die "nft refused another line: $said"
		has_hooks mid0 0
		has_hooks in0 1
	done
	is nft "flowtables" = 1 "$(in_ gw nft list flowtables | grep -c 'flowtable ft')"
}
