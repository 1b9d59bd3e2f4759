#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The file "why" counts the packets that a flowtable takes, and the events why_* tell what the kernel did with each
# other packet. Both end with the open file, also when its owner is killed, its devices go or its namespace goes.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 43
log_mark 45-why
id=why
lab='netns-lab/lab'
file=$FB_DEBUG/why
trace=$FB_TRACING/trace
events=$FB_TRACING/events/flowbench
on_exit module_unload
module_load
on_exit "$lab" down router --id $id
"$lab" up router --id $id

at() {
	local node=$1

	shift
	nsenter --net=/run/netns/fb-$id-"$node" "$@"
}

# The hosts answer nothing, so each packet is the test's.
for node in client server; do
	at $node nft 'add table inet deaf; add chain inet deaf input { type filter hook input priority 0; policy drop; }'
done
coproc traffic { exec "${FLOWBENCH:-userspace/flowbench}" traffic --id $id; }
# shellcheck disable=SC2154 # bash sets it
on_exit kill "$traffic_PID"

flowtable() {
	at gw nft -f - <<-'NFT'
		table inet fb {
			flowtable ft {
				hook ingress priority 0
				devices = { in0, out0 }
			}
			chain prerouting {
				type filter hook prerouting priority -300; policy accept
				udp dport 9 notrack
			}
			chain forward {
				type filter hook forward priority 0; policy accept
				ct state established meta l4proto { tcp, udp } flow add @ft
			}
		}
	NFT
}

# --- the file ----------------------------------------------------------------------------------------------------

why=''

# Not to be called through check, which runs it in a subshell.
opens() {
	exec {why}<>"$file"
}

closes_it() {
	exec {why}>&-
	why=''
}

# look: prints the whole file. say WORD…: writes to it, in the gateway.
# shellcheck disable=SC2016 # perl's variables
look() {
	perl -e 'open(my $f, "<&=", $ARGV[0]) or die; sysseek($f, 0, 0);
		while (1) { my $n = sysread($f, my $b, 65536);
			defined $n or do { print STDERR "$!\n"; exit 1 }; $n or exit 0; print $b }' "$why"
}

say() {
	at gw sh -c "echo '$*' >&$why"
}

# refused ERROR WORD…: the write must be refused with this error
refused() {
	local want=$1 said

	shift
	said=$(say "$@" 2>&1) && { echo "'$*' is accepted"; return 1; }
	[[ $said == *"$want"* ]] || { echo "'$*': $said"; return 1; }
}

wrong_writes() {
	local text

	for text in '' ' ' on=1 'on on' 'off off' 'off rate=5' 'rate=5' 'rate=5 on' 'on rate' 'on rate=' 'on rate=0' \
		'on rate=100001' 'on rate=-1' 'on rate=+1' 'on rate=0x10' 'on rate=4294967297' 'on rate=1 rate=1' \
		'on rules rules' 'on Rules' onn 'on,rules'; do
		refused 'Invalid argument' "$text" || return 1
	done
	[[ $(look) == '' ]] || { echo "it is on"; return 1; }
}

opened_twice() {
	local said

	said=$({ : <>"$file"; } 2>&1) && { echo "it opens"; return 1; }
	[[ $said == *"busy"* ]] || { echo "$said"; return 1; }
}

# count DEV KEY: prints this number of the device's line
count() {
	look | sed -n "s/^dev=$1 .* $2=\([^ ]*\).*/\1/p"
}

total() {
	look | sed -n "s/^\(.* \|\)$1=\([^ ]*\).*/\2/p" | tail -n 1
}

# has REGEX…: the file must have lines that match each; prints it if not
has() {
	local regex now

	now=$(look)
	for regex; do
		grep -qxE "$regex" <<<"$now" || { printf 'nothing like %s in\n%s\n' "$regex" "$now"; return 1; }
	done
}

has_none() {
	local now

	now=$(look)
	! grep -E "$1" <<<"$now"
}

# probes_have NAME: it must be probed. Loading a module is over when modprobe ends.
probes_have() {
	[[ ,$(total probes), == *,"$1",* ]] || { look; return 1; }
}

probed_when_loaded() {
	modprobe -r nft_flow_offload || return 1
	! probes_have nft_flow_offload_eval >/dev/null || { echo "it is still probed"; return 1; }
	modprobe nft_flow_offload && probes_have nft_flow_offload_eval && probes_have flow_offload_add
}

# none_attached: no probe and no reference of the module is left
none_attached() {
	local own

	own=$(grep -E '(nft_flow_offload_eval|nft_flow_route|flow_offload_(add|teardown|del))' \
		/sys/kernel/debug/kprobes/list) || true
	[[ -z $own && $(</sys/module/flowbench/refcnt) == 0 ]] ||
		{ echo "$own, $(</sys/module/flowbench/refcnt) references"; return 1; }
}

# --- packets and their events ------------------------------------------------------------------------------------

# t WORD…: sends one command to `flowbench traffic`
t() {
	local reply

	printf '%s\n' "$*" >&"${traffic[1]}"
	IFS= read -r -t 300 reply <&"${traffic[0]}" || { echo "no reply to $*"; return 1; }
	[[ $reply == ok* ]] || { echo "$*: $reply"; return 1; }
}

# from_client COUNT KEY=VALUE…, from_server: empty the trace and send packets. A later key replaces an earlier one.
sent() {
	local node=$1 count=$2 word line=''
	local -A fields=()

	shift 2
	for word; do fields[${word%%=*}]=${word#*=}; done
	for word in "${!fields[@]}"; do
		[[ -z ${fields[$word]} ]] || line+=" $word=${fields[$word]}"
	done
	write "$trace" ''
	t packet "$node" eth0 "$count$line"
}

from_client() {
	sent client "$1" dmac=02:fb:00:00:01:01 src=10.0.1.2 dst=10.0.2.2 proto=udp sport=4000 dport=5000 size=100 "${@:2}"
}

from_server() {
	sent server "$1" dmac=02:fb:00:00:02:01 src=10.0.2.2 dst=10.0.1.2 proto=udp sport=5000 dport=4000 size=100 "${@:2}"
}

texts() {
	sed -n "s/^.* $1: \(.*\)/\1/p" "$trace"
}

# said NAME REGEX: one event of this name must come, and its text must match
matches() {
	[[ $(texts "$1") =~ ^$2$ ]]
}

said() {
	wait_until 5 matches "$@" && return
	printf 'want %s: %s\ngot\n%s\n' "$1" "$2" "$(grep -v '^#' "$trace")"
	return 1
}

# said_none NAME…: no event of these names must have come by now
said_none() {
	local name

	for name; do
		[[ -z $(texts "$name") ]] || { echo "$name: $(texts "$name")"; return 1; }
	done
}

# one_id: all stages must be of one packet
one_id() {
	local ids

	ids=$(sed -n 's/.* why_[a-z]*: id=\([0-9]*\).*/\1/p' "$trace" | sort -u)
	[[ $ids =~ ^[0-9]+$ ]] || { echo "ids $ids"; return 1; }
}

netns=$(stat -Lc %i /run/netns/fb-$id-gw)
in0=$(at gw ip -o link show in0 | cut -d: -f1) out0=$(at gw ip -o link show out0 | cut -d: -f1)
n='[0-9]+'
there='10\.0\.1\.2:4000>10\.0\.2\.2:5000' back='10\.0\.2\.2:5000>10\.0\.1\.2:4000'
conn="proto=udp orig=$there reply=$back"

# packet DEV IFINDEX LEN WORDS: prints the regex of why_packet for a packet of the flow of UDP
rest='flags=- seq=0 ack=0 spi=0x00000000 type=0 code=0'
packet() {
	printf '%s' "id=$n ns=$netns dev=$1 ifindex=$2 len=$3 mac=14 seg=0 segs=0 pkt=host $4 $rest fragoff=0 ipproto=17"
}

plain="encap=- ttl=64 ihl=20 thl=0 opt=0 frag=0 total=128 bad=- secpath=0 ethertype=0x0800 proto=udp"

new_connection() {
	from_client 1 || return 1
	said why_forward "id=$n out=out0 ifindex=$out0 mtu=1500 mark=0x0 xfrm=0 len=128 status=0x0 tcp=-" &&
		said why_packet "$(packet in0 "$in0" 128 "$plain $there")" &&
		said why_ct "id=$n mark=0x0 ctinfo=new status=0x0 tcp=- helper=0 seqadj=0 timeout=30 $conn" &&
		said_none why_add why_local why_teardown && one_id
}

offloaded() {
	from_server 1 || return 1
	said why_forward "id=$n out=in0 ifindex=$in0 mtu=1500 mark=0x0 xfrm=0 len=128 status=0x400[ae] tcp=-" &&
		said why_packet "$(packet out0 "$out0" 128 "$plain $back")" &&
		said why_ct "id=$n mark=0x0 ctinfo=reply status=0x[ae] tcp=- helper=0 seqadj=0 timeout=[0-9]+ $conn" &&
		said why_add "id=$n verdict=ok before=0 after=1 route=0 add=0" && one_id
}

# grew IN BEHIND: these are the packets of in0 since $in and $behind
grew() {
	(($(count in0 in) - in == $1 && $(count in0 behind) - behind == $2))
}

# counts IN BEHIND KEY=VALUE…: so many packets with these keys must be counted
counts() {
	local want=("$1" "$2")

	in=$(count in0 in) behind=$(count in0 behind)
	from_client "$1" "${@:3}" || return 1
	wait_until 5 grew "${want[@]}" || { look; echo "before: in=$in behind=$behind"; return 1; }
}

fast() {
	counts 50 0 && said_none why_packet why_ct why_forward
}

slow() {
	local forward sampled

	forward=$(total forward) sampled=$(count in0 sampled)
	counts 40 40 sport=4007 || return 1
	(($(total forward) - forward == 40 && $(count in0 sampled) - sampled == 40)) || { look; return 1; }
	[[ $(texts why_packet | sed 's/ .*//' | sort -u | wc -l) == 40 ]]
}

options() {
	from_client 1 options=01010101 || return 1
	said why_forward "id=$n out=out0 .* status=0x400[ae] tcp=-" &&
		said why_packet "$(packet in0 "$in0" 132 "encap=- ttl=64 ihl=24 thl=0 opt=1 frag=0 total=132 bad=- secpath=0 ethertype=0x0800 proto=udp $there")" &&
		said why_add "id=$n verdict=break before=1 after=1 route=1 add=1" && one_id
}

ttl_of_1() {
	from_client 1 ttl=1 || return 1
	said why_ct "id=$n mark=0x0 ctinfo=established status=0x400[ae] .* $conn" &&
		said why_packet "$(packet in0 "$in0" 128 "encap=- ttl=1 ihl=20 thl=0 opt=0 .*")" &&
		said_none why_forward why_add && one_id
}

# The MTU was lowered before the flow was offloaded: a change of the MTU ends flows.
too_long() {
	from_client 1 size=1400 || return 1
	said why_forward "id=$n out=out0 ifindex=$out0 mtu=1400 mark=0x0 xfrm=0 len=1428 status=0x400[ae] tcp=-" &&
		said why_packet "$(packet in0 "$in0" 1428 "encap=- ttl=64 ihl=20 thl=0 opt=0 frag=0 total=1428 .*")"
}

fragments() {
	from_client 1 id=1000 size=1192 frag=0,1,808 || return 1
	said why_packet "$(packet in0 "$in0" 828 "encap=- ttl=64 ihl=20 thl=0 opt=0 frag=1 total=828 bad=- secpath=0 ethertype=0x0800 proto=udp $there")" &&
		said_none why_ct why_forward || return 1
	from_client 1 id=1000 size=1192 frag=808,0 || return 1
	said why_forward "id=$n out=out0 .* len=1220 .*" &&
		said why_packet "id=$n ns=$netns dev=in0 ifindex=$in0 .* ihl=20 thl=0 opt=0 frag=1 .* proto=ip 10\.0\.1\.2:0>10\.0\.2\.2:0 $rest fragoff=808 ipproto=17" &&
		one_id
}

# Of another flow: the flowtable of 5.10 does not look at tags.
tagged() {
	local ports='10\.0\.1\.2:4010>10\.0\.2\.2:5000'

	from_client 1 sport=4010 vlan=100 || return 1
	said why_packet "$(packet in0 "$in0" 128 "encap=vlan:100 ${plain#encap=- } $ports")" &&
		said_none why_ct || return 1
	from_client 1 sport=4010 vlan=100,200 || return 1
	said why_packet "$(packet in0 "$in0" 132 "encap=vlan:100,vlan:200 ${plain#encap=- } $ports")"
}

pppoe() {
	from_client 1 dmac=02:00:00:00:00:02 pppoe=7 size= csum=bad-ip || return 1
	said why_packet "id=$n ns=$netns dev=in0 ifindex=$in0 len=36 mac=14 .* pkt=otherhost encap=pppoe:7 ttl=64 ihl=20 thl=0 opt=0 frag=0 total=28 bad=checksum secpath=0 ethertype=0x0800 proto=udp $there $rest fragoff=0 ipproto=17"
}

for_itself() {
	from_client 1 dst=10.0.1.1 || return 1
	said why_local "id=$n" && said why_ct "id=$n mark=0x0 ctinfo=new .*" && said_none why_forward && one_id
}

not_tracked() {
	from_client 1 dport=9 || return 1
	said why_forward "id=$n out=out0 .* status=0x0 tcp=-" &&
		said why_ct "id=$n mark=0x0 ctinfo=untracked status=0x0 tcp=- helper=0 seqadj=0 timeout=0 proto=- orig=0\.0\.0\.0:0>0\.0\.0\.0:0 reply=0\.0\.0\.0:0>0\.0\.0\.0:0" &&
		said_none why_add && one_id
}

version_6() {
	from_client 1 src=fd00:1::2 dst=fd00:2::2 exthdr=60 || return 1
	said why_packet "$(packet in0 "$in0" 156 "encap=- ttl=64 ihl=40 thl=0 opt=1 frag=0 total=116 bad=- secpath=0 ethertype=0x86dd proto=udp \[fd00:1::2\]:4000>\[fd00:2::2\]:5000")" &&
		said why_ct "id=$n mark=0x0 ctinfo=new .* proto=udp orig=\[fd00:1::2\]:4000>\[fd00:2::2\]:5000 reply=\[fd00:2::2\]:5000>\[fd00:1::2\]:4000" &&
		said why_forward "id=$n out=out0 ifindex=$out0 mtu=1500 .*" && one_id
}

tcp="proto=tcp orig=10\.0\.1\.2:4000>10\.0\.2\.2:5000 reply=10\.0\.2\.2:5000>10\.0\.1\.2:4000"

tcp_opens() {
	from_client 1 proto=tcp size= flags=S seq=1 || return 1
	said why_ct "id=$n mark=0x0 ctinfo=new status=0x0 tcp=SYN_SENT .* $tcp" || return 1
	from_server 1 proto=tcp size= flags=SA seq=1 ack=2 || return 1
	said why_forward "id=$n out=in0 .* tcp=SYN_RECV" || return 1
	# Kernels before 6.1 offload it before it is established.
	said why_add "id=$n verdict=(break before=0 after=0 route=1 add=1|ok before=0 after=1 route=0 add=0)" || return 1
	from_client 1 proto=tcp size= flags=A seq=2 ack=2 && from_client 1 proto=tcp size= flags=A seq=2 ack=2 || return 1
	at gw grep -q 'tcp .*OFFLOAD' /proc/net/nf_conntrack
}

# FIN ends a flow. Newer kernels only mark it as closing, and end it with the next SYN.
fin_ends_it() {
	from_client 1 proto=tcp size= flags=FA seq=2 ack=2 || return 1
	matches why_teardown '.+' || t packet client eth0 1 dmac=02:fb:00:00:01:01 src=10.0.1.2 dst=10.0.2.2 proto=tcp \
		sport=4000 dport=5000 flags=S seq=9 || return 1
	said why_teardown "ns=$netns by=nf_flow_(offload_ip_hook|state_check) status=0x[0-9a-f]+ tcp=[A-Z_]+ timeout=$n left=-?$n $tcp" &&
		said why_gone "ns=$netns by=nf_flow_[a-z_]+ status=0x[0-9a-f]+ tcp=[A-Z_0-9]+ timeout=-?$n left=-?$n $tcp"
}

table_deleted() {
	local ended

	write "$trace" ''
	at gw nft delete table inet fb || return 1
	wait_until 5 matches why_gone ".* $conn" ||
		{ grep -v '^#' "$trace"; return 1; }
	# 5.10 inlines this call of flow_offload_teardown().
	ended=$(texts why_teardown && texts why_gone)
	grep -qxE "ns=$netns by=nf_flow_table_[a-z_]+ status=0x400[ae] tcp=- timeout=$n left=$n $conn" <<<"$ended" ||
		{ echo "$ended"; return 1; }
	has "dev=in0 .* hooks=-"
}

# rate: of 20 packets, at most two were sampled: one in each of two seconds
rate_of_1() {
	say off && say on rate=1 && counts 20 20 sport=4008 || return 1
	(($(count in0 sampled) >= 1 && $(count in0 sampled) <= 2)) || { look; return 1; }
}

# Rules are traced for sampled packets only.
rules_traced() {
	local log listener found i

	log=$(mktemp)
	say off && say on rules || return 1
	flowtable
	nsenter --net=/run/netns/fb-"$id"-gw nft monitor trace >"$log" &
	listener=$!
	read -r -t 0.5 <> <(:) || true # nft has no way to tell that it listens
	for ((i = 0; i < 20; i++)); do
		from_client 1 sport=4009 || break
		! wait_until 1 grep -q 'inet fb forward' "$log" || break
	done
	kill "$listener"
	found=$(<"$log")
	rm -f "$log"
	[[ $found == *'inet fb prerouting'*'inet fb forward'* ]] || { echo "$found"; return 1; }
}

# --- devices and namespaces that come and go ---------------------------------------------------------------------

device_comes() {
	at gw ip link add late0 type veth peer name late1 && has 'dev=late0 ifindex=[0-9]+ in=0 behind=0 sampled=0 hooks=-' \
		'dev=late1 .*'
}

device_goes() {
	at gw ip link set late1 netns "fb-$id-other" || return 1
	has_none 'dev=late1' && at gw ip link del late0 && has_none 'dev=late' && has 'dev=in0 .*'
}

namespace_goes() {
	ip netns add fbw-gone && ip -n fbw-gone link add d0 type dummy || return 1
	nsenter --net=/run/netns/fbw-gone sh -c "echo on >&$why" || return 1
	has 'dev=d0 .*' && ip netns del fbw-gone || return 1
	wait_until 20 gone || { look; return 1; }
	say off && say on && has 'dev=in0 .*' && say off
}

gone() {
	[[ $(look 2>&1) == *"No such device"* ]]
}

# A reader that is killed while it is on.
# shellcheck disable=SC2016 # perl's variables
killed() {
	local pid

	nsenter --net=/run/netns/fb-"$id"-gw perl -e 'open(my $f, "+<", $ARGV[0]) or die; syswrite($f, "on\n") or die; sleep 600' "$file" &
	pid=$!
	wait_until 10 grep -q nft_flow_offload_eval /sys/kernel/debug/kprobes/list || { echo "it is not on"; return 1; }
	kill -KILL "$pid"
	wait "$pid" || true
	wait_until 10 none_attached && none_attached
}

# --- cost --------------------------------------------------------------------------------------------------------

# least: prints the instructions of the cheapest of seven rounds. It has no timer interrupt in it.
least() {
	local best=0

	for _ in 1 2 3 4 5 6 7; do
		round error none arrived 1000 >/dev/null || return 1
		((best > 0 && best <= $(res cycles))) || best=$(res cycles)
	done
	echo "$best"
}

# cost WHAT: prints the instructions that `on` adds to a packet of the configured path
added=0
cost() {
	local without with

	without=$(least) || { cat "$BENCH/result"; return 1; }
	gw sh -c "echo 'on rate=100000' >&$why" || return 1
	with=$(least) || return 1
	gw sh -c "echo off >&$why" || return 1
	added=$(((with - without + 999) / 1000))
	printf '# %s: %d instructions a packet, %d more while why is on\n' "$1" $((without / 1000)) "$added" >&3
	((with >= without)) || { echo "$with is less than $without"; return 1; }
}

fast_cost() {
	bench warmup && is error none || return 1
	cost "fast path" || return 1
	((added <= 100)) || { echo "$added instructions more"; return 1; }
}

slow_cost() {
	gw nft flush ruleset && gw nft add table inet fbb &&
		gw nft 'add chain inet fbb f { type filter hook forward priority 0; ct state new,established accept; }' || return 1
	write "$events/enable" 0 && cost "slow path, no event" || return 1
	for name in packet ct add forward local teardown gone; do write "$events/why_$name/enable" 1; done
	cost "slow path, each packet sampled"
	write "$events/enable" 0
}

off_costs_nothing() {
	local before after

	before=$(least) && say on && say off && after=$(least) || return 1
	# Without a timer interrupt, rounds of 1000 packets still differ by 5 instructions a packet: less than a hook costs.
	((after - before < 10 * 1000)) || { echo "$before before, $after after"; return 1; }
}
exec 3>&1

# -----------------------------------------------------------------------------------------------------------------

opens
check "the open file is empty before on" [ -z "$(look)" ]
check "wrong writes are refused and change nothing" wrong_writes
check "a second open is refused" opened_twice
check "on" say on
check "each device of the namespace has a line" has 'dev=lo .*' "dev=in0 ifindex=$in0 in=0 behind=0 sampled=0 hooks=-" \
	"dev=out0 ifindex=$out0 .*" 'dev=mid0 .*' 'forward=0 local=0' 'missed=0 probes=.*'
check "on while it is on is refused" refused busy on
check "a function is probed when its module comes, and not when it has gone" probed_when_loaded
flowtable
check "the flowtable's hook is between ours" has 'dev=in0 .* hooks=nf_flow_offload_inet_hook' \
	'dev=out0 .* hooks=nf_flow_offload_inet_hook' 'dev=mid0 .* hooks=-'
from_client 3 sport=4001 || true
check "no event while none is enabled" said_none why_packet why_ct why_forward
on_exit write "$events/enable" 0
for name in packet ct add forward local teardown gone; do
	write "$events/why_$name/enable" 1
done
at gw conntrack -F 2>/dev/null

check "a new connection" new_connection
check "its reply is offloaded" offloaded
check "50 fast packets are counted at the first hook only" fast
check "40 slow packets are counted at both hooks, and each has an event" slow
check "a packet with IP options" options
check "a packet with TTL 1" ttl_of_1
check "fragments" fragments
check "frames with one and with two VLAN tags" tagged
check "a frame of a PPPoE session" pppoe
check "a packet for the gateway itself" for_itself
check "a packet that is not tracked" not_tracked
check "a packet of IPv6 with an extension header" version_6
check "TCP opens and is offloaded" tcp_opens
check "FIN ends its flow" fin_ends_it
at gw nft delete table inet fb
at gw conntrack -F 2>/dev/null
at gw ip link set out0 mtu 1400
flowtable
from_client 1 && from_server 1
check "a packet longer than the MTU" too_long
check "deleting the table ends its flows" table_deleted
at gw ip link set out0 mtu 1500
check "rate=1 limits the events" rate_of_1
check "rules are traced" rules_traced
check "no call was missed" [ "$(total missed)" == 0 ]
check "a device that comes has hooks" device_comes
check "a device that goes has none" device_goes
check "off" say off
check "it is empty after off" [ -z "$(look)" ]
check "nothing is attached after off but the open file" [ "$(</sys/module/flowbench/refcnt)" == 1 ]
check "the namespace can go while it is on" namespace_goes
check "on again" say on
closes_it
check "nothing is attached after it has been closed" none_attached
check "nothing is attached after its owner was killed" killed

if [[ $(sed -n 's/^mode=//p' fingerprint) == icount ]] && ! watches_itself; then
	write "$events/enable" 0
	bench_up
	gw nft -f netns-lab/topologies/bench/with/flowtable.nft
	conf reset dev=in0 sink=out0 flows=20 packets=1000
	opens
	check "on adds at most 100 instructions to a fast packet" fast_cost
	check "off takes that back" off_costs_nothing
	check "on adds more to a slow packet, most if it is sampled" slow_cost
	closes_it
else
	for name in "on adds at most 100 instructions to a fast packet" "off takes that back" \
		"on adds more to a slow packet, most if it is sampled"; do
		skip "$name" "the clock does not count instructions here"
	done
fi
opens
say on
kill "$traffic_PID"
"$lab" down router --id $id
closes_it
check "the lab's namespaces go while it is on" none_attached
check "the module unloads" module_unload
check "kernel log is clean" log_clean
ktap_end
