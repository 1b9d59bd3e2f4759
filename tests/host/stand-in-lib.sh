# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016 # texts are expanded by the shell that they are for
#
# A copy of the tree in which boots and builds are stood in for: for tests of what scripts do with results. Nothing of it says
# anything about a price. Needs $dir of tests/lib.sh and the program.

# stand_in SOURCE: makes $tree. kernel/source prints SOURCE. A build copies the patch; vm/boot writes results that the test
# knows: flowtable costs 12 instructions more for each line "y += 2" of the patch. $dir/builds and $dir/boots get a line each.
stand_in() {
	local name

	tree=$dir/tree
	mkdir -p "$tree/userspace" && cp -a Makefile scripts netns-lab kmod tests "$tree/" &&
		cp -a userspace/data userspace/flowbench userspace/report "$tree/userspace/" && printf 'program:\n' >"$tree/userspace/Makefile" || return 1
	printf '#!/bin/sh\n' >"$tree/scripts/setup"
	for name in vm/image vm/program vm/qemu; do printf '#!/bin/sh\necho /nowhere\n' >"$tree/scripts/$name"; done
	printf '#!/bin/sh\nexit 1\n' | tee "$tree/scripts/vm/kvm-probe" "$tree/scripts/vm/plugin" >"$tree/scripts/kernel/archive"
	printf '#!/bin/sh\nmkdir -p %q/set/$1\necho $1.9-test >%q/set/$1/release\ntouch %q/set/$1/modules.cpio\necho %q/set/$1\n' "$dir" "$dir" "$dir" "$dir" \
		>"$tree/scripts/kernel/get"
	cp "$tree/scripts/kernel/get" "$tree/scripts/vm/module"
	printf '#!/bin/sh\necho %q\n' "$1" >"$tree/scripts/kernel/source"
	printf '#!/bin/sh\necho %q\n' "$dir/reach" >"$tree/scripts/kernel/reach"
	mkdir -p "$dir/reach"
	printf '%s\n' flow_hook flow_other ip_forward >"$dir/reach/symbols"
	printf '%s\t%s\n' flowtable flow_hook flowtable-esp flow_hook conntrack ip_forward forward ip_forward esp ip_forward >"$dir/reach/entered"
	cat >"$tree/scripts/kernel/touched" <<-'END'
		#!/bin/bash
		! grep -q 'y += 66' "$2" || exit 66
		echo "net/netfilter nf_flow_table"
	END
	cat >"$tree/scripts/kernel/build-modules" <<-END
		#!/bin/bash
		sum=\$(sha256sum <"\$2" | cut -c1-8)
		echo "\${2##*/}" >>"$dir/builds"
		! grep -q 'y += 3' "\$2" || { echo "flowbench: kernel/build-modules: \$2: does not build for kernel \$1" >&2; exit 3; }
		mkdir -p "$dir/built/\$sum"
		: >"$dir/built/\$sum/base.cpio"
		grep '^[+-][^+-]' "\$2" | grep -v '/\*\|^+More' >"$dir/built/\$sum/patched.cpio"
		echo "$dir/built/\$sum"
	END
	cat >"$tree/scripts/vm/boot" <<-END
		#!/bin/bash
		here=$dir top=$PWD
	END
	cat >>"$tree/scripts/vm/boot" <<-'END'
		shown=() out='' seed=1 modules=/dev/null print=''
		while [[ $1 != -- ]]; do
			case $1 in
			--out) out=$2 && shift ;;
			--seed) seed=$2 && shown+=("$1" "$2") && shift ;;
			--kernel) kernel=$2 && shown+=("$1" "$2") && shift ;;
			--modules) modules=$2 && shift ;;
			--print) print=1 ;;
			--timeout | --nics | --profile | --turns) shift ;;
			esac
			shift
		done
		shift
		mark=$(cat "$here/machine" 2>/dev/null || echo one)
		printed() { printf 'mode=icount\nkernel=%s.9-test\nqemu=%s\nmodules_sha256=%s\nseed=%s\ncommand=%s\n' "$kernel" "$mark" "$(sha256sum <"$modules" | cut -c1-64)" "$seed" "$*"; }
		if [[ $print ]]; then
			printed "$@"
			exit
		fi
		echo "${shown[*]} $(sha256sum <"$modules" | cut -c1-8) $*" >>"$here/boots"
		mkdir -p "$out"
		printed "$@" >"$out/fingerprint"
		echo 'exit 0' >"$out/outcome"
		[[ ! -e $here/dies-$kernel || " $* " != *' bench '* ]] || { echo 'flowbench: vm/boot: it died' >&2 && exit 200; }
		more=$(($(grep -c 'y += 2' "$modules") * 12000 + $(cat "$here/costs-$kernel" 2>/dev/null || echo 0)))
		case " $* " in
		*' bench '*)
			paths=() on=''
			for word; do
				[[ ! $on ]] || paths+=("$word")
				[[ $word != out/bench.json ]] || on=1
			done
			jq --arg seed "$seed" --argjson more "$more" --arg paths "${paths[*]}" --arg kernel "$kernel" --arg mark "$mark" \
				--arg sum "$(sha256sum <"$modules" | cut -c1-64)" -f "$top/tests/host/stand-in.jq" "$top/tests/fixtures/bench.json" >"$out/bench.json"
			;;
		*' run '*)
			for word; do :; done
			if [[ $word != sockmap-redirect ]]; then
				mkdir -p "$out/esp-gateway"
				cp "$top/userspace/data/documented/flowtable-esp-gateway/p1.txt" "$out/esp-gateway/p1.trace"
				jq -n --arg kernel "$kernel.9" '{schema: "flowbench.results/1", scenario: "esp-gateway", documented: "flowtable-esp-gateway",
					lab: {nic: "virtio"}, fingerprint: {kernel: $kernel}, phases: [{name: "p1", label: "", path: "local", packet: "none",
					trace: "esp-gateway/p1.trace", sha256: ("0" * 64), root: "a", lines: 1, cut: 0, expect: [{chain: "a", refuse: false, holds: true}]}]}' >"$out/results.json"
				exit
			fi
			# As tests/host/51-matrix.sh makes them
			mkdir -p "$out/sockmap-redirect"
			sed "s/^# kernel=.*/# kernel=$kernel.9/" "$top/userspace/data/documented/sockmap-redirect/p1.txt" >"$out/sockmap-redirect/p1.trace"
			sed -n 's/^ *\([a-z_0-9]*\) .*/\1/p' "$top/userspace/data/documented/sockmap-redirect/p1.txt" | sort -u >"$out/functions"
			jq -n --arg kernel "$kernel.9" '{schema: "flowbench.results/1", scenario: "sockmap-redirect", documented: "sockmap-redirect",
				lab: {nic: "veth"}, fingerprint: {kernel: $kernel}, phases: [{name: "p1", label: "", path: "local", packet: "none",
				trace: "sockmap-redirect/p1.trace", sha256: ("0" * 64), root: "a", lines: 1, cut: 0, expect: [{chain: "a", refuse: false, holds: true}]}]}' >"$out/results.json"
			;;
		*' validate '*)
			names=() on='' part=1/1
			for word; do
				[[ ! $on ]] || names+=("$word")
				[[ $word != out/validate.json ]] || on=1
				[[ $word != [0-9]*/[0-9]* ]] || part=$word
			done
			mapfile -t names < <(printf '%s\n' "${names[@]}" | awk -v k="${part%/*}" -v n="${part#*/}" 'NR % n == k % n')
			printf 'TAP version 13\n1..%d\n' "${#names[@]}"
			n=0 status=0
			for word in "${names[@]}"; do
				n=$((n + 1))
				if [[ -s $modules ]] || grep -qx "$word" "$here/fails-$kernel" 2>/dev/null; then
					printf 'not ok %d - %s\n# failed: hook: fast = 0, counted 3\n' "$n" "$word"
					status=1
				else
					printf 'ok %d - %s\n' "$n" "$word"
				fi
			done
			jq --arg names "${names[*]}" --arg seed "$seed" --arg kernel "$kernel" --arg fails "$(cat "$here/fails-$kernel" 2>/dev/null | tr '\n' ' ')" \
				--arg why "$(cat "$here/why-$kernel" 2>/dev/null)" '.fingerprint.kernel = "\($kernel).9-test" | .checks[0] as $check |
				.checks = [$names | split(" ")[] as $name | $check + { name: $name } + (if $why == "" then {} else { notes: [$why] } end) |
					if ($fails | split(" ") | index([$name])) then .outcome = "failed" | .claims[0].held = false | .claims[0].counted = "99" else . end]' "$top/tests/fixtures/validate.json" >"$out/validate.json"
			exit "$status"
			;;
		esac
	END
	chmod +x "$tree"/scripts/vm/* "$tree"/scripts/kernel/*
}
