# SPDX-License-Identifier: GPL-2.0
#
# functions.awk: the parts of a C file in the kernel's style, one a line with tabs between: first line, last line, name. A part
# is a function, a macro, a variable or a type; the name of other code is "-". Comments between parts are not a part.
# With -v name=WORD it prints the names of those parts that have this word, without the part of that name.

function part(first, last, called) {
	if (name == "")
		printf "%d\t%d\t%s\n", first, last, called
	else if (called != name && called != "-" && uses)
		print called
	uses = 0
}

# The name that a declaration gives: what stands before the first parenthesis, else before = or {, or at its end
function declared(text, word) {
	sub(/__attribute__.*/, "", text)
	if (match(text, /^[^=({;]*[({=;]/)) {
		word = substr(text, 1, RLENGTH - 1)
		# DEFINE_X(name, …), EXPORT_SYMBOL(name)
		if (word ~ /^[ \t]*[A-Z][A-Z0-9_]*[ \t]*$/ && match(substr(text, RLENGTH + 1), /^[ \t]*[A-Za-z_][A-Za-z0-9_]*/))
			return stripped(substr(text, index(text, "(") + 1, RLENGTH))
	} else {
		word = text
	}
	gsub(/\[[^]]*\]/, "", word)
	sub(/[ \t]+$/, "", word)
	return match(word, /[A-Za-z_][A-Za-z0-9_]*$/) ? substr(word, RSTART) : "-"
}

function stripped(text) {
	gsub(/[ \t]/, "", text)
	return text
}

function flush(last) {
	if (header != "")
		part(began, last, declared(header))
	header = ""
}

{
	line = $0
	sub(/\r$/, "", line)
}

name != "" && line ~ ("(^|[^A-Za-z0-9_])" name "([^A-Za-z0-9_]|$)") { uses = 1 }

comment {
	if (line ~ /\*\//)
		comment = 0
	next
}

body {
	if (line ~ /^}/) {
		part(began, FNR, body)
		body = ""
		header = ""
	}
	next
}

macro {
	if (line !~ /\\$/) {
		part(began, FNR, macro)
		macro = ""
	}
	next
}

header == "" && line ~ /^\/\*/ {
	comment = line !~ /\*\//
	uses = 0
	next
}

header == "" && line ~ /^(\/\/.*)?[ \t]*$/ {
	uses = 0
	next
}

header == "" && line ~ /^#[ \t]*define[ \t]/ {
	began = FNR
	macro = line
	sub(/^#[ \t]*define[ \t]+/, "", macro)
	sub(/[^A-Za-z0-9_].*/, "", macro)
	if (line !~ /\\$/) {
		part(began, FNR, macro)
		macro = ""
	}
	next
}

header == "" && line ~ /^#/ {
	part(FNR, FNR, "-")
	next
}

{
	if (header == "")
		began = FNR
	header = header " " line
	if (line ~ /^\{/ || line ~ /^[^ \t].*\{[ \t]*$/)
		body = declared(header)
	else if (line ~ /;[ \t]*$/ || (line ~ /\)[ \t]*$/ && header ~ /^ *[A-Z][A-Z0-9_]*\(/))
		flush(FNR)
}

END { flush(FNR) }
