# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The module attaches to tracepoints of the kernel by their names, as no kernel exports them. A tracepoint with other
# arguments than the module's probe is an error of the compiler. Each case is planted in a copy of the sources.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scratch
suite=$(<"$(scripts/kernel/get "$(fb_image_kernel)")/suite") || exit

# build [SED FILE]: builds what attaches to tracepoints, with FILE changed by SED; the compiler's words are in the file said
build() {
	rm -rf "$dir/src" && mkdir "$dir/src" && cp -r Kbuild kmod "$dir/src/" || return 1
	find "$dir/src" \( -name '*.o' -o -name '*.cmd' \) -delete
	if (($#)); then
		sed -E -i "$1" "$dir/src/$2" || return 1
		! cmp -s "$dir/src/$2" "$2" || { echo "nothing was changed in $2" && return 1; }
	fi
	# shellcheck disable=SC2016 # expanded by that shell
	scripts/kernel/in-toolchain --log "$dir/said" "$suite" "$dir/src" -- sh -c \
		'make -C /usr/src/linux-headers-*-amd64 M=$PWD kmod/ingress.o kmod/bench/drops.o'
}

builds() {
	build || { tail -n 20 "$dir/said" && return 1; }
}

# refused TRACEPOINT SED FILE: with this change the compiler names the check of the tracepoint
refused() {
	if build "$2" "$3"; then
		echo "it builds"
		return 1
	fi
	grep -q "error: passing argument 1 of .check_trace_callback_type_$1. from incompatible pointer type" "$dir/said" ||
		{ tail -n 20 "$dir/said" && return 1; }
}

only_by_attach() {
	! grep -rn 'tracepoint_probe_register' kmod --include='*.[ch]' | grep -v '^kmod/flowbench\.h:'
}

ktap_plan 5
check "the probes have the arguments of their tracepoints" builds
check "another argument of netif_receive_skb is an error" refused netif_receive_skb \
	's/(fb_packet_rx\(void \*data, )struct sk_buff \*skb/\1struct sk_buff *skb, int more/' kmod/ingress.c
check "another argument of kfree_skb is an error" refused kfree_skb \
	's/void \*location,([[:space:]]*\\)$/unsigned int location,\1/' kmod/compat/net/dropreason.h
check "another argument of consume_skb is an error" refused consume_skb \
	's/struct sk_buff \*skb, void \*location\)/void *location, struct sk_buff *skb)/' kmod/compat/net/dropreason.h
check "a probe is attached by fb_attach() only" only_by_attach
ktap_end
