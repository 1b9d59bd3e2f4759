#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A million flows: each gets a reply in the warm-up, and the sums of rounds over them close. The
# module's memory for them is bounded and reported. With KCSAN a million had got no replies after 25 minutes of a processor;
# a kernel with it gets a tenth of them.
# shellcheck disable=SC2317 # the functions are called through check
set -euo pipefail
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/vm/lib.sh
. tests/vm/lib.sh
# shellcheck source=tests/vm/bench.sh
. tests/vm/bench.sh

ktap_plan 4
log_mark 66-bench-million
on_exit module_unload
module_load
bench_up

flows=1000000
[[ ! -e /sys/kernel/debug/kcsan ]] || flows=100000

memory() {
	echo "$(res memory) bytes"
	(($(res memory) > flows && $(res memory) < 67 * flows))
}

warm_up() {
	bench warmup && is error none warm_replied $flows
}

conf flows=$flows packets=100000
check "$flows flows get a reply" warm_up
conf order=random seed=7
check "a round over them closes" round injected 100000 arrived 100000 dropped 0 kept 0
check "the module reports less than 67 bytes of memory for each" memory
check "kernel log is clean" log_clean
ktap_end
