// SPDX-License-Identifier: GPL-2.0
// What was run, where, and what became of each phase.
"use strict";

// What a phase's path is priced as.
FB.bench_path = { "slow": "conntrack", "fast": "flowtable", "slow-xfrm": "esp", "fast-xfrm": "flowtable-esp",
	"local": "esp-in" };

// Runs, those of a matrix too: { label, data, kernel, from }.
FB.runs = function () {
	const runs = [];

	for (const doc of FB.of("flowbench.results"))
		runs.push({ data: doc.data, scenario: doc.data.scenario, from: doc });
	for (const doc of FB.of("flowbench.matrix"))
		for (const run of doc.data.runs || [])
			if (run.phases)
				runs.push({ data: run, scenario: run.scenario, from: doc });
	for (const run of runs) {
		run.kernel = (run.data.fingerprint || {}).kernel || run.data.kernel || "an unknown kernel";
		run.label = run.scenario + " on " + run.kernel;
	}
	return runs;
};

// The first point of a path, on that kernel.
FB.price_of = function (path, kernel) {
	for (const doc of FB.of("flowbench.bench"))
		if ((doc.data.fingerprint || {}).kernel === kernel)
			for (const point of doc.data.points || [])
				if (point.path === path && !point.error)
					return { point: point, unit: doc.data.mode };
	return null;
};

// Members of an object: words, numbers, and lists of numbers.
FB.facts = function (object) {
	const { el, num } = FB;
	const shown = (key, value) => {
		if (Array.isArray(value))
			return value.length ? value.map((_, i) => [i ? ", " : "", num(object, [key, i], "count")]) : "–";
		if (typeof value === "number")
			return num(object, key, "count");
		return value === "" || value === null ? "–" : String(value);
	};

	return el("dl", { class: "facts" }, Object.entries(object || {}).map(([key, value]) =>
		el("div", {}, el("dt", {}, key.replace(/_/g, " ")), el("dd", {}, shown(key, value)))));
};

// --- what and where ------------------------------------------------------------------------------
FB.what = function () {
	const { el } = FB;
	const broken = FB.documents.filter((d) => d.error !== undefined);
	const list = FB.documents.filter((d) => d.data);
	const rows = list.map((d) => {
		const print = d.data.fingerprint || {};

		return [FB.name(d), d.data.schema, print.kernel || d.data.kernel || "–",
			[print.machine, print.mode].filter(Boolean).join(", ") || "–",
			d.data.scenario || "–"];
	});

	return [
		broken.map((d) => FB.lack(FB.name(d) + " cannot be read: " + d.error)),
		FB.table("The documents of this page",
			[["document"], ["schema"], ["kernel"], ["machine, mode"], ["scenario"]], rows, true),
		FB.note("Results are comparable where their fingerprints are the same. Where the mode is icount, " +
			"costs are instructions (insn), counted exactly; otherwise they are nanoseconds (ns). What is " +
			"called traced contains the tracer's own cost, and is no price of anything."),
		list.map((d) => FB.fold("Fingerprint of " + FB.name(d), () => [
			d.data.fingerprint ? FB.facts(d.data.fingerprint) : null,
			["a", "b"].map((side) => d.data[side] && d.data[side].fingerprint &&
				[el("h4", {}, d.data[side].name), FB.facts(d.data[side].fingerprint)]),
			!d.data.fingerprint && !d.data.a &&
				FB.note("It has none of its own: each of its runs has."),
			d.data.lab && [el("h4", {}, "Lab"), FB.facts(d.data.lab)],
			d.data.settings && [el("h4", {}, "Settings"), FB.facts(d.data.settings)],
		], list.length === 1)),
	];
};

// --- phases --------------------------------------------------------------------------------------
FB.proof = function (expect) {
	const { el } = FB;
	const list = expect || [];

	if (!list.length)
		return FB.mark("open", "nothing is expected");
	return [list.every((e) => e.holds) ? FB.mark("good", "✓ all hold") : FB.mark("bad", "✗ not all hold"),
		el("details", {}, el("summary", {}, "expectations"),
			el("ul", { class: "expect" }, list.map((e) => el("li", { class: e.holds ? null : "bad" },
				(e.holds ? "✓ " : "✗ ") + (e.returns ? "returns " : e.refuse ? "never " : "") +
				(e.chain || e.returns)))))];
};

// What became of the documented phase that @name is, or is a part of.
FB.fidelity_of = function (run, phase) {
	const list = (run.data.fidelity || {}).phases || [];
	const file = (phase.trace || "").replace(/^.*\//, "").replace(/\.trace$/, "");

	return list.find((f) => f.phase === phase.name) || list.find((f) => f.phase === file) || null;
};

// The phase that has the trace, if this one only shares it.
FB.lead_of = function (run, phase) {
	const first = run.data.phases.find((p) => p.trace === phase.trace);

	return first && first !== phase ? first.name : null;
};

FB.phase_row = function (run, phase) {
	const { el, num } = FB;
	const fid = FB.fidelity_of(run, phase);
	const name = FB.bench_path[phase.path];
	const price = name ? FB.price_of(name, run.kernel) : null;
	const lead = FB.lead_of(run, phase);
	const as = (content) => (lead ? FB.el("span", { class: "none" }, "as " + lead) : content);

	return [
		phase.name, FB.mark("path", phase.path),
		as(fid ? num(fid, "documented", "count") : "–"),
		as(fid && typeof fid.reproduced === "number"
			? [num(fid, "reproduced", "count"), " calls",
				el("small", {}, num(phase, "lines", "count"), " lines")]
			: [num(phase, "lines", "count"), " lines"]),
		as(fid ? [num(fid, "percent", "percent"), " %"] : "–"),
		as(fid && fid.traceable ? [num(fid, "reached", "count"), " of ", num(fid, "traceable", "count")] : "–"),
		FB.proof(phase.expect),
		price ? [num(price.point, "net", "price"), " " + price.unit,
			el("small", {}, "bench path " + name)] : el("span", { class: "none" }, "–"),
		as(phase.total ? [num(phase.total, "value", "us"), " us",
			el("small", {}, "traced, no price")] : "–"),
		[phase.label, phase.packet && el("details", {}, el("summary", {}, "packet"),
			el("p", { class: "packet" }, phase.packet))],
	];
};

FB.classes = ["matched", "renamed", "untraceable", "removed", "never", "incidental", "environment", "missing"];

FB.fidelity_table = function (fid) {
	const { num } = FB;
	const row = (name, f) => (f.absent
		? [name, num(f, "documented", "count"), FB.mark("bad", "no trace"),
			...FB.classes.map(() => "")]
		: [name, num(f, "documented", "count"), ...FB.classes.map((c) => num(f, c, "count")),
			[num(f, "percent", "percent"), " %"]]);

	return [
		FB.table("What became of the documented calls (" + fid.documented + ")",
			[["phase"], ["documented", "r"], ...FB.classes.map((c) => [c, "r"]), ["matched %", "r"]],
			[...(fid.phases || []).map((f) => row(f.phase, f)), ...(fid.total ? [row("all", fid.total)] : [])]),
		FB.note("Matched % is by name, of the calls that are not incidental. ",
			fid.ok ? FB.mark("good", "✓ every call is explained")
				: FB.mark("bad", "✗ not every call is explained")),
		(fid.wrong || []).map((w) => FB.lack("The table of reasons is contradicted: " + w)),
	];
};

FB.phases = function (run) {
	const phases = run.data.phases || [], fid = run.data.fidelity;
	const absent = ((fid || {}).phases || []).filter((f) => f.absent);
	const failed = phases.filter((p) => (p.expect || []).some((e) => !e.holds));
	const priced = FB.of("flowbench.bench").some((d) => (d.data.fingerprint || {}).kernel === run.kernel &&
		(d.data.points || []).length);

	return [
		run.data.failed && FB.lack("This run has a reason: " + run.data.failed),
		failed.map((p) => FB.lack("Phase " + p.name + " is not proved: " + p.expect.filter((e) => !e.holds)
			.map((e) => (e.refuse ? "not " : "") + (e.chain || e.returns)).join("; "))),
		phases.length ? FB.table("Phases of " + run.label,
			[["phase"], ["path"], ["documented calls", "r"], ["reproduced", "r"], ["matched", "r"],
				["reached, of traceable", "r"], ["proof"], ["instructions", "r"], ["traced time", "r"], ["packet"]],
			phases.map((p) => FB.phase_row(run, p)), true) : FB.lack("The run has no phase."),
		absent.length ? FB.lack("Documented, but the run has no trace of it: " +
			absent.map((f) => f.phase).join(", ") + ".") : null,
		priced ? FB.note("Instructions are those of a packet on the bench's path of that name, less the " +
			"generator's own; they are not a measure of the phase's trace.")
			: FB.note("No prices for this kernel: ", FB.command("make bench"), " measures them."),
		fid ? FB.fidelity_table(fid)
			: FB.lack("Nothing compares this run with a documented trace: it has no fidelity."),
	];
};
