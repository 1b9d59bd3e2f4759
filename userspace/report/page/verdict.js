// SPDX-License-Identifier: GPL-2.0
// Shows the verdict of a comparison, and the checks of the flowtable.
"use strict";

// --- compare -------------------------------------------------------------------------------------
FB.verdict_mark = (word) => FB.mark(word === "no difference" ? "good" : word === "difference" ? "bad" : "open", word);

// Draws an interval; the line in the middle is a ratio of one, which means no difference.
FB.interval = function (ratio) {
	const reach = Math.max(Math.abs(ratio.low95 - 1), Math.abs(ratio.high95 - 1), 1e-6) * 1.2;
	const x = (v) => 60 + (v - 1) / reach * 56;

	return FB.svg("svg", { class: "interval", width: 120, height: 16, viewBox: "0 0 120 16", role: "img",
		"aria-label": "the interval, and a line where nothing differs" },
	FB.svg("line", { x1: 60, x2: 60, y1: 0, y2: 16, class: "axis" }),
	FB.svg("line", { x1: x(ratio.low95), x2: x(ratio.high95), y1: 8, y2: 8, class: "range" }),
	FB.svg("circle", { cx: x(ratio.median), cy: 8, r: 3, class: "middle" }));
};

FB.compare_row = function (p, insn) {
	const { el, num } = FB;
	const side = (s) => (p[s] ? [num(p[s], "gross", "ratio"), el("small", {}, "own ", num(p[s], "own", "ratio"))] : "–");
	const sure = insn ? (p.spread ? [num(p.spread, 0, "ratio"), " / ", num(p.spread, 1, "ratio"), el("small", {}, "p ",
			num(p, "p", "interval"))] : "–")
		: p.ratio ? [FB.interval(p.ratio), " ", num(p.ratio, "median", "interval"), el("small", {}, "low95 ",
			num(p.ratio, "low95", "interval"), ", high95 ", num(p.ratio, "high95", "interval")),
		el("small", {}, "p ", num(p, "p", "interval"), ", tost ", num(p, "tost", "interval"))] : "–";

	return [p.path, num(p, "size", "count"), num(p, "flows", "count"), num(p, "batch", "count"), side("a"), side("b"),
		num(p, "delta", "change"), [num(p, "percent", "change_percent"), " %"], sure,
		p.verdict ? FB.verdict_mark(p.verdict) : FB.mark("open", "on one side only")];
};

FB.codes = { differs: ["bad", "differs"], same: ["good", "the same on both sides"], unknown: ["open", "not seen on both sides"] };

// Lists the functions that take another number of instructions, if the boots were profiled.
FB.compare_functions = function (doc) {
	const { num } = FB;
	const points = (doc.data.points || []).filter((p) => p.functions);
	const rows = points.flatMap((p) => p.functions.slice(0, 12).map((f) => [
		f.module ? f.function + " [" + f.module + "]" : f.function, p.path, num(f, "delta", "change"),
		FB.mark(...(FB.codes[f.code] || FB.codes.unknown))]));

	if (!points.length)
		return null;
	return rows.length ? FB.table("Functions that take another number of instructions themselves",
		[["function"], ["path"], ["delta", "r"], ["its code"]], rows, true)
		: FB.note("No function takes another number of instructions on any path.");
};

FB.compare_of = function (doc) {
	const { el, num } = FB;
	const d = doc.data, insn = d.mode !== "ns";

	return [
		el("p", { class: "verdict" }, "Verdict: ", FB.verdict_mark(d.verdict), d.why ? ": " + d.why : ""),
		el("dl", { class: "facts" }, ["a", "b"].map((s) => d[s] && el("div", {}, el("dt", {}, s.toUpperCase()),
			el("dd", {}, d[s].name + ", " + ((d[s].fingerprint || {}).kernel || "an unknown kernel") + ", ",
				num(d[s], "boots", "count"), " boots")))),
		FB.table("Gross price of a packet (" + d.mode + ") on both sides",
			[["path"], ["size", "r"], ["flows", "r"], ["batch", "r"], ["A", "r"], ["B", "r"],
				["delta, " + d.mode, "r"], ["delta of net", "r"], [insn ? "spread of A / B" : "ratio, interval", "r"],
				["verdict"]],
			(d.points || []).map((p) => FB.compare_row(p, insn)), true),
		FB.compare_functions(doc),
		insn ? FB.note("Instruction counts do not see cache and branch misses, lock contention, batching, or how " +
			"long an instruction takes.")
			: FB.note("Times depend on this machine, its caches and its load. p: the probability of such a " +
				"difference between two equal kernels. tost: the probability of such a result if the ratio is " +
				"outside the margin of ",
			num(d, "margin", "interval"), "."),
	];
};

FB.compare = () => FB.of("flowbench.compare").map((doc) => FB.attempt(FB.el("div", {}), () => FB.compare_of(doc)));

// --- validate ------------------------------------------------------------------------------------
FB.outcomes = [["failed", "bad", "✗"], ["fixed", "bad", "✗"], ["known", "open", "!"], ["skipped", "open", "–"],
	["lacks", "open", "–"], ["passed", "good", "✓"]];

FB.claims = (check) => FB.el("details", {}, FB.el("summary", {}, "claims"),
	FB.el("ul", { class: "expect" }, (check.claims || []).map((c) => FB.el("li", { class: c.held ? null : "bad" },
		(c.held ? "✓ " : "✗ ") + [c.source, c.what + ":", c.op, c.wanted].join(" ") + ", counted " + c.counted)),
	(check.notes || []).map((n) => FB.el("li", {}, n))));

// Says in plain words what a gateway's operator should know of this kernel: its dangers first. Checks that show the same share
// a row.
FB.operator = function (checks) {
	const shown = checks.filter((c) => c.outcome !== "lacks" && c.outcome !== "skipped");
	const rows = [["danger", "bad", "dangerous"], ["slow", "open", "silently\u00a0slow"]].flatMap(([key, kind, word]) =>
		[...new Set(shown.map((c) => c[key]).filter(Boolean))].map((text) => [FB.mark(kind, word), text,
			shown.filter((c) => c[key] === text).map((c) => c.name).join(", ")]));

	return rows.length ? FB.table("What the operator of a gateway with this kernel should know",
		[["what it is"], ["what happens, and what to do"], ["shown by"]], rows, true) : null;
};

FB.validate_of = function (doc) {
	const { el, num } = FB;
	const checks = doc.data.checks || [];
	const rows = FB.outcomes.flatMap(([outcome, kind, sign]) => checks.filter((c) => c.outcome === outcome).map((c) => [
		c.name, FB.mark(kind, sign + "\u00a0" + outcome),
		[c.proves, c.why && el("small", {}, c.why), c.differs && el("small", {}, "differs here: " + c.differs)],
		[num(c, "seconds", "seconds"), " s"], (c.claims || []).length ? FB.claims(c) : "–"]));

	return checks.length ? [el("h3", {}, doc.data.kernel || FB.name(doc)), FB.operator(checks),
		FB.table("Checks of the flowtable, failed ones first",
			[["check"], ["outcome"], ["what it proves"], ["took", "r"], ["claims"]], rows, true)]
		: FB.lack(FB.name(doc) + " holds no check.");
};

FB.validate = () => FB.of("flowbench.validate").map((doc) => FB.attempt(FB.el("div", {}), () => FB.validate_of(doc)));
