// SPDX-License-Identifier: GPL-2.0
// What a packet costs on each path: the table, its scaling, and how long single packets take.
"use strict";

FB.bench_proof = function (point) {
	const { el } = FB;
	const proofs = point.proofs || [];
	const no = proofs.some((p) => p.holds === "no"), unknown = proofs.some((p) => p.holds === "unknown");

	if (point.error)
		return FB.mark("bad", "✗ " + point.error);
	if (!proofs.length)
		return "–";
	return [no ? FB.mark("bad", "✗ not all hold")
		: FB.mark(unknown ? "open" : "good", unknown ? "✓ those that can be counted" : "✓ all hold"),
	el("details", {}, el("summary", {}, "proofs"), el("ul", { class: "expect" }, proofs.map((p) =>
		el("li", { class: p.holds === "no" ? "bad" : null }, { yes: "✓ ", no: "✗ ", unknown: "? " }[p.holds],
			p.proof, ": counted ", FB.num(p, "counted", "count"), ", wanted ",
			FB.num(p, "wanted", "count")))))];
};

FB.bench_table = function (doc) {
	const { num, el } = FB;
	const unit = doc.data.mode;
	const spread = (p) => [num(p.gross, "min", "price"), " … ", num(p.gross, "max", "price"),
		el("small", {}, "low95 ", num(p.gross, "low95", "price"), ", high95 ", num(p.gross, "high95", "price"))];

	return FB.table("Prices of a packet (" + unit + "), " + FB.name(doc),
		[["path"], ["size", "r"], ["flows", "r"], ["batch", "r"], ["cpus", "r"], ["gross", "r"], ["own", "r"],
			["net", "r"], ["spread of gross", "r"], ["ratio", "r"], ["proof"]],
		doc.data.points.map((p) => [
			p.path, num(p, "size", "count"), num(p, "flows", "count"), num(p, "batch", "count"),
			num(p, "cpus", "count"), num(p.gross, "median", "price"), num(p.own, "median", "price"),
			el("strong", {}, num(p, "net", "price")), spread(p),
			typeof p.ratio === "number" ? [num(p, "ratio", "ratio"), el("small", {}, "to " + p.replaces)] : "–",
			FB.bench_proof(p)]), true);
};

FB.bench = function () {
	const docs = FB.of("flowbench.bench");

	if (!docs.length)
		return FB.lack("No bench.json: ", FB.command("make bench"), " prices every path.");
	return [
		docs.map((doc) => FB.attempt(FB.el("div", {}), () => ((doc.data.points || []).length ? FB.bench_table(doc)
			: FB.lack(FB.name(doc) + " has no point in it: nothing was priced.")))),
		FB.note("Gross: generator in, sink out. Own: the same packets, taken at ingress. Net is what is left of " +
			"the medians. Ratio: the price of the path that it replaces, by its own."),
	];
};

// --- hooks ---------------------------------------------------------------------------------------
FB.spans = function (doc) {
	const { num } = FB;
	const rows = doc.data.points.flatMap((p) => (p.spans || []).map((s) => [p.path, s.function, s.by,
		num(s, "calls", "count"), num(s, "inside", "price"), num(s, "measuring", "price")]));

	return rows.length ? FB.fold("Inner spans, hook by hook (" + FB.name(doc) + ")", () =>
		FB.table("Inside a function, the mean of a call (" + doc.data.mode + ")",
			[["path"], ["function"], ["by"], ["calls", "r"], ["inside", "r"], ["measuring adds", "r"]], rows)) : null;
};

// --- latency -------------------------------------------------------------------------------------
FB.latency_of = function (point) {
	const { el, num } = FB;
	const lat = point.latency;

	return el("figure", { class: "plot" },
		el("figcaption", {}, el("strong", {}, point.path), ": ", num(lat, "packets", "count"), " packets by the " +
			lat.unit + " that each took. Flows ", num(point, "flows", "count"), ", frame of ",
		num(point, "size", "count"), " bytes, batch ", num(point, "batch", "count"), ". The time stamps change its price by ",
		num(lat, "cost", "change"), " " + lat.unit + "."),
		FB.histogram(lat, "packets by " + lat.unit + " on the path " + point.path),
		FB.fold("buckets", () => FB.table("Packets by what they took (" + lat.unit + ")",
			[["from", "r"], ["to", "r"], ["packets", "r"]], lat.buckets.map((b, i) => [
				num(lat, ["buckets", i, 0], "count"), num(lat, ["buckets", i, 1], "count", "no end"),
				num(lat, ["buckets", i, 2], "count")]))));
};

FB.latency = function () {
	const points = FB.of("flowbench.bench").flatMap((d) => d.data.points || [])
		.filter((p) => p.latency && (p.latency.buckets || []).length);

	if (!points.length)
		return FB.lack("No packet was timed by itself: ", FB.command('make bench BENCH="--latency"'), " does.");
	// One a path; what it is with other settings is folded.
	const first = points.filter((p, i) => points.findIndex((q) => q.path === p.path) === i);
	const rest = points.filter((p) => !first.includes(p));
	const plots = (list) => FB.el("div", { class: "plots" }, list.map((p) => FB.latency_of(p)));

	return [plots(first), rest.length ? FB.fold("With other flows, sizes, batches", () => plots(rest)) : null,
		FB.note("One round more, after those that are priced. The scale is logarithmic, as the buckets are.")];
};

// --- scaling -------------------------------------------------------------------------------------
FB.dimensions = ["flows", "size", "batch", "cpus"];

// Points that differ from the first of their path in @dim only, where there are several.
FB.curves_of = function (points, dim) {
	const first = new Map();
	const curves = new Map();

	for (const p of points) {
		const at = first.get(p.path) || p;

		first.set(p.path, at);
		if (FB.dimensions.some((d) => d !== dim && p[d] !== at[d]))
			continue;
		const curve = curves.get(p.path) || [];

		if (!curve.some((q) => q[dim] === p[dim]))
			curve.push(p);
		curves.set(p.path, curve);
	}
	return [...curves].filter(([, curve]) => curve.length > 1);
};

FB.curve = function (doc, dim) {
	const { el, num } = FB;
	const curves = FB.curves_of(doc.data.points.filter((p) => !p.error), dim);
	const steps = [...new Set(curves.flatMap(([, c]) => c.map((p) => p[dim])))].sort((a, b) => a - b);
	const any = steps.map((v) => curves.flatMap(([, c]) => c).find((p) => p[dim] === v));
	const title = "Net price of a packet (" + doc.data.mode + ") by " + dim;

	if (!curves.length)
		return null;
	return el("figure", { class: "plot" },
		el("figcaption", {}, el("strong", {}, title), ", " + FB.name(doc)),
		FB.legend(curves.map(([path]) => path)),
		FB.lines(curves.map(([path, c]) => ({ name: path, points: c.map((p) => ({ step: steps.indexOf(p[dim]),
			value: p.net, at: p, key: "net" })).sort((a, b) => a.step - b.step) })),
		any.map((p) => ({ at: p, key: dim })), title, "price"),
		FB.table(title, [["path"], ...any.map((p) => [num(p, dim, "count"), "r"])],
			curves.map(([path, c]) => [path, ...steps.map((v) => {
				const p = c.find((q) => q[dim] === v);

				return p ? num(p, "net", "price") : "–";
			})])));
};

FB.scaling = function () {
	const docs = FB.of("flowbench.bench").filter((d) => (d.data.points || []).length);
	const curves = docs.flatMap((doc) => FB.dimensions.map((dim) => FB.curve(doc, dim))).filter(Boolean);

	if (!curves.length)
		return FB.lack("No path was priced at several points: ",
			FB.command('make bench BENCH="--flows 1,100,10k --size 60,1400"'), " does.");
	return [FB.el("div", { class: "plots wide" }, curves),
		FB.note("All other settings are those of the path's first point. Each step is as wide as the next; the axis " +
			"begins at zero.")];
};
