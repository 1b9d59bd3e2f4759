#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# redirect.pl IFINDEX PATH: loads an XDP program that redirects each frame to this device, and pins it in a bpf file
# system. It needs no type information, so it works on each kernel.
use strict;
use warnings;
use Config;

use constant { SYS_BPF => $Config{archname} =~ /^aarch64/ ? 280 : 321, BPF_PROG_LOAD => 5, BPF_OBJ_PIN => 6, PROG_TYPE_XDP => 6, FUNC_REDIRECT => 23 };

my ($ifindex, $path) = @ARGV;
die "usage: redirect.pl IFINDEX PATH\n" unless @ARGV == 2 && $ifindex =~ /^[1-9][0-9]*$/;

# struct bpf_insn: code, registers, offset, immediate
my $insns = pack('(C C s l)*', 0xb7, 1, 0, $ifindex, 0xb7, 2, 0, 0, 0x85, 0, 0, FUNC_REDIRECT, 0x95, 0, 0, 0);
my $licence = "GPL\0";
my $load = pack('L L P P x24', PROG_TYPE_XDP, length($insns) / 8, $insns, $licence);
my $fd = syscall(SYS_BPF, BPF_PROG_LOAD, $load, length($load));
die "BPF_PROG_LOAD: $!\n" if $fd < 0;

my $name = "$path\0";
my $pin = pack('P L x4', $name, $fd);
die "BPF_OBJ_PIN $path: $!\n" if syscall(SYS_BPF, BPF_OBJ_PIN, $pin, length($pin)) < 0;
