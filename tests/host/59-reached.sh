# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Without PATHS= compare prices the paths that enter a function that the patch changes, and two that do not. What no path
# enters is not measured. Profiles, builds and boots are stood in for.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"
# shellcheck source=tests/host/stand-in-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/stand-in-lib.sh"

scratch
unset QUIET VERBOSE PATHS
export FLOWBENCH_CACHE=$dir/cache FLOWBENCH_TRUST=$dir/tree KERNEL=6.12 TRACE=0
make -s userspace >/dev/null || exit 1
repository && git -C "$dir/linux" worktree add -q --detach "$dir/source" base && stand_in "$dir/source" || exit 1
file=net/netfilter/nf_flow_table_ip.c

# changes SED TEXT: the patch that SED makes of the source changes what TEXT says: "changed A;path P F;…"
changes() {
	edited "$1" && ends 0 "$tree/scripts/kernel/reached" "$dir/reach" "$dir/source" "$dir/patch" || return 1
	[[ $(tr '\t\n' ' ;' <"$dir/said") == "$2" ]] || { cat "$dir/said" "$dir/patch" && return 1; }
}

# edited SED: makes $dir/patch of the source
edited() {
	mkdir -p "$dir/b/net/netfilter" "$dir/b/Documentation" && sed "$1" "$dir/source/$file" >"$dir/b/$file" && ! diff -u --label "a/$file" --label "b/$file" "$dir/source/$file" "$dir/b/$file" >"$dir/patch"
}

# hook A…: the text for changed names with the paths that enter flow_hook
hook() {
	printf 'changed %s;' "$@"
	printf 'path %s flow_hook;' flowtable flowtable-esp
}

parts() {
	printf '%s\n' $'#define A(x) \\' '	((x) + 1)' '/* a comment */' 'static const struct ops ops = {' '	.a = 1,' '};' 'EXPORT_SYMBOL(fn);' '' 'int' 'fn(int a,' '   int b)' '{' '	return A(a);' '}' \
		'static DEFINE_MUTEX(lock);' 'struct t {' '	int a;' '};' '#include "x.h"' >"$dir/parts.c"
	[[ $(awk -f scripts/kernel/functions.awk "$dir/parts.c" | tr '\t\n' ' ;') == '1 2 A;4 6 ops;7 7 fn;9 14 fn;15 15 DEFINE_MUTEX;16 18 t;19 19 -;' ]] || { awk -f scripts/kernel/functions.awk "$dir/parts.c" && return 1; }
	[[ $(awk -v name=A -f scripts/kernel/functions.awk "$dir/parts.c") == fn ]]
}

# A function that the kernel has, which no path enters: it may be inlined where it is called.
inlined_too() {
	echo flow_alpha >>"$dir/reach/symbols"
	changes '/flow_alpha(int/,/^}/s/y += 1/y += 2/' "$(hook flow_alpha flow_hook)" || return 1
	sed -i '/flow_alpha/d' "$dir/reach/symbols"
}

header() {
	mkdir -p "$dir/source/include/net" && printf 'static inline int flow_inline(int x)\n{\n\treturn x;\n}\n' >"$dir/source/include/net/flow.h" &&
		printf '\nint flow_other(int x)\n{\n\treturn flow_inline(x);\n}\n' >"$dir/source/net/other.c" || return 1
	printf -- '--- a/include/net/flow.h\n+++ b/include/net/flow.h\n@@ -1,4 +1,4 @@\n static inline int flow_inline(int x)\n {\n-\treturn x;\n+\treturn x + 1;\n }\n' >"$dir/patch"
	echo 'forward	flow_other' >>"$dir/reach/entered"
	ends 0 "$tree/scripts/kernel/reached" "$dir/reach" "$dir/source" "$dir/patch" && [[ $(tr '\t\n' ' ;' <"$dir/said") == 'changed flow_inline;changed flow_other;path forward flow_other;' ]] || return 1
	sed -i '/flow_other/d' "$dir/reach/entered"
}

# compares STATUS NAME=VALUE…
compares() {
	rm -f "$dir/boots" "$dir/builds"
	ends_apart "$1" env "${@:2}" "$tree/scripts/compare"
}

chosen() {
	edited '/flow_alpha(int/,/^}/s/y += 1/y += 2/' && compares 1 PATCH="$dir/patch" && grep -qx 'flowbench: paths that enter what is changed: flowtable (flow_hook), flowtable-esp (flow_hook)' "$dir/err" &&
		grep -qx 'flowbench: beside them, which must not move: conntrack forward' "$dir/err" && says '^verdict: difference: flowtable \+12' || return 1
	grep -c -- 'bench.json flowtable flowtable-esp conntrack forward$' "$dir/boots" | grep -qx 12
}

shifted() {
	edited '/flow_alpha(int/,/^}/s/y += 1/y += 2/' && sed -i 's/^@@ -[0-9]*/@@ -3/; s/ +[0-9]*,/ +3,/' "$dir/patch" && compares 1 PATCH="$dir/patch" && grep -q 'changed: flowtable (flow_hook)' "$dir/err"
}

of_series() {
	formatted --stdout >"$dir/series.mbox" && compares 1 EACH=1 PATCH="$dir/series.mbox" && grep -q 'changed: flowtable (flow_hook), flowtable-esp' "$dir/err" && says '^1/4 .*  \+12\.00 flowtable, \+12\.00 flowtable-esp, 0 conntrack, 0 forward$'
}

# Eight paths enter it: the usual one is priced, and those that enter most beside.
three_of_many() {
	local path status=0

	cp "$dir/reach/entered" "$dir/entered"
	{
		for path in a b c d e f; do printf 'flowtable-%s\tflow_hook\n' "$path"; done
		for path in b c d e; do printf 'flowtable-%s\tof_%s\n' "$path" "$path"; done
		printf 'flowtable-%s\tof_%s\n' f b f c
	} >>"$dir/reach/entered"
	compares 1 EACH=1 PATCH="$dir/series.mbox" &&
		grep -q 'of these 8, 3 are priced after each patch, .*: flowtable flowtable-f flowtable-d; PATHS=' "$dir/err" &&
		grep -q -- '--labs 1 --tuples 2 --rounds 2 --json out/bench.json flowtable flowtable-f flowtable-d conntrack forward' "$dir/boots" &&
		says '^1/4 .*  \+12\.00 flowtable, ' || status=1
	mv "$dir/entered" "$dir/reach/entered"
	return "$status"
}

of_tree() {
	compares 1 TREE="$dir/linux" BASE=base HEAD=master && grep -q 'changed: flowtable (flow_hook), flowtable-esp' "$dir/err"
}

named() {
	edited '/flow_alpha(int/,/^}/s/y += 1/y += 2/' && compares 0 PATCH="$dir/patch" PATHS=conntrack && ! grep -q 'enter what is changed' "$dir/err"
}

# unmeasured WHY NAME=VALUE…: status 5, one line, no boot, no build, and the result says so
unmeasured() {
	compares 5 "${@:2}" && says "^verdict: not measured: $1\$" && (($(wc -l <"$dir/said") == 1)) && [[ ! -e $dir/boots && ! -e $dir/builds ]] &&
		cmp "$dir/said" "$tree/out/compare/table" && ! [[ -e $tree/out/compare/compare.json ]]
}

elsewhere() {
	printf '\nint gpu_draw(int x)\n{\n\treturn x;\n}\n' >"$dir/source/net/netfilter/gpu.c"
	printf -- '--- a/net/netfilter/gpu.c\n+++ b/net/netfilter/gpu.c\n@@ -2,4 +2,4 @@\n int gpu_draw(int x)\n {\n-\treturn x;\n+\treturn x + 1;\n }\n' >"$dir/patch"
	unmeasured 'no path enters gpu_draw' PATCH="$dir/patch"
}

documents() {
	printf -- '--- a/Documentation/networking/flow.rst\n+++ b/Documentation/networking/flow.rst\n@@ -1 +1,2 @@\n Title\n+More\n' >"$dir/patch"
	unmeasured 'no code is changed' PATCH="$dir/patch" || return 1
	git -C "$dir/linux" format-patch -q --stdout -1 HEAD~1 >"$dir/docs.mbox" && unmeasured 'no patch of the series has code' PATCH="$dir/docs.mbox" && unmeasured 'no patch of the series has code' EACH=1 PATCH="$dir/docs.mbox"
}

no_profile() {
	printf '#!/bin/sh\nexit 69\n' >"$tree/scripts/kernel/reach" && edited '/flow_alpha(int/,/^}/s/y += 1/y += 2/' && compares 1 PATCH="$dir/patch" &&
		grep -q 'is not known here; pricing conntrack flowtable flowtable-esp$' "$dir/err"
}

ktap_plan 18
check "the parts of a file" parts
check "an inlined function: who calls it" changes '/flow_beta(int/,/^}/s/y += 1/y += 2/' "$(hook flow_beta flow_hook)"
check "the function itself" changes 's/x == 0/x == 1/' "$(hook flow_hook)"
check "a line that is added at its end" changes '/^	return flow_beta/i\	x++;' "$(hook flow_hook)"
check "a macro: who uses it" changes 's/LIMIT 3/LIMIT 4/' "$(hook LIMIT flow_hook)"
check "what has no name: all of the file" changes 's/^#include.*/&\n#include <x.h>/' "$(hook LIMIT flow_alpha flow_beta flow_gamma flow_hook)"
check "a comment between functions: nothing" changes 's,^int flow_hook,/* a comment */\n&,' ''
check "a function that is inlined as well" inlined_too
check "a header: who includes it" header
check "compare prices what enters, and two that do not" chosen
check "a diff whose lines are elsewhere" shifted
check "a series" of_series
check "a series that many paths enter" three_of_many
check "a tree" of_tree
check "PATHS= is obeyed" named
check "no path enters it: not measured" elsewhere
check "no code: not measured" documents
check "without a profile" no_profile
ktap_end
