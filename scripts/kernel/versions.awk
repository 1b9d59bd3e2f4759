# SPDX-License-Identifier: GPL-2.0
#
# versions.awk: functions for versions of kernels, as packages.awk names them.

# Returns 6.12 for 6.12.95, and 7.3 for 7.3-rc7.
function series_of(name,  part) {
	split(name, part, /[.-]/)
	return part[1] "." part[2]
}

# Returns a number that grows with the version. A release candidate is older than the first release.
function key(name,  part, n, rc) {
	rc = 999
	if (match(name, /-rc[0-9]+/))
		rc = substr(name, RSTART + 3, RLENGTH - 3) + 0
	sub(/-.*/, "", name)
	split(name, part, ".")
	return ((part[1] * 1000 + part[2]) * 1000 + part[3]) * 1000 + rc
}
