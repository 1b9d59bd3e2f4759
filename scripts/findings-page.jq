# SPDX-License-Identifier: GPL-2.0
#
# findings-page.jq: a document of flowbench.bump/1, or a list of them, as a page.

def e: @html;
def section($class; $name):
	[.findings[] | select(.class == $class)] as $all
	| select($class == "worse" or ($all | length > 0))
	| "<h2 class=\"\($class)\">\($name): \(if $all == [] then "nothing" else ($all | length) end)</h2>",
	  (if $all == [] then empty else "<table>", ($all[] | "<tr><th>\(.kind | e)</th><td>\(.text | e)\(if .more == [] then "" else "<details><summary>where</summary><pre>\(.more | join("\n") | e)</pre></details>" end)</td></tr>"), "</table>" end);
def step: "\(.from) → \(.to)\(if .patches > 0 then ", with \(.patches) patches on both" else "" end)";
def document:
	(if .compilers then "<p>Other compilers, which move prices as well: \(.compilers[0] | e) → \(.compilers[1] | e)</p>" else empty end),
	section("worse"; "Worse"), section("better"; "Better"), section("other"; "Otherwise"),
	(.open[] | "<p>Not compared: \(. | e)</p>");

(type == "array") as $list
| (if $list then "commits" else step end) as $title
| "<!DOCTYPE html>", "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">",
  "<title>flowbench: \($title | e)</title>",
  "<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}th{text-align:left;vertical-align:top;padding-right:1em;font-weight:normal}td{padding-bottom:.4em}.worse{color:#b3261e}.better{color:#2e7d32}h2{font-size:1.1em}pre{margin:.2em 0;overflow-x:auto}@media(prefers-color-scheme:dark){.worse{color:#ff8a80}.better{color:#81c784}}</style></head><body>",
  (if $list then (if . == [] then "<p>Nothing moved.</p>" else .[] | "<h1>\(.to | e)</h1>", document end) else "<h1>\(step | e)</h1>", document end),
  "<p><a href=\"\(if $list then "" else "measured/" end)report.html\">All that was measured</a></p></body></html>"
