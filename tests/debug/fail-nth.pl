#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# fail-nth.pl [OPTION...] KIND ARGUMENT...: does one operation again and again, and each time the Nth allocation
# in it fails, for N = 1, 2, 3 ... until one time nothing was left to fail. A line for each N, with tabs between:
#	N  errno's name or 0  after it, without a failure: again or what went wrong  the stack that it failed on
# The stack is "function<its caller<...", from where the failure was injected outwards.
#
# Kinds: read FILE, write FILE TEXT [FILE to read then], insmod FILE, rmmod NAME, link add|up|del NAME
# Options:
#	--below FUNCTION  only what this function of the module asks for, and what is asked for on its behalf
#	--any             in any task and any context, from BYTES of such allocations on: N is in bytes, see @spaces
#	--undo FILE=TEXT  written after each time, and before the first
#	--undo rmmod=NAME, insmod=FILE, del=NAME, add=NAME, down=NAME
#	--says FILE=REGEX what FILE must say after each failure
#	--faster          N = 1, 2, 3, 5, 8, 12 ...: for what takes long
#	--times N         with --any: so many of them, not one
#	--must            what fails below must be an error
#	--through NAME    only what a function of the kernel asks for below is refused
#	--on FILE=REGEX   what FILE must say when it has succeeded all the same
#	--there DIR=N     so many files must be below DIR when it has succeeded all the same
#	--max N           no further than this
#	--dry             no page for per-CPU memory, of which BPF's maps have taken all pieces of 32 KiB, then of 16 KiB,
#	                  and so on until what --below names is refused. One time only.
use strict;
use warnings;
no warnings 'portable';
use Config;
use Errno;
use Fcntl qw(O_RDONLY O_WRONLY O_RDWR);
use POSIX ();

my $attrs = '/sys/kernel/debug';
my $tracing = '/sys/kernel/tracing';
my @spaces = (0, 600, 3000, 20000, 100000, 150000);
my %syscall = (finit_module => 313, delete_module => 176, bpf => 321);
%syscall = (finit_module => 273, delete_module => 106, bpf => 280) if $Config{archname} =~ /^aarch64/;
my %opt = (undo => [], says => [], max => 3000, times => 1);

while (@ARGV && $ARGV[0] =~ s/^--//) {
	my $name = shift;

	if ($name =~ /^(any|dry|faster|must)$/) { $opt{$name} = 1 }
	elsif ($name =~ /^(undo|says)$/) { push @{$opt{$name}}, shift }
	elsif ($name =~ /^(below|max|times|there|on|through)$/) { $opt{$name} = shift }
	else { die "unknown option --$name\n" }
}
my ($kind, @args) = @ARGV;
my $does_with_less = qr/<allocate_slab<|alloc_pages_bulk<(alloc_pages_bulk_array_mempolicy<)?__vmalloc|
	<kmemleak_scan_area<|kmalloc_large_node<.*__kvmalloc_node</x;

sub put {
	my ($file, $text) = @_;

	sysopen(my $f, $file, O_WRONLY) or return 0 + $!;
	my $n = syswrite($f, $text);
	my $errno = defined($n) ? 0 : 0 + $!;
	close($f);
	return $errno;
}

sub get {
	my ($file) = @_;
	my ($text, $buf, $n) = ('');

	sysopen(my $f, $file, O_RDONLY) or return (0 + $!, '');
	$text .= $buf while $n = sysread($f, $buf, 65536);
	my $errno = defined($n) ? 0 : 0 + $!;
	close($f);
	return ($errno, $text);
}

sub errno_name {
	my ($errno) = @_;

	return 0 if !$errno;
	local $! = $errno;
	for (keys %!) { return $_ if $!{$_} && $_ !~ /^(EWOULDBLOCK|EDEADLOCK|ENOTSUP)$/ }
	return $errno;
}

# --- rtnetlink: a link of the module's kind --------------------------------------------------------
my $netlink;

sub attr {
	my ($type, $data) = @_;

	return pack('SSa*x![4]', 4 + length($data), $type, $data);
}

sub link_request {
	my ($what, $name) = @_;
	# RTM_NEWLINK or RTM_DELLINK; IFF_UP; IFLA_IFNAME; IFLA_LINKINFO with IFLA_INFO_KIND
	my $up = $what eq 'up' ? 1 : 0;
	my $body = pack('CxSlLL', 0, 0, 0, $up, $what eq 'up' || $what eq 'down' ? 1 : 0);

	$body .= attr(3, "$name\0");
	$body .= attr(18, attr(1, "flowbench_sink\0")) if $what eq 'add';
	# NLM_F_REQUEST | NLM_F_ACK, and NLM_F_CREATE | NLM_F_EXCL for a new one
	my $flags = $what eq 'add' ? 0x605 : 5;
	my $head = pack('LSSLL', 16 + length($body), $what eq 'del' ? 17 : 16, $flags, 1, 0);

	if (!$netlink) {
		socket($netlink, 16, 3, 0) or die "netlink: $!\n";
	}
	return $head . $body;
}

sub link_do {
	my ($message) = @_;
	my $answer = "\0" x 4096;

	defined(send($netlink, $message, 0)) or return 0 + $!;
	defined(recv($netlink, $answer, 4096, 0)) or return 0 + $!;
	return -unpack('l', substr($answer, 16, 4));
}

# --- the operation: everything that it needs is there before something can fail -------------------
sub operation {
	my ($kind, @args) = @_;

	if ($kind eq 'read') { return sub { (get($args[0]))[0] } }
	if ($kind eq 'write') {
		my $text = "$args[1]\n";

		$text =~ s/ /\n/g if $args[0] =~ /config$/;
		return sub { put($args[0], $text) || ($args[2] ? (get($args[2]))[0] : 0) };
	}
	if ($kind eq 'insmod') {
		my $options = '';

		return sub {
			sysopen(my $f, $args[0], O_RDONLY) or return 0 + $!;
			return syscall($syscall{finit_module}, fileno($f), $options, 0) == 0 ? 0 : 0 + $!;
		};
	}
	if ($kind eq 'rmmod') {
		my $name = $args[0];

		return sub { syscall($syscall{delete_module}, $name, 0) == 0 ? 0 : 0 + $! };
	}
	if ($kind eq 'link') {
		my $message = link_request(@args);

		return sub { link_do($message) };
	}
	die "unknown kind '$kind'\n";
}

my $do = operation($kind, @args);
my @undo = map {
	my ($what, $value) = split(/=/, $_, 2);

	$what =~ /^(rmmod|insmod)$/ ? operation($what, $value) :
	$what =~ /^(del|add|down|up)$/ ? operation('link', $what, $value) : operation('write', $what, $value);
} @{$opt{undo}};

# --- what fails, and where it has ----------------------------------------------------------------
my ($offset, $size, $text_was, @symbols);

# From where to where a function is: FUNCTION\t[flowbench] is one of the module.
sub find_function {
	my ($name, @all) = @_;
	my ($at, $end);

	for (@all) {
		$at //= hex($1) if /^(\S+) [tT] \Q$name\E(\.(constprop|isra|part)\.\d+)*(\s.*)?$/;
		last if $at;
	}
	die "no function '$name'\n" if !$at;
	for (@all) {
		my $other = hex(substr($_, 0, 16));

		$end = $other if $other > $at && (!$end || $other < $end);
	}
	return ($at, $end);
}

sub range {
	my ($what, $from, $to) = @_;

	for_both("$what-start", sprintf('0x%x', $from));
	for_both("$what-end", sprintf('0x%x', $to));
}

# A module that is not there will be where it was.
sub module_text {
	my ($errno, $text) = get('/sys/module/flowbench/sections/.text');

	chomp($text);
	return $text_was = $errno ? $text_was : hex($text);
}

# What is asked for by those who watch is left alone; a function of the module is found by its place in the
# module's text, of which it is asked each time where it is.
sub find_functions {
	open(my $f, '<', '/proc/kallsyms') or die "kallsyms: $!\n";
	chomp(my @all = <$f>);
	my @kernel = grep { !/\t/ } @all;

	range('reject', find_function('__alloc_object', @kernel)) if grep { / __alloc_object$/ } @kernel;
	return if !$opt{below};
	my $text = module_text();
	my @own = grep { /\t\[flowbench\]/ } @all;
	my ($at, $end) = find_function($opt{below}, @own);

	($offset, $size) = ($at - $text, $end - $at);
	@symbols = sort { $a->[0] <=> $b->[0] } map { /^(\S+) [tT] ([^\s.]+)/ ? [hex($1) - $text, $2] : () } @own;
	$opt{through} = 'pcpu_populate_chunk' if $opt{dry};
	range('require', find_function($opt{through}, @kernel)) if $opt{through};
}

# The function of a module that has gone; what lies behind its text was for its init.
sub symbol {
	my ($address) = @_;
	my ($place, $found) = ($address - ($text_was // 0), sprintf('0x%x', $address));

	return $found if !@symbols;
	for (@symbols) {
		last if $_->[0] > $place;
		$found = $_->[1];
	}
	return $place > $symbols[-1]->[0] + 0x10000 ? 'init' : $found;
}

sub for_both {
	my ($key, $value) = @_;

	put("$attrs/$_/$key", $value) for 'failslab', 'fail_page_alloc';
}

sub no_trace {
	for ('slab', 'page') {
		put("$tracing/events/fault/$_/enable", 0);
		put("$tracing/events/fault/$_/trigger", '!stacktrace if failed != 0');
		put("$tracing/kprobe_events", "-:fault/$_");
	}
}

sub setup {
	for_both('ignore-gfp-wait', 'N');
	for_both('verbose', 0);
	for_both('stacktrace-depth', 32);
	for_both('task-filter', 'N');
	for_both('interval', 1);
	for_both('probability', 0);
	put("$attrs/fail_page_alloc/ignore-gfp-highmem", 'N');
	put("$attrs/fail_page_alloc/min-order", 0);
	range('require', 0, 0xffffffffffffffff);
	range('reject', 0, 0);

	# Who was told that there is none: by the return of the two functions that say so.
	no_trace();
	for ('r:fault/slab should_failslab failed=$retval:s32', 'r:fault/page should_fail_alloc_page failed=$retval:u8') {
		open(my $f, '>>', "$tracing/kprobe_events") or die "kprobe_events: $!\n";
		syswrite($f, $_) or die "$_: $!\n";
		close($f);
	}
	for ('slab', 'page') {
		put("$tracing/events/fault/$_/filter", 'failed != 0');
		put("$tracing/events/fault/$_/trigger", 'stacktrace if failed != 0');
		put("$tracing/events/fault/$_/enable", 1);
	}
}

# The first refusal, or the first below that function.
sub stack {
	my ($errno, $text) = get("$tracing/trace");

	for (split(/<stack trace>/, $text)) {
		my @names;

		while (/^ => (\S+?)(?:\+\S+)?$/mg) {
			my $name = $1;

			$name = symbol(hex($name)) if $name =~ /^0x/;
			next if $name =~ /^(kretprobe_|arch_rethook|rethook_|ftrace_|__kretprobe|__do_sys_|__se_sys_)/;
			$name =~ s/_noprof$//;
			push @names, $name;
		}
		pop @names while @names && $names[-1] =~
			/^(entry_SYSCALL|do_syscall|x64_sys|__x64_sys|ret_from_fork|kthread$|asm_)/;
		my $stack = join('<', @names);

		return $stack if $stack ne '' && (!$opt{dry} || $stack =~ /<\Q$opt{below}\E</);
	}
	return '';
}

# --- per-CPU memory ------------------------------------------------------------------------------
sub refuse_pages {
	my ($yes) = @_;

	put("$attrs/fail_page_alloc/times", -1);
	put("$attrs/fail_page_alloc/space", 0);
	put("$attrs/fail_page_alloc/probability", $yes ? 100 : 0);
}

# Maps of one entry of so many bytes a processor, until there is no place for one more. Kept open, they stay.
sub fill {
	my ($bytes) = @_;
	# BPF_MAP_CREATE of a BPF_MAP_TYPE_PERCPU_ARRAY: type, size of a key, of a value, entries
	my $map = pack('LLLLx56', 6, 4, $bytes, 1);
	my @maps;

	while ((my $fd = syscall($syscall{bpf}, 0, $map, length($map))) >= 0) { push @maps, $fd }
	die "after ", scalar(@maps), " maps of $bytes bytes: ", errno_name(0 + $!), "\n" if errno_name(0 + $!) ne 'ENOMEM';
	return @maps;
}

# The operation, with less and less per-CPU memory. What it asks for first must be smaller than what is to be refused,
# or be refused as well; else there is nothing that is refused below.
sub dry {
	my ($bytes, $errno, @maps) = (32768);

	refuse_pages(1);
	for (; $bytes >= 8; $bytes /= 2) {
		push @maps, fill($bytes);
		arm();
		$errno = $do->();
		last if stack() ne '';
		undo_all() if !$errno && $bytes > 8;
	}
	refuse_pages(0);
	POSIX::close($_) for @maps;
	return $errno;
}

# --- the loop ------------------------------------------------------------------------------------
sub undo_all {
	my $said = '';

	for (@undo) { my $errno = $_->(); $said .= ' undo:' . errno_name($errno) if $errno }
	return $said;
}

sub arm {
	if ($opt{below} && !$opt{through}) {
		my $text = module_text();

		range('require', $text + $offset, $text + $offset + $size);
	}
	# Opened to be cut off, it is emptied.
	open(my $f, '>', "$tracing/trace");
}

sub once {
	my ($n) = @_;
	my ($errno, $hit);

	arm();
	if ($opt{dry}) {
		$errno = dry();
	} elsif ($opt{any}) {
		for_both('times', $opt{times});
		for_both('space', $n);
		for_both('probability', 100);
		$errno = $do->();
		for_both('probability', 0);
	} else {
		my $left = "\0" x 16;

		# It cannot be read twice without being opened again, for which there is no memory then.
		sysopen(my $nth, '/proc/self/fail-nth', O_RDWR) or die "fail-nth: $!\n";
		syswrite($nth, "$n");
		$errno = $do->();
		sysread($nth, $left, 16);
		syswrite($nth, '0');
		$hit = $left =~ /^0/;
	}
	range('require', 0, 0xffffffffffffffff) if $opt{below} && !$opt{through};
	my $stack = stack();
	$hit = $stack ne '' if $opt{any} || $opt{dry};
	return ($errno, $hit, $stack);
}

setup();
find_functions();
undo_all();
$| = 1;
my ($n, $repeated, $last) = (1, 0, '');
while ($n <= $opt{max}) {
	my $amount = $opt{any} ? shift(@spaces) : $n;

	last if !defined($amount);
	my ($errno, $hit, $stack) = once($amount);
	if (!$hit) {
		print "end\t", errno_name($errno), "\t", $n - 1, "\t\n" if !$opt{any};
		undo_all() if !$errno;
		next if $opt{any} && $n++;
		last;
	}
	my $after = '';
	# What was asked for is done, and only the answer could not be had: one refusal a time.
	$errno = 0 if $kind eq 'link' && !$opt{dry} && $stack =~ /<netlink_ack</;
	for (@{$opt{says}}) {
		my ($file, $regex) = split(/=/, $_, 2);
		my $text = (get($file))[1];

		$after .= " $file does not say $regex" if $errno && $text !~ /$regex/m;
	}
	if ($opt{on} && !$errno) {
		my ($file, $regex) = split(/=/, $opt{on}, 2);

		$after .= " on, $file does not say $regex" if (get($file))[1] !~ /$regex/m;
	}
	# A slab of many pages does with fewer, and so do areas of many; kmemleak looks through all of an object
	# then.
	$after .= ' no error' if $opt{must} && !$errno && $stack !~ /$does_with_less/;
	if ($opt{there} && !$errno) {
		my ($dir, $want) = split(/=/, $opt{there});
		my $found = grep { -f } glob("$dir/* $dir/*/*");

		$after .= " $found files of $want" if $found != $want;
	}
	$after .= undo_all() if !$errno;
	my $again = $do->();
	$after .= ' again:' . errno_name($again) if $again;
	$after .= undo_all() if !$again;
	print join("\t", $amount, errno_name($errno), $after || 'usable', $stack), "\n";
	last if $opt{dry};
	# A slab that is full takes a page beside: all that come later in this operation are one further off, this time.
	if (!$opt{any} && ($stack =~ /<allocate_slab</ ? $repeated < 2 : !$opt{faster} && $stack eq $last && !$repeated)) {
		$repeated++;
		next;
	}
	($repeated, $last) = (0, $stack);
	$n = $opt{faster} ? $n + 1 + int($n / 3) : $n + 1;
}
for_both('probability', 0);
no_trace();
