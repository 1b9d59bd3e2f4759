// SPDX-License-Identifier: GPL-2.0
// The page, put together.
"use strict";

FB.theme = function () {
	const root = document.documentElement;
	const dark = () => (root.dataset.theme ? root.dataset.theme === "dark"
		: matchMedia("(prefers-color-scheme: dark)").matches);
	const button = FB.el("button", { type: "button", id: "theme", "aria-pressed": String(dark()), onclick: () => {
		root.dataset.theme = dark() ? "light" : "dark";
		button.setAttribute("aria-pressed", String(dark()));
	} }, "Dark");

	return button;
};

// What belongs to one run: chosen, if there are several.
FB.run_parts = [
	["phases", "Phases", (run) => FB.phases(run)],
	["flame", "Flame graph of a phase (traced)", (run) => FB.flames(run)],
	["tree", "Side by side", (run) => FB.trees(run)],
];

FB.run_sections = function (runs) {
	const none = () => FB.lack("No run is in this page: ", FB.command("make run"), " makes one.");
	const parts = FB.run_parts.map(([id, title, build]) => {
		const body = FB.el("div", {});
		const section = FB.section(id, title, () => body);

		return { section: section, show: (run) => {
			body.replaceChildren();
			FB.attempt(body, () => (run ? build(run) : none()));
		} };
	});
	const show = (i) => parts.forEach((p) => p.show(runs[i]));
	const choice = runs.length > 1 ? FB.el("div", { class: "run" },
		FB.select("Run", runs.map((r, i) => [i, r.label + " (" + FB.name(r.from) + ")"]), show)) : null;

	show(0);
	return { sections: parts.map((p) => p.section), choice: choice };
};

FB.title = function (runs) {
	const compare = FB.of("flowbench.compare")[0], bench = FB.of("flowbench.bench")[0];

	if (FB.of("flowbench.matrix").length)
		return "All scenarios on all kernels";
	if (runs.length)
		return runs[0].label;
	if (compare)
		return compare.data.a.name + " and " + compare.data.b.name + " compared";
	return bench ? "Prices on " + ((bench.data.fingerprint || {}).kernel || "an unknown kernel") : "Results";
};

FB.page = function () {
	const { el, section } = FB;
	const runs = FB.runs();
	const what = section("what", "What was run, and where", FB.what);
	const matrix = FB.of("flowbench.matrix").length ? section("matrix", "Matrix", FB.matrix) : null;
	const verdict = FB.of("flowbench.compare").length ? section("compare", "Comparison", FB.compare) : null;
	const run = FB.run_sections(runs);
	const [phases, flame, tree] = run.sections;
	const parts = [
		what, verdict, matrix, run.choice, phases,
		section("cost", "Where the packet's cost goes", FB.cost),
		section("bench", "Prices", () => [FB.bench(), FB.of("flowbench.bench").map((d) =>
			(d.data.points ? FB.spans(d) : null))]),
		section("latency", "Latency", FB.latency),
		section("scaling", "Scaling", FB.scaling),
		flame,
		section("stacks", "Flame graph of a path (instructions)", FB.flame_profiles),
		tree,
		FB.of("flowbench.validate").length ? section("validate", "Checks of the flowtable", FB.validate) : null,
	].filter(Boolean);
	const title = FB.title(runs);
	const ids = parts.map((p) => p.id).filter(Boolean);

	document.title = "flowbench: " + title;
	FB.sections.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
	document.body.append(
		el("a", { class: "skip", href: "#main" }, "To the results"),
		el("header", {}, el("div", { class: "top" }, el("p", { class: "brand" }, "flowbench"), FB.theme()),
			el("h1", {}, title),
			el("nav", { "aria-label": "Sections" }, el("ul", {}, FB.sections.map((s) =>
				el("li", {}, el("a", { href: "#" + s.id }, s.title)))))),
		el("main", { id: "main" }, parts),
		el("footer", {}, el("p", {}, "Every figure is one of the documents in this page, rounded.")));
};

FB.page();
