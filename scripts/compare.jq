# SPDX-License-Identifier: GPL-2.0
#
# compare.jq: one line of compare.json: the difference on each path, the greatest first: "+12.00 flowtable, 0 conntrack".

def unit: if .mode == "ns" then " ns" else "" end;
def figure: (. * 100 | round) as $h | ($h | fabs) as $n |
	if $n == 0 then "0" else (if $h < 0 then "-" else "+" end) + "\($n / 100 | floor)." + ("0\($n % 100)" | .[-2:]) end;

unit as $unit
| [.points[] | select(.verdict) | { path, size, flows, batch, delta: (if .verdict == "difference" then .delta else 0 end) }] as $all
| if $all == [] then "nothing can be said"
  else [$all | sort_by(-(.delta | fabs))[] | (.delta | figure) + $unit + " " + .path] | join(", ") end
