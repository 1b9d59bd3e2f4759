# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Settings from the environment: nothing in a value is executed, a value that is not one is refused
# with what is expected, and a list is read to its end, whatever white space is between its words.
# All before a machine boots.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

scratch
while IFS= read -r name; do unset "$name"; done < <(compgen -e | grep -xE '[A-Z_]+' | grep -vxE 'PATH|HOME|TMPDIR')
export KVM=0

# A copy in which no machine boots: vm/boot notes its arguments and ends with 9, what it would need
# is there.
tree=$dir/tree
mkdir -p "$tree/userspace"
cp -a scripts netns-lab kmod tests "$tree/" && cp -a userspace/data userspace/Makefile "$tree/userspace/" || exit 1
printf 'program:\n' >"$tree/userspace/Makefile"
for name in setup vm/image vm/module vm/program vm/qemu vm/plugin kernel/source kernel/build-modules; do
	printf '#!/bin/sh\necho "%s/file"\n' "$dir" >"$tree/scripts/$name"
done
printf '#!/bin/sh\nmkdir -p %q\necho 6.12 >%q/release\necho %q\n' "$dir/set" "$dir/set" "$dir/set" >"$tree/scripts/kernel/get"
printf '#!/bin/sh\nexit 1\n' | tee "$tree/scripts/vm/kvm-probe" >"$tree/scripts/kernel/archive"
printf '#!/bin/bash\nprintf "%%s|" "$@" >>%q\necho >>%q\nexit 9\n' "$dir/boots" "$dir/boots" >"$tree/scripts/vm/boot"
chmod +x "$tree"/scripts/vm/* "$tree"/scripts/kernel/get
printf '#!/bin/sh\ncase " $*" in *" --bogus"*) echo "flowbench: unknown option" >&2; exit 2; esac\n' >"$tree/userspace/flowbench"
chmod +x "$tree/userspace/flowbench"
# The source of a kernel
mkdir -p "$dir/file/tools/testing/selftests/netfilter" &&
	printf 'while getopts "o:l:" o\n' >"$dir/file/tools/testing/selftests/netfilter/nft_flowtable.sh"
export FLOWBENCH_CACHE=$dir/cache

# before STATUS PATTERN SCRIPT NAME=VALUE…: SCRIPT ends with STATUS and says PATTERN; no machine has
# booted
before() {
	rm -f "$dir/boots"
	ends_saying "$1" "$2" env "${@:4}" timeout 60 "$tree/scripts/$3" && [[ ! -e $dir/boots ]] && return
	printf '%s\n' "$*"
	cat "$dir/boots"
	return 1
}

# --- numbers and choices --------------------------------------------------------------------------
# refuses SCRIPT NAME…: SCRIPT refuses what is none of its values in the variable NAME, and executes
# nothing
refuses() {
	local name value

	for name in "${@:2}"; do
		for value in "a[\$(touch $dir/hit)]" $'1\n2' '1 '; do
			before 2 "^flowbench: $1: $name='[^']*': expected " "$1" KERNEL="${kernel:-6.12}" "$name=$value" || return 1
			[[ ! -e $dir/hit ]] || { printf '%s: %s was executed\n' "$1" "$name" && return 1; }
		done
	done
}

settings() {
	refuses run SMP KVM CABLES NIC CPU ESP NAT WHY && refuses bench SMP KVM CABLES NIC CPU JOBS PROFILE SKB FLOWS &&
		kernel=6.12,6.1 refuses compare SMP KVM CABLES SEED SEEDS EACH TRACE PROFILE MARGIN &&
		refuses history SMP KVM CABLES JOBS SEEDS PROFILE && refuses matrix SMP KVM CABLES JOBS && refuses validate SMP KVM JOBS STRICT &&
		refuses mutants SMP JOBS ALL && refuses selftest SMP KVM SEED TIMEOUT && refuses shell SMP KVM TOPOLOGY &&
		refuses dev/fuzz SECONDS_EACH RUNS JOBS ENGINE
}

bounds() {
	before 2 "SMP='256': expected a whole number from 1 to 255$" run SMP=256 && before 2 "SMP='0': expected" run SMP=0 &&
		before 2 "SMP='08': expected" run SMP=08 && before 2 "JOBS='99999999999999999999': expected a whole number from 1 to 9999$" \
		validate JOBS=99999999999999999999 && before 2 "JOBS='3': expected a whole number from 1 to 2$" mutants JOBS=3 &&
		before 2 "NAT='ipt': expected legacy or nft$" run NAT=ipt && before 2 "NIC='e1000': expected virtio, igb or veth$" run NIC=e1000 &&
		before 2 "TRACE='nowhere': expected a file$" run TRACE=nowhere && before 2 'TRACE and SCENARIO: one of them$' run TRACE=README.md SCENARIO=esp-gateway &&
		before 2 "ESP='\.\./esp/null-sha1': expected aes128gcm16 or null-sha1$" run ESP=../esp/null-sha1 &&
		before 2 "MARGIN='50': expected a percentage above 0 and below 50$" compare KERNEL=6.12,6.1 MARGIN=50
}

# The functions execute nothing, called before the check too.
in_functions() {
	SMP="a[\$(touch $dir/hit)]" bash -c '. scripts/lib.sh; fb_repeatable 6.12' >"$dir/said" 2>&1
	[[ ! -e $dir/hit ]] && ! says 'syntax error|unbound' >/dev/null || return 1
	NUMBER="a[\$(touch $dir/hit)]" ends_saying 2 'expected a whole number' bash -c '. scripts/lib.sh; fb_number NUMBER 1 9' && [[ ! -e $dir/hit ]] &&
		ends 0 bash -c '. scripts/lib.sh; fb_number NUMBER 7 9; [[ $FB_VALUE == 7 ]]; NUMBER=9; fb_number NUMBER 7 9; [[ $FB_VALUE == 9 ]]'
}

options() {
	local option

	for option in --smp --turns --seed --timeout; do
		FLOWBENCH_CACHE=/dev/null/x ends_saying 2 "$option 'a\[.*': expected a whole number from 1 to " scripts/vm/boot "$option" "a[\$(touch $dir/hit)]" -- true &&
			[[ ! -e $dir/hit ]] || return 1
	done
}

# --- lists ----------------------------------------------------------------------------------------
# Each list is read to its end: what is behind the end of a line or a form feed is refused if it is
# unknown.
to_the_end() {
	local space

	for space in $'\n' $'\r\n' $'\f'; do
		before 2 "check 'nonesuch': expected " validate CHECKS="kept$space"nonesuch && before 2 "check 'nonesuch': expected " history CHECKS="kept$space"nonesuch &&
			before 2 "path 'nonesuch': expected " bench PATHS="esp$space"nonesuch && before 2 "path 'nonesuch': expected " history PATHS="esp$space"nonesuch &&
			before 2 "path 'nonesuch': expected " compare KERNEL=6.12,6.1 PATHS="esp$space"nonesuch &&
			before 2 "mutant 'nonesuch': expected " mutants MUTANTS="gc-never$space"nonesuch && before 2 "kernel 'nonesuch': expected " matrix KERNELS="6.12$space"nonesuch &&
			before 2 "kernel 'nonesuch': expected " history KERNELS="6.12$space"nonesuch &&
			before 2 "scenario 'nonesuch': expected " matrix SCENARIOS="esp-gateway$space"nonesuch && before 2 "fuzzer 'nonesuch': expected " dev/fuzz FUZZ="alias$space"nonesuch ||
			return 1
	done
}

# boots PATTERN SCRIPT NAME=VALUE…: the command of a boot has PATTERN
boots() {
	rm -rf "$dir/boots" "$tree/out"
	env "${@:3}" timeout 60 "$tree/scripts/$2" >"$dir/said" 2>&1
	grep -qE -- "$1" "$dir/boots" && return
	cat "$dir/boots" "$dir/said"
	return 1
}

all_words() {
	boots '\|validate\|--part\|1/1\|--json\|out/validate.json\|kept-ttl\|ends-fin4\|$' validate JOBS=1 CHECKS=$'\nkept-ttl\n  ends-fin4\n' &&
		boots '\|--strict\|' validate JOBS=1 STRICT=1 CHECKS=kept-ttl && ! boots '\|--strict\|' validate JOBS=1 STRICT=0 CHECKS=kept-ttl >/dev/null &&
		boots '\|--flows\|1,1k\|--size\|60\|esp\|flowtable\|nat\|$' bench BENCH=$'--flows 1,1k\n--size 60' PATHS=$'esp\nflowtable,nat\n' &&
		boots '\|esp-gateway\|$' matrix KERNELS=$'6.12\n' SCENARIOS=$'esp-gateway\n'
}

# What a list of white space means is not clear; an empty one is the default.
empty() {
	before 2 "CHECKS=' \?': expected words" validate CHECKS=$' \n' && before 2 "PATHS=' ': expected words" bench PATHS=, &&
		before 2 "KERNELS=' ': expected words" matrix KERNELS=' ' && before 2 "MUTANTS='\?': expected words" mutants MUTANTS=$'\t' &&
		before 2 "FUZZ=' ': expected words" dev/fuzz FUZZ=' ' && before 2 "BENCH=' ': expected words" bench BENCH=' ' &&
		boots '\|out/validate.json\|$' validate JOBS=1 CHECKS=
}

# What goes to a program of the guest is checked on this machine.
passed_on() {
	before 2 '^flowbench: unknown option$' bench BENCH=--bogus && before 2 '^flowbench: unknown option$' bench JOBS=1 PATHS=esp BENCH='--labs 1 --bogus' &&
		boots '\|bench\|--json\|out/bench.json\|--labs\|1\|esp\|$' bench BENCH='--labs 1' PATHS=esp || return 1
	rm -f "$dir/boots"
	ends_saying 2 "selftest: '--bogus': expected options of nft_flowtable.sh, of which getopts has 'o:l:'" env KERNEL=6.12 "$tree/scripts/selftest" --bogus &&
		ends_saying 2 "selftest: '-o': expected options" env KERNEL=6.12 "$tree/scripts/selftest" -o &&
		ends_saying 2 "selftest: '-o 9000 x': expected options" env KERNEL=6.12 "$tree/scripts/selftest" -o 9000 x && [[ ! -e $dir/boots ]] &&
		! env KERNEL=6.12 "$tree/scripts/selftest" -o 9000 -l1500 >"$dir/said" 2>&1 && grep -q '|-o|9000|-l1500|$' "$dir/boots"
}

# Temporary files have a folder of their own.
temporary() {
	before 2 "bench: TMPDIR='/nonexistent': expected a folder that can be written to$" bench TMPDIR=/nonexistent &&
		before 2 "validate: TMPDIR='/dev/null': expected a folder" validate TMPDIR=/dev/null &&
		TMPDIR=/nonexistent ends 0 "$tree/scripts/validate" --help
}

# A word that is there twice counts once: two runs at once would write to one folder.
twice() {
	boots '\|esp-gateway\|$' matrix KERNELS='6.12 6.12' SCENARIOS='esp-gateway esp-gateway' && (($(wc -l <"$dir/boots") == 1)) &&
		boots '\|out/bench.json\|esp\|$' bench PATHS='esp,esp esp' || return 1
	mkdir -p "$dir/a" "$dir/b" && touch "$dir/a/bz" "$dir/b/bz" &&
		before 2 "two kernels have the name 'bz', and would have one folder" matrix KERNELS="$dir/a/bz $dir/b/bz" || return 1
	FB_WORDS=(a b a '' '*' b)
	(. scripts/lib/setting.sh && fb_once && [[ ${#FB_WORDS[@]} == 4 && ${FB_WORDS[3]} == '*' ]])
}

# --- refused before anything is installed ---------------------------------------------------------
# first STATUS PATTERN COMMAND…: COMMAND ends with STATUS and says PATTERN, and setup was not called
first() {
	rm -f "$dir/installed"
	ends_saying "$@" && [[ ! -e $dir/installed ]] && return
	printf '%s\n' "$*"
	return 1
}

sides() {
	local compare=$tree/scripts/compare status=0

	cp "$tree/scripts/setup" "$dir/setup" && printf '#!/bin/sh\ntouch %q\n' "$dir/installed" >"$tree/scripts/setup"
	first 2 "kernel 'nonesuch': expected " env KERNEL=6.12,nonesuch "$compare" && first 2 'two kernels are needed' env KERNEL=6.12, "$compare" &&
		first 2 'PATCH=/nowhere.*: no such file' env PATCH=/nowhere "$compare" && first 2 'BASE=/nowhere.*: no such file' env PATCH=/etc/passwd BASE=/nowhere "$compare" &&
		first 2 "TREE='/nowhere': expected a git tree" env TREE=/nowhere BASE=a "$compare" && first 2 'TREE= needs BASE=' env TREE="$tree" "$compare" &&
		git init -q "$dir/repository" && first 2 "revision '--output=x': expected " env TREE="$dir/repository" BASE=--output=x "$compare" &&
		first 2 "KERNEL='debug': its source is needed" env KERNEL=debug PATCH=/etc/passwd "$compare" &&
		first 2 "kernel 'nonesuch': expected " env KERNELS='6.12 nonesuch' "$tree/tests/run" guest || status=1
	cp "$dir/setup" "$tree/scripts/setup"
	return "$status"
}

# Without the archive no pattern means a kernel.
no_archive() {
	before 69 "the archive has no whole kernel '\*'" history && before 69 "no whole kernel '6\.12\.\*'" history KERNELS='6.12.*'
}

# For git bisect 2 is a bad revision, and 125 one to skip: what is wrong for all of them is neither.
bisects() {
	local bisect=("$tree/scripts/bisect" --path esp --max 1 --base HEAD)

	git init -q "$dir/bisected" && mkdir -p "$dir/a b" && cp -a scripts "$dir/a b/" || return 1
	ends_saying 128 "--kernel 'nonesuch': expected" env -C "$dir/bisected" "${bisect[@]}" --kernel nonesuch &&
		ends_saying 128 "SMP='x': expected" env -C "$dir/bisected" SMP=x "${bisect[@]}" &&
		ends_saying 128 'expected an absolute path' env -C "$dir/bisected" FLOWBENCH_CACHE=a "${bisect[@]}" &&
		ends_saying 128 'the clone lies in' env -C "$dir/bisected" "$dir/a b/scripts/bisect" --path esp --max 1
}

# What apt ends with is not a status of ours.
apt_fails() {
	mkdir -p "$dir/bin" && printf '#!/bin/sh\nexit 100\n' | tee "$dir/bin/apt-get" >"$dir/bin/sudo" && chmod +x "$dir/bin"/* &&
		cp scripts/setup "$tree/scripts/setup-itself" && echo no-such-package >>"$tree/scripts/data/host" &&
		ends_saying 1 'apt-get cannot read its package lists' env PATH="$dir/bin:$PATH" "$tree/scripts/setup-itself"
}

arguments() {
	ends_saying 2 'takes one option' scripts/setup --tests --deb && ends_saying 2 "tool 'order shellcheck': expected one of readme " scripts/dev/lint 'order shellcheck' &&
		ends_saying 2 'out needs a folder' scripts/dev/fuzz --out '' alias &&
		ends_saying 2 "out '/dev/null': expected a folder" scripts/vm/boot --out /dev/null -- true &&
		ends_saying 2 "nics '/': expected a file of NICs" scripts/vm/boot --nics / -- true && ends_saying 2 'wrong arguments' scripts/vm/cables &&
		ends_saying 2 "profile '$dir/no/x': expected a file in --out or in a folder" scripts/vm/boot --profile "$dir/no/x" -- true
}

# Only patterns that the help names
patterns() {
	before 2 "check 'kept\*': expected " validate CHECKS='kept*' && before 2 "check 'k': expected " history CHECKS=k && before 2 "check '\*': expected " history CHECKS='*' &&
		before 2 "check 'kept-': expected " validate CHECKS=kept- && before 2 "check 'lib': expected " validate CHECKS=lib &&
		before 2 "'6\.1\[0-9\]\*': expected kernels, and patterns of releases with \*" history KERNELS='6.1[0-9]*' &&
		before 2 "kernel '6\.1\?': expected " history KERNELS='6.1?' && before 2 "path 'esp\*': expected " bench PATHS='esp*' &&
		before 2 "mutant '\*': expected " mutants MUTANTS='*' && before 2 "scenario '\*': expected " matrix SCENARIOS='*' &&
		ends_saying 2 "fuzzer 'alias benchconf': expected " scripts/dev/fuzz 'alias benchconf'
}

# The defaults of all lists are read.
defaults() {
	boots '\|out/validate.json\|$' validate JOBS=1 && boots '\|bench\|' bench && boots '\|esp-gateway\|$' matrix && boots '\|validate\|' mutants &&
		boots '\|bench\|--json\|out/bench.json\|.*conntrack\|' compare KERNEL=6.12,6.1 TRACE=0
}

# --- what is removed or replaced ------------------------------------------------------------------
fuzz_out() {
	mkdir -p "$dir/mine/alias" "$dir/was/alias/corpus" && touch "$dir/mine/alias/letter" "$dir/was/alias/log" && ln -s "$dir/mine" "$dir/was/packet" || return 1
	ends_saying 2 "mine/alias' is not a result of a fuzzer, and would be removed" env CLANG=false scripts/dev/fuzz --out "$dir/mine" alias &&
		ends_saying 2 "was/packet' is not a result" env CLANG=false scripts/dev/fuzz --out "$dir/was" packet &&
		[[ -e $dir/mine/alias/letter ]] && ends 69 env CLANG=false scripts/dev/fuzz --out "$dir/was" alias
}

patch_names() {
	printf -- '--- a/net/$(id)/a.c\n+++ b/net/$(id)/a.c\n' >"$dir/patch"
	cat >"$tree/scripts/kernel/source" <<-END
		#!/bin/sh
		mkdir -p "$dir/linux"
		echo "$dir/linux"
	END
	printf 'bookworm\n' >"$dir/set/suite" && printf '/x\n' >"$dir/set/build" && printf '#!/bin/sh\necho %q\n' "$dir" >"$tree/scripts/kernel/toolchain" &&
		ends_saying 2 "'net/\\$\(id\)/a.c': expected a file of a kernel" "$tree/scripts/kernel/touched" 6.12 "$dir/patch"
}

ktap_plan 20
check "each setting of each script: what is not a value is refused" settings
check "bounds and choices are said" bounds
check "the functions execute nothing" in_functions
check "the numbers of vm/boot" options
check "each list is read to its end" to_the_end
check "all words of a list reach the guest" all_words
check "a list of white space is refused, an empty one is the default" empty
check "patterns that no help names are refused" patterns
check "the defaults of all lists" defaults
check "a word that is there twice counts once" twice
check "options of programs in the guest are checked before a machine boots" passed_on
check "a folder of temporary files that is not there" temporary
check "two sides that cannot be, and kernels of the tests, are refused first" sides
check "history without the archive" no_archive
check "bisect stops for what is wrong for each revision" bisects
check "arguments" arguments
check "apt fails" apt_fails
check "fuzz --out removes results of fuzzers only" fuzz_out
check "names in a patch" patch_names
check "an address of a package has one line" bash -c 'git init -q "$1/git" && cp -a scripts kmod "$1/git/" && cd "$1/git" && printf "#!/bin/sh\n" >scripts/setup &&
	git add scripts && git -c user.name=t -c user.email=t@localhost -c commit.gpgsign=false commit -qm t &&
	said=$(DEBFULLNAME="$(printf "a\nb")" scripts/dev/deb 2>&1); [[ $? == 2 && $said == *"DEBFULLNAME='"'"'a?b'"'"': expected one line"* ]]' bash "$dir"
ktap_end
