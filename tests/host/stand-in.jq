# SPDX-License-Identifier: GPL-2.0
#
# stand-in.jq: the fixture bench.json with the paths of $paths, of which flowtable costs $more thousandths more.

def stat: { median: ., min: ., max: ., low95: ., high95: . };
def rounds($way; $cycles): [range(2)] | map({ cycles: $cycles, ns: $cycles, injected: 1000, arrived: 0, returned: 0, dropped: 0, kept: 0, other: 0 } + { ($way): 1000 });

.points[0] as $point
| .settings.rounds = 2
| .fingerprint.seed = $seed | .fingerprint.kernel = "\($kernel).9-test" | .fingerprint.modules_sha256 = $sum | .fingerprint.qemu = $mark
| .points = [$paths | split(" ")[] as $path
	| (if $path | startswith("flowtable") then 1284000 + $more else 3450000 end) as $gross
	| $point + { path: $path, title: $path, replaces: null, own: (500 | stat), gross: ($gross / 1000 | stat), net: ($gross / 1000 - 500),
		samples: [{ lab: 1, tuple: 1, price: ($gross / 1000) }],
		rounds: { own: rounds("returned"; 500000), gross: rounds("arrived"; $gross) } }
	| del(.ratio)]
