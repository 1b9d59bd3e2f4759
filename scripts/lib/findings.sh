# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Of scripts/bump and scripts/history: what moved between two kernels as findings, the most important first.

# fb_findings MOVE DIR A B FROM TO PATCHES: prints a document of flowbench.bump/1. MOVE is what flowbench history --between has
# written of the kernels A and B of DIR, which holds history.json; FROM and TO are what they are called.
fb_findings() {
	local at=$2 side=(before after) i=0 name scratch

	fb_scratch scratch
	for name in "$3" "$4"; do
		cat -- "$at/$name/checks/validate.json" >"$scratch/${side[i]}" 2>/dev/null || echo null >"$scratch/${side[i]}"
		i=$((i + 1))
	done
	{ cat -- "$at/$4"/prices/*/bench.json 2>/dev/null || true; } | jq -s '[.[].points[]]' >"$scratch/bench"
	jq -n --arg from "$5" --arg to "$6" --argjson patches "$7" --slurpfile move "$1" --slurpfile history "$at/history.json" \
		--slurpfile before "$scratch/before" --slurpfile after "$scratch/after" --slurpfile bench "$scratch/bench" "
		\$move[0] as \$move | \$history[0] as \$history | \$before[0] as \$before | \$after[0] as \$after | \$bench[0] as \$bench
		| $(sed '/^#/d' "$FB_SCRIPTS/findings.jq")"
}
