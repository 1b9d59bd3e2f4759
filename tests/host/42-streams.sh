# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Real streams beside the generator, for superpackets: what ESP adds to conntrack, byte by byte and function by function.
# What the gateway alone runs is compared as it is. SHA-1 runs in the far end as well, so half of it is compared; the far
# end's other work is not the gateway's, and is not compared. A stream that does not close is refused.
# shellcheck disable=SC2016 # jq's variables
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export FB_SILENT=1 KVM=0 SMP=1

send() {
	scripts/vm/boot --kernel 6.12 --timeout 1800 --count --profile "$dir/profile.record" --out "$dir" -- \
		userspace/flowbench bench -q --traffic iperf3 --gso 45 --labs 1 --tuples 1 --rounds 2 --json out/bench.json \
		conntrack esp >"$dir/table" && return
	cat "$dir/table"
	return 1
}

# holds FILE JQ
holds() {
	jq -e "$2" "$1" >/dev/null && return
	jq -c '.streams[] | del(.functions)' "$1"
	return 1
}

closes() {
	ends 0 userspace/flowbench profile --json "$dir/profile.json" "$dir" &&
		says '^esp less conntrack, tcp, 1 at once, instructions a byte:$'
}

# gateway_alone: only the gateway looks a packet up in conntrack, encrypts a superpacket, and cuts it for that. Bytes on the
# way when the count ends, and ACKs, of which TCP sends more or fewer, were up to 2.3 % in three builds.
gateway_alone() {
	local alone='.streams[] | select(.path == "esp" and .streams == 1) | [.functions[] |
		select(.[0] | IN("nf_conntrack_in", "nf_ct_get_tuple", "skb_segment", "xfrm_output_resume",
			"xfrm4_extract_output", "xfrm_outer_mode_output"))]'

	jq -e "$alone | length == 6 and all(.[2] > 0.02 and (.[1] / .[2] - 1 | fabs < 0.05))" "$dir/profile.json" >/dev/null &&
		return
	jq -c "$alone" "$dir/profile.json"
	return 1
}

# another_clock: the machine's account of one stream is 5 % more than what ran
another_clock() {
	local status=0

	cp "$dir/bench.json" "$dir/kept"
	jq '.streams[4].busy_seconds *= 1.05' "$dir/kept" >"$dir/bench.json"
	ends_saying 1 'esp: .* [0-9]+ instructions and [0-9]+ repeats ran' userspace/flowbench profile "$dir" || status=1
	cp "$dir/kept" "$dir/bench.json"
	return "$status"
}

ktap_plan 9
check "streams of superpackets, in a machine with the plugin" send
check "iperf3 sends them by TCP, one, ten and 64 at once" holds "$dir/bench.json" \
	'[.streams[] | [.path, .proto, .streams]] == [(("conntrack", "esp") as $path | (1, 10, 64) | [$path, "tcp", .])]'
check "superpackets are forwarded: a packet of conntrack, ACKs among them, is more than 10,000 bytes" holds "$dir/bench.json" \
	'.streams[0] | .bytes / .packets > 10000'
check "what ran is what the machine did not idle" closes
check "functions sum to the difference" holds "$dir/profile.json" \
	'[.streams[] | (([.functions[][1]] | add) - .insn | fabs < 1e-6) and (([.functions[][2]] | add) - .generator | fabs < 1e-6)] | all'
check "one stream: what the gateway alone runs is the generator's, function by function, within 5 %" gateway_alone
check "one stream: half of SHA-1, ACKs among it, is the generator's, within 15 %, and that is most of what ESP adds" holds "$dir/profile.json" \
	'.streams[] | select(.path == "esp" and .streams == 1) |
		([.functions[] | select(.[0] | startswith("sha1_"))] | [(map(.[1]) | add), (map(.[2]) | add)]) as $sha1 |
		($sha1[0] / 2 / $sha1[1] - 1 | fabs < 0.15) and $sha1[1] / .generator > 0.6'
check "one stream: 85 % of the gap is SHA-1 in the far end, and functions that no forwarded packet runs" holds "$dir/profile.json" \
	'.streams[] | select(.path == "esp" and .streams == 1) | (.insn - .generator) as $gap |
		([.functions[] | select((.[0] | startswith("sha1_")) or .[2] < 0.01) | .[1] - .[2]] | add) as $named |
		($gap - $named) / $gap | fabs < 0.15'
check "a stream that does not close is refused" another_clock
ktap_end
