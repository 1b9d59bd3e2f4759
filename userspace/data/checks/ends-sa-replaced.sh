# proves: a flow uses a new SA at once and loses no packet
# SPDX-License-Identifier: GPL-2.0
# why: stale
# needs: xfrm_user esp4 authenc crypto_null hmac ?sha1 ?sha1_generic ecb
# shellcheck shell=bash
# shellcheck source=userspace/data/checks/lib.sh

check() {
	local i

	tunnel 4 null
	flowtable ip
	connect a udp 10.0.8.2 5000
	watch wire gw out0 out=1
	begin
	for i in 1 2 3 4 5; do
		t send a c2s 20 size=100
		is bytes "datagrams that arrived, of 20" = 20 "$(got got)"
		t clear wire
		rekey "$i"
		t send a c2s 20 size=100
		is bytes "datagrams that arrived with a new SA, of 20" = 20 "$(got got)"
		t seen wire proto=esp spi="0x100$i"
		is wire "packets of the new SA" = 20 "$(got n)"
	done
	finish
	closes
}

# rekey I: replaces the SA 0x1000 + I - 1 by the next one; the receiver gets the new SA first
rekey() {
	local node algorithms='enc ecb(cipher_null) "" auth-trunc hmac(sha1) 0x000102030405060708090a0b0c0d0e0f10111213 96'

	for node in server gw; do
		must ip_ $node -batch - <<-BATCH
			xfrm state add src 10.0.2.1 dst 10.0.2.2 proto esp spi 0x100$1 reqid 1 mode tunnel $algorithms
		BATCH
	done
	must ip_ gw xfrm state delete src 10.0.2.1 dst 10.0.2.2 proto esp spi "0x100$(($1 - 1))"
}
