# SPDX-License-Identifier: GPL-2.0
#
# sender.pl ADDRESS: sends 300 bursts of 20 datagrams, and prints the most frequent
# duration of a burst in nanoseconds. Under icount a nanosecond is an instruction, so
# this is the cost of 20 datagrams without the interrupts between them.
use strict;
use warnings;
use Config;
use Socket;

my $room = "\0" x 16;

my $clock_gettime = $Config{archname} =~ /^aarch64/ ? 113 : 228;

# Calls clock_gettime(CLOCK_MONOTONIC_RAW) by number: perl-base has no module for it. CLOCK_MONOTONIC
# would add two fractions of a second, and a carry there costs five instructions more.
sub now {
	syscall($clock_gettime, 4, $room);
	my ($seconds, $ns) = unpack 'qq', $room;
	return $seconds * 1_000_000_000 + $ns;
}

socket my $socket, AF_INET, SOCK_DGRAM, 0 or die "socket: $!\n";
connect $socket, sockaddr_in(9, inet_aton($ARGV[0])) or die "connect: $!\n";

my %times;
my $payload = 'x' x 18;
for my $chunk (1 .. 300) {
	my $began = now();
	for (1 .. 20) {
		send $socket, $payload, 0 or die "send: $!\n";
	}
	$times{now() - $began}++;
}
my ($most) = sort { $times{$b} <=> $times{$a} || $a <=> $b } keys %times;
print "$most\n";
