# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `make deb`: the same commit gives the same bytes, and lintian finds nothing. Both packages are installed in a bare
# bookworm and a bare trixie, where DKMS builds the module for the installed headers. The module's package alone is
# installed in the suites of the other kernels. After a purge nothing remains.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
export PATH=$PATH:/usr/sbin:/sbin
version=$(scripts/version)

# The script that runs in the bare system, as root. It records to /root/said.
inside() {
	cat <<-'END'
		set -e
		exec 3>/root/said
		export DEBIAN_FRONTEND=noninteractive
		apt-get -q -y --no-install-recommends install linux-headers-amd64 dkms
		kernel=$(basename "$(dirname "$(echo /lib/modules/*/build)")")
		echo "kernel $kernel" >&3
		apt-get -q -y --no-install-recommends install /root/*.deb
		dkms status | sed 's/^/dkms /' >&3
		module=$(find /lib/modules/ -name 'flowbench.ko*')
		echo "module $module" >&3
		echo "vermagic $(modinfo -F vermagic "$module")" >&3
		echo "version $(modinfo -F version "$module")" >&3
		if command -v flowbench; then
			echo "program $(flowbench --version)" >&3
			flowbench list | sed 's/^/list /' >&3
			flowbench validate --list | sed 's/^/checks /' >&3
		fi
		apt-get -q -y purge '?name(^flowbench)'
		find / -xdev -name '*flowbench*' ! -path '/root/*' ! -path '/proc/*' ! -path '/var/cache/*' |
			sed 's/^/left /' >&3
		echo end >&3
	END
}

# bare SUITE PACKAGE…: makes a bare system, installs and purges the packages there, and removes the system
bare() {
	local suite=$1 package hooks=() own=()
	shift

	for package in "$@"; do
		hooks+=(--customize-hook="upload '$package' '/root/${package##*/}'")
	done
	scripts/kernel/mirror --options >"$dir/apt.conf"
	scripts/kernel/mirror "$suite" >"$dir/sources.list"
	local sources=()
	[[ ! -s $dir/sources.list ]] || sources=("$dir/sources.list")
	inside >"$dir/inside"
	# Mounts of root end with the mount namespace, also after an error. Other users have such a namespace anyway.
	((EUID == 0)) && unshare --mount true && own=(unshare --mount --propagation private)
	# The terminal that dpkg opened may still be open when the file system is unmounted.
	# shellcheck disable=SC2016 # expanded by mmdebstrap's shell
	TMPDIR=$dir "${own[@]}" mmdebstrap --variant=apt --format=null --aptopt="$dir/apt.conf" --aptopt='Acquire::Languages "none"' \
		--aptopt='Dpkg::Use-Pty "0"' "${hooks[@]}" --customize-hook="upload '$dir/inside' /root/inside" \
		--customize-hook='chroot "$1" sh /root/inside' \
		--customize-hook="download /root/said '$dir/$suite'" "$suite" /dev/null "${sources[@]}" \
		>"$dir/log" 2>&1 </dev/null || { tail -n 20 "$dir/log" && return 1; }
}

# said SUITE PATTERN
said() {
	grep -q -- "$2" "$dir/$1" && return
	printf 'nothing like: %s\n' "$2"
	grep -v '^checks ' "$dir/$1"
	return 1
}

# built SUITE KERNEL: DKMS installed the module beside that kernel's modules, and it was built for that kernel
built() {
	local kernel

	kernel=$(sed -n 's/^kernel //p' "$dir/$1")
	[[ $kernel == "$2".* ]] || { printf 'kernel %s is no %s\n' "$kernel" "$2" && return 1; }
	said "$1" "^dkms flowbench[/, ]*$version, $kernel, x86_64: installed" &&
		said "$1" "^module /lib/modules/$kernel/updates/dkms/flowbench\.ko" && said "$1" "^vermagic $kernel " &&
		said "$1" "^version $version\$"
}

left_nothing() {
	said "$1" '^end$' && ! grep '^left ' "$dir/$1"
}

# deb NAME: builds the packages, in $dir/NAME
deb() {
	scripts/dev/deb >"$dir/paths" 2>"$dir/log" || { cat "$dir/log" && return 1; }
	mkdir "$dir/$1" && xargs -a "$dir/paths" cp -t "$dir/$1" && (($(wc -l <"$dir/paths") == 2))
}

works() {
	said "$1" "^program flowbench $version\$" && said "$1" '^list esp-gateway ' && said "$1" '^checks kept-ttl '
}

ktap_plan 17
check "make deb succeeds, and lintian finds nothing" deb 1
check "make deb a second time" deb 2
check "both give the same bytes" diff -r "$dir/1" "$dir/2"
while read -r kernel suite; do
	[[ $kernel =~ ^[0-9] ]] || continue
	case $suite in
	bookworm | trixie) packages=("$dir"/1/*.deb) ;;
	*) packages=("$dir"/1/flowbench-dkms_*.deb) ;;
	esac
	check "$suite: the packages are installed and purged" bare "$suite" "${packages[@]}"
	check "$suite: DKMS built the module for $kernel" built "$suite" "$kernel"
	[[ $suite != bookworm && $suite != trixie ]] || check "$suite: the program works" works "$suite"
	check "$suite: nothing remains after the purge" left_nothing "$suite"
done <scripts/data/kernels
ktap_end
