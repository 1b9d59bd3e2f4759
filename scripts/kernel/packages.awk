# SPDX-License-Identifier: GPL-2.0
#
# packages.awk: reads the package list of a suite (a Packages file) and prints its kernels of an architecture, one a line, with
# tabs between:
#
#   NAME      what KERNEL= calls it: the kernel's version, 6.12.95 or 7.3-rc7
#   SUITE
#   RELEASE   what uname -r prints
#   VERSION   of its packages
#   KB        size of its packages, as they are downloaded
#   MISSING   "headers", "modules", "modules,headers", or "-"
#   SERIES    of its linux-source, or "-"
#
# Variables: suite; arch, Debian's name of the architecture, amd64 if it is empty.

BEGIN {
	if (arch == "")
		arch = "amd64"
	kernels = "^linux-image-[0-9].*-" arch "$"
	others = "-(rt|cloud)-" arch "$"
}

/^Package: /	{ package = $2 }
/^Version: /	{ version = $2 }
/^Size: /	{ size = $2 }
/^(Pre-)?Depends: / {
	sub(/^[^ ]* /, "")
	depends = depends ", " $0
}

# The last stanza may lack the empty line.
/^$/ {
	take()
}

END {
	take()
	for (i = 1; i <= images; i++)
		show(image[i])
}

function take(  at) {
	at = package SUBSEP version
	if (package ~ kernels && package !~ others && !(at in bytes))
		image[++images] = at
	if (package ~ /^linux-(image|binary|modules|base|headers|kbuild|source)-[0-9]/) {
		bytes[at] = size
		needs[at] = depends
	}
	package = version = size = depends = ""
}

# Prints a kernel. Since 6.19 its image is split: linux-image depends on linux-binary and linux-modules of one version.
function show(at,  part, release, version, name, total, missing, parts, split_up, i, p, headers, series) {
	split(at, part, SUBSEP)
	version = part[2]
	release = substr(part[1], length("linux-image-") + 1)
	total = bytes[at]
	parts = split(needs[at], p, /[,|] */)
	for (i = 1; i <= parts; i++) {
		sub(/ .*/, "", p[i])
		if (p[i] !~ /^linux-(binary|modules)-[0-9]/)
			continue
		split_up = 1
		if ((p[i] SUBSEP version) in bytes)
			total += bytes[p[i] SUBSEP version]
		else if (p[i] ~ /^linux-modules/)
			missing = "modules"
		else
			return
	}
	headers = headers_of(release, version)
	if (headers < 0)
		missing = missing (missing ? "," : "") "headers"
	else
		total += headers
	name = version
	sub(/^[0-9]+:/, "", name)
	sub(/-[^-]*$/, "", name)
	sub(/~rc/, "-rc", name)
	series = name
	sub(/-rc.*/, "", series)
	if (match(series, /^[0-9]+\.[0-9]+/))
		series = substr(series, 1, RLENGTH)
	printf "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", name, suite, release, version, total / 1000,
		missing ? missing : "-", ("linux-source-" series SUBSEP version) in bytes ? series : "-"
}

# Returns the size of the headers with what they depend on of the kernel's packages; -1 if a part is missing.
function headers_of(release, version,  at, p, n, i, total, found, pair) {
	at = "linux-headers-" release SUBSEP version
	if (!(at in bytes))
		return -1
	total = bytes[at]
	n = split(needs[at], p, /, */)
	for (i = 1; i <= n; i++) {
		if (p[i] !~ /^linux-(headers|kbuild|base)-[0-9]/)
			continue
		sub(/ .*/, "", p[i])
		found = 0
		if ((p[i] SUBSEP version) in bytes)
			found = bytes[p[i] SUBSEP version]
		else
			# Older suites have one linux-kbuild for several releases.
			for (pair in bytes)
				if (index(pair, p[i] SUBSEP) == 1 && bytes[pair] > found)
					found = bytes[pair]
		if (!found)
			return -1
		total += found
	}
	return total
}
