# SPDX-License-Identifier: GPL-2.0
#
# validate.awk: merges the output of several machines, each with its part of the checks (flowbench validate --part), into
# one KTAP. Lines come mixed, each with its machine's number in front. Machine K has each Nth check, from the Kth on: taking
# turns gives the order of all checks, which is that of one machine. A check is printed as a whole, when every machine has told
# how many checks it has, and the checks before it have ended. Variable: parts, the number of machines.

# show: prints the checks whose turn it is
function show() {
	if (!planned++)
		printf "TAP version 13\n1..%d\n", total
	while (turn < parts * most) {
		part = turn % parts + 1
		row = int(turn / parts) + 1
		if (row <= plan[part]) {
			if (!((part, row) in check))
				break
			put(check[part, row])
			delete check[part, row]
		}
		turn++
	}
	fflush()
}

# put TEXT: prints a check with its number among all
function put(text) {
	if (text ~ /\001/)
		sub(/\001/, ++nr, text)
	printf "%s", text
}

{
	part = $1
	sub(/^[0-9]+ /, "")
}

/^TAP version / {
	next
}

/^1\.\.[0-9]+$/ {
	plan[part] = substr($0, 4) + 0
	total += plan[part]
	if (plan[part] > most)
		most = plan[part]
	if (++told == parts)
		show()
	next
}

/^# [0-9]+ passed, / {
	n = split($0, word, /[^0-9]+/)
	for (i = 2; i <= n; i++)
		sum[i - 1] += word[i]
	next
}

/^(not )?ok [0-9]+/ {
	sub(/ok [0-9]+/, "ok \001")
}

{
	block[part] = block[part] $0 "\n"
}

# The last line of a check: of a failed one the reason.
/^ok / || /^not ok .* # TODO / || /^# failed: / {
	check[part, ++rows[part]] = block[part]
	block[part] = ""
	if (told >= parts)
		show()
}

# A machine may have ended before its time: what the others have ended is printed.
END {
	show()
	for (row = 1; row <= most; row++)
		for (part = 1; part <= parts; part++)
			if ((part, row) in check)
				put(check[part, row])
	for (part = 1; part <= parts; part++)
		put(block[part])
	printf "# %d passed, %d failed, %d known to fail, %d not in this kernel, %d skipped\n",
		sum[1], sum[2], sum[3], sum[4], sum[5]
}
