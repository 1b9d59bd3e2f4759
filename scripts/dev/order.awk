# SPDX-License-Identifier: GPL-2.0
#
# order.awk: does each file use only what is below it? Input lines are "USER USED", both FOLDER/FILE without suffix.
# Variable: folders, the folders from the bottom up, or empty to check for cycles only. Prints each use of a folder above,
# and each cycle of files. Status 1 if there is one.
BEGIN {
	count = split(folders, list, " ")
	for (i = 1; i <= count; i++)
		floor[list[i]] = i
}

$1 != $2 && !seen[$0]++ {
	users[$1]
	uses[$1] = uses[$1] " " $2
	from = $1; to = $2
	sub(/\/.*/, "", from); sub(/\/.*/, "", to)
	if (!count)
		next
	if (!(from in floor) || !(to in floor))
		complain($1 " uses " $2 ": a folder is missing in the order")
	else if (floor[to] > floor[from])
		complain($1 " uses " $2 ", but " to "/ is above " from "/")
}

END {
	for (file in users)
		if (!(file in state))
			visit(file, "")
	exit bad
}

function complain(text) {
	print text
	bad = 1
}

# Depth first search: meeting a file that is still open closes a cycle.
function visit(file, way,    used, n, i) {
	state[file] = "open"
	way = way " -> " file
	n = split(uses[file], used, " ")
	for (i = 1; i <= n; i++) {
		if (!(used[i] in state))
			visit(used[i], way)
		else if (state[used[i]] == "open")
			complain("cycle: " substr(way, index(way " ", " -> " used[i] " ") + 4) " -> " used[i])
	}
	state[file] = "done"
}
