# SPDX-License-Identifier: GPL-2.0
#
# compare.jq: one line of compare.json: the difference on each path, the greatest first: "+12.00 flowtable, 0 conntrack".
# Where functions are known, the figure is that of functions whose code differs; what chance moved beside them is said.

def unit: if .mode == "ns" then " ns" else "" end;
def figure: (. * 100 | round) as $h | ($h | fabs) as $n |
	if $n == 0 then "0" else (if $h < 0 then "-" else "+" end) + "\($n / 100 | floor)." + ("0\($n % 100)" | .[-2:]) end;
def moved: if .verdict == "difference" then .delta else 0 end;
def by_code:
	if .code != null then (if .code.p <= 0.05 then .code.delta else 0 end)
	elif (.functions // []) != [] and all(.functions[]; .code == "same") then 0
	else moved end;

unit as $unit
| [.points[] | select(.verdict) | { path, delta: by_code, rest: (if .verdict == "difference" then .delta - by_code else 0 end) }] as $all
| if $all == [] then "nothing can be said"
  else [$all | sort_by(-(.delta | fabs))[] | (.delta | figure) + $unit + " " + .path
	+ (if (.rest | fabs) >= 0.005 then " (and " + (.rest | figure) + " not by its code)" else "" end)] | join(", ") end
