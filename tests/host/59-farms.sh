# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The adapters of scripts/ci, against what the farms document: what a test is called with, and what each of its results means.
# No farm's own program is needed. scripts/compare is stood in for.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
unset QUIET VERBOSE PATHS PATCH TREE BASE HEAD BRANCH RESULTS_DIR
tree=$dir/tree
mkdir -p "$tree" "$dir/nipa/tests" "$dir/linux" && cp -a scripts "$tree/" && git init -q "$dir/linux" || exit 1
# The documented copy
cp -r scripts/ci/nipa/tests/. "$dir/nipa/tests/"
export FLOWBENCH=$tree

# compared STATUS OUT ERR: scripts/compare ends with STATUS, and prints OUT and ERR; what it is called with is in $dir/called
compared() {
	printf '%s' "$2" >"$dir/out" && printf '%s' "$3" >"$dir/err"
	printf '#!/bin/sh\necho "$TREE $BASE $HEAD" >%q\ncat %q\ncat %q >&2\nexit %d\n' "$dir/called" "$dir/out" "$dir/err" "$1" >"$tree/scripts/compare"
}

# nipa KIND PATCHES: calls the test as NIPA does, and prints its result and its description
nipa() {
	rm -rf "$dir/results" && mkdir "$dir/results"
	(cd "$dir/nipa" && python3 - "$1" "$2" "$dir/linux" "$dir/results" <<-'END'
		import importlib, json, sys, types
		kind, patches, path, results = sys.argv[1:]
		with open(f"tests/{kind}/flowbench/info.json") as file:
		    info = json.load(file)
		module = importlib.import_module(f"tests.{kind}.flowbench.{info['pymod']}")
		tree = types.SimpleNamespace(path=path, branch="main")
		thing = types.SimpleNamespace(title="a title", patches=[None] * int(patches))
		print(*getattr(module, info["pyfunc"])(tree, thing, results))
	END
	) >"$dir/said" 2>&1
	cat "$dir/said"
}

# gives RESULT STATUS OUT ERR: a patch for which compare ends so has this result, in one line
gives() {
	compared "$2" "$3" "$4"
	nipa patch 1 >/dev/null
	cat "$dir/said"
	[[ $(<"$dir/said") == "$1" && $(<"$dir/called") == "$dir/linux HEAD~1 HEAD" && $(<"$dir/results/flowbench/log") == "$(cat "$dir/out" "$dir/err")" ]]
}

costs='difference: flowtable +100.00 instructions (+7.88 %) in nf_flow_offload_ip_hook'
nipa_results() {
	gives '0 no difference on 3 paths, 5 seeds a side' 0 $'table\nverdict: no difference on 3 paths, 5 seeds a side\n' '' && gives "250 $costs" 1 $'table\n'"verdict: $costs"$'\n' '' &&
		gives '250 not measured: no path enters gpu_draw' 5 $'verdict: not measured: no path enters gpu_draw\n' '' &&
		gives '1 does not build: net/netfilter/x.c:12:3: error: expected ;' 3 '' $'/build/src/net/netfilter/x.c:12:3: error: expected ;\nflowbench: kernel/build-modules: x: does not build for kernel 6.12\n' &&
		gives '1 does not boot, or a path is not taken any more: compare: HEAD: the boot side1/1 gave no result (out/failed)' 4 '' $'Kernel panic\nflowbench: compare: HEAD: the boot side1/1 gave no result (out/failed)\n' &&
		gives '250 not measured: kernel/get: the archive cannot be reached' 69 '' $'flowbench: kernel/get: the archive cannot be reached\n' && gives '250 not measured: none, only 3 boots' 2 $'verdict: none, only 3 boots\n' ''
}

nipa_series() {
	compared 1 "verdict: $costs" '' && [[ $(nipa series 4) == "250 $costs" && $(<"$dir/called") == "$dir/linux HEAD~4 HEAD" ]]
}

nipa_nowhere() {
	[[ $(FLOWBENCH=/nowhere nipa patch 1) == '250 not measured: no /nowhere/scripts/compare; FLOWBENCH= names the folder of flowbench' ]]
}

# executes WANTED STATUS OUT: NIPA's executor of branches ends with WANTED
executes() {
	compared "$2" "$3"$'\n' ''
	rm -rf "$dir/results" && mkdir -p "$tree/out/compare" && echo "$3" >"$tree/out/compare/table"
	ends_apart "$1" env TREE="$dir/linux" BRANCH=topic BASE=main RESULTS_DIR="$dir/results" "$tree/scripts/ci/nipa/executor" && [[ $(<"$dir/said") == "$3" && $(<"$dir/called") == "$dir/linux main topic" && -s $dir/results/log ]]
}

executor() {
	executes 0 0 'verdict: no difference' && executes 5 1 'verdict: difference' && [[ -f $dir/results/table ]] && executes 4 5 'verdict: not measured: no code is changed' && executes 1 3 'error' &&
		[[ ! -f $dir/results/table ]] && executes 1 4 'no boot' && executes 4 69 'no kernel' && ends_saying 1 'BRANCH= is needed' env TREE="$dir/linux" "$tree/scripts/ci/nipa/executor"
}

# LKP: run prints a line a path, and parse makes figures of them; without flowbench it is a skip
lkp() {
	local at=scripts/ci/lkp/programs/flowbench

	jq -r -f $at/figures.jq tests/fixtures/bench.json >"$dir/figures" && { echo 'path  price'; echo 'flowbench: a word of another kind'; cat "$dir/figures"; } | $at/parse >"$dir/said" &&
		diff - "$dir/said" <<-'END' && FLOWBENCH=/nowhere ends_saying 0 'flowbench: skipped: no /nowhere/userspace/flowbench' bash $at/run
			conntrack.price: 3555.495
			conntrack.spread: 0.018
			flowtable.price: 1275.001
			flowtable.spread: 0.003
		END
}

# KCIDB: the patchset in the checkout of the second side; what was not measured is skipped
kcidb() {
	local hash

	hash=$(printf 'a%.0s' {1..64})
	mkdir -p "$dir/compare" && printf 'verdict: not measured: no path enters f\n' >"$dir/compare/table" && printf '%s\nx@localhost\n[the] subject\n' "$hash" >"$dir/compare/patchset" &&
		scripts/ci/kcidb "$dir/compare" >"$dir/said" && jq -e --arg hash "$hash" '.version == {major: 5, minor: 3} and .checkouts[-1].patchset_hash == $hash and .checkouts[-1].message_id == "x@localhost" and
			.checkouts[-1].comment == "[the] subject" and .tests[0].status == "SKIP" and .tests[0].comment == "not measured: no path enters f" and .tests[0].build_id == .builds[0].id' "$dir/said" >/dev/null || return 1
	printf '%s\n-\ntitle\n' "$hash" >"$dir/compare/patchset" && scripts/ci/kcidb "$dir/compare" | jq -e '.checkouts[-1] | has("message_id") | not' >/dev/null &&
		ends_saying 2 'no result of scripts/compare' scripts/ci/kcidb "$dir/nowhere" && ends_saying 2 "ORIGIN='A b': expected" env ORIGIN='A b' scripts/ci/kcidb "$dir/compare"
}

# slurm TASK OF COMMAND: calls the job as Slurm does: a copy of the script in a spool, in the folder of sbatch
slurm() {
	mkdir -p "$dir/spool" && cp scripts/ci/farm/slurm "$dir/spool/slurm_script"
	(cd / && SLURM_SUBMIT_DIR=$tree SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=$2 bash "$dir/spool/slurm_script" "${@:3}")
}

slurm_array() {
	printf '#!/bin/sh\necho "$SHARD $PATCH"\nexit 3\n' >"$tree/scripts/compare"
	PATCH=a.mbox ends_saying 3 '^2/4 a\.mbox$' slurm 2 4 compare && ends_saying 2 '^usage: sbatch' slurm 2 4 run && ends_saying 2 '^usage: sbatch' slurm 2 4 &&
		ends_saying 1 'SLURM_ARRAY_TASK_ID: is set by Slurm' env -u SLURM_ARRAY_TASK_ID scripts/ci/farm/slurm compare
}

# GNU parallel over an ssh that calls this machine; the clone of the hosts is $tree, whose compare leaves a shard
over_ssh() {
	printf '#!/bin/bash\nwhile [[ $1 == -* ]]; do shift; done\necho "$1" >>%q\nshift\n[[ $1 != -- ]] || shift\nexec bash -c "$*"\n' "$dir/hosts" >"$dir/ssh" && chmod +x "$dir/ssh" || return 1
	printf '#!/bin/bash\nk=${SHARD%%/*} n=${SHARD#*/}\n[[ ! -e %q || $k != 2 ]] || exit 4\nmkdir -p %q/out/compare-shard-$k-of-$n\necho "$PATCH|$SEEDS" >%q/out/compare-shard-$k-of-$n/shard\necho shown\n' "$dir/broken" "$tree" "$tree" >"$tree/scripts/compare"
	mkdir -p "$dir/here" && cp -a scripts "$dir/here/" && printf '#!/bin/bash\nhead "${@/%%//shard}"\nexit 1\n' >"$dir/here/scripts/join" || return 1
	PATCH="$dir/a b.mbox" SEEDS=7 SSH=$dir/ssh FLOWBENCH=$tree FLOWBENCH_CACHE=$dir/cache ends_apart 1 "$dir/here/scripts/ci/farm/parallel" compare one two three || return 1
	[[ $(sort -u "$dir/hosts") == $'one\nthree\ntwo' && $(grep -c "a b.mbox|7" "$dir/said") == 3 && $(grep -c '==>' "$dir/said") == 3 ]] && ! grep -q shown "$dir/said" || return 1
	touch "$dir/broken"
	SSH=$dir/ssh FLOWBENCH=$tree FLOWBENCH_CACHE=$dir/cache ends_apart 1 "$dir/here/scripts/ci/farm/parallel" compare one two three &&
		grep -q '^flowbench: ci/farm/parallel: 1 of 3 shards failed$' "$dir/err" && [[ $(grep -c '==>' "$dir/said") == 2 ]]
}

parallel_usage() {
	ends_saying 2 "wrong arguments" scripts/ci/farm/parallel compare && ends_saying 2 "wrong arguments" scripts/ci/farm/parallel run one &&
		ends_saying 2 "host 'a;b': expected" scripts/ci/farm/parallel compare 'a;b' && ends_saying 2 "FLOWBENCH='a b': expected" env FLOWBENCH='a b' scripts/ci/farm/parallel compare one
}

ktap_plan 9
check "NIPA: result and description of a patch" nipa_results
check "NIPA: a series" nipa_series
check "NIPA: flowbench is not there" nipa_nowhere
check "NIPA: the executor of branches" executor
check "LKP: figures" lkp
check "KCIDB: the patchset, and what was not measured" kcidb
check "Slurm: an array job" slurm_array
if command -v parallel >/dev/null; then check "GNU parallel: shards of three hosts, joined" over_ssh; else skip "GNU parallel: shards of three hosts, joined" "no GNU parallel here"; fi
check "GNU parallel: usage" parallel_usage
ktap_end
