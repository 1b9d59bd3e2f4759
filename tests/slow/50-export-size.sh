# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A trace of 1 GB is exported with less than 100 MB of memory, in each form. The program keeps only names, open calls and
# sums by stack. The trace consists of two phases of a run, repeated.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/slow/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

scratch
make -s userspace || exit 1

# peak FORMAT: exports the trace with less than 100 MB of memory
peak() {
	python3 - "$1" "$dir/big" <<'EOF'
import os, sys, time

start = time.monotonic()
pid = os.fork()
if not pid:
    os.execv("userspace/flowbench", ["flowbench", "export", "--format", sys.argv[1],
                                     "-o", "/dev/null", sys.argv[2]])
status, use = os.wait4(pid, 0)[1:]
mb = use.ru_maxrss * 1024 / 1e6
print(f"{sys.argv[1]}: {mb:.1f} MB, {use.ru_utime + use.ru_stime:.1f} s of processor, "
      f"{time.monotonic() - start:.1f} s by the clock")
sys.exit(1 if status or mb >= 100 else 0)
EOF
}

ktap_plan 6
large_trace 1000000000 "$dir/big"
for format in folded svg csv json ftrace chrome; do
	check "1 GB as $format" peak "$format"
done
ktap_end
