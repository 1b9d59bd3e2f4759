# SPDX-License-Identifier: GPL-2.0
#
# findings-text.jq: a document of flowbench.bump/1 as text.

def section($class; $name):
	[.findings[] | select(.class == $class)] as $all
	| select($class == "worse" or ($all | length > 0))
	| "\($name): \(if $all == [] then "nothing" else ($all | length) end)", ($all[] | "  \(.kind | . + "      " | .[:6]) \(.text)", (.more[] | "           \(.)"));

"\(.from) -> \(.to)\(if .patches > 0 then ", with \(.patches) patches on both" else "" end)",
(if .compilers then "other compilers, which move prices as well: \(.compilers[0]) -> \(.compilers[1])" else empty end),
section("worse"; "worse"), section("better"; "better"), section("other"; "otherwise"),
(.open[] | "not compared: \(.)")
