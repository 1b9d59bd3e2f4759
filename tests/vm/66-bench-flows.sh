#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The price of a flow. A warm-up with steps sends so many packets of each flow, and measures them. Then the price is proved by
# counts: which packet adds the flow, that each flow of a round was added by it, and that each has ended. A ruleset that adds
# no flow has no price.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 19
log_mark 66-bench-flows
on_exit module_unload
module_load
bench_up

dir=$(mktemp -d)
on_exit rm -rf "$dir"
# So many that a round has 100 flows: for a table of fewer it has 10.
table=300

# steps PROTO STEPS SENT: a warm-up of 20 flows sends SENT packets of each, and measures as many
steps() {
	local measured

	conf reset dev=in0 sink=out0 flows=20 "proto=$1" "steps=$2"
	bench warmup && is error none injected $((20 * $3)) || return 1
	measured=$(grep -c '^step\.[1-8]=[1-9][0-9]*$' "$BENCH/result") || true
	((measured == $3)) || { cat "$BENCH/result"; return 1; }
}

none_measured() {
	conf reset dev=in0 sink=out0 flows=20
	bench warmup && is error none injected 120 && ! grep '^step' "$BENCH/result"
}

# Twenty packets take longer than the clock alone, which each of them has paid as well.
clock_is_apart() {
	echo "$(res step.0) of $(res step.1)"
	(($(res step.0) > 0 && $(res step.0) * 10 < $(res step.1)))
}

# price PATH: prices its packets and its flows; the table of flows is in $dir/flows
price() {
	userspace/flowbench bench -q --labs 1 --tuples 1 --rounds 1 --packets 20 --flow-prices $table \
		--json "$dir/bench.json" "$@" >"$dir/table" 2>"$dir/err"
}

# column PROTO NAME: prints a figure of the path flowtable
column() {
	awk -v proto="$1" -v name="$2" '
		/^path +proto / { for (i = 1; i <= NF; i++) at[$i] = i; next }
		at["proto"] && $2 == proto { sub(/~/, "", $at[name]); print $at[name]; exit }' "$dir/table"
}

priced() {
	price conntrack flowtable || { cat "$dir/table" "$dir/err"; return 1; }
	(($(column udp table) == table && $(column tcp table) == table))
}

# counted KEY VALUE: both prices have this count in bench.json
counted() {
	tr -d ' \n' <"$dir/bench.json" | grep -o "\"$1\":$2[,}]" | grep -c . >"$dir/n" || true
	echo "$(<"$dir/n") prices have $1 $2"
	(($(<"$dir/n") == 2))
}

# by PROTO PACKET: the gateway of this test offloads no flow before this packet of each, and all with it
by() {
	local found before

	conf reset dev=in0 sink=out0 flows=20 "proto=$1" dport=21 "steps=$(($2 - 1))"
	bench warmup || return 1
	before=$(offloaded)
	conf dport=22 "steps=$2"
	bench warmup || return 1
	found=$(offloaded)
	echo "$before, then $found flows are offloaded"
	((before == 0 && found == 20))
}

offloaded() {
	gw grep -c '\[OFFLOAD\]' /proc/net/nf_conntrack || true
}

# The packet that the table names is the one by which this test's gateway offloads.
adding() {
	local adds

	adds=$(column "$1" adds)
	echo "packet $adds"
	gw nft flush ruleset
	rules
	by "$1" "$adds"
}

rules() {
	gw nft -f - <<-END
		table ip t {
			flowtable f { hook ingress priority 0; devices = { in0, out0 }; }
			chain c {
				type filter hook forward priority 0
				ct state established flow add @f
			}
		}
	END
}

# mean_add PORT: prints what a call of flow_offload_add() takes, of 100 flows to a port of their own
mean_add() {
	local sum calls

	write "$FB_DEBUG/hooks" +flow_offload_add || return 1
	write "$FB_DEBUG/reset" 1
	conf reset dev=in0 sink=out0 flows=100 "dport=$1"
	bench warmup || return 1
	sum=$(sed -n 's/^sum=//p' "$FB_DEBUG/histogram/flow_offload_add")
	calls=$(awk '$1 == "flow_offload_add" { print $5 }' "$FB_DEBUG/hooks")
	write "$FB_DEBUG/hooks" -flow_offload_add
	((calls == 100)) && echo $((sum / calls))
}

# adding_costs PROTO PORT: the packet that adds the flow does all that flow_offload_add() does, and more around it
adding_costs() {
	local add mean

	add=$(column "$1" add) mean=$(mean_add "$2") || return 1
	echo "$add to add, $mean in flow_offload_add()"
	((add > mean && add < 20 * mean))
}

# pays PROTO: the flow has paid after all / saves packets, not sooner
pays() {
	local all saves after

	all=$(column "$1" all) saves=$(column "$1" saves) after=$(column "$1" after)
	echo "$all / $saves, after $after"
	((after * (saves + 1) >= all && (after - 1) * saves < all))
}

# A look-up that finds nothing and a rule cost something, but less than to add the flow.
before_costs() {
	local before add

	before=$(column "$1" before) add=$(column "$1" add)
	echo "$before before, $add to add"
	((before > 0 && before < add))
}

not_added() {
	cat >userspace/data/paths/never <<-END
		title    = no rule adds a flow
		replaces = forward
		with     = track.sysctl conntrack.nft
		prove    = ct OFFLOAD = all
		prove    = nft forwarded = all
	END
	price never && return 1
	rm userspace/data/paths/never
	grep '^flowbench: bench: never: 0 of 100 flows were added' "$dir/err" || { cat "$dir/err"; return 1; }
	! grep -q '^a flow beside its packets' "$dir/table"
}
on_exit rm -f userspace/data/paths/never

for module in nf_conntrack nf_flow_table nf_flow_table_inet nf_flow_table_ipv4 nft_flow_offload nft_ct; do
	modprobe -q "$module" || true
done

check "a warm-up with steps=1 sends one packet of each flow" steps udp 1 1
check "of UDP it has six" steps udp 8 6
check "of TCP it has seven" steps tcp 8 7
check "the clock alone is measured as well" clock_is_apart
check "without steps all are sent, and none is measured" none_measured
check "flows are priced, of UDP and TCP" priced
check "none was added by the packet before" counted added_before 0
check "all of a round were added by one packet" counted added 100
check "all of three rounds have ended" counted ended '\[100,100,100\]'
rules
check "by that packet of UDP another gateway adds the flow, too" adding udp
check "by that packet of TCP as well" adding tcp
check "of UDP, adding costs more than flow_offload_add()" adding_costs udp 23
check "of TCP as well" adding_costs tcp 24
check "of UDP, the packets before it cost more than nothing, and less" before_costs udp
check "of TCP as well" before_costs tcp
check "of UDP, a flow has paid after all / saves packets" pays udp
check "of TCP as well" pays tcp
check "a ruleset that adds no flow is an error" not_added
check "kernel log is clean" log_clean
ktap_end
