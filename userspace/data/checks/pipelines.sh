# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for pipelines of tc: act_ct tracks connections at ingress of in0 and out0, and gives those that are established to hardware.

# pipeline ZONE [WORD…]: packets of IPv4 are tracked in this zone at in0 and out0; those of new connections are committed, with WORDs
# for the action ct (nat src addr 10.0.9.2); those of established ones are translated back. IP forwards them all.
pipeline() {
	local zone=$1 dev
	shift

	for dev in in0 out0; do
		[[ ${piped:-} == *"$dev"* ]] || must in_ gw tc qdisc add dev $dev clsact
		piped+=" $dev"
		filter $dev 0 ct_state -trk action ct zone "$zone" nat pipe action goto chain 1
		filter $dev 1 ct_state +trk+new action ct zone "$zone" commit "$@" pipe action pass
		filter $dev 1 ct_state +trk+est action pass
	done
}

# filter DEVICE CHAIN WORD…: adds a filter of flower for IPv4 at ingress; PREF is its place, or empty
filter() {
	must in_ gw tc filter add dev "$1" ingress chain "$2" ${PREF:+pref "$PREF"} protocol ip flower "${@:3}"
}

# zone_has ZONE WORD…: prints how many connections of the zone have these words in their conntrack line
zone_has() {
	local zone=$1
	shift
	in_ gw conntrack -L --zone "$zone" 2>/dev/null | awk 'BEGIN { for (i = 1; i < ARGC; i++) word[i] = ARGV[i]; nr = ARGC; ARGC = 1 }
		{ for (i = 1; i < nr; i++) if (!index($0, word[i])) next; n++ }
		END { print n + 0 }' "$@"
}

# no_pipeline: takes the pipelines away; claims that no rule is left then, and that each was given up
no_pipeline() {
	local dev

	for dev in $piped; do
		in_ gw tc qdisc del dev "$dev" clsact 2>/dev/null
	done
	rules_come 0
	is hardware "rules that are left" = 0 "$(hw rules)"
	closed
}
