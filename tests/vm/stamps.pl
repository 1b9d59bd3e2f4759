#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# stamps.pl PORT: receive datagrams at PORT, and print the hardware timestamp of each, as 16 hexadecimal digits. A socket
# needs no right to ask for it. Prints a line when the socket is open, and ends with the signal TERM.
use strict;
use warnings;
use Config;
use integer;

use constant { AF_INET => 2, SOCK_DGRAM => 2, SOL_SOCKET => 1, SO_RCVBUF => 8, SO_TIMESTAMPING => 37,
	RAW_HARDWARE => 1 << 6, RECVMSG => $Config{archname} =~ /^aarch64/ ? 212 : 47 };

my ($port) = @ARGV;
die "usage: stamps.pl PORT\n" unless @ARGV == 1;

socket(my $sock, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
setsockopt($sock, SOL_SOCKET, SO_TIMESTAMPING, pack('i', RAW_HARDWARE)) or die "SO_TIMESTAMPING: $!\n";
setsockopt($sock, SOL_SOCKET, SO_RCVBUF, 1 << 20) or die "SO_RCVBUF: $!\n";
bind($sock, pack('S n N x8', AF_INET, $port, 0)) or die "bind: $!\n";
$| = 1;
print "listens\n";
for (;;) {
	my $data = "\0" x 2048;
	my $control = "\0" x 256;
	my $vector = pack('P Q', $data, length $data);
	my $header = pack('Q L x4 P Q P Q L x4', 0, 0, $vector, 1, $control, length $control, 0);

	next if syscall(RECVMSG, fileno($sock), $header, 0) < 0;
	# One header of 16 bytes, then three timespecs: by software, unused, by hardware.
	my ($len, $level, $type, @ts) = unpack('Q l l q6', $control);

	printf("%016x\n", $len && $level == SOL_SOCKET && $type == SO_TIMESTAMPING ?
		$ts[4] * 1000000000 + $ts[5] : 0);
}
