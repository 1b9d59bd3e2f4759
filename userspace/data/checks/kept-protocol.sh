# proves: a protocol that the flowtable does not know is not offloaded
# SPDX-License-Identifier: GPL-2.0
# why: protocol
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	flowtable ip match='ct state established'
	deaf client server
	from_client 1 proto=253 sport= dport=
	from_server 1 proto=253 sport= dport=
	begin
	from_client 10 proto=253 sport= dport=
	from_server 10 proto=253 sport= dport=
	finish
	is ct "connections" = 1 "$(tracked unknown)"
	is ct "offloaded connections" = 0 "$(offloaded)"
	all_slow 20
}
