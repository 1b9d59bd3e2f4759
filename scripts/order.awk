# SPDX-License-Identifier: GPL-2.0
#
# order.awk: does each file use only what lies below it? Input: "USER USED" a line, both FOLDER/FILE without an
# ending. -v folders="lib trace …" names the folders from the bottom up; "" if there are none to look at.
# Prints each use of a folder above, and each cycle of files by one of its ways round; status 1 if there is one.
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
		complain($1 " uses " $2 ": folder of no place in the order")
	else if (floor[to] > floor[from])
		complain($1 " uses " $2 ", and " to "/ is above " from "/")
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

# Depth first: a file that is met while it is still open closes a cycle.
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
