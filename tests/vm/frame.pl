#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# frame.pl DEV HEX...: sends each frame unchanged. HEX includes the link layer header.
use strict;
use warnings;

use constant { PF_PACKET => 17, SOCK_RAW => 3, MAC_LEN => 6 };

my ($dev, @frames) = @ARGV;
die "usage: frame.pl DEV HEX...\n" unless @frames;

open(my $file, '<', "/sys/class/net/$dev/ifindex") or die "no device $dev\n";
my $ifindex = <$file>;
close($file);

socket(my $sock, PF_PACKET, SOCK_RAW, 0) or die "packet socket: $!\n";
for my $hex (@frames) {
	my $frame = pack('H*', $hex);
	my $to = pack('S n i S C C a8', PF_PACKET, 0, $ifindex, 0, 0, MAC_LEN,
		      substr($frame, 0, MAC_LEN));
	defined(send($sock, $frame, 0, $to)) or die "send on $dev: $!\n";
}
