# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# `flowbench report` on what live runs have left (tests/fixtures/report): the page as a browser shows it, every
# number on it, and pages of runs with missing parts. Pictures of it lie in out/report-pictures.
set -uo pipefail
# shellcheck source=tests/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# shellcheck source=tests/host/browser-lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/browser-lib.sh"

scratch
pictures=out/report-pictures
flowbench=userspace/flowbench
looks=$(<tests/host/report.js)

# --- documents --------------------------------------------------------------------------------------
# The documents of each kind: kept/KIND/results.json and so on
for file in tests/fixtures/report/*.json.xz; do
	kind=$(basename "$file" .json.xz)
	mkdir -p "$dir/kept/$kind"
	xz -dc "$file" >"$dir/kept/$kind/${kind%%-*}.json"
done
kept=$dir/kept

# changed NAME KIND FILTER: a folder with one document, changed by jq
changed() {
	mkdir -p "$dir/$1"
	jq "$3" "$kept/$2/${2%%-*}.json" >"$dir/$1/${2%%-*}.json"
}

# report NAME DIR…: $dir/NAME.html
report() {
	"$flowbench" report -q -o "$dir/$1.html" "${@:2}"
}

# refuses STATUS PATTERN ARGUMENT…: flowbench report ends with STATUS and prints one line like PATTERN
refuses() {
	ends "$1" "$flowbench" report "${@:3}" && says "$2" && (($(wc -l <"$dir/said") == 1)) && return
	cat "$dir/said"
	return 1
}

# embedded PAGE: its documents, each as one line of JSON
embedded() {
	sed -n 's|^<script type="application/json" class="document"[^>]*>\(.*\)</script>$|\1|p' "$1"
}

same_documents() {
	cmp <(embedded "$dir/whole.html" | jq -S .) <(jq -S . "$kept"/*/*.json)
}

# --- the page ---------------------------------------------------------------------------------------
# open_now FILE: FILE is what the browser shows, and it is whole
open_now() {
	browser_true 'return location.pathname.endsWith("/" + arguments[0]) && document.readyState === "complete" &&
		!!FB.sections.length' "$1"
}

# On a machine with much to do the driver comes back before the page is there.
opens() {
	browser_complaints >/dev/null
	browser_open "$dir/$1.html" && wait_until 20 open_now "$1.html"
}

# look EXPRESSION: what report.js says of the page is true
look() {
	browser_true "$looks"$'\n'"return $1;"
}

silent() {
	local said

	said=$(browser_complaints)
	[[ -z $said ]] || { printf '%s\n' "$said" && return 1; }
}

each_section() {
	local id

	for id in $(browser_js 'return FB.sections.map((s) => s.id).join(" ")' | jq -r .); do
		browser_js 'scrollTo(0, 0)' >/dev/null
		browser_click "nav a[href='#$id']" || return 1
		browser_true 'const top = document.getElementById(arguments[0]).getBoundingClientRect().top;
			return location.hash === "#" + arguments[0] && top > -5 && top < innerHeight' "$id" || {
			printf '%s\n' "$id"
			return 1
		}
	done
}

zooms() {
	local before after whole

	before=$(browser_js "$looks"$'\n''return widest("ip_forward")')
	browser_click '#flame .frame[data-name=ip_forward]' || return 1
	after=$(browser_js "$looks"$'\n''return widest("ip_forward")')
	whole=$(browser_js 'return document.querySelector("#flame .drawing svg").width.baseVal.value')
	# The frame fills the graph.
	jq -en --argjson before "$before" --argjson after "$after" --argjson whole "$whole" \
		'$before < $whole * 0.9 and $after > $whole - 1 and $after <= $whole' >/dev/null ||
		{ printf 'from %s to %s of %s\n' "$before" "$after" "$whole" && return 1; }
	look 'says(".flame-info", "^ip_forward: [0-9,.]+ us traced")' && look 'apart()' && look 'numbers(1)'
}

zooms_out() {
	browser_click '.flame-whole' && look 'widest("ip_forward") < widest("net_rx_action") && widest("net_rx_action") > 0'
}

searches() {
	browser_type '#flame .flame-search' xfrm_ &&
		browser_true 'const hits = [...document.querySelectorAll("#flame .frame.hit")];
			return hits.length > 1 && hits.every((h) => h.dataset.name.includes("xfrm_")) &&
				document.querySelector(".flame-found").textContent === "found"' &&
		browser_type '#flame .flame-search' nonsense &&
		browser_true 'return !document.querySelector("#flame .frame.hit") &&
			document.querySelector(".flame-found").textContent === "no such function"' &&
		browser_clear '#flame .flame-search'
}

# Down, right, and in; then out again.
by_keyboard() {
	browser_js 'document.querySelector("#flame .frame[tabindex=\"0\"]").focus()' >/dev/null
	browser_true 'const key = (k) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
			{ key: k, bubbles: true, cancelable: true }));
		const name = () => document.activeElement.dataset.name;
		const first = name();
		key("ArrowDown");
		const second = name();
		key("ArrowUp");
		const third = name();
		key("ArrowDown");
		key("Enter");
		const wide = document.activeElement.querySelector("rect").width.baseVal.value;
		key("Escape");
		return first !== second && first === third && wide > 100 || [first, second, third, wide].join()'
}

filters() {
	browser_true 'for (const box of document.querySelectorAll("#tree .filter input"))
			if (box.checked !== (box.value === "renamed"))
				box.click();
		'"$looks"'
		const shown = rows().filter((r) => !r.classList.contains("around"));
		return shown.length > 0 && shown.every((r) => r.cells[1].textContent === "renamed" && r.cells[2].textContent &&
			r.cells[3].textContent) || shown.length' &&
		browser_true 'const json = FB.runs()[0].data.fidelity.phases[0];
		'"$looks"'
		return rows().filter((r) => !r.classList.contains("around")).length === json.renamed'
}

collapses() {
	browser_true 'for (const box of document.querySelectorAll("#tree .filter input"))
			if (!box.checked)
				box.click();
		'"$looks"'
		const before = rows().length;
		rows()[0].querySelector(".fold").click();
		const after = rows().length;
		rows()[0].querySelector(".fold").click();
		return before > 500 && after < before / 2 && rows().length === before || [before, after].join()'
}

goes_dark() {
	browser_width 1280 && browser_prefers light &&
		browser_true 'return getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"' &&
		look 'contrast()' && browser_click '#theme' &&
		browser_true 'return getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)" &&
			document.querySelector("#theme").getAttribute("aria-pressed") === "true"' &&
		look 'contrast()' && browser_click '#theme'
}

# pictured NAME WIDTH: light and dark
pictured() {
	browser_js 'delete document.documentElement.dataset.theme' >/dev/null
	browser_width "$2" && browser_prefers light && browser_picture "$pictures/$1-$2.png" &&
		browser_prefers dark && browser_picture "$pictures/$1-$2-dark.png" && browser_prefers light &&
		[[ $(head -c 8 "$pictures/$1-$2.png" | od -An -tx1) == ' 89 50 4e 47'* ]]
}

printed() {
	opens "$1" && browser_print "$pictures/$1.pdf" && [[ $(head -c 5 "$pictures/$1.pdf") == %PDF- ]]
}

# A page that lacks something: it opens without a complaint, says so, and no number on it is made up, folded or not.
# What it names as broken was refused: status 2.
page() {
	local status=0

	report "$1" "${@:4}" || status=$?
	if [[ $2 == .broken ]]; then ((status == 2)); else ((status == 0)); fi && opens "$1" && silent && look "says('$2', '$3')" && look 'numbers(0)' && look 'words()' &&
		look 'unfold()' && look 'numbers(0)' && look 'words()' && silent &&
		browser_width 390 && look 'fits()' && look 'apart()'
}

# page_of SECTIONS NAME LACKS DIR…: a page of these sections, none of them empty, that says what it lacks.
page_of() {
	page "$2" '#lacks' "$3" "${@:4}" && look "has_sections('$1')" && look 'nothing_empty()'
}

# A run that is named after its kernel: the commands price that kernel.
of_its_kernel() {
	mkdir -p "$dir/esp-gateway-5.10" && cp "$kept/results/results.json" "$dir/esp-gateway-5.10" &&
		page kernel '#lacks' 'each path: make bench KERNEL=5.10;' "$dir/esp-gateway-5.10"
}

# The command for the reasons names the scenario.
of_its_scenario() {
	changed other results '.scenario = "udp-fragment-igb"'
	page other '#lacks' 'not offloaded: make run SCENARIO=udp-fragment-igb WHY=1;' "$dir/other"
}

reasons_pictured() {
	pictured why 1280 && pictured why 390 && printed why
}

# 45 kernels of the history, each again and again under other names.
long_history() {
	mkdir -p "$dir/long"
	jq '. as $h | ($h.releases | length) as $n | .releases = [range(45) as $i | $h.releases[$i % $n] |
			.name = "\($i / $n | floor).\(.name)"] |
		.moves = [range(1; 45) as $i | ($h.moves[($i - 1) % ($n - 1)]) |
			.from = "\(($i - 1) / $n | floor).\($h.releases[($i - 1) % $n].name)" |
			.to = "\($i / $n | floor).\($h.releases[$i % $n].name)"] |
		.releases[] |= (del(.checks) | .none.checks = "not measured") | .moves[] |= (.checks = [])' "$kept/history/history.json" >"$dir/long/history.json"
	page long '#history' '.' "$dir/long" && browser_width 1280 && look 'apart()' && look 'fits()' && pictured history 1280 &&
		pictured history 390
}

# A mark leads to what moved: by a click, and by the keyboard.
leads_on() {
	browser_width 1280
	opens history && browser_true 'const at = document.querySelector("#history svg a.moved");
			at.focus();
			return document.activeElement === at && !!at.getAttribute("aria-label") && at.getAttribute("href").startsWith("#to-")' &&
		browser_true 'document.activeElement.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
			const to = document.querySelector(".move:target");
			return !!to && to.getBoundingClientRect().top > -5 && to.getBoundingClientRect().top < innerHeight' &&
		browser_click '#history table a.moved' && browser_true 'return !!document.querySelector(".move:target")'
}

# choose LABEL TEXT: takes TEXT out of the list with this label
choose() {
	browser_true 'const at = [...document.querySelectorAll("label.choose")].find((l) => l.textContent.startsWith(arguments[0]));
		const list = at.querySelector("select");
		list.value = [...list.options].find((o) => o.text === arguments[1]).value;
		list.dispatchEvent(new Event("change"));
		return true' "$1" "$2"
}

# The graph shows another weight; the curve another cache.
weighed() {
	browser_width 1280
	browser_true 'return !!document.querySelector("#stacks .frame[data-name=jhash]")' &&
		choose 'Weighed by' data && look 'numbers(1)' &&
		look 'says("#stacks .note", "^A packet has [0-9.]+ data \\(counted\\)")' &&
		browser_true 'return !document.querySelector("#stacks .frame[data-name=jhash]") &&
			!!document.querySelector("#stacks .frame[data-name=flow_offload_lookup]")' &&
		choose 'Weighed by' desktop/warm/l1d && look 'numbers(1)' && look 'says("#stacks .note", "l1d \\(modelled\\)")' &&
		choose 'Over flows' dtlb && look 'says("#lines figcaption", "dtlb of a packet by flows, modelled, warm")' &&
		look 'numbers(1)' && look 'words()' && look 'apart()' && silent
}

# One scale for all bars, at both widths; `forward` has no partner, and a bar of its own.
one_scale() {
	local width

	for width in 390 1280; do
		browser_width "$width" && opens profile && look 'bars(false)' && look 'ratio("conntrack", "esp")' &&
			look 'ratio("forward", "flowtable-esp")' && look 'apart()' && look 'fits()' || return 1
	done
}

# The switch makes each pair as wide as the page, and back.
each_pair() {
	browser_click '#cost label.as-pairs' && look 'bars(true)' && look 'bars(false) !== true' &&
		pictured pairs 1280 && pictured pairs 390 && browser_width 1280 &&
		browser_click '#cost label.as-pairs' && look 'bars(false)' && pictured scale 1280 && pictured scale 390
}

# The keyboard: the switch is focused, and the space bar is pressed.
switched_by_keyboard() {
	browser_width 1280
	browser_true 'const at = document.querySelector("#cost input.as-pairs");
			at.focus();
			return document.activeElement === at && at.tabIndex === 0 && at.labels.length === 1' &&
		browser_type '#cost input.as-pairs' ' ' && look 'bars(true)' && browser_type '#cost input.as-pairs' ' ' && look 'bars(false)'
}

# What is chosen is printed; the switch is not.
scale_on_paper() {
	local status=0

	browser_click '#cost label.as-pairs' && browser_cdp Emulation.setEmulatedMedia '{"media": "print"}' >/dev/null &&
		look 'bars(true) === true && !visible(document.querySelector("#cost label.as-pairs"))' || status=1
	browser_cdp Emulation.setEmulatedMedia '{"media": ""}' >/dev/null
	((!status)) && browser_click '#cost label.as-pairs' && browser_print "$pictures/scale.pdf"
}

# A comparison that has lost its first side after it was embedded, beside checks that are whole.
unlike() {
	report unlike "$kept/compare" "$kept/validate" &&
		sed -i '/class="document" data-file="compare/s/"a":{"name"/"z":{"name"/' "$dir/unlike.html" &&
		opens unlike && silent && look "says('.broken', 'compare.json cannot be read: it lacks what this page shows')" &&
		look "has_sections('validate made')" && look 'nothing_empty()' && look 'numbers(1)'
}

wild() {
	report wild "$dir/wild" && opens wild && silent && look 'words()' &&
		browser_true 'return !window.struck && !document.querySelector("main img, main b, main i") &&
			document.querySelector("#why").innerText.includes("</script><img src=x onerror=struck=1>")'
}

hostile() {
	report hostile "$dir/hostile" && opens hostile && silent && look 'words()' &&
		browser_true 'return !window.struck && !document.querySelector("main img, main b") &&
			document.querySelector("#phases").innerText.includes("</script><img src=x onerror=struck=1>")'
}

# A matrix of four kernels and five scenarios, each as large as the largest.
full_matrix() {
	local began us size

	jq -c '{schema: "flowbench.matrix/1", runs: [("5.10", "6.1", "6.12", "7.2") as $kernel |
		("a", "b", "c", "d", "e") as $scenario | {kernel: $kernel, scenario: $scenario, ok: true,
		fidelity, fingerprint, phases}]}' "$kept/results/results.json" >"$dir/full.json"
	began=${EPOCHREALTIME/./}
	report full "$dir/full.json" || return 1
	us=$((${EPOCHREALTIME/./} - began))
	size=$(stat -c %s "$dir/full.html")
	printf '# %d bytes in %d ms\n' "$size" $((us / 1000)) >&3
	((size < 5000000 && us < 2000000))
}

no_parts_left() {
	local left

	left=$(find "$dir" -name '*.html.*')
	[[ -z $left ]] || { printf '%s\n' "$left" && return 1; }
}

make -s userspace >/dev/null || exit 1
exec 3>&1
mkdir -p "$pictures"
ktap_plan 74

# --- without a browser ------------------------------------------------------------------------------
check "a page of every kind of document" report whole "$kept"/*/
check "holds them as they are" same_documents
check "and a line for who has no scripts" grep -q '<noscript><p>.*without scripts' "$dir/whole.html"
check "a folder that is not there" refuses 1 'none: No such file' "$dir/none"
mkdir "$dir/empty" "$dir/broken"
check "a folder without documents" refuses 1 'empty: no results.json, bench.json or the like in it' "$dir/empty"
head -c 2000 "$kept/results/results.json" >"$dir/broken/results.json"
check "one whose only document is cut short" refuses 2 'broken/results.json: line [0-9]+: ' "$dir/broken"
echo '{}' >"$dir/other.json"
check "a file that is not a document" refuses 1 'other.json: no document of flowbench' "$dir/other.json"
check "a disk that is full" refuses 1 '/dev/full: No space left' -q -o /dev/full "$kept/results"
check "a folder that cannot be written to" refuses 1 'no/where.html: No such file' -o "$dir/no/where.html" "$kept/results"
check "an option that there is not" bash -c "$flowbench report --nonsense >/dev/null 2>&1; (( \$? == 2 ))"
check "a full matrix: less than 5 MB, in less than 2 s" full_matrix
check "nothing is left beside a page" no_parts_left

# --- in a browser -----------------------------------------------------------------------------------
lacks=$(browser_lacks)
on_exit browser_end
if [[ -z $lacks ]] && ! browser_begin >"$dir/begin" 2>&1; then
	lacks="a browser that starts: $(tail -n 1 "$dir/begin")"
fi
if [[ -n $lacks ]]; then
	while ((ktap_count < ktap_planned)); do skip "the page in a browser" "this machine lacks $lacks"; done
	ktap_end
fi
browser_width 1280
check "the page opens" opens whole
check "nothing on its console" silent
check "what was seen comes first, how it was made last" look \
	"has_sections('compare matrix history phases cost lines bench latency scaling flame stacks tree why validate made')"
check "and it lacks nothing" look 'nothing_empty() && !document.querySelector(".lacks")'
check "a click goes to each section" each_section
check "every number is the document's, rounded" look 'numbers(500)'
check "and there is no other" look 'words()'
check "for every run and phase to choose from" look 'each_choice()'
opens whole >/dev/null
look 'unfold()' >/dev/null
check "every number is, where it was folded as well" look 'numbers(2500)'
check "and no other is there" look 'words()'
opens whole >/dev/null
check "a click zooms into a flame graph" zooms
check "and out again" zooms_out
check "what is searched for is found" searches
check "arrow keys go through it" by_keyboard
check "the trees are filtered by class" filters
check "and folded" collapses
check "headings, heads of tables, names of controls" look 'semantic()'
check "a click makes it dark, with contrast as well" goes_dark
check "1280 pixels: nothing is wider" look 'fits()'
check "no texts on each other" look 'apart()'
check "a picture of it" pictured whole 1280
browser_width 390
check "390 pixels: nothing is wider" look 'fits()'
check "no texts on each other" look 'apart()'
check "a picture of it" pictured whole 390
check "nothing on the console by then" silent

# --- with missing parts -----------------------------------------------------------------------------
check "a run without a bench" page_of 'phases flame tree made' run '^Not in this page: why packets were not offloaded: make run WHY=1; the price[^;]*: make bench; [^;]*: make bench PROFILE=1; [^;]*: make bench BENCH="--latency"; [^;]*: make bench BENCH="--flows 1,100,10k --size 60,1400"[.]$' "$kept/results"
check "its proof comes first" look "says('#phases', '^Phases and their paths[^✓]*✓ every phase took its path ✓ every documented')"
check "on paper" printed run
check "one that is named after its kernel" of_its_kernel
check "one of another scenario" of_its_scenario
check "a bench without a run" page_of 'bench latency made' bench 'calls of a run: make run; why [^;]*: make run WHY=1; [^;]*: make bench PROFILE=1; [^;]*--size 60,1400"[.]$' "$kept/bench"
check "a profile alone" page_of 'cost stacks made' profile '^Not in this page: the phases' "$kept/profile"
check "its bars have one scale" one_scale
check "a switch makes each pair as wide as the page" each_pair
check "the keyboard turns it" switched_by_keyboard
check "paper shows what was chosen" scale_on_paper
check "one with the lines that packets touch" page_of 'cost lines stacks made' lines '^Not in this page: the phases' "$kept/profile-lines"
check "a flame graph by lines, and by misses" weighed
check "checks alone" page_of 'validate made' validate '^Not in this page: the phases' "$kept/validate"
check "a history alone" page_of 'history made' history '^Not in this page: the phases' "$kept/history"
check "its marks lead to what moved" leads_on
check "45 kernels: no names on each other" long_history
check "reasons alone" page_of 'why made' why '^Not in this page: the phases' "$kept/why"
check "on paper, and pictures of it" reasons_pictured
check "the reasons are those of the terminal, with what would change them" look "says('#why', 'Connections: 3 tracked, 1 offloaded. .*Share of the fast path: 86.7 %.*accepted by rule 1 of inet fb forward, before .flow add.\\\\s+rule\\\\s+41\\\\s.*move the rule behind the one with .flow add.')"
changed no-module why '.state_only = true | .packets = null | .seconds = 0 | .reasons[] |= (.packets = null |
	.packets_per_second = null | .sampled = null)'
check "reasons without the module" page no-module '#why' 'Packets are not known' "$dir/no-module"
changed all-fast why '.reasons = [] | .packets.sampled = 0'
check "every packet on the fast path" page all-fast '#why' 'There is no packet that the flowtable did not take' "$dir/all-fast"
changed estimated why '.packets.scale = 3.5 | .packets.missed = 7 | .connections.hardware = 1'
check "estimated ones" page estimated '#why' '1 offloaded, 1 of them in hardware.*one of 3.5 was looked at.*probes missed 7 calls' "$dir/estimated"
changed later why '.schema = "flowbench.why/2"'
check "reasons of a later version" page later '.broken' 'why.json cannot be read: schema: expected .flowbench.why/1., found .flowbench.why/2.' \
	"$dir/later" "$kept/bench"
changed wrong why '.reasons[0].packets = -1'
check "a wrong number in them" page wrong '.broken' 'why.json cannot be read: reasons.0..packets: expected .*, found -1' \
	"$dir/wrong" "$kept/bench"
check "alone, they are refused" refuses 2 'wrong/why.json: reasons\[0\]\.packets: expected ' "$dir/wrong"
changed wild why '.reasons[0].what = "</script><img src=x onerror=struck=1>" | .reasons[0].advice = "<b>x</b>" |
	.reasons[0].example = "<i>"'
check "reasons that would be elements are text" wild
changed nothing bench '.points = []'
check "one that has priced nothing" page nothing '#bench' 'holds no point: nothing was priced' "$dir/nothing"
changed one results '.phases = .phases[:1] | .fidelity.ok = false | .fidelity.phases |= (.[:1] + (.[1:] | map({documented, absent: true, phase,
	calls})))'
check "a run of one phase" page one '#phases' 'has no trace of these documented phases: p2a, p2b, p3p4, p5a, p5b, p8' "$dir/one"
changed failed results '.phases[0].expect[0].holds = false'
check "a phase that is not proved" page failed '#phases' 'Phase p1 is not proved: nf_flow_offload_ip_hook' "$dir/failed"
changed old results 'del(.phases[].calls, .fidelity.phases[].calls)'
check "a run of an earlier flowbench" page_of 'phases made' old 'the calls, which results.json[^;]*: make run; ' "$dir/old"
changed bare results 'del(.fidelity, .phases[].calls)'
check "one that was held against nothing" page bare '#phases' 'it has no fidelity' "$dir/bare"
check "a document that is cut short, beside one that is not" page half '.broken' 'results.json cannot be read: line' \
	"$dir/broken" "$kept/bench"
changed strange results '.phases[0].calls.rows[3] = [1] | .fidelity.phases[0].calls.rows = [[0, 99999, 99, 99999, 99]] |
	.phases[1].total = 5 | .phases[2].expect = "text"'
check "one whose parts are not what they should be, beside one that is" page strange .broken 'results.json cannot be read: phases.0..calls.rows.3.: expected a list of 3' \
	"$dir/strange" "$kept/bench"
check "one that a later flowbench has vouched for, and this page cannot show" unlike
changed hostile results '.phases[0].label = "</script><img src=x onerror=struck=1>" |
	.phases[0].calls.names[0] = "<b onclick=struck=1>" | .phases[0].path = "</SCRIPT><script>struck=1</script>"'
check "names that would be elements are text" hostile
check "a matrix with a cell that failed, and one that was skipped" page matrix '#matrix' \
	'failed: the lab did not come up.*skipped: the suite' "$kept/matrix"
ktap_end
