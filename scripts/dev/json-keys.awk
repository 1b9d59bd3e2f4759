# SPDX-License-Identifier: GPL-2.0
#
# Reads C files and prints each json_pack() whose object has a key twice: jansson keeps the second value, without a word.
# A key that is not a literal text is not compared. Status 1 if there is such a call.
#
#     awk -f json-keys.awk userspace/export/kcidb_report.c …

function flush_file() {
	if (file != "") read_file(file, text)
	file = FILENAME
	text = ""
}

# Finds the calls in a file. Comments are few, and none has such a call.
function read_file(name, text,   line, before) {
	line = 1
	while (match(text, /json_pack(_ex)?[ \t\n]*\(/)) {
		before = substr(text, 1, RSTART + RLENGTH - 1)
		line += gsub(/\n/, "\n", before)
		text = substr(text, RSTART + RLENGTH)
		read_call(name, line, text, before ~ /_ex[ \t\n]*\($/)
	}
}

# Splits the arguments of a call at its outermost commas.
function read_call(name, line, text, extended,   depth, nr, arg, piece) {
	nr = 1
	arg[1] = ""
	for (depth = 0; text != ""; text = substr(text, length(piece) + 1)) {
		if (match(text, /^"([^"\\]|\\.)*"/) || match(text, /^[^][(){},"]+/)) piece = substr(text, 1, RLENGTH)
		else piece = substr(text, 1, 1)
		if (piece ~ /^[([{]$/) depth++
		else if (piece ~ /^[])}]$/ && --depth < 0) break
		if (piece == "," && !depth) arg[++nr] = ""
		else arg[nr] = arg[nr] piece
	}
	read_format(name, line, arg, extended ? 3 : 1, nr)
}

# The text of literals that stand side by side; "" if there is anything else.
function literal(arg,   out) {
	out = ""
	for (sub(/^[ \t\n]+/, "", arg); match(arg, /^"([^"\\]|\\.)*"[ \t\n]*/); arg = substr(arg, RLENGTH + 1)) {
		piece = substr(arg, 1, RLENGTH)
		sub(/[ \t\n]+$/, "", piece)
		out = out substr(piece, 2, length(piece) - 2)
	}
	return arg == "" ? out : ""
}

# Goes through the format beside its arguments: in an object every second value is a key.
function read_format(name, line, arg, at, nr,   format, i, c, level, object, key, seen, text) {
	format = literal(arg[at++])
	level = 0
	for (i = 1; i <= length(format); i++) {
		c = substr(format, i, 1)
		if (c == "{" || c == "[") {
			level++
			object[level] = c == "{"
			key[level] = 1
			opened[level] = ++objects
		} else if (c == "}" || c == "]") {
			level--
			key[level] = 1
		} else if (c ~ /[nsobiIfO]/) {
			if (c == "s" && object[level] && key[level]) {
				text = at <= nr ? literal(arg[at]) : ""
				if (text != "" && ((opened[level], text) in seen)) {
					printf "%s:%d: an object with two keys '%s'\n", name, line, text
					bad = 1
				}
				seen[opened[level], text] = 1
				key[level] = 0
			} else {
				key[level] = 1
			}
			at += c != "n"
		} else if (c == "#" || c == "%") {
			at++
		}
	}
}

FNR == 1 { flush_file() }
{ text = text $0 "\n" }

END {
	if (file != "") read_file(file, text)
	exit bad
}
