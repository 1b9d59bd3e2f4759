# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# KVM mode, where there is no KVM: QEMU emulates a processor with SVM, and in that machine KVM runs as on a user's
# (tests/slow/kvm/inside). It has this machine's root, read-only. Both machines are of this machine's QEMU, and then of
# that of the image's suite, if that is another one. The outer machine's time is a count of instructions, so that no limit
# depends on this machine's load: that a figure is right cannot be shown, only that each step works and says what it is.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
command -v jq >/dev/null || { ktap_plan 1; skip "KVM in an emulated machine" "this machine lacks jq"; ktap_end; }
seconds=5400

# modules_of_outer: makes $dir/root, which has the modules of the outer machine
modules_of_outer() {
	local deb set release file

	set=$(scripts/kernel/get 6.12) && release=$(<"$set/release")
	deb=$(compgen -G "$(scripts/kernel/toolchain "$(awk '$1 == "6.12" { print $2 }' scripts/data/kernels)")/packages/linux-image-$release"_*.deb) || return 1
	mkdir -p "$dir/deb" "$dir/tree"
	dpkg-deb -x "$deb" "$dir/deb"
	[[ ! -d $dir/deb/usr/lib/modules ]] || ln -sfn usr/lib "$dir/deb/lib"
	depmod -b "$dir/deb" "$release"
	modprobe -d "$dir/deb" -S "$release" --show-depends -a virtio_pci 9pnet_virtio 9p overlay kvm_amd |
		awk '$1 == "insmod" { print $2 }' | sort -u | while read -r file; do
		install -D -m 644 -t "$dir/tree/lib/modules/$release/kernel" -- "$file"
	done
	cp -- "$dir"/deb/lib/modules/"$release"/modules.{builtin,builtin.modinfo,order} "$dir/tree/lib/modules/$release/"
	depmod -b "$dir/tree" "$release"
	# The image's /lib is a link.
	mkdir -p "$dir/root/usr"
	mv -- "$dir/tree/lib" "$dir/root/usr/lib"
	install -m 755 -- tests/slow/kvm/init "$dir/root/init.outer"
}

# outer CPU COMMAND…: runs COMMAND in a machine whose processor has these features; its output is in $dir/serial
outer() {
	local cpu=$1 without_kvm='' environment top=$PWD home=$HOME cache=${XDG_CACHE_HOME:-} command status
	shift

	[[ $cpu == *+svm* ]] || without_kvm=1
	environment=("HOME=$HOME" "PATH=${path:+$path:}$PATH" TERM=dumb LC_ALL=C "XDG_CACHE_HOME=${XDG_CACHE_HOME:-}" "TMPDIR=/tmp")
	command=("$@")
	declare -p without_kvm environment top home cache command >"$dir/root/outer"
	(cd "$dir/root" && find . | cpio -o -H newc --quiet) >"$dir/more.cpio"
	cat -- "$(scripts/vm/image)" "$dir/more.cpio" >"$dir/initrd" || return 1
	: >"$dir/serial"
	setpriv --pdeathsig TERM timeout --kill-after=5 "$seconds" "$qemu" -nodefaults -no-user-config -display none -no-reboot -m 8192 -nic none \
		-accel tcg,thread=single -icount shift=0,sleep=off -cpu "$cpu" -kernel "$(scripts/kernel/get 6.12)/vmlinuz" -initrd "$dir/initrd" \
		-append "console=ttyS0 panic=-1 quiet rdinit=/init.outer" -serial "file:$dir/console" -serial "file:$dir/serial" \
		-fsdev "local,id=root,path=/,security_model=none,readonly=on" -device virtio-9p-pci,fsdev=root,mount_tag=host \
		</dev/null >"$dir/qemu" 2>&1 || cat "$dir/qemu"
	status=$(sed -n 's/^status \([0-9]*\)$/\1/p' "$dir/serial")
	sed -i '/^status [0-9]*$/d' "$dir/serial"
	return "${status:-200}"
}

# What is built there would take an emulated compiler: it is made here.
made() {
	make -s userspace >/dev/null && scripts/vm/image && scripts/vm/module 6.12 && scripts/vm/program &&
		scripts/kernel/build-modules 6.12 tests/patches/comment.patch && modules_of_outer
}

none() {
	# shellcheck disable=SC2016 # expanded in that machine
	outer max,-svm bash -c 'scripts/vm/kvm-probe "$(scripts/kernel/get 6.12)/vmlinuz"; echo "probe $?"; ls /dev/kvm' || true
	cat "$dir/serial"
	grep -qx 'probe 1' "$dir/serial"
}

if ! made >"$dir/made" 2>&1; then
	tail -n 5 "$dir/made"
	exit 1
fi

# tried NUMBER: all of it with $qemu, whose directory is $path if it is not this machine's own; NUMBER results were there before
tried() {
	local status=0 seen version

	version=$("$qemu" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p')
	outer max,+svm,+npt bash tests/slow/kvm/inside "$version" || status=$?
	grep -E '^(ok|not ok|#|  )' "$dir/serial" >"$dir/results" || cat "$dir/serial" "$dir/console"
	awk -v before="$1" -v qemu="$version" '/^(ok|not ok) / { sub(/[0-9]+ - /, ++nr + before " - QEMU " qemu ": ") } { print }' "$dir/results"
	seen=$(grep -cE '^(ok|not ok) ' "$dir/results")
	if none; then
		echo "ok $(($1 + 7)) - QEMU $version: without SVM the probe says no"
	else
		echo "not ok $(($1 + 7)) - QEMU $version: without SVM the probe says no"
		status=1
	fi
	((status == 0 && seen == 6))
}

newer=$(scripts/vm/qemu turns) || newer=''
failed=0 path='' qemu=qemu-system-x86_64
printf 'TAP version 13\n1..%d\n' $(($([[ $newer == */* ]] && echo 2 || echo 1) * 7))
tried 0 || failed=1
if [[ $newer == */* ]]; then
	path=${newer%/*} qemu=$newer
	tried 7 || failed=1
fi
exit "$failed"
