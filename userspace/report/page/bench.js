// SPDX-License-Identifier: GPL-2.0
// Shows what a packet costs on each path, how prices scale, and the latency of single packets.
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

// Only superpackets have segments.
FB.settings = ["segments", "size", "flows", "batch", "cpus"];

FB.bench_table = function (doc) {
	const { num, el } = FB;
	const unit = doc.data.mode;
	// The prices of all samples, the least first.
	const prices = (p) => el("details", {}, el("summary", {}, "samples"), el("span", {},
		(p.samples || []).map((s) => s).sort((a, b) => a.price - b.price).map((s) => [num(s, "price", "price"), " "])));
	const spread = (p) => [num(p.gross, "min", "price"), " … ", num(p.gross, "max", "price"),
		el("small", {}, "low95 ", num(p.gross, "low95", "price"), ", high95 ", num(p.gross, "high95", "price")),
		(p.samples || []).length > 1 ? prices(p) : null];

	const points = doc.data.points;
	// A setting that is the same at all points stands below the table, not in a column.
	const is_same = (dim) => points.length > 1 && points.every((p) => p[dim] === points[0][dim]);
	const there = FB.settings.filter((dim) => points.some((p) => dim in p));
	const own = there.filter((dim) => !is_same(dim));
	const same = there.filter(is_same);

	return [
		FB.table("Prices of a packet (" + unit + "), " + FB.name(doc),
			[["path"], ...own.map((dim) => [dim, "r"]), ["gross", "r"], ["own", "r"], ["net", "r"],
				["later", "r"], ["spread of gross", "r"], ["ratio", "r"], ["proof"]],
			points.map((p) => [
				p.path, ...own.map((dim) => num(p, dim, "count")),
				num(p.gross, "median", "price"), num(p.own, "median", "price"),
				el("strong", {}, num(p, "net", "price")), num(p, "later", "price"), spread(p),
				typeof p.ratio === "number" ? [num(p, "ratio", "ratio"), el("small", {}, "to " + p.replaces)] : "–",
				FB.bench_proof(p)]), true),
		same.length ? FB.note("The same for all paths: ", same.map((dim, i) =>
			[i ? ", " : "", dim + " ", num(points[0], dim, "count")]), ".") : null,
	];
};

FB.bench = function () {
	const docs = FB.of("flowbench.bench");

	return [
		docs.map((doc) => FB.attempt(FB.el("div", {}), () => ((doc.data.points || []).length ? FB.bench_table(doc)
			: FB.lack(FB.name(doc) + " holds no point: nothing was priced.")))),
		FB.note("Gross: from the generator to the sink. Own: the same packets, dropped at ingress, " +
			(docs.some((doc) => doc.data.hooks) ? "less the hook there, which paths have not got" : "with the hook there") +
			". Both are medians of samples: each has a flow of its own in a lab of its own, so that chance (the secrets of hash tables) falls " +
			"anew. Net: gross less own. Later: what a packet of a long round costs more, as memory is freed later and the " +
			"timer ticks. Ratio: net and later of the path that this one replaces, divided by its own."),
		docs.map((doc) => (doc.data.points ? FB.spans(doc) : null)),
	];
};

// --- hooks ---------------------------------------------------------------------------------------
FB.spans = function (doc) {
	const { num } = FB;
	const rows = doc.data.points.flatMap((p) => (p.spans || []).map((s) => [p.path, s.function, s.by,
		num(s, "calls", "count"), num(s, "inside", "price"), num(s, "measuring", "price")]));

	return rows.length ? FB.fold("Inner spans, hook by hook (" + FB.name(doc) + ")", () =>
		FB.table("Inside a function, mean of all calls (" + doc.data.mode + ")",
			[["path"], ["function"], ["by"], ["calls", "r"], ["inside", "r"], ["measuring adds", "r"]], rows)) : null;
};

// --- latency -------------------------------------------------------------------------------------
FB.latency_of = function (point) {
	const { el, num } = FB;
	const lat = point.latency;

	return el("figure", { class: "plot" },
		el("figcaption", {}, el("strong", {}, point.path), ": ", num(lat, "packets", "count"), " packets by latency (" +
			lat.unit + "). Flows ", num(point, "flows", "count"), ", frame of ",
		num(point, "size", "count"), " bytes, batch ", num(point, "batch", "count"), ". The time stamps change the price by ",
		num(lat, "cost", "change"), " " + lat.unit + "."),
		FB.histogram(lat, "packets by " + lat.unit + " on the path " + point.path),
		FB.fold("buckets", () => FB.table("Packets by latency (" + lat.unit + ")",
			[["from", "r"], ["to", "r"], ["packets", "r"]], lat.buckets.map((b, i) => [
				num(lat, ["buckets", i, 0], "count"), num(lat, ["buckets", i, 1], "count", "no end"),
				num(lat, ["buckets", i, 2], "count")]))));
};

// Returns the points with a latency histogram.
FB.timed = () => FB.of("flowbench.bench").flatMap((d) => d.data.points || [])
	.filter((p) => p.latency && (p.latency.buckets || []).length);

FB.latency = function () {
	const points = FB.timed();
	// The first point of each path is shown; the other points are folded.
	const first = points.filter((p, i) => points.findIndex((q) => q.path === p.path) === i);
	const rest = points.filter((p) => !first.includes(p));
	const plots = (list) => FB.el("div", { class: "plots" }, list.map((p) => FB.latency_of(p)));

	return [plots(first), rest.length ? FB.fold("With other numbers of flows, sizes and batches", () => plots(rest)) : null,
		FB.note("Measured in one more round, after the priced rounds. The scale is logarithmic, like the buckets.")];
};

// --- scaling -------------------------------------------------------------------------------------
FB.dimensions = ["flows", "size", "segments", "batch", "cpus"];

// Returns [path, points] for each path with several points that differ from its first one only in @dim. The size of a
// superpacket follows from its segments.
FB.curves_of = function (points, dim) {
	const first = new Map();
	const curves = new Map();

	for (const p of points) {
		const at = first.get(p.path) || p;

		first.set(p.path, at);
		const differs = (d) => d !== dim && p[d] !== at[d] && (d !== "size" || dim !== "segments");

		if (!(dim in p) || FB.dimensions.some(differs))
			continue;
		const curve = curves.get(p.path) || [];

		if (!curve.some((q) => q[dim] === p[dim]))
			curve.push(p);
		curves.set(p.path, curve);
	}
	return [...curves].filter(([, curve]) => curve.length > 1);
};

FB.curve = function (doc, dim, curves) {
	const { el, num } = FB;
	const steps = [...new Set(curves.flatMap(([, c]) => c.map((p) => p[dim])))].sort((a, b) => a - b);
	const any = steps.map((v) => curves.flatMap(([, c]) => c).find((p) => p[dim] === v));
	const title = "Net price of a packet (" + doc.data.mode + ") by " + dim;

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

// Returns [document, dimension, curves] for each dimension in which a path was priced at several points.
FB.curves = () => FB.of("flowbench.bench").flatMap((doc) => FB.dimensions.map((dim) =>
	[doc, dim, FB.curves_of((doc.data.points || []).filter((p) => !p.error), dim)])).filter(([, , c]) => c.length);

FB.scaling = function () {
	return [FB.el("div", { class: "plots wide" }, FB.curves().map(([doc, dim, curves]) => FB.curve(doc, dim, curves))),
		FB.note("All other settings are those of the path's first point. All steps have the same width. The axis " +
			"begins at zero.")];
};
