# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# How fast a trace of 200 MB is read, on one core, beside `grep -c` over the same file in the same run, and with how
# much memory. Bounds are ratios: where grep reads 1550 MB/s they are 600 MB/s for folded, 300 for csv and chrome, 250
# for parse, and 200 for what trace-cmd prints.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/slow/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

scratch
make -s userspace || exit 1

# report SIZE: the same as trace-cmd report prints it
report() {
	awk '/^#/ { next }
		{
			n++
			printf "          <idle>-0     [000]  %d.%06d: %s %s\n", 10 + n / 1000000, n % 1000000,
				/}/ ? "funcgraph_exit: " : "funcgraph_entry:", substr($0, 4)
		}' "$dir/big" | head -c "$1" | sed '$d' >"$dir/report"
}

# The least time of seven turns, in each of which all take part: what else the machine does then falls on all of them.
measure() {
	python3 - "$dir/big" "$dir/report" >"$dir/measured" <<'EOF'
import os, sys, time

big, report = sys.argv[1:]
tool = "userspace/flowbench"
export = [tool, "export", "-q", "-o", "/dev/null", "--format"]
what = {
    "grep": ["grep", "-c", "us", big],
    "folded": export + ["folded", big],
    "csv": export + ["csv", big],
    "chrome": export + ["chrome", big],
    "parse": [tool, "parse", big],
    "parse-tree": [tool, "parse", "--tree", big],
    "parse-json": [tool, "parse", "--json", big],
    "grep-report": ["grep", "-c", "us", report],
    "report": export + ["folded", report],
}
least = {}

def peak(pid):
    """What the program has used at most so far. ru_maxrss counts what the process had before it as well."""
    try:
        with open(f"/proc/{pid}/status") as status:
            at = dict(line.split(":", 1) for line in status)
    except OSError:
        return 0
    if at["Name"].strip() != "flowbench" or "VmHWM" not in at:
        return 0
    return int(at["VmHWM"].split()[0]) * 1024

for turn in range(7):
    for name, command in what.items():
        pid = os.fork()
        if not pid:
            # grep stops early where it finds that its output goes to /dev/null.
            os.dup2(os.open(sys.argv[1] + ".out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
            os.execvp(command[0], command)
        memory = ended = 0
        while not ended:
            time.sleep(0.002)
            memory = max(memory, peak(pid))
            ended, status, use = os.wait4(pid, os.WNOHANG)
        if status:
            sys.exit(f"{name}: status {status}")
        took = use.ru_utime + use.ru_stime
        if name not in least or took < least[name][0]:
            least[name] = (took, memory)
for name, (took, memory) in least.items():
    size = os.path.getsize(report if "report" in name else big)
    print(name, round(took * 1000), size, memory)
EOF
}

# within NAME BESIDE TIMES BYTES: NAME took at most TIMES as long as BESIDE, and at most BYTES of memory
within() {
	awk -v name="$1" -v beside="$2" -v times="$3" -v bytes="$4" '
		{ took[$1] = $2; size[$1] = $3; memory[$1] = $4 }
		END {
			printf "# %s: %.0f MB/s, %.2f times as long as grep (%.0f MB/s), %.1f MB of memory\n", name,
				size[name] / took[name] / 1000, took[name] / took[beside],
				size[beside] / took[beside] / 1000, memory[name] / 1e6
			exit !(took[beside] && took[name] <= times * took[beside] && memory[name] <= bytes)
		}' "$dir/measured"
}

ktap_plan 8
large_trace 200000000 "$dir/big"
report 200000000
half=$(($(stat -c %s "$dir/big") / 2))
check "each reads it" measure
check "folded" within folded grep 2.6 10000000
check "csv" within csv grep 5.2 10000000
check "chrome" within chrome grep 5.2 10000000
check "parse builds the tree, with half a byte a byte" within parse grep 6.2 "$half"
check "parse --tree" within parse-tree grep 6.2 "$half"
check "parse --json" within parse-json grep 6.2 "$half"
check "trace-cmd report" within report grep-report 7.7 10000000
awk '{ printf "# %s: %d ms for %.1f MB: %.0f MB/s, %.1f MB of memory\n", $1, $2, $3 / 1e6, $3 / $2 / 1000, $4 / 1e6 }' \
	"$dir/measured"
ktap_end
