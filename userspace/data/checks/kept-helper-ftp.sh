# proves: a connection with a conntrack helper (FTP) is not offloaded; one without a helper is, under the same rules
# SPDX-License-Identifier: GPL-2.0
# why: helper
# needs: nf_conntrack_ftp
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip objects='ct helper files { type "ftp" protocol tcp; }' \
		before='tcp dport 21 ct state new ct helper set "files"'
	connect a tcp 10.0.2.2 21
	is ct "connections with the helper" = 1 "$(tracked helper=ftp)"
	is ct "offloaded connections" = 0 "$(offloaded dport=21)"
	kept a tcp
	connect b tcp 10.0.2.2 5000
	taken b tcp
}
