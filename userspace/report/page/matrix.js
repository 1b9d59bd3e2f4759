// SPDX-License-Identifier: GPL-2.0
// Shows all scenarios on all kernels.
"use strict";

FB.cell = function (run, name) {
	const { el, num } = FB;
	const fid = (run.fidelity || {}).phases && (name === null ? run.fidelity.total
		: run.fidelity.phases.find((f) => f.phase === name));
	const proved = (run.phases || []).filter((p) => name === null || p.name === name ||
		(p.trace || "").endsWith("/" + name + ".trace"));
	const holds = proved.every((p) => (p.expect || []).every((e) => e.holds));

	// The reason stands once, in the row of all phases.
	if (!fid && name !== null && !run.fidelity)
		return FB.el("span", { class: "none" }, run.skipped ? "skipped" : "failed");
	if (!fid)
		return run.skipped ? FB.mark("open", "skipped: " + run.skipped)
			: FB.mark("bad", run.failed ? "failed: " + run.failed : "no such phase");
	if (fid.absent)
		return FB.mark("bad", "no trace of it");
	return el("div", { class: "cell " + (fid.missing || !holds ? "bad" : "good") },
		num(fid, "percent", "percent"), " % matched",
		el("small", {}, fid.missing ? [num(fid, "missing", "count"), " missing"] : "✓ all explained"),
		el("small", {}, holds ? "✓ proved" : "✗ not proved"));
};

FB.matrix_of = function (doc) {
	const runs = doc.data.runs || [];
	const kernels = [...new Set(runs.map((r) => r.kernel))];
	const scenarios = [...new Set(runs.map((r) => r.scenario))];
	const rows = scenarios.flatMap((scenario) => {
		const own = kernels.map((k) => runs.find((r) => r.scenario === scenario && r.kernel === k));
		const names = [...new Set(own.flatMap((r) => ((r && r.fidelity && r.fidelity.phases) || [])
			.map((f) => f.phase)))];
		const row = (text, name) => [text, ...own.map((r) => (r ? FB.cell(r, name) : "–"))];

		return [row(scenario + (names.length ? ", all" : ""), null),
			...(names.length > 1 ? names.map((n) => row(scenario + " " + n, n)) : [])];
	});

	if (!runs.length)
		return FB.lack(FB.name(doc) + " holds no run.");
	return [
		FB.table("Fidelity and proof (" + FB.name(doc) + ")",
			[["scenario, phase"], ...kernels.map((k) => [k])], rows),
		FB.note(runs.every((r) => r.ok) ? FB.mark("good", "✓ every call is explained and every path proved")
			: [FB.mark("bad", "✗ not everything is explained and proved"), ": " + runs.filter((r) => !r.ok)
				.map((r) => r.scenario + " on " + r.kernel).join(", ")]),
	];
};

FB.matrix = () => FB.of("flowbench.matrix").map((doc) => FB.attempt(FB.el("div", {}), () => FB.matrix_of(doc)));
