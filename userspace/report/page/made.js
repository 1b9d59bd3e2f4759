// SPDX-License-Identifier: GPL-2.0
// How the page was made: its documents and their fingerprints; and what is not in it.
"use strict";

// The members of an object: words, numbers, and lists of numbers.
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

// --- documents -----------------------------------------------------------------------------------
// Documents that cannot be read, at the top of the page; null if all can.
FB.broken = function () {
	const broken = FB.documents.filter((d) => d.error !== undefined);

	return broken.length ? FB.el("div", { class: "broken" },
		broken.map((d) => FB.lack(FB.name(d) + " cannot be read: " + d.error))) : null;
};

FB.fingerprint = function (doc) {
	const { el } = FB;
	const { data } = doc;

	return [
		data.fingerprint ? FB.facts(data.fingerprint) : null,
		["a", "b"].map((side) => data[side] && data[side].fingerprint &&
			[el("h4", {}, data[side].name), FB.facts(data[side].fingerprint)]),
		!data.fingerprint && !data.a && FB.note("This document has no fingerprint of its own" +
			(data.runs ? ": each of its runs has one." : ".")),
		data.lab && [el("h4", {}, "Lab"), FB.facts(data.lab)],
		data.settings && [el("h4", {}, "Settings"), FB.facts(data.settings)],
	];
};

FB.made = function () {
	const list = FB.documents.filter((d) => d.data);
	const rows = list.map((d) => {
		const print = d.data.fingerprint || {};

		return [FB.name(d), d.data.schema, print.kernel || d.data.kernel || "–",
			[print.machine, print.mode].filter(Boolean).join(", ") || "–",
			d.data.scenario || "–"];
	});

	return [
		FB.table("The documents of this page",
			[["document"], ["schema"], ["kernel"], ["machine, mode"], ["scenario"]], rows, true),
		list.map((d) => FB.fold("Fingerprint of " + FB.name(d), () => FB.fingerprint(d))),
		FB.note("Compare only results with equal fingerprints. In mode icount, a cost is a number of " +
			"instructions (insn), counted exactly. In any other mode, a cost is a time in nanoseconds (ns). " +
			"Traced times contain the cost of tracing: they are not prices."),
	];
};

// --- what is not there ---------------------------------------------------------------------------
// " KERNEL=5.10" where the only run, or else the only bench, lies in a folder that is named after its kernel:
// esp-gateway-5.10, bench-5.10.
FB.kernel_option = function (runs) {
	const list = runs.length ? runs.map((r) => [r.from.dir, r.scenario + "-"])
		: FB.of("flowbench.bench").map((d) => [d.dir, "bench-"]);
	const [dir, stem] = list.length === 1 ? list[0] : ["", ""];
	const name = dir.startsWith(stem) ? dir.slice(stem.length) : "";

	return /^[\w.+-]+$/.test(name) && !/^(bzImage|vmlinu)/.test(name) ? " KERNEL=" + name : "";
};

// " SCENARIO=udp-fragment-igb" where the only run is of another scenario than make run's own.
FB.scenario_option = (runs) => (runs.length === 1 && /^[\w.+-]+$/.test(runs[0].scenario) &&
	runs[0].scenario !== "esp-gateway" ? " SCENARIO=" + runs[0].scenario : "");

// One paragraph: what the page has not got, each with the command that adds it. Null if it has everything.
FB.lacks = function (runs) {
	const kernel = FB.kernel_option(runs);
	const run = "make run" + kernel, bench = "make bench" + kernel;
	const priced = FB.of("flowbench.bench");
	const list = [
		[runs.length, "the phases and calls of a run", run],
		[!runs.length || runs.some(FB.has_calls) || runs.some(FB.has_trees),
			"the calls, which results.json of an earlier flowbench does not hold", run],
		[FB.of("flowbench.why").length, "why packets were not offloaded", run + FB.scenario_option(runs) + " WHY=1"],
		[priced.length, "the price of a packet on each path", bench],
		[FB.of("flowbench.profile").length, "where the packet's instructions go", bench + " PROFILE=1"],
		[FB.timed().length, "the latency of single packets", bench + ' BENCH="--latency"'],
		[FB.curves().length, "prices by number of flows and by frame size",
			bench + ' BENCH="--flows 1,100,10k --size 60,1400"'],
	].filter(([has]) => !has);

	return list.length ? FB.el("p", { class: "lacks", id: "lacks" }, "Not in this page: ",
		list.map(([, what, command], i) => [i ? "; " : "", what, ": ", FB.command(command)]), ".") : null;
};
