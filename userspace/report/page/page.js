// SPDX-License-Identifier: GPL-2.0
// Puts the page together: first what was seen, last how the page was made.
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

// The parts of one run: [id, title, whether a run has it, build]. With several runs, the reader chooses one.
FB.run_parts = [
	["phases", "Phases and their paths", () => true, (run) => FB.phases(run)],
	["flame", "Flame graph of a phase (traced)", (run) => FB.has_calls(run), (run) => FB.flames(run)],
	["tree", "Documented and reproduced calls", (run) => FB.has_trees(run), (run) => FB.trees(run)],
];

// The sections that at least one run has, by id; and the choice of a run, or null.
FB.run_sections = function (runs) {
	const parts = FB.run_parts.filter(([, , has]) => runs.some(has)).map(([id, title, , build]) => {
		const body = FB.el("div", {});

		return { id: id, section: FB.section(id, title, () => body), show: (run) => {
			body.replaceChildren();
			FB.attempt(body, () => build(run));
		} };
	});
	const show = (i) => parts.forEach((p) => p.show(runs[i]));
	const choice = runs.length > 1 ? FB.el("div", { class: "run" },
		FB.select("Run", runs.map((r, i) => [i, r.label + " (" + FB.name(r.from) + ")"]), show)) : null;

	if (runs.length)
		show(0);
	return { ...Object.fromEntries(parts.map((p) => [p.id, p.section])), choice: choice };
};

FB.title = function (runs) {
	const compare = FB.of("flowbench.compare")[0], bench = FB.of("flowbench.bench")[0];

	if (FB.of("flowbench.matrix").length)
		return "All scenarios on all kernels";
	if (FB.of("flowbench.history").length)
		return "Kernel by kernel";
	if (runs.length)
		return runs[0].label;
	if (compare)
		return compare.data.a.name + " and " + compare.data.b.name + " compared";
	if (!bench && FB.of("flowbench.why").length)
		return "Why packets were not offloaded";
	return bench ? "Prices on " + ((bench.data.fingerprint || {}).kernel || "an unknown kernel") : "Results";
};

// What the page asks of all documents before it makes a section: none of these may throw.
FB.questions = function () {
	const runs = FB.runs();

	FB.run_parts.forEach(([, , has]) => runs.some(has));
	[FB.lined, FB.timed, FB.curves, FB.stacked].forEach((list) => list());
	FB.title(runs);
	FB.lacks(runs);
};

// A document that cannot answer is put aside, and named; the page shows the others.
FB.put_aside = function () {
	const all = FB.documents;

	for (const doc of all.filter((d) => d.data)) {
		FB.documents = [doc];
		try {
			FB.questions();
		} catch (error) {
			doc.data = null;
			doc.error = "it lacks what this page shows of it: " + error.message;
		}
	}
	FB.documents = all;
};

FB.page = function () {
	const { el, section } = FB;
	const runs = FB.runs();
	// A section without anything to show is not made: FB.lacks() says what would add it.
	const where = (has, id, title, build) => (has ? section(id, title, build) : null);
	const run = FB.run_sections(runs);
	const parts = [
		FB.broken(),
		where(FB.of("flowbench.compare").length, "compare", "Comparison", FB.compare),
		where(FB.of("flowbench.matrix").length, "matrix", "Matrix", FB.matrix),
		where(FB.of("flowbench.history").length, "history", "Prices over kernels", FB.history),
		run.choice, run.phases,
		where(FB.of("flowbench.profile").length, "cost", "Where the packet's cost goes", FB.cost),
		where(FB.lined().length, "lines", "Which memory a packet touches", FB.touched),
		where(FB.of("flowbench.bench").length, "bench", "Prices", FB.bench),
		where(FB.timed().length, "latency", "Latency", FB.latency),
		where(FB.curves().length, "scaling", "Scaling", FB.scaling),
		run.flame,
		where(FB.stacked().length, "stacks", "Flame graph of a path", FB.flame_profiles),
		run.tree,
		where(FB.of("flowbench.why").length, "why", "Why packets were not offloaded", FB.why),
		where(FB.of("flowbench.validate").length, "validate", "Checks of the flowtable", FB.validate),
		FB.lacks(runs),
		section("made", "How this page was made", FB.made),
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
		el("footer", {}, el("p", {}, "Every figure on this page is a figure of these documents, rounded.")));
};

FB.put_aside();
try {
	FB.page();
} catch (error) {
	document.body.append(FB.lack("This page could not be made from its documents: " + error.message));
}
