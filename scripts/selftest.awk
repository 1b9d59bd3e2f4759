# SPDX-License-Identifier: GPL-2.0
#
# selftest.awk: prints the record of scripts/vm/guest/selftest as a table, a row a sub-test, and a summary. A sub-test is
# what was counted before a line PASS, FAIL, SKIP or ERROR. Variable: sha, the checksum that the script must have; empty
# for any. Exit status: 0 the script passed, its exit status agrees, and every packet is accounted for; 1 not so; 2
# nothing was recorded.
#
#	seen   packets that came to the flowtable, on its devices
#	fast   those that it took               slow   those that IP forwarded instead
#	other  those that were not forwarded: for the gateway itself (ESP), reassembled fragments, too big
#	fast%  of what was forwarded

BEGIN {
	FS = "\t"
	form = "%3s %8s %8s %8s %8s %6s  %s\n"
	first = 1
}

function complain(text) {
	problems[++n_problems] = text
}

function percent(part, whole) {
	return whole ? sprintf("%.1f", 100 * part / whole) : "-"
}

# account IP PASSED GOT BEFORE: what the flowtable passes on, IP must receive; the two are counted independently. Before
# there is a flowtable (BEFORE), IP has already received some of IPv6's neighbour discovery.
function account(ip, passed, got, before) {
	if (before ? passed > got : passed != got)
		complain("nr " rows ": the flowtable passed on " passed " packets of " ip ", which received " got)
}

$1 == "start" && NF == 3 {
	started = 1
	if (sha != "" && $2 != sha)
		complain("the script that ran is not the kernel's: " $2)
	sub(/ +$/, "", $3)
	print $3 ", unchanged (sha256 " substr($2, 1, 12) ")"
	printf form, "nr", "seen", "fast", "slow", "other", "fast%", "what the script said"
	fflush()
	next
}

$1 == "line" && NF >= 9 && started && !ended {
	text = $9
	if (text ~ /^re-run /) {
		print "    " text
		fflush()
		first = 1
		next
	}
	if (!match(text, /^(PASS|FAIL|SKIP|ERROR):/))
		next
	verdict = substr(text, 1, RLENGTH - 1)
	count[verdict]++
	rows++
	for (i = 2; i <= 8; i++) {
		d[i] = $i - last[i]
		last[i] = $i
		if (d[i] < 0)
			complain("nr " rows ": a counter went back")
	}
	fast = d[2]
	slow = d[6]
	seen = d[2] + d[3] + d[4] + d[5]
	printf form, rows, seen, fast, slow, seen - fast - slow, percent(fast, fast + slow), text
	fflush()
	account("IPv4", d[4], d[7], 0)
	account("IPv6", d[5], d[8], first)
	first = 0
	if (seen < fast + slow)
		complain("nr " rows ": more was forwarded than came")
	all_seen += seen
	all_fast += fast
	all_slow += slow
	if (verdict == "PASS" && fast + slow > 0) {
		passes++
		if (fast * 2 < fast + slow)
			poor = poor (poor_n++ ? ", " : "") rows
	}
	next
}

$1 == "end" && NF == 3 && started && !ended {
	ended = 1
	status = $2 + 0
	missed = $3 + 0
	next
}

strange == "" {
	strange = $0
}

END {
	if (!started) {
		print "nothing was recorded"
		exit 2
	}
	printf form, "all", all_seen + 0, all_fast + 0, all_slow + 0, all_seen - all_fast - all_slow,
		percent(all_fast, all_fast + all_slow), ""
	print ""
	bad = count["FAIL"] + count["ERROR"]
	if (ended) {
		printf "exit status %d with %d PASS, %d FAIL, %d SKIP, %d ERROR: ", status, count["PASS"],
			count["FAIL"], count["SKIP"], count["ERROR"]
		print((bad > 0) == (status != 0 && status != 4) ? "they agree" : "they do not agree")
		if (status == 124)
			complain("the script took too long, and was ended")
	} else {
		complain("the record has no end: the guest was lost after nr " rows + 0)
	}
	printf "PASS with less than half of the packets on the fast path: %d of %d%s\n", poor_n, passes,
		poor_n ? " (nr " poor ")" : ""
	if (!rows)
		complain("the script said neither PASS nor FAIL nor SKIP")
	if (missed)
		complain("the probes missed " missed " calls")
	if (strange != "")
		complain("not a record: " strange)
	if (!n_problems)
		print "accounted for: " all_seen " packets at the flowtable, by its hooks and by IP alike"
	for (i = 1; i <= n_problems; i++)
		print "not accounted for: " problems[i]
	exit !(ended && !status && !bad && !n_problems)
}
