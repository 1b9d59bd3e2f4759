#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# capture.pl DEV hold|read [SPORT]: capture what passes DEV, with a raw packet socket; with SPORT only what IPv4
# without options carries from this port. The socket holds a clone of each packet: "hold" never reads them, "read"
# frees each as soon as it comes. Prints a line when the capture has begun, and ends with the signal TERM.
use strict;
use warnings;

use constant { PF_PACKET => 17, SOCK_RAW => 3, ETH_P_ALL => 3, SOL_SOCKET => 1, SO_ATTACH_FILTER => 26,
	SO_RCVBUFFORCE => 33, SIOCGIFINDEX => 0x8933 };

my ($dev, $way, $port) = @ARGV;
die "usage: capture.pl DEV hold|read [SPORT]\n" unless @ARGV >= 2 && @ARGV <= 3 && $way =~ /^(hold|read)$/;

socket(my $sock, PF_PACKET, SOCK_RAW, unpack('n', pack('S', ETH_P_ALL))) or die "packet socket: $!\n";
# /sys shows the devices of the namespace that mounted it, which is not ours.
my $ifreq = pack('a16 x24', $dev);
ioctl($sock, SIOCGIFINDEX, $ifreq) or die "no device $dev: $!\n";
my $ifindex = unpack('x16 i', $ifreq);
setsockopt($sock, SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20) or die "SO_RCVBUFFORCE: $!\n";
if (defined $port) {
	# ldh [34]; jeq PORT; ret all; ret nothing. A packet that the filter refuses is not cloned.
	my $filter = join('', map { pack('S C C L', @$_) } [0x28, 0, 0, 34], [0x15, 0, 1, $port], [6, 0, 0, 0xffff],
		[6, 0, 0, 0]);

	setsockopt($sock, SOL_SOCKET, SO_ATTACH_FILTER, pack('S x6 P', 4, $filter)) or die "SO_ATTACH_FILTER: $!\n";
}
bind($sock, pack('S n i S C C a8', PF_PACKET, ETH_P_ALL, $ifindex, 0, 0, 0, '')) or die "bind to $dev: $!\n";
$| = 1;
print "captures\n";
if ($way eq 'hold') {
	sleep(600);
} else {
	my $frame;

	while (defined(sysread($sock, $frame, 65536))) { }
	die "sysread: $!\n";
}
