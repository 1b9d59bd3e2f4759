# SPDX-License-Identifier: GPL-2.0
#
# resolve.awk, after versions.awk: finds a kernel in the lines of packages.awk, and prints its line. Variables:
#
#   want    6.12.95, 7.3-rc7: this version, in the first suite that has it
#           6.12.95+deb12 or 6.12.95+deb12-amd64, with its architecture: the kernel with this release
#           7.3: the newest one of this series
#           empty: the newest one
#   suite   only kernels of this suite; empty: of all
#   arch    Debian's name of the architecture
#   suites  the suites in order, with spaces between
#
# A series or a suite means a whole kernel if there is one, else one without headers, else one without modules. Status 1
# if there is none; then the names and suites of the next older and next newer kernel with modules are printed, with
# tabs between, one a line.

BEGIN {
	FS = "\t"
	n = split(suites, list, " ")
	for (i = 1; i <= n; i++)
		place[list[i]] = i
	series = want ~ /^[0-9]+\.[0-9]+$/
	sub(/~rc/, "-rc", want)
	wanted = key(want)
}

suite != "" && $2 != suite {
	next
}

want == "" || (series ? series_of($1) == want : $1 == want || $3 == want || $3 == want "-" arch) {
	rank = ($6 == "-") * 2 + ($6 == "headers")
	# Among equal versions the first suite wins, and in one suite the last build.
	if (want != "" && !series)
		rank = 0
	if (!found || better(rank, key($1), place[$2])) {
		found = $0
		best_rank = rank
		best_key = key($1)
		best_place = place[$2]
	}
}

$6 !~ /modules/ {
	k = key($1)
	if (k < wanted && (!older || k > older_key)) {
		older = $1 "\t" $2
		older_key = k
	}
	if (k > wanted && (!newer || k < newer_key)) {
		newer = $1 "\t" $2
		newer_key = k
	}
}

END {
	if (found) {
		print found
		exit 0
	}
	if (older)
		print older
	if (newer)
		print newer
	exit 1
}

function better(rank, k, at) {
	if (rank != best_rank)
		return rank > best_rank
	if (k != best_key)
		return k > best_key
	return at <= best_place
}
