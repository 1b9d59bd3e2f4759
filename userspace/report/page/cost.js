// SPDX-License-Identifier: GPL-2.0
// Shows where a packet's instructions go, by section of the kernel: profile.json.
"use strict";

// Returns the slow path that a path of the flowtable replaces: esp for flowtable-esp, conntrack6 for flowtable6.
FB.slow_of = (path) => (path.startsWith("flowtable-") ? path.slice("flowtable-".length)
	: path.startsWith("flowtable") ? "conntrack" + path.slice("flowtable".length) : null);

FB.first_pairs = ["flowtable", "flowtable-esp"];

// A letter for each section, for readers who cannot tell the colours apart.
FB.letters = { receive: "R", flowtable: "F", conntrack: "C", nft: "N", routing: "G", xfrm: "X", esp: "E",
	tunnel: "U", transmit: "T", other: "O" };

FB.letter_of = (name) => FB.letters[name] || name.charAt(0).toUpperCase();

// All bars have one scale, @most. A bar of a pair has that of its pair, @pair, where the reader chooses so.
FB.cost_bar = function (path, sections, most, pair) {
	const { el } = FB;

	return el("div", { class: "cost" },
		el("div", { class: "cost-name" }, el("strong", {}, path.path), " ",
			FB.num(path, "per_packet", "price"), " insn a packet"),
		el("div", { class: "cost-bar", role: "img", "data-path": path.path,
			style: "--of-all:" + path.per_packet / most + ";--of-pair:" + path.per_packet / pair,
			"aria-label": "instructions of a packet by section on the path " + path.path +
			"; the table below has the numbers" },
		sections.map((name, i) => path.sections[name] > 0 &&
			el("div", { class: "part c" + i, style: "flex:" + path.sections[name] / path.per_packet + " 0 0" },
				el("span", { class: "letter" }, FB.letter_of(name))))));
};

// The switch of the scale. It stands in front of the bars, so that report.css can tell whether it is checked.
FB.cost_switch = function (doc) {
	const id = "pairs-" + FB.documents.indexOf(doc);

	return [FB.el("input", { type: "checkbox", class: "as-pairs", id: id }),
		FB.el("label", { class: "as-pairs", for: id }, " each pair as wide as the page")];
};

FB.cost_legend = (sections) => FB.el("ul", { class: "legend" }, sections.map((name, i) =>
	FB.el("li", {}, FB.el("span", { class: "swatch c" + i, "aria-hidden": "true" }, FB.letter_of(name)),
		" " + name)));

FB.profile = function (doc) {
	const { el, num } = FB;
	const paths = doc.data.paths || [], sections = doc.data.sections || [];
	const by = Object.fromEntries(paths.map((p) => [p.path, p]));
	const rank = (pair) => (FB.first_pairs.includes(pair[1].path) ? FB.first_pairs.indexOf(pair[1].path) : paths.length);
	const pairs = paths.filter((p) => by[FB.slow_of(p.path)]).map((p) => [by[FB.slow_of(p.path)], p])
		.sort((a, b) => rank(a) - rank(b));
	const rest = paths.filter((p) => !pairs.flat().includes(p));
	const groups = rest.length ? [...pairs, rest] : pairs;

	if (!paths.length)
		return FB.lack(FB.name(doc) + " holds no path.");
	const most = Math.max(...paths.map((p) => p.per_packet));

	return [
		el("h3", {}, (doc.data.fingerprint || {}).kernel || FB.name(doc)),
		FB.cost_legend(sections),
		pairs.length ? FB.cost_switch(doc) : null,
		el("div", { class: "costs" }, groups.map((group) => {
			const pair = group === rest ? most : Math.max(...group.map((p) => p.per_packet));

			return el("div", { class: "cost-group" }, group.map((p) => FB.cost_bar(p, sections, most, pair)));
		})),
		FB.table("Instructions of a packet by section (insn)",
			[["path"], ...sections.map((name) => [name, "r"]), ["all", "r"]],
			groups.flat().map((p) => [p.path, ...sections.map((name) => num(p.sections, name, "price")),
				num(p, "per_packet", "price")])),
		FB.note("All bars have one scale. ", pairs.length ? "With “each pair as wide as the page”, a slow path and the path " +
			"that replaces it have a scale of their own; a path without a partner keeps the one of all. " : null,
		"The emulator counted every instruction of ", num(paths[0], "packets", "count"), " packets of the bench.",
		paths[0].per_packet_is ? " The figure for one packet is " + paths[0].per_packet_is + "." : ""),
	];
};

FB.cost = function () {
	return FB.of("flowbench.profile").map((doc) => FB.attempt(FB.el("div", {}), () => FB.profile(doc)));
};
