# SPDX-License-Identifier: GPL-2.0
#
# figures.jq: bench.json as lines "flowbench PATH PRICE SPREAD UNIT", which parse reads. A path without a price has no line.

.mode as $mode | .points[] | select(.net and (.error == null)) | "flowbench \(.path) \(.net) \((.gross.max - .gross.min) * 1000 | round / 1000) \($mode)"
