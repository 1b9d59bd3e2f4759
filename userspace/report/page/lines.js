// SPDX-License-Identifier: GPL-2.0
// Shows which memory a packet touches, and what modelled machines miss of it: "lines" of profile.json.
"use strict";

FB.lined = () => FB.of("flowbench.profile").filter((doc) => (doc.data.lines || []).length);

FB.counted_heads = [["data", "lines of data"], ["code", "lines of code"], ["loads", "loads"], ["stores", "stores"],
	["branches", "branches"], ["indirect", "indirect"]];

FB.miss_heads = ["l1i", "l1d", "l2", "llc", "itlb", "dtlb", "stlb", "branch", "target", "return"];

// A setting has a column only if it differs between points of one path.
FB.setting_heads = (lines) => FB.settings.filter((key) =>
	lines.some((l) => lines.some((m) => l.path === m.path && l[key] !== m[key]))).map((key) => [key, "r"]);
FB.setting_cells = (lines, l) => FB.setting_heads(lines).map(([key]) => FB.num(l, key, "count"));

FB.counted_table = (lines) => FB.table("Counted, a packet, net of the generator's own",
	[["path"], ...FB.setting_heads(lines), ["insn", "r"], ...FB.counted_heads.map(([, text]) => [text, "r"])],
	lines.map((l) => [l.path, ...FB.setting_cells(lines, l), FB.num(l.per_packet, "insn", "price"),
		...FB.counted_heads.map(([key]) => FB.num(l.per_packet, key, "price"))]));

FB.missed_table = (lines) => FB.table("Modelled misses and wrong guesses of a packet",
	[["path"], ...FB.setting_heads(lines), ["machine"], ["state"], ...FB.miss_heads.map((key) => [key, "r"])],
	lines.flatMap((l) => l.modelled.map((m) => [l.path, ...FB.setting_cells(lines, l), m.machine, m.state,
		...FB.miss_heads.map((key) => FB.num(m.per_packet, key, "price"))])));

// --- over flows ----------------------------------------------------------------------------------
FB.miss_curve = function (path, points, event) {
	const { el, num } = FB;
	const list = [...points].sort((a, b) => a.flows - b.flows);
	const warm = (l) => l.modelled.filter((m) => m.state === "warm");
	const machines = [...new Set(list.flatMap((l) => warm(l).map((m) => m.machine)))];
	const of = (l, name) => warm(l).find((m) => m.machine === name);
	const title = event + " of a packet by flows, modelled, warm";
	const series = machines.map((name) => ({ name: name, points: list.map((l, i) => ({ step: i, m: of(l, name) }))
		.filter((p) => p.m).map((p) => ({ step: p.step, value: p.m.per_packet[event], at: p.m.per_packet, key: event })) }));

	return el("figure", { class: "plot" },
		el("figcaption", {}, el("strong", {}, path), ": " + title),
		FB.legend(machines),
		FB.lines(series, list.map((l) => ({ at: l, key: "flows" })), title + ", path " + path, "price"),
		FB.table(title + ", path " + path, [["machine"], ...list.map((l) => [num(l, "flows", "count"), "r"])],
			machines.map((name) => [name, ...list.map((l) => (of(l, name) ? num(of(l, name).per_packet, event, "price")
				: "–"))])));
};

FB.curves_over_flows = function (lines) {
	const curves = FB.curves_of(lines, "flows").filter(([, list]) => list.some((l) => l.modelled.some((m) => m.state === "warm")));

	return curves.length ? FB.chooser("Over flows", ["l1d", "l2", "llc", "dtlb", "stlb"].map((key) => [key, key]),
		(event) => FB.el("div", { class: "plots wide" }, curves.map(([path, list]) => FB.miss_curve(path, list, event)))) : null;
};

FB.touched = function () {
	return FB.lined().map((doc) => FB.attempt(FB.el("div", {}), () => [
		FB.counted_table(doc.data.lines),
		FB.note("Lines are those of a cache; each counts once a packet. The emulator saw each access."),
		FB.curves_over_flows(doc.data.lines),
		FB.missed_table(doc.data.lines),
		FB.note("Modelled: no machine was measured. Warm: the same packets went through before, one flow after another. Cold: ",
			"something else has replaced everything before each packet. l1i to stlb: misses of caches and TLBs. Branch, target, ",
			"return: wrong guesses. – : not every flow had a packet in the round, so nothing is known of warm ones."),
	]));
};
