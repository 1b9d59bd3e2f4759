# SPDX-License-Identifier: GPL-2.0
#
# Reads C files and prints each function that a header of userspace/ declares for nobody: a file of the program other
# than the function's own must use it. A function that its own file uses is also declared for the unit tests and fuzzers
# that use it. Prints each struct, union, enum and macro that two files of the program define. Status 1 if there is one.
#
#     awk -f unused.awk userspace/lib/a.h userspace/lib/a.c tests/unit/lib/test_a.c …

function flush_file() {
	if (file != "") read_file(file, text)
	file = FILENAME
	text = ""
}

# Takes the comments, texts and characters out of a file.
function bare(text,   out) {
	out = ""
	while (match(text, /\/\*|\/\/|"|'/)) {
		out = out substr(text, 1, RSTART - 1) " "
		text = substr(text, RSTART)
		if (substr(text, 1, 2) == "/*") {
			if (!match(text, /\*\//)) return out
		} else if (substr(text, 1, 2) == "//") {
			if (!match(text, /\n/)) return out
			RSTART--
		} else if (substr(text, 1, 1) == "\"") {
			match(text, /^"([^"\\]|\\.)*"/)
		} else {
			match(text, /^'([^'\\]|\\.)*'/)
		}
		text = substr(text, RLENGTH < 0 ? 2 : RSTART + RLENGTH)
	}
	return out text
}

# Counts the names in a file, and notes what it declares and defines outside of all braces.
function read_file(name, text,   header, program, words, n, i, depth, piece, end, whole) {
	text = bare(text)
	program = name ~ /^userspace\//
	n = split(text, words, /[^A-Za-z0-9_]+/)
	for (i = 1; i <= n; i++) {
		if (words[i] !~ /^fb_/) continue
		if (program) count[words[i], name]++
		else tested[words[i]] = 1
		if (program && count[words[i], name] == 1) files[words[i]] = files[words[i]] " " name
	}
	if (!program) return
	header = name ~ /\.h$/
	gsub(/\\\n/, " ", text)
	n = split(text, words, /\n/)
	for (i = 1; header && i <= n; i++)
		if (words[i] ~ /^[ \t]*#[ \t]*define[ \t]+FB_/) {
			sub(/^[ \t]*#[ \t]*define[ \t]+/, "", words[i])
			sub(/[^A-Z0-9_].*/, "", words[i])
			one(name, words[i])
		}
	gsub(/(^|\n)[ \t]*#[^\n]*/, "\n", text)
	whole = ""
	while (match(text, /[;{}]/)) {
		piece = substr(text, 1, RSTART - 1)
		end = substr(text, RSTART, 1)
		text = substr(text, RSTART + 1)
		if (!depth) whole = whole piece
		if (end == "{") {
			if (!depth) note(name, header, whole, end)
			depth++
		} else if (end == "}") {
			depth--
			whole = ""
		} else if (!depth) {
			note(name, header, whole, end)
			whole = ""
		}
	}
}

# Notes what a type or macro is defined in.
function one(name, what) {
	if (what in type && type[what] != name) {
		printf "%s: %s: %s has another one of this name\n", name, what, type[what] | "sort"
		bad = 1
	}
	type[what] = name
}

# A statement outside of braces, without its end: the function that it declares (;) or defines ({)
function note(name, header, statement, end,   function_name) {
	if (end == "{" && match(statement, /(struct|union|enum)[ \t\n]+fb_[A-Za-z0-9_]+[ \t\n]*$/)) {
		function_name = substr(statement, RSTART, RLENGTH)
		gsub(/[ \t\n]+/, " ", function_name)
		sub(/ $/, "", function_name)
		one(name, function_name)
		return
	}
	if (statement ~ /=|^[ \t\n]*typedef/ || !match(statement, /fb_[A-Za-z0-9_]+[ \t\n]*\(/)) return
	function_name = substr(statement, RSTART, RLENGTH)
	sub(/[ \t\n]*\($/, "", function_name)
	if (header) declared[function_name] = name
	if (end == "{") home[function_name] = name
}

FNR == 1 { flush_file() }
{ text = text $0 "\n" }

END {
	if (file != "") read_file(file, text)
	for (f in declared) {
		n = split(files[f], used, " ")
		elsewhere = own = 0
		for (i = 1; i <= n; i++) {
			if (used[i] == home[f]) own += count[f, used[i]] - 1
			else elsewhere += count[f, used[i]] - (used[i] == declared[f])
		}
		if (elsewhere || (own && f in tested)) continue
		printf "%s: %s(): %s\n", declared[f], f, own ? "only " home[f] " calls it: make it static" : \
			f in tested ? "only tests call it: remove it, or move it to the tests" : "nothing calls it: remove it" | "sort"
		bad = 1
	}
	close("sort")
	exit bad
}
