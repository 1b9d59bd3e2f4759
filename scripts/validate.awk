# SPDX-License-Identifier: GPL-2.0
#
# validate.awk: merges the output of several machines, each with its part of the checks (flowbench validate --part), into
# one KTAP. Lines come mixed, each with its machine's number in front. A check is printed as a whole when it has ended
# and every machine has told how many checks it has. Variable: parts, the number of machines.

function show() {
	if (!planned++)
		printf "TAP version 13\n1..%d\n", total
	printf "%s", ended
	ended = ""
	fflush()
}

{
	part = $1
	sub(/^[0-9]+ /, "")
}

/^TAP version / {
	next
}

/^1\.\.[0-9]+$/ {
	total += substr($0, 4)
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

# Checks are numbered in the order of their ends.
/^(not )?ok [0-9]+/ {
	sub(/ok [0-9]+/, "ok \001")
}

{
	block[part] = block[part] $0 "\n"
}

# The last line of a check: of a failed one the reason.
/^ok / || /^not ok .* # TODO / || /^# failed: / {
	sub(/\001/, ++nr, block[part])
	ended = ended block[part]
	block[part] = ""
	if (told >= parts)
		show()
}

END {
	for (part in block)
		ended = ended block[part]
	show()
	printf "# %d passed, %d failed, %d known to fail, %d not in this kernel, %d skipped\n",
		sum[1], sum[2], sum[3], sum[4], sum[5]
}
