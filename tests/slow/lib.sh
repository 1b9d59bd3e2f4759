# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Sourced by the tests of large traces.

# large_trace SIZE FILE: writes complete trees, two phases of a run again and again, until FILE has SIZE bytes
large_trace() {
	local part=$2.part

	for _ in {1..200}; do cat tests/fixtures/run/esp-gateway/p5[ab].trace; done >"$part"
	: >"$2"
	while (($(stat -c %s "$2") < $1)); do cat "$part" >>"$2"; done
	rm "$part"
}
