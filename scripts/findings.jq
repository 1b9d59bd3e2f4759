# SPDX-License-Identifier: GPL-2.0
#
# findings.jq: what is worse, better and otherwise on a newer kernel, as a document of flowbench.bump/1: findings, most important
# first. $move is what flowbench history --between writes, $history its history.json, $before and $after the kernels' documents
# of checks (null without one), $bench the points of the newer kernel's boots, $from and $to the kernels' names, $patches how many
# patches are on both.
#
# Each finding: {class: worse, better or other; kind: part, check, why, price or calls; text; more: lines below it}

def ran: . == "passed" or . == "failed" or . == "known" or . == "fixed";
def good: . == "passed" or . == "fixed";
def figure: (. * 100 | round) as $h | ($h | fabs) as $n | (if $h < 0 then "-" else "+" end) + "\($n / 100 | floor)." + ("0\($n % 100)" | .[-2:]);
def unit: if $history.mode == "ns" then "ns" else "instructions" end;
def release($name): $history.releases[] | select(.name == $name);
def finding($class; $order; $kind; $text; $more): { class: $class, order: $order, kind: $kind, text: $text, more: $more };

# --- parts: what could be measured before
def parts:
	release($move.from) as $a | release($move.to) as $b
	| ("prices", "calls", "checks") as $part
	| select($a[$part] != null and $b[$part] == null)
	| finding("worse"; [0]; "part"; "\($part): \($to) has none: \($b.none[$part] // "not measured")"; []);
def lost:
	release($move.from) as $a | release($move.to) as $b | select($b.prices != null)
	| ($a.prices // [])[].path as $path | select(any($b.prices[]; .path == $path) | not)
	| finding("worse"; [1, $path]; "price"; "\($path): no price on \($to): \([$bench[] | select(.path == $path) | .error // empty][0] // "not proved")"; []);

# --- checks
def unheld: [.claims[]? | select(.held | not) | "\(.source): \(.what): expected \(.op) \(.wanted), counted \(.counted)"][:4];
def flips:
	($before.checks // [])[] as $a | ($after.checks // [])[] | select(.name == $a.name and .outcome != $a.outcome)
	| (if ($a.outcome | good) and (.outcome | ran) and (.outcome | good | not) then ["worse", 2]
	   elif ($a.outcome | ran) and ($a.outcome | good | not) and (.outcome | good) then ["better", 2]
	   elif .outcome == "failed" then ["worse", 3] else ["other", 4] end) as [$class, $rank]
	| finding($class; [$rank, .outcome, .name]; "check"; "\(.name): \($a.outcome) -> \(.outcome): \(.proves)"; if .outcome | good then [] else unheld end);

# --- reasons of why: expected ones are claims, others are notes
def reasons:
	[(.claims[]? | select(.source == "why") | select(.what | startswith("packets not taken: ")) | { reason: .what[19:], packets: (.counted | tonumber? // 0), note: false }),
	 ((.notes // [])[] | capture("^why: (?<packets>[0-9]+) packets: (?<reason>.*)$") | { reason, packets: (.packets | tonumber), note: true })]
	| map(select(.packets > 0));
def whys:
	($before.checks // [])[] as $a | ($after.checks // [])[] | select(.name == $a.name and (.outcome | ran) and ($a.outcome | ran))
	| .name as $name | ($a | [reasons[].reason]) as $old | [reasons[] | select(.reason as $r | $old | index([$r]) | not)] | unique_by(.reason)[]
	| finding(if .note then "worse" else "other" end; [3, $name, .reason]; "why"; "\($name): new reason: \(.packets) packets: \(.reason)"; []);

# --- prices
def by_code: if .code then .code.delta else .delta end;
def net($name): .path as $path | [release($name).prices[]? | select(.path == $path).net][0] // 0;
def functions($code): [.functions[]? | select(($code | not) or .code == "differs")] | sort_by(-(.delta | fabs))
	| (.[:5] | map("\(.delta | figure) \(.function)\(if .module then " [\(.module)]" else "" end)"))
	+ (if length > 5 then ["and \(length - 5) more"] else [] end);
def prices:
	$move.prices[]? | select(.moved) | (.cause == "code" or (.cause == "not found" and (.code | not))) as $sure
	| (if $sure then by_code else .delta end) as $d | net($move.from) as $was | (if $was == 0 then 0 else $d / $was * 100 end) as $percent
	| finding(if $sure | not then "other" elif $d > 0 then "worse" else "better" end; [5, -($percent | fabs), .path]; "price";
		"\(.path): \($d | figure) \(unit) (\($percent | figure) %)\(if $sure and (.delta - $d | fabs) >= 0.005 then ", with what chance adds \(.delta | figure)"
			elif $sure then "" elif .cause == "data" then ", in functions whose code is the same: by data or by chance" else ", not found in code that differs" end)";
		functions($sure));

# --- calls
def calls:
	$move.calls as $c | select(($c.changes // []) | length > 0)
	| [$c.changes[] | select(.change == "added" or .change == "removed")] as $list
	| select($list | length > 0)
	| finding("other"; [6]; "calls"; "\($c.total.added // 0) added, \($c.total.removed // 0) removed, \($c.total.same // 0) the same";
		($list | sort_by(-.calls) | .[:12] | map("\(if .change == "added" then "+" else "-" end) \(.calls)  \(.function) < \(.caller)\(if .reason then " (\(.reason))" else "" end)"))
		+ (if ($list | length) > 12 then ["and \(($list | length) - 12) more"] else [] end));

{ schema: "flowbench.bump/1", from: $from, to: $to, patches: $patches, compilers: $move.compilers,
  findings: ([parts, lost, flips, whys, prices, calls] | sort_by([{ worse: 0, better: 1, other: 2 }[.class], .order]) | map(del(.order))),
  open: [($move.none, $move.lone) // {} | to_entries[] | "\(.key): \(.value)"] }
