#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# capture.pl DEV hold|read: capture what passes DEV, with a raw packet socket. The socket holds a clone of each packet:
# "hold" never reads them, "read" frees each as soon as it comes. Prints a line when the capture has begun, and ends
# with the signal TERM.
use strict;
use warnings;

use constant { PF_PACKET => 17, SOCK_RAW => 3, ETH_P_ALL => 3, SOL_SOCKET => 1, SO_RCVBUFFORCE => 33,
	SIOCGIFINDEX => 0x8933 };

my ($dev, $way) = @ARGV;
die "usage: capture.pl DEV hold|read\n" unless @ARGV == 2 && $way =~ /^(hold|read)$/;

socket(my $sock, PF_PACKET, SOCK_RAW, unpack('n', pack('S', ETH_P_ALL))) or die "packet socket: $!\n";
# /sys shows the devices of the namespace that mounted it, which is not ours.
my $ifreq = pack('a16 x24', $dev);
ioctl($sock, SIOCGIFINDEX, $ifreq) or die "no device $dev: $!\n";
my $ifindex = unpack('x16 i', $ifreq);
setsockopt($sock, SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20) or die "SO_RCVBUFFORCE: $!\n";
bind($sock, pack('S n i S C C a8', PF_PACKET, ETH_P_ALL, $ifindex, 0, 0, 0, '')) or die "bind to $dev: $!\n";
$| = 1;
print "captures\n";
if ($way eq 'hold') {
	sleep(600);
} else {
	my $frame;

	while (defined(sysread($sock, $frame, 65536))) { }
}
