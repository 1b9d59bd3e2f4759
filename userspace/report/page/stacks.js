// SPDX-License-Identifier: GPL-2.0
// The flame graphs: one for each phase of a run, one for each path of a profile.
"use strict";

// A list to choose from; build(value) makes the content below it.
FB.chooser = function (label, options, build) {
	const body = FB.el("div", { class: "chosen" });
	const show = (value) => {
		body.replaceChildren();
		FB.attempt(body, () => build(value));
	};

	show(options[0][0]);
	return [FB.select(label, options, show), body];
};

FB.flame_phase = function (run, phase) {
	const total = phase.total ? ["In all ", FB.num(phase.total, "value", "us"), " us traced. "] : "";

	const limit = phase.total && typeof phase.total.value === "number" ? phase.total.value : Infinity;

	return [
		FB.note(total, "Each call is a frame, in the order of the calls. Its width is its traced time, which contains " +
			"the cost of tracing and is not a price.",
		phase.cut ? [" Work of the same softirq for other packets was cut out in ", FB.num(phase, "cut", "count"),
			" places. No frame around a cut is drawn wider than the phase."] : ""),
		new FB.Flame(FB.flame_calls(phase.calls, limit), "us", "us", "traced").element(),
	];
};

FB.phases_with_calls = (run) => (run.data.phases || []).filter((p) => p.calls && p.calls.rows && p.calls.rows.length);

FB.has_calls = (run) => FB.phases_with_calls(run).length > 0;

FB.flames = function (run) {
	const phases = FB.phases_with_calls(run);

	if (!phases.length)
		return FB.lack("The results.json of this run holds no calls: an earlier flowbench made it.");
	return FB.chooser("Phase", phases.map((p) => [p.name, p.name + ", " + p.path]), (name) =>
		FB.flame_phase(run, phases.find((p) => p.name === name)));
};

// Returns the paths with stacks: { path, doc }.
FB.stacked = () => FB.of("flowbench.profile").flatMap((doc) => (doc.data.paths || [])
	.filter((p) => p.stacks && p.stacks.length).map((p) => ({ path: p, doc: doc })));

// Returns what the stacks of a path may be weighed by, besides instructions.
FB.weights_of = function (stacked) {
	const same = (l) => ["path", "packets", ...FB.settings].every((key) => l[key] === stacked.path[key]);
	const lines = (stacked.doc.data.lines || []).find(same);

	return lines ? lines.weights || [] : [];
};

FB.flame_of = function (stacked, weight) {
	const unit = weight ? weight.name : "insn";
	const kind = !weight ? "" : weight.name.includes("/") ? " (modelled)" : " (counted)";

	return [
		weight ? FB.note("A packet has ", FB.num(weight, "per_packet", "price"), " " + unit + kind +
			", net of the generator's own. The graph has all of ", FB.num(stacked.path, "packets", "count"), " packets.")
			: FB.note("In all ", FB.num(stacked.path, "insn", "count"), " insn for ",
				FB.num(stacked.path, "packets", "count"), " packets. Stacks that begin with the same functions share " +
				"their frames. The number of a frame counts the instructions of the function itself."),
		new FB.Flame(FB.flame_stacks(stacked.path, weight), "count", unit, "in the function itself").element(),
	];
};

FB.flame_profiles = function () {
	const paths = FB.stacked();
	const points = paths.map((p) => p.path);
	const settings = (path) => FB.settings.filter((key) => points.some((p) => p.path === path.path && p[key] !== path[key]))
		.map((key) => ", " + key + "=" + path[key]).join("");

	return FB.chooser("Path", paths.map((p, i) => [i, p.path.path + settings(p.path) + ", " + FB.name(p.doc)]), (i) => {
		const weights = FB.weights_of(paths[i]);

		return weights.length ? FB.chooser("Weighed by", [["-1", "insn"], ...weights.map((w, k) => [k, w.name])],
			(k) => FB.flame_of(paths[i], weights[k])) : FB.flame_of(paths[i]);
	});
};
