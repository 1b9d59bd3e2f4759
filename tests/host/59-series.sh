# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A series is read in each form that git reads, applied in order, and refused with one line that names what is wrong. Nothing
# is built: the source is a small one.
# shellcheck disable=SC2016 # texts are expanded by the shell that they are for
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/series-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/series-lib.sh"

scratch
unset QUIET VERBOSE
export FLOWBENCH_CACHE=$dir/cache
series=scripts/kernel/series
repository || exit 1
git -C "$dir/linux" worktree add -q --detach "$dir/source" base || exit 1
formatted --stdout >"$dir/series.mbox" && formatted -o "$dir/patches" || exit 1
git -C "$dir/linux" diff base HEAD -- net >"$dir/whole"

# reads INPUT: series reads INPUT, and its list has the five mails in their order
reads() {
	rm -rf "$dir/read" && mkdir "$dir/read" && ends 0 $series read "$1" "$dir/read" || return 1
	cut -f 2,3,5 "$dir/read/list" | diff - <(printf '%s\t%s\t%s\n' 0/4 cover '*** SUBJECT HERE ***' 1/4 code "netfilter: flowtable: alpha adds two = more" \
		2/4 code "netfilter: flowtable: beta adds two = more" 3/4 none "docs: flowtable: more" 4/4 code "netfilter: flowtable: gamma adds two")
}

# sums: each sum is what git says between the source and that commit
sums() {
	local k

	ends 0 $series apply 6.12 "$dir/source" "$dir/read" || return 1
	for k in 1 2 4; do
		rm -rf "$dir/a" "$dir/b" && mkdir "$dir/a" "$dir/b" && git -C "$dir/linux" archive base net | tar -xf - -C "$dir/a" &&
			git -C "$dir/linux" archive "HEAD~$((4 - k))" net | tar -xf - -C "$dir/b" &&
			patch -s -d "$dir/a" -p1 --fuzz=0 -f <"$dir/read/total/$((k + 1))" >/dev/null
		diff -r "$dir/a/net" "$dir/b/net" || return 1
	done
}

# taken INPUT: reads, and the sum of all is that of git
taken() {
	reads "$1" && sums
}

maildir() {
	mkdir -p "$dir/maildir"/{cur,new,tmp} && git mailsplit -o"$dir/maildir/new" "$dir/series.mbox" >/dev/null && taken "$dir/maildir"
}

# As b4 am writes it: mboxrd, each mail with its headers folded, the cover letter in a file of its own
b4() {
	sed -E 's/^From [0-9a-f]{40} .*/From git@z Thu Jan  1 00:00:00 1970/; s/^Subject: \[PATCH ([0-9])/Subject:\n [PATCH v3 \1/' "$dir/series.mbox" >"$dir/v3_series.mbx"
	taken "$dir/v3_series.mbx"
}

shuffled() {
	mkdir "$dir/split" && git mailsplit -o"$dir/split" "$dir/series.mbox" >/dev/null || return 1
	(cd "$dir/split" && cat 0004 0002 0005 0001 0003) >"$dir/shuffled.mbox"
	taken "$dir/shuffled.mbox"
}

answered() {
	{
		cat "$dir/series.mbox"
		printf 'From x@localhost Thu Jan  1 00:00:00 2026\nFrom: B <b@localhost>\nSubject: Re: [PATCH 2/4] netfilter: x\n\n> diff --git a/x b/x\nLGTM\n'
	} >"$dir/answered.mbox"
	rm -rf "$dir/read" && mkdir "$dir/read" && ends 0 $series read "$dir/answered.mbox" "$dir/read" &&
		[[ $(cut -f 3 "$dir/read/list" | sort | uniq -c | tr -s ' \n' ' ') == ' 3 code 1 cover 1 none 1 reply ' ]]
}

quoted_printable() {
	sed 's/=/=3D/g; s/^MIME-Version.*//; s/^Date: .*/&\nMIME-Version: 1.0\nContent-Type: text\/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable/' \
		"$dir/series.mbox" >"$dir/qp.mbox"
	sed -i 's/^Subject: \(.*\)=3D/Subject: \1=/' "$dir/qp.mbox"
	taken "$dir/qp.mbox" && ends_saying 0 '^flowbench: .*qp.mbox: 5 of 5 mails quoted-printable; decoded as git does$' $series read "$dir/qp.mbox" "$dir/read" &&
		(($(wc -l <"$dir/said") == 1))
}

crlf() {
	sed 's/$/\r/' "$dir/series.mbox" >"$dir/crlf.mbox"
	taken "$dir/crlf.mbox" && ends_saying 0 'crlf.mbox: lines end with CR LF; taken as LF$' $series read "$dir/crlf.mbox" "$dir/read" && (($(wc -l <"$dir/said") == 1))
}

# attached TYPE ENCODING: a mail whose patch is an attachment, in $dir/attached.mbox
attached() {
	{
		printf 'From x@localhost Thu Jan  1 00:00:00 2026\nFrom: B <b@localhost>\nSubject: [PATCH] flowtable: attached\n'
		printf 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="xx"\n\n--xx\nContent-Type: text/plain\n\nSee there.\n\n--xx\n'
		printf 'Content-Type: %s; name=a.patch\nContent-Disposition: attachment; filename=a.patch\nContent-Transfer-Encoding: %s\n\n' "$1" "$2"
		if [[ $2 == base64 ]]; then base64 "$3"; else cat "$3"; fi
		printf '\n--xx--\n'
	} >"$dir/attached.mbox"
}

attachment() {
	attached text/x-patch 7bit "$dir/whole" && ends_saying 0 "mail 1, 'flowtable: attached': the patch is in an attachment; taken as git does$" \
		$series read "$dir/attached.mbox" "$dir/read" && grep -q '^diff --git' "$dir/read/1.patch" || return 1
	gzip -c "$dir/whole" >"$dir/whole.gz" && attached application/gzip base64 "$dir/whole.gz" && refused 'attached.mbox: mail 1, .flowtable: attached.: it has an attachment that git does not read as a patch; save it' "$dir/attached.mbox"
}

# refused PATTERN INPUT: series refuses INPUT with one line
refused() {
	rm -rf "$dir/read" && mkdir "$dir/read" && ends_saying 2 "^flowbench: kernel/series: .*$1" $series read "$2" "$dir/read" &&
		(($(wc -l <"$dir/said") == 1)) && [[ ! -e $dir/read/list ]]
}

versions() {
	{ cat "$dir/series.mbox" && sed 's/^Subject: \[PATCH /Subject: [PATCH v2 /' "$dir/series.mbox"; } >"$dir/two.mbox"
	refused 'two.mbox: two versions of a series, v1 and v2; expected one' "$dir/two.mbox" || return 1
	cat "$dir/series.mbox" "$dir/series.mbox" >"$dir/two.mbox"
	refused "two series, or two versions of one: 0/4 .* is the second of this number" "$dir/two.mbox"
}

missing() {
	(cd "$dir/split" && cat 0001 0002 0004 0005) >"$dir/missing.mbox"
	refused 'missing.mbox: 2/4 is missing$' "$dir/missing.mbox" || return 1
	(cd "$dir/split" && cat 0001 0002) >"$dir/first.mbox"
	ends_saying 0 'first.mbox: ends with 1/4$' $series read "$dir/first.mbox" "$dir/read"
}

others() {
	mkdir "$dir/empty" && refused 'empty: the folder has no \*.patch' "$dir/empty" || return 1
	gzip -c "$dir/series.mbox" >"$dir/series.mbox.gz"
	refused 'series.mbox.gz: it is compressed; expected a mailbox' "$dir/series.mbox.gz" &&
		printf 'From x@localhost Thu Jan  1 00:00:00 2026\nSubject: hello\n\nnothing\n' >"$dir/letter.mbox" && refused 'letter.mbox: no patch in it' "$dir/letter.mbox"
}

# Another subsystem, or a source that has moved on: git's own word
elsewhere() {
	sed 's/LIMIT/MOST/' "$dir/source/net/netfilter/nf_flow_table_ip.c" >"$dir/moved" && mkdir -p "$dir/other/net/netfilter" &&
		sed 's/int y = x/int z = x/' "$dir/moved" >"$dir/other/net/netfilter/nf_flow_table_ip.c" && reads "$dir/series.mbox" || return 1
	ends_saying 2 "^flowbench: kernel/series: 1/4 'netfilter: flowtable: alpha .*': does not apply to kernel 6.12: git says 'error: patch failed: net/netfilter/nf_flow_table_ip.c:[0-9]+'$" \
		$series apply 6.12 "$dir/other" "$dir/read" && (($(wc -l <"$dir/said") == 1)) || return 1
	rm -r "$dir/other/net" && ends_saying 2 "1/4 .*git says 'error: net/netfilter/nf_flow_table_ip.c: No such file or directory'" $series apply 6.12 "$dir/other" "$dir/read"
}

second() {
	(cd "$dir/split" && cat 0001 0002 0004 && sed 's/y += 1/y += 7/' 0003) >"$dir/second.mbox"
	mkdir -p "$dir/s" && ends 2 $series read "$dir/second.mbox" "$dir/s"
	(cd "$dir/split" && cat 0001 0002 && sed 's/y += 1/y += 7/' 0003) >"$dir/second.mbox"
	ends 0 $series read "$dir/second.mbox" "$dir/s" && ends_saying 2 "2/4 '.*': does not apply to kernel 6.12 after 1/4: git says" $series apply 6.12 "$dir/source" "$dir/s"
}

names() {
	sed 's,net/netfilter/nf_flow_table_ip.c,../../../etc/passwd,g' "$dir/split/0002" >"$dir/names.mbox" && rm -rf "$dir/s" && mkdir "$dir/s" &&
		ends 0 $series read "$dir/names.mbox" "$dir/s" && ends_saying 2 "'../../../etc/passwd': expected a file of a kernel" $series apply 6.12 "$dir/source" "$dir/s"
}

# compare says what is left out, and gives the sum of a series to the build, under the name of the input
compare() {
	local tree=$dir/tree name

	mkdir -p "$tree/userspace" && cp -a Makefile scripts netns-lab kmod "$tree/" && cp -a userspace/data "$tree/userspace/" && printf 'program:\n' >"$tree/userspace/Makefile" || return 1
	for name in setup vm/image vm/module vm/program kernel/get; do printf '#!/bin/sh\necho /nowhere\n' >"$tree/scripts/$name"; done
	printf '#!/bin/sh\necho %q\n' "$dir/source" >"$tree/scripts/kernel/source"
	printf '#!/bin/sh\ncp "$2" %q\nprintf "%%s\\n" "$2" >%q\nexit 3\n' "$dir/given" "$dir/given.name" >"$tree/scripts/kernel/build-modules"
	for input in "$dir/series.mbox" "$dir/patches" -; do
		rm -f "$dir/given"
		env KERNEL=6.12 PATHS=flowtable PATCH="$input" "$tree/scripts/compare" <"$dir/series.mbox" >"$dir/said" 2>&1
		(($? == 3)) && says '^flowbench: 3/4 docs: flowtable: more: no code, not built$' && says '^flowbench: 0/4 .*: the cover letter$' &&
			cmp "$dir/given" "$dir/read/total/5" || return 1
	done
	[[ $(<"$dir/given.name") == standard-input ]] || return 1
	env KERNEL=6.12 PATHS=flowtable PATCH=- make -s -C "$tree" compare <"$dir/series.mbox" >"$dir/said" 2>&1
	says '3/4 docs: .*: no code, not built' && cmp "$dir/given" "$dir/read/total/5"
}

ktap_plan 17
check "a mailbox" taken "$dir/series.mbox"
check "a folder of git format-patch" taken "$dir/patches"
check "a Maildir" maildir
check "what b4 am writes" b4
check "mails in another order" shuffled
check "a reply" answered
check "quoted-printable" quoted_printable
check "CR LF" crlf
check "an attachment" attachment
check "two versions in one file" versions
check "a patch is missing" missing
check "what has no patch" others
check "a source that differs, and another subsystem" elsewhere
check "the second patch does not apply" second
check "names outside of the source" names
reads "$dir/series.mbox" >/dev/null && sums >/dev/null
check "compare: a mailbox, a folder, standard input" compare
check "a plain diff is not a mail" bash -c '. scripts/lib.sh; ! fb_is_mail "$1" && ! fb_is_mail tests/patches/nop.patch && fb_is_mail "$2"' bash "$dir/whole" "$dir/series.mbox"
ktap_end
