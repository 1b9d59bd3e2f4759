# SPDX-License-Identifier: GPL-2.0
#
# paste.jq: compare.json as a few lines of text for a mail: the figures of each path, and what they were measured on.

def padded($n): tostring | . + " " * ([$n - length, 0] | max);
def figure: (. * 100 | round) as $h | ($h | fabs) as $n | (if $h < 0 then "-" else "" end) + "\($n / 100 | floor)." + ("0\($n % 100)" | .[-2:]);
def signed: figure | if startswith("-") then . else "+" + . end;

(if .mode == "ns" then "ns" else "instructions" end) as $unit
| "  \($unit) a packet:",
  (.points[] | select(.verdict) |
	"  \(.path | padded(20)) \(.a.gross - .a.own | figure | padded(10)) -> \(.b.gross - .b.own | figure | padded(10)) "
	+ (if .verdict == "difference" then "\(.delta | signed) (\(.percent | signed) %), p = \(.p * 10000 | round / 10000)" else .verdict end)),
  "  kernel \(.a.fingerprint.kernel)\(if .a.fingerprint.kernel != .b.fingerprint.kernel then " and \(.b.fingerprint.kernel)" else "" end), \(.a.boots) boots a side, QEMU \(.a.fingerprint.qemu)"
