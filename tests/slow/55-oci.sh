# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# make oci: an image is made, and podman runs a trace in it, without KVM.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
tag=flowbench:$(scripts/version)-trixie
file=$PWD/out/oci/flowbench-$(scripts/version)-trixie.tar

ktap_plan 4
for tool in buildah podman; do
	command -v "$tool" >/dev/null && continue
	for claim in "an image is made" "podman loads it" "make run ends in it" "nothing is left of it"; do skip "$claim" "$tool is missing"; done
	ktap_end
	exit
done
podman=(podman --storage-driver vfs --root "$dir/store" --runroot "$dir/run")

runs() {
	ends 0 "${podman[@]}" run --rm --cap-add SYS_ADMIN "$tag" make run && says '^flowbench: result: out/latest/'
}

nothing_left() {
	"${podman[@]}" rmi -q "$tag" >/dev/null && [[ -z $("${podman[@]}" images -q) ]]
}

check "an image is made" ends 0 make oci
check "podman loads it" ends 0 "${podman[@]}" load -q -i "$file"
check "make run ends in it" runs
check "nothing is left of it" nothing_left
ktap_end
