// SPDX-License-Identifier: GPL-2.0
// The phases of a run: their paths, what was reproduced, and the proofs.
"use strict";

// The path of the bench that prices the path of a phase.
FB.bench_path = { "slow": "conntrack", "fast": "flowtable", "slow-xfrm": "esp", "fast-xfrm": "flowtable-esp",
	"local": "esp-in" };

// Returns all runs, also those of a matrix: { label, data, kernel, from }.
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

// Returns the first point of a path on a kernel, or null.
FB.price_of = function (path, kernel) {
	for (const doc of FB.of("flowbench.bench"))
		if ((doc.data.fingerprint || {}).kernel === kernel)
			for (const point of doc.data.points || [])
				if (point.path === path && !point.error)
					return { point: point, unit: doc.data.mode };
	return null;
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

// Returns the fidelity of a phase, or of the documented phase that contains it ("p3p4"); or null.
FB.fidelity_of = function (run, phase) {
	const list = (run.data.fidelity || {}).phases || [];
	const file = (phase.trace || "").replace(/^.*\//, "").replace(/\.trace$/, "");

	return list.find((f) => f.phase === phase.name) || list.find((f) => f.phase === file) || null;
};

// Returns the name of the phase that owns the trace if @phase only shares it, else null.
FB.lead_of = function (run, phase) {
	const first = run.data.phases.find((p) => p.trace === phase.trace);

	return first && first !== phase ? first.name : null;
};

// Returns the cells of a phase. @priced: the table has a column of prices.
FB.phase_row = function (run, phase, priced) {
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
		priced && (price ? [num(price.point, "net", "price"), " " + price.unit,
			el("small", {}, "bench path " + name)] : el("span", { class: "none" }, "–")),
		as(phase.total ? [num(phase.total, "value", "us"), " us"] : "–"),
		[phase.label, phase.packet && el("details", {}, el("summary", {}, "packet"),
			el("p", { class: "packet" }, phase.packet))],
	].filter((cell) => cell !== false);
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
		FB.note("Matched % counts the calls with the same name, out of all calls that are not incidental."),
		(fid.wrong || []).map((w) => FB.lack("The running kernel contradicts a reason: " + w)),
	];
};

// The result of the run in one line.
FB.phases_verdict = function (phases, fid) {
	const proved = phases.every((p) => (p.expect || []).every((e) => e.holds));
	const expected = phases.some((p) => (p.expect || []).length);

	return FB.el("p", { class: "verdict" },
		expected && (proved ? FB.mark("good", "✓ every phase took its path")
			: FB.mark("bad", "✗ not every phase took its path")), " ",
		fid && (fid.ok ? FB.mark("good", "✓ every documented call is explained")
			: FB.mark("bad", "✗ not every documented call is explained")));
};

FB.phases = function (run) {
	const phases = run.data.phases || [], fid = run.data.fidelity;
	const absent = ((fid || {}).phases || []).filter((f) => f.absent);
	const failed = phases.filter((p) => (p.expect || []).some((e) => !e.holds));
	const priced = phases.some((p) => FB.price_of(FB.bench_path[p.path], run.kernel) !== null);
	const heads = [["phase"], ["path"], ["documented calls", "r"], ["reproduced", "r"], ["matched", "r"],
		["reached, of traceable", "r"], ["proof"], priced && ["instructions", "r"], ["traced time, no price", "r"], ["packet"]];

	return [
		run.data.failed && FB.lack("The run failed: " + run.data.failed),
		FB.phases_verdict(phases, fid),
		failed.map((p) => FB.lack("Phase " + p.name + " is not proved: " + p.expect.filter((e) => !e.holds)
			.map((e) => (e.refuse ? "not " : "") + (e.chain || e.returns)).join("; "))),
		phases.length ? FB.table("Phases of " + run.label,
			heads.filter(Boolean), phases.map((p) => FB.phase_row(run, p, priced)), true)
			: FB.lack("The run has no phase."),
		absent.length ? FB.lack("The run has no trace of these documented phases: " +
			absent.map((f) => f.phase).join(", ") + ".") : null,
		priced && FB.note("Instructions: the net price of a packet on the named path of the bench. They are not a " +
			"measure of the phase's trace."),
		fid ? FB.fidelity_table(fid)
			: FB.lack("This run was not compared with a documented trace: it has no fidelity."),
	];
};
