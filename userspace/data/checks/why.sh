# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A check whose head has a line "# why: REASON…" also asks `flowbench why`, between begin and finish, why packets do not take
# the fast path. Each of these reasons must be given for one packet at least; REASON=N: for N packets. No packet may have
# another reason. Reasons hardware-… are of connections, which are counted in place of packets; they do not count where each
# check has hardware (flowbench validate --offload). A line "# why: 7.2 REASON…" is for kernels of that series, and for those of
# which what is known of it is expected (userspace/data/checks/tried); "-" in place of the reasons: none.

declare -A fb_why_packets=()
fb_why_wanted='' fb_why_pid=''

# why_on NAME FILE: begins to ask if the head of the check in FILE wants that
why_on() {
	local series wanted

	series=$(uname -r | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')
	wanted=$(awk -f "$FB_TOP/userspace/data/checks/heads.awk" "$2" | sed -n "s/^$1\twhy\t//p")
	fb_why_wanted=$(sed -n "s/^$series //p" <<<"$wanted")
	if [[ ! $fb_why_wanted && ${FB_KNOWN_SERIES:-} ]]; then
		fb_why_wanted=$(sed -n "s/^$FB_KNOWN_SERIES //p" <<<"$wanted")
	fi
	[[ $fb_why_wanted ]] || fb_why_wanted=$(sed '/^[0-9]/d' <<<"$wanted")
	[[ $fb_why_wanted ]] || return 0
	[[ $fb_why_wanted != - ]] || fb_why_wanted=''
	mkfifo "$FB_RUN/why.in" "$FB_RUN/why.out"
	"$FLOWBENCH" why --netns "fb-$FB_ID-gw" --ask <"$FB_RUN/why.in" >"$FB_RUN/why.out" 2>"$FB_RUN/why.err" &
	fb_why_pid=$!
	exec {fb_why_in}>"$FB_RUN/why.in" {fb_why_out}<"$FB_RUN/why.out"
	# What a flowtable asked of hardware before is not known.
	[[ $fb_why_wanted != *hardware-* ]] || why_ask begin
}

# why_ask WORD: sends a line; the answer is in W
why_ask() {
	printf '%s\n' "$1" >&"$fb_why_in"
	IFS= read -r -t 60 W <&"$fb_why_out" || die "flowbench why: $(tail -n 1 "$FB_RUN/why.err")"
}

why_begin() {
	[[ ! $fb_why_pid ]] || why_ask begin
}

# why_finish: adds up the packets of each reason. The answer is one line of JSON.
why_finish() {
	local rest reason of_connections='"reason": "([^"]*)", "packets": null, [^}]*"connections": ([0-9]+)(.*)'

	[[ $fb_why_pid ]] || return 0
	why_ask answer
	rest=$W
	while [[ $rest =~ \"reason\":\ \"([^\"]*)\",\ \"packets\":\ ([0-9]+)(.*) ]]; do
		reason=${BASH_REMATCH[1]} rest=${BASH_REMATCH[3]}
		fb_why_packets[$reason]=$((${fb_why_packets[$reason]:-0} + BASH_REMATCH[2]))
		[[ $reason != unknown ]] || note "why: $W"
	done
	rest=$W
	while [[ $rest =~ $of_connections ]]; do
		reason=${BASH_REMATCH[1]} rest=${BASH_REMATCH[3]}
		fb_why_packets[$reason]=$((${fb_why_packets[$reason]:-0} + BASH_REMATCH[2]))
	done
	[[ -z ${FB_WHY_SHOW:-} ]] || note "why: $W"
}

# why_off: claims the reasons of the check's head
why_off() {
	local word reason what others=0

	[[ $fb_why_pid ]] || return 0
	exec {fb_why_in}>&-
	wait "$fb_why_pid"
	for word in $fb_why_wanted; do
		reason=${word%%=*} what='packets not taken'
		[[ $reason != hardware-* ]] || what='connections not in hardware'
		if [[ $word == *=* ]]; then
			is why "$what: $reason" = "${word#*=}" "${fb_why_packets[$reason]:-0}"
		else
			is why "$what: $reason" '>=' 1 "${fb_why_packets[$reason]:-0}"
		fi
		unset "fb_why_packets[$reason]"
	done
	for reason in "${!fb_why_packets[@]}"; do
		[[ ! ${offload_all:-} || $reason != hardware-* ]] || continue
		note "why: ${fb_why_packets[$reason]}: $reason"
		others=$((others + fb_why_packets[$reason]))
	done
	is why "packets and connections with another reason" = 0 $others
}
