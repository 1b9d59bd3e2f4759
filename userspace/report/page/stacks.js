// SPDX-License-Identifier: GPL-2.0
// The flame graphs of a run's phases, and of a profile's paths.
"use strict";

// A choice, and what belongs to it below.
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

	return [
		FB.note(total, "One frame a call, in the order of the calls; as wide as it was traced to take, which " +
			"contains the tracer's own cost and is no price.",
		phase.cut ? [" What the same softirq did for other packets is cut out in ", FB.num(phase, "cut", "count"),
			" places, and shows as a gap."] : ""),
		new FB.Flame(FB.flame_calls(phase.calls), "us", "us", "traced").element(),
	];
};

FB.flames = function (run) {
	const phases = (run.data.phases || []).filter((p) => p.calls && p.calls.rows && p.calls.rows.length);

	if (!phases.length)
		return FB.lack("The run has not kept its calls in results.json: it was made by an earlier flowbench. ",
			FB.command("make run"), " makes a new one.");
	return FB.chooser("Phase", phases.map((p) => [p.name, p.name + ", " + p.path]), (name) =>
		FB.flame_phase(run, phases.find((p) => p.name === name)));
};

FB.flame_profiles = function () {
	const paths = FB.of("flowbench.profile").flatMap((doc) => (doc.data.paths || [])
		.filter((p) => p.stacks && p.stacks.length).map((p) => ({ path: p, doc: doc })));

	if (!paths.length)
		return FB.lack("No stacks in instructions: ", FB.command("make bench PROFILE=1"), " counts them.");
	return FB.chooser("Path", paths.map((p, i) => [i, p.path.path + ", " + FB.name(p.doc)]), (i) => [
		FB.note("In all ", FB.num(paths[i].path, "insn", "count"), " insn for ",
			FB.num(paths[i].path, "packets", "count"), " packets. Stacks that begin alike share frames; the number " +
			"of a frame is what was spent in the function itself."),
		new FB.Flame(FB.flame_stacks(paths[i].path), "count", "insn", "in the function itself").element(),
	]);
};
