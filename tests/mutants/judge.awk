# SPDX-License-Identifier: GPL-2.0
#
# judge.awk -v wanted='CHECK…' BASE MUTANT: decides whether one of the wanted checks caught the mutant. BASE is the
# KTAP of `flowbench validate` without the mutant, MUTANT is its KTAP with the mutant. Prints one line:
#
#	caught<TAB>CHECK<TAB>the claim that failed, or another reason
#	missed<TAB>WHY
#
# A check that does not pass without the mutant cannot catch it. A failure that the check expects of its
# kernel (TODO) does not count.

# outcome LINE: returns the outcome in a line "ok 1 - NAME …" or "not ok 1 - NAME …"; sets `name` to NAME
function outcome(line,    words) {
	words = line
	sub(/^(not )?ok +[0-9]* *-? */, "", words)
	name = words
	sub(/[^A-Za-z0-9_-].*/, "", name)
	if (line ~ /# *SKIP/)
		return "skipped"
	if (line ~ /# *TODO/)
		return "known"
	return line ~ /^ok/ ? "passed" : "failed"
}

FNR == 1 {
	side++
	name = ""
}

/^(not )?ok / {
	is = outcome($0)
	result[side, name] = is
	if (side == 2 && is == "failed")
		others = others (others == "" ? "" : " ") name
	if (side == 2 && is == "skipped") {
		why[name] = $0
		sub(/.*# *SKIP */, "", why[name])
	}
	next
}

# The first "# failed: " line after a failure is its reason.
side == 2 && /^# failed: / && name != "" && result[2, name] == "failed" && !(name in reason) {
	reason[name] = substr($0, 11)
}

# seen CHECK: returns true if the check failed because of the mutant
function seen(n) {
	return result[1, n] == "passed" && result[2, n] == "failed" && reason[n] !~ /^cannot be run/
}

# told CHECK: prints that the check caught the mutant, and ends
function told(n) {
	printf "caught\t%s\t%s\n", n, reason[n] == "" ? "failed, and does not say why" : reason[n]
	exit
}

END {
	count = split(wanted, names, " ")
	# Prefer a check with a failed claim to a check that stopped before its end.
	for (i = 1; i <= count; i++)
		if (seen(names[i]) && reason[names[i]] !~ /^(did not come to its end|$)/)
			told(names[i])
	for (i = 1; i <= count; i++)
		if (seen(names[i]))
			told(names[i])
	for (i = 1; i <= count; i++) {
		n = names[i]
		if (result[1, n] == "")
			text = "did not run without it"
		else if (result[1, n] != "passed")
			text = result[1, n] " without it, too"
		else if (result[2, n] == "")
			text = "did not run"
		else if (n in why)
			text = "skipped: " why[n]
		else
			text = result[2, n] (reason[n] == "" ? "" : ", " reason[n])
		missed = missed (i > 1 ? "; " : "") n " " text
	}
	if (others != "")
		missed = missed "; others failed: " others
	printf "missed\t%s\n", missed
}
