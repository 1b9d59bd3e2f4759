# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make oci: what it refuses, and what a host without apt says of it. tests/slow/55-oci.sh makes an image and runs it.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch

# without PROGRAM…: makes $dir/bin, all programs of this machine but these
without() {
	local program

	rm -rf "${dir:?}/bin"
	mkdir "$dir/bin"
	find /usr/bin /usr/sbin /bin /sbin -maxdepth 1 ! -type d -exec ln -sf -t "$dir/bin" {} + 2>/dev/null
	for program; do rm -f "$dir/bin/$program"; done
}

# lacks PROGRAM: without it there is one line, and status 69
lacks() {
	without "$1"
	# Where this machine has no buildah; never through a link to it.
	[[ $1 == buildah || -e $dir/bin/buildah ]] || { printf '#!/bin/sh\n' >"$dir/bin/buildah" && chmod +x "$dir/bin/buildah"; }
	ends_saying 69 "an image needs $1, which is missing: install it, or load an image that was made elsewhere" \
		env PATH="$dir/bin" scripts/oci && (($(wc -l <"$dir/said") == 1))
}

# no_apt: setup names an image, and the packages
no_apt() {
	without apt-get dpkg-query
	ends_saying 1 "this machine has no apt: load an image that 'make oci' has made elsewhere .*or install by hand: .*mmdebstrap" \
		env PATH="$dir/bin" scripts/setup && (($(wc -l <"$dir/said") == 1))
}

ktap_plan 7
check "an argument is refused" ends_saying 2 'takes no argument' scripts/oci all
check "SUITE=sid is refused" ends_saying 2 "SUITE='sid'.*bookworm or trixie" env SUITE=sid scripts/oci
check "TESTS=2 is refused" ends_saying 2 "TESTS='2'" env TESTS=2 scripts/oci
check "another architecture is refused" ends_saying 2 "ARCH=arm64: an image is of this machine's architecture" env ARCH=arm64 scripts/oci
check "without mmdebstrap: one line" lacks mmdebstrap
check "without buildah: one line" lacks buildah
check "a host without apt is told of the image, and of the packages" no_apt
ktap_end
