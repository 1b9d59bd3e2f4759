# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The smallest gateway for the generator, a namespace between two of the
# module's devices:
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

# gw COMMAND…: in the gateway; ip netns exec would hide debugfs
gw() {
	nsenter --net=/run/netns/fbb-gw "$@"
}

# conf WORD…: one write, a line each; the shell's own printf makes one of each line
conf() {
	env printf '%s\n' "$@" >"$BENCH/config"
}

# bench warmup|round: in the gateway
bench() {
	gw sh -c "echo $1 >$BENCH/run"
}

# res KEY: of the last run
res() {
	sed -n "s/^$1=//p" "$BENCH/result"
}

# is KEY VALUE…: what the result must say; shows all of it if it does not
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

# round KEY VALUE…: one that closes, and says so
round() {
	bench round && is error none "$@"
}

# --- runs in the background, and how they end ---------------------------------

# shellcheck disable=SC2034 # for those who source this
eintr=4 enxio=6 enodev=19
errno_file=$(mktemp)
on_exit rm -f "$errno_file"

received() {
	gw sed -n 's/^ *in0: *[0-9]* *\([0-9]*\).*/\1/p' /proc/net/dev
}

receives() {
	(($(received) > received_before))
}

# What still runs in the background would keep the bench, and the module, from the next test.
long_pid=
interrupt() {
	[[ -n $long_pid ]] && jobs -pr | grep -qx "$long_pid" || return 0
	kill -INT "$long_pid"
	wait "$long_pid" || true
}

# start round|warmup [COMMAND…]: in the background, by way of COMMAND, until
# packets are on their way; the errno goes to a file. No shell in between, which
# would get the signals. Says so, and ends it, if none is.
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
	on_exit interrupt # before what was there first is taken away: the module
	wait_until 20 receives && return
	echo "# no packet of the $word was received within 20 s"
	interrupt
	return 1
}

# long [KEY=VALUE…]: a round in the background that ends only if it is made to
long() {
	conf "$@" packets=100000000
	start round
}

running() {
	! cat "$BENCH/result" >/dev/null 2>&1
}

# ended ERRNO KEY VALUE…: the background round did, with this errno
ended() {
	local want=$1

	shift
	wait_until 20 test -s "$errno_file" || { echo "it runs on"; return 1; }
	[[ $(<"$errno_file") == "$want" ]] || { echo "errno $(<"$errno_file")"; return 1; }
	is "$@"
}

# What has ended leaves nothing behind: the next one closes.
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
