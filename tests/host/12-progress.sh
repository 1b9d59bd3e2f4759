# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Progress comes to a terminal and where it was asked for; notes always, unless QUIET; failures always.
#
# needs: 6.12 image
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE
cat >"$dir/work" <<'EOF'
. scripts/lib.sh
fb_say note
fb_progress step
fb_step "good" true
fb_step "bad" sh -c 'echo why; exit 3'
EOF

# plain [NAME=VALUE…]: what comes on standard error, a file
plain() {
	env "$@" bash "$dir/work" 2>"$dir/said"
	[[ $? -eq 3 ]] || return 1
	sed -E 's/[0-9]+\.[0-9] s$/T s/' "$dir/said"
}

# terminal [NAME=VALUE…]: the same, a terminal
terminal() {
	env "$@" script -qec "bash $dir/work" /dev/null </dev/null >"$dir/said"
	[[ $? -eq 3 ]] || return 1
	sed -E 's/\r//; s/[0-9]+\.[0-9] s$/T s/' "$dir/said"
}

# is TEXT COMMAND…
is() {
	diff <(printf '%s' "$1") <("${@:2}" | sed 's/^flowbench: //' | tr '\n' '|')
}

# long_log: a step that goes wrong long before its last line
long_log() {
	bash -c '. scripts/lib.sh; fb_step "long" sh -c "echo early; echo a.c:3: error: no b; seq 40; exit 3"' \
		2>"$dir/said"
	[[ $? -eq 3 ]] && ! grep -qx 'early\|25' "$dir/said" && grep -qx 'a.c:3: error: no b' "$dir/said" &&
		grep -qx 26 "$dir/said"
}

# The machine's step comes by a serial port of its own, so that it is the same machine either way.
# shellcheck disable=SC2016 # expanded in the guest
guest() {
	env KVM=0 "$@" scripts/vm/boot --bare -- bash -c 'echo said; echo "  step" >"$FLOWBENCH_PROGRESS"' 2>"$dir/err" >"$dir/out" &&
		[[ $(<"$dir/out") == said ]]
}

ktap_plan 10
check "no terminal: notes, and what fails" is 'note|bad ... failed|why|' plain
check "VERBOSE=1: progress as well" is 'note|step|good ... T s|bad ... failed|why|' plain VERBOSE=1
check "a terminal: progress as well" is 'note|step|good ... T s|bad ... failed|why|' terminal
check "QUIET=1: what fails" is 'bad ... failed|why|' plain QUIET=1
check "on a terminal, too" is 'bad ... failed|why|' terminal QUIET=1
check "of a long log the complaint and the end" long_log
check "a guest's progress without a terminal" guest A=
check "is not heard" test ! -s "$dir/err"
check "with VERBOSE=1" guest VERBOSE=1
check "it is" grep -qx '  step' "$dir/err"
ktap_end
