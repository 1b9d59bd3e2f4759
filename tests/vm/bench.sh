# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The smallest gateway for the generator: a namespace between two devices of the module.
#
#	generator --> in0  fbb-gw  out0 --> sink
#	       10.0.1.1/16 --      -- 10.0.2.1/24
#	      fd00:1::1/64 --      -- fd00:2::1/64

BENCH=$FB_DEBUG/bench

bench_down() {
	ip netns del fbb-gw 2>/dev/null || true
}

bench_up() {
	bench_down
	on_exit bench_down
	ip netns add fbb-gw
	ip -n fbb-gw link set lo up
	ip -n fbb-gw link add in0 type flowbench_sink
	ip -n fbb-gw link add out0 type flowbench_sink
	gw sh -c 'echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad
		echo 1 >/proc/sys/net/ipv4/ip_forward
		echo 1 >/proc/sys/net/ipv6/conf/all/forwarding'
	ip -n fbb-gw link set in0 up
	ip -n fbb-gw link set out0 up
	ip -n fbb-gw addr add 10.0.1.1/24 dev in0
	ip -n fbb-gw addr add 10.0.2.1/24 dev out0
	ip -n fbb-gw addr add fd00:1::1/64 dev in0
	ip -n fbb-gw addr add fd00:2::1/64 dev out0
	conf reset dev=in0 sink=out0
}

# gw COMMAND…: runs the command in the gateway; ip netns exec would hide debugfs
gw() {
	nsenter --net=/run/netns/fbb-gw "$@"
}

# conf WORD…: writes all words, one a line, in one write(); the shell's own printf would write each line by itself
conf() {
	env printf '%s\n' "$@" >"$BENCH/config"
}

# bench warmup|round: starts it in the gateway
bench() {
	gw sh -c "echo $1 >$BENCH/run"
}

# res KEY: prints this value of the last run's result
res() {
	sed -n "s/^$1=//p" "$BENCH/result"
}

# is KEY VALUE…: the result must have these values; otherwise prints the whole result
is() {
	while (($#)); do
		[[ $(res "$1") == "$2" ]] || {
			echo "$1 is '$(res "$1")', not '$2'"
			cat "$BENCH/result"
			return 1
		}
		shift 2
	done
}

# round KEY VALUE…: runs a round whose sums must close, and which must have these values
round() {
	bench round && is error none "$@"
}

# --- runs in the background, and how they end ---------------------------------

# shellcheck disable=SC2034 # used by the files that source this one
eintr=4 enxio=6 enodev=19 etime=62
errno_file=$(mktemp)
on_exit rm -f "$errno_file"

received() {
	gw sed -n 's/^ *in0: *[0-9]* *\([0-9]*\).*/\1/p' /proc/net/dev
}

receives() {
	(($(received) > received_before))
}

# Ends the background run: it would keep bench/run busy and the module loaded in the next test.
long_pid=
interrupt() {
	[[ -n $long_pid ]] && jobs -pr | grep -qx "$long_pid" || return 0
	kill -INT "$long_pid"
	wait "$long_pid" || true
}

# start round|warmup [COMMAND…]: starts a run in the background, through COMMAND, and waits until a
# packet was received. The run's errno goes to a file. perl writes to the file, not a shell, so that
# signals reach the writer. If no packet is received, prints that and ends the run.
start() {
	local word=$1

	shift
	received_before=$(received)
	: >"$errno_file"
	# shellcheck disable=SC2016 # these are perl's variables
	"$@" nsenter --net=/run/netns/fbb-gw perl -e 'my ($run, $word, $file) = @ARGV;
		open(my $f, ">", $run) or die; open(my $e, ">", $file) or die;
		$SIG{INT} = sub {};
		my $errno = defined(syswrite($f, "$word\n")) ? 0 : 0 + $!;
		print $e "$errno\n"; close($e)' "$BENCH/run" "$word" "$errno_file" &
	long_pid=$!
	on_exit interrupt # runs before the module's removal, which was registered earlier
	wait_until 20 receives && return
	echo "# no packet of the $word was received within 20 s"
	interrupt
	return 1
}

# long [KEY=VALUE…]: starts a round in the background that is too long to end by itself
long() {
	conf "$@" packets=100000000
	start round
}

running() {
	! cat "$BENCH/result" >/dev/null 2>&1
}

# ended ERRNO KEY VALUE…: the background run must end with this errno and these values
ended() {
	local want=$1

	shift
	wait_until 20 test -s "$errno_file" || { echo "the run does not end"; return 1; }
	[[ $(<"$errno_file") == "$want" ]] || { echo "errno $(<"$errno_file")"; return 1; }
	is "$@"
}

# Verifies that the previous run left nothing behind: the next round closes.
usable() {
	conf packets=1000
	round injected 1000 kept 0
}

closes() {
	local sum

	sum=$(($(res arrived) + $(res returned) + $(res dropped) + $(res kept)))
	(($(res injected) == sum && $(res injected) == $(res dev_rx) && sum > 0)) ||
		{ cat "$BENCH/result"; return 1; }
}
