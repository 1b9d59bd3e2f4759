# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The module is not built for a kernel with PREEMPT_RT: neither by Kbuild nor by DKMS. The headers are those of 6.12,
# with PREEMPT_RT set on make's command line.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
suite=$(<scripts/data/image.suite)

# builds LOG WORD…: builds the module in $dir/src, with make's arguments WORD
builds() {
	rm -rf "$dir/src" && mkdir "$dir/src" && cp -r Kbuild kmod "$dir/src" &&
		find "$dir/src" \( -name '*.o' -o -name '.*.cmd' \) -delete || return 2
	# shellcheck disable=SC2016 # expanded by that shell
	scripts/kernel/in-toolchain --log "$1" "$suite" "$dir/src" -- \
		sh -c 'make -C /usr/src/linux-headers-*-amd64 M="$PWD" "$@"' sh "${@:2}"
}

refused() {
	builds "$dir/log" CONFIG_PREEMPT_RT=y modules && { echo "it builds"; return 1; }
	grep -q 'flowbench does not build for a kernel with PREEMPT_RT: ' "$dir/log" && return
	tail -n 20 "$dir/log"
	return 1
}

nothing_built() {
	! find "$dir/src" -name '*.o' -o -name '*.ko' | grep .
}

# The same call without PREEMPT_RT begins to compile.
else_builds() {
	builds "$dir/log" kmod/main.o && [[ -s $dir/src/kmod/main.o ]] && return
	tail -n 20 "$dir/log"
	return 1
}

# DKMS sources the file, and looks for the word in the kernel's configuration.
passed_over() {
	local BUILD_EXCLUSIVE_CONFIG=''

	# shellcheck source=/dev/null
	. kmod/dkms.conf && [[ $BUILD_EXCLUSIVE_CONFIG == '!CONFIG_PREEMPT_RT' ]]
}

ktap_plan 4
check "a build for PREEMPT_RT is refused, with the reason" refused
check "nothing was compiled" nothing_built
check "a build for the same kernel without PREEMPT_RT compiles" else_builds
check "DKMS passes a kernel with PREEMPT_RT over" passed_over
ktap_end
