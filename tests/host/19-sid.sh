# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Where kernels move on: the module builds for the newest kernel of sid without a warning. And where no mount namespace can
# be had, as in a container without CAP_SYS_ADMIN: whatever a tool of that kernel wants is there, or the user gets one line.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
# A module whose build is not in the cache.
cp -r tests/debug/planted "$dir/fresh"
printf '/* built at %s */\n' "$EPOCHREALTIME" >>"$dir/fresh/planted.c"

# confined WITHOUT COMMAND…: runs COMMAND without these capabilities
confined() {
	setpriv --bounding-set="$1" --inh-caps="$1" "${@:2}"
}

one_line() {
	ends 1 confined -sys_admin scripts/vm/module sid "$dir/fresh" || return 1
	says 'kernel/in-tree: it failed where no mount namespace can be made' && says 'broken\.h' &&
		(($(wc -l <"$dir/said") <= 4)) && return
	cat "$dir/said"
	return 1
}

no_nodes() {
	mkdir -p "$dir/tree/build" "$dir/tree/dev"
	ends_saying 69 'neither a mount namespace nor a device node can be made here: CAP_SYS_ADMIN or CAP_MKNOD' \
		confined -sys_admin,-mknod scripts/kernel/in-tree "$dir/tree" /build -- true
}

ktap_plan 4
status=0
scripts/kernel/get sid >/dev/null 2>"$dir/said" || status=$?
if ((status == 69)); then
	for what in "builds" "builds without a mount namespace" "one line"; do skip "$what" "sid cannot be had"; done
else
	check "the module builds for $(scripts/kernel/resolve sid | cut -f 3), the newest kernel of sid" ends 0 scripts/vm/module sid
	if ((EUID == 0)); then
		check "a module builds for it without a mount namespace" ends 0 confined -sys_admin scripts/vm/module sid "$dir/fresh"
		printf '#include "broken.h"\n' >>"$dir/fresh/planted.c"
		check "one that does not build there: what failed, and one line" one_line
	else
		skip "a module builds for it without a mount namespace" "only root can lack one and build"
		skip "one that does not build there: what failed, and one line" "only root can lack one and build"
	fi
fi
if ((EUID == 0)); then
	check "without device nodes: one line, and status 69" no_nodes
else
	skip "without device nodes: one line, and status 69" "only root can lack them and build"
fi
ktap_end
