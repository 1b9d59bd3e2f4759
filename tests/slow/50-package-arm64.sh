# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `ARCH=arm64 make deb`: the same commit gives the same bytes, and lintian finds nothing. dpkg installs the package in an arm64
# guest, where it knows the packages of the guest's suite: so each dependency is there in such a version. `flowbench why` of
# the package answers, with the module of flowbench-dkms' sources. After a purge nothing remains.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export ARCH=arm64 KVM=0 SMP=1 FB_SILENT=1
unset SUITE KERNEL MODULES
version=$(scripts/version)
suite=$(<scripts/data/image.suite)

# deb NAME: builds the packages, in $dir/NAME
deb() {
	scripts/dev/deb >"$dir/paths" 2>"$dir/log" || { cat "$dir/log" && return 1; }
	mkdir "$dir/$1" && xargs -a "$dir/paths" cp -t "$dir/$1" &&
		[[ $(cd "$dir/$1" && echo ./*) == "./flowbench-dkms_$version"*"_all.deb ./flowbench_$version"*_arm64.deb ]]
}

# As of this machine's architecture: stripped, hardened, and with the version of each library
built() {
	local program=$dir/root/usr/bin/flowbench pattern depends

	dpkg-deb --extract "$dir"/1/flowbench_*.deb "$dir/root" && readelf -hdSW --dyn-syms "$program" >"$dir/elf" || return 1
	for pattern in 'Machine: *AArch64' 'Flags: NOW PIE' __stack_chk_fail; do
		grep -q -- "$pattern" "$dir/elf" || { printf 'nothing like %s\n' "$pattern" && return 1; }
	done
	! grep -E ' \.(symtab|debug_)' "$dir/elf" || return 1
	depends=$(dpkg-deb --field "$dir"/1/flowbench_*.deb Depends)
	# libc6 has libm and the loader.
	[[ $(grep -c NEEDED "$dir/elf") == $(($(tr ',' '\n' <<<"$depends" | grep -c '(>= ') + 2)) && $depends == *'libc6 (>= 2.'* ]] && return
	printf '%s\n' "$depends"
	return 1
}

# A package with a dependency that the suite does not have
unmet() {
	mkdir -p "$dir/unmet/DEBIAN" && printf '%s\n' 'Package: unmet' 'Version: 1' 'Architecture: arm64' 'Maintainer: t <t@localhost>' \
		'Depends: libc6 (>= 99)' 'Description: asks for too much' >"$dir/unmet/DEBIAN/control" && dpkg-deb --build "$dir/unmet" "$dir/unmet.deb" >/dev/null
}

# dpkg for the guest, which has none, and a database of the packages that the guest has
database() {
	local packages

	mapfile -t packages < <(sed 's/#.*//' scripts/data/image | tr ' ' '\n' | grep .)
	scripts/kernel/tree "$suite" "$dir/guest" "${packages[@]}" dpkg -- --architectures=arm64 --extract-hook="$PWD/scripts/package/dpkg-records" &&
		mkdir "$dir/add" && (cd "$dir/guest" && cp -a --parents -t "$dir/add" etc/dpkg var/lib/dpkg usr/share/dpkg usr/bin/dpkg* \
			usr/sbin/start-stop-daemon usr/lib/aarch64-linux-gnu/lib{bz2,lzma,md,selinux,z,zstd}.so.*)
}

# The module, of the sources that DKMS would build
module() {
	dpkg-deb --extract "$dir"/1/flowbench-dkms_*.deb "$dir/dkms" && built=$(scripts/vm/module 6.12 "$dir/dkms/usr/src/flowbench-$version") &&
		cp "$built"/*.ko "$dir/"
}

# What runs in the guest. Of the clone it leaves the test only.
inside() {
	cat <<-'END'
		rm -r userspace netns-lab
		cp -a add/. /
		dpkg --install unmet.deb >out/unmet 2>&1
		echo "status $?" >>out/unmet
		dpkg --purge unmet
		dpkg --install flowbench.deb >out/installed 2>&1
		echo "status $?" >>out/installed
		dpkg-query --show --showformat '${Status} ${Architecture}\n' flowbench >>out/installed
		ln -s /usr/share/flowbench/netns-lab netns-lab
		flowbench --version >out/version 2>&1
		flowbench --manual >out/manual 2>&1
		netns-lab/lab up router --id deb
		nsenter --net=/run/netns/fb-deb-gw nft 'add table inet fb; add flowtable inet fb ft { hook ingress priority 0; devices = { in0, out0 }; };
			add chain inet fb forward { type filter hook forward priority 0; }; add rule inet fb forward ct state established flow add @ft'
		flowbench why --netns fb-deb-gw -- nsenter --net=/run/netns/fb-deb-client ping -q -c 5 -i 0.2 10.0.2.2 >out/why 2>&1
		echo "status $?" >>out/why
		netns-lab/lab down router --id deb
		FLOWBENCH=/usr/bin/flowbench bash tests/vm/47-why-answers.sh >out/answers 2>&1
		echo "status $?" >>out/answers
		rm netns-lab
		dpkg --purge flowbench >out/purged 2>&1
		find / -xdev -name '*flowbench*' ! -path '/flowbench/*' ! -path '/flowbench' ! -path '/proc/*' ! -path '/sys/*' >>out/purged
	END
}

guest() {
	unmet && inside >"$dir/inside" && cp "$dir"/1/flowbench_*.deb "$dir/flowbench.deb" &&
		scripts/vm/boot --kernel 6.12 --module "$dir/flowbench.ko" --add "$dir/flowbench.deb:flowbench.deb" --add "$dir/unmet.deb:unmet.deb" \
			--add "$dir/add:add" --add "$dir/inside:inside" --out "$dir/out" -- bash inside
}

# shows FILE PATTERN: FILE, what the guest said, has a line like PATTERN
shows() {
	grep -qE -- "$2" "$dir/out/$1" && return
	tail -n 40 "$dir/out/$1"
	return 1
}

installs() {
	shows installed '^status 0$' && shows installed '^install ok installed arm64$' && shows version "^flowbench $version\$"
}

refuses() {
	shows unmet '^status 1$' && shows unmet 'unmet depends on libc6 \(>= 99\)'
}

# The pings and their answers
answers() {
	shows why '^status 0$' && shows why '^connections: 1 tracked, 0 offloaded; of 10 packets forwarded ' &&
		shows why ' 1  not TCP, UDP or GRE: icmp '
}

passes() {
	shows answers '^status 0$' && [[ $(grep -c '^ok ' "$dir/out/answers") == 26 ]] && ! grep '# SKIP' "$dir/out/answers"
}

# The page of the package is what the program of the other architecture says of itself.
same_page() {
	zcat "$dir/root/usr/share/man/man8/flowbench.8.gz" >"$dir/page" && [[ -s $dir/out/manual ]] &&
		awk 'NR == FNR { page = page $0 "\n"; next } { said = said $0 "\n" } END { exit !index(page, said) }' "$dir/page" "$dir/out/manual"
}

left_nothing() {
	shows purged '^Purging|^Removing flowbench' && ! grep '^/' "$dir/out/purged"
}

another_suite() {
	ends_apart 69 env SUITE=bullseye scripts/package/toolchain bullseye && [[ ! -s $dir/said ]] &&
		[[ $(grep -v ' failed$' "$dir/err") == "flowbench: package/toolchain: suite 'bullseye' has no "*", which building packages for arm64 needs" ]]
}

ktap_plan 14
check "make deb for arm64 succeeds, and lintian finds nothing" deb 1
check "make deb a second time" deb 2
check "both give the same bytes" diff -r "$dir/1" "$dir/2"
check "the program is of arm64, stripped and hardened, and its libraries have versions" built
check "dpkg for the guest, with its packages" database
check "the module is built of flowbench-dkms" module
check "a guest of arm64 runs it" guest
check "dpkg installs the package there, dependencies and all" installs
check "dpkg refuses a dependency that the suite does not have" refuses
check "flowbench why answers" answers
check "the test of flowbench why passes with the package" passes
check "the page is what the program says" same_page
check "nothing remains after the purge" left_nothing
check "a suite without such packages: one line" another_suite
ktap_end
