# proves: TCP that has moved megabytes on the fast path over IPv$V goes on, and nothing of it is invalid, after $1
# SPDX-License-Identifier: GPL-2.0
# for: 4 6
# fails: $2
# kind: route  | its route has changed | 5.10 the flow keeps the old route (commit e5075c0badaa)
# kind: flush  | its flowtable was deleted |
# kind: client | the client has closed |
# kind: server | the server has closed |
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	[[ $KIND != route ]] || offload_differs
	case $KIND in
	client | server) half_closed "$V" "${KIND::1}" ;;
	*) comes_back "$V" "$KIND" ;;
	esac
}
