# SPDX-License-Identifier: GPL-2.0
#
# bump-page.jq: a document of flowbench.bump/1 as a page.

def e: @html;
def section($class; $name):
	[.findings[] | select(.class == $class)] as $all
	| select($class == "worse" or ($all | length > 0))
	| "<h2 class=\"\($class)\">\($name): \(if $all == [] then "nothing" else ($all | length) end)</h2>",
	  (if $all == [] then empty else "<table>", ($all[] | "<tr><th>\(.kind | e)</th><td>\(.text | e)\(if .more == [] then "" else "<details><summary>where</summary><pre>\(.more | join("\n") | e)</pre></details>" end)</td></tr>"), "</table>" end);

"<!DOCTYPE html>", "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">",
"<title>flowbench: \(.from | e) → \(.to | e)</title>",
"<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}th{text-align:left;vertical-align:top;padding-right:1em;font-weight:normal}td{padding-bottom:.4em}.worse{color:#b3261e}.better{color:#2e7d32}pre{margin:.2em 0;overflow-x:auto}@media(prefers-color-scheme:dark){.worse{color:#ff8a80}.better{color:#81c784}}</style></head><body>",
"<h1>\(.from | e) → \(.to | e)\(if .patches > 0 then ", with \(.patches) patches on both" else "" end)</h1>",
(if .compilers then "<p>Other compilers, which move prices as well: \(.compilers[0] | e) → \(.compilers[1] | e)</p>" else empty end),
section("worse"; "Worse"), section("better"; "Better"), section("other"; "Otherwise"),
(.open[] | "<p>Not compared: \(. | e)</p>"),
"<p><a href=\"measured/report.html\">All that was measured of both kernels</a></p></body></html>"
