// SPDX-License-Identifier: GPL-2.0
// Shows prices kernel by kernel: a drawing a path, a table, and what moved from each kernel to the next.
"use strict";

// The id of the part that says what moved to a kernel.
FB.move_id = (move) => "to-" + String(move.to).replace(/[^\w.-]/g, "-");

FB.price_in = (list, path) => (list || []).find((p) => p.path === path);

FB.moves_of = (doc) => new Map((doc.data.moves || []).map((move) => [move.to, move]));

// --- drawing -------------------------------------------------------------------------------------
// Names below the axis, turned, each so many steps that they do not touch.
FB.names_below = function (releases, x, floor, room) {
	const every = Math.max(1, Math.ceil(15 / (room / releases.length)));

	return releases.map((rel, i) => ((releases.length - 1 - i) % every ? null
		: FB.svg("text", { class: "label", "text-anchor": "end",
			transform: `translate(${x(i) + 4} ${floor + 14}) rotate(-60)` }, rel.name)));
};

// One path: its line, the spread of each point, and a link at each point that has moved.
FB.history_line = function (doc, path) {
	const releases = doc.data.releases, moves = FB.moves_of(doc);
	const points = releases.map((rel, i) => ({ i: i, rel: rel, price: FB.price_in(rel.prices, path) }))
		.filter((p) => p.price);
	const low = Math.min(...points.map((p) => p.price.min)), high = Math.max(...points.map((p) => p.price.max));
	const span = Math.max(high - low, high * 0.02, 1);

	return FB.drawing((width) => {
		const names = Math.max(92, 24 + 6 * Math.max(...releases.map((rel) => rel.name.length)));
		const height = 158 + names, top = 14, floor = 158, left = 66, right = width - 14;
		const x = (i) => left + (right - left) * (i + 0.5) / releases.length;
		const y = (v) => floor - 8 - (v - (low + high - span) / 2) / span * (floor - 8 - top);
		const least = points.find((p) => p.price.min === low), most = points.find((p) => p.price.max === high);
		const wide = Math.min(8, (right - left) / releases.length / 3);
		const bound = (p, key) => [
			FB.svg("line", { x1: left, x2: right, y1: y(p.price[key]), y2: y(p.price[key]), class: "grid" }),
			FB.svg_num(p.price, key, "price",
				{ x: left - 6, y: y(p.price[key]) + 4, class: "label", "text-anchor": "end" })];
		const mark = (p) => {
			const move = moves.get(p.rel.name);
			const moved = FB.price_in(move && move.prices, path);
			const at = `translate(${x(p.i)} ${y(p.price.net)})`;

			if (!moved || !moved.moved)
				return FB.svg("path", { d: FB.marks[2], transform: at });
			return FB.svg("a", { href: "#" + FB.move_id(move), class: "moved",
				"aria-label": `${path}, ${p.rel.name}: what moved` },
			FB.svg("title", {}, p.rel.name + ": what moved"),
			FB.svg("circle", { r: 11, transform: at, class: "halo" }),
			FB.svg("path", { d: FB.marks[3], transform: at + " scale(1.3)" }));
		};

		return FB.frame(width, height, path + " over kernels", bound(most, "max"),
			y(low) - y(high) > 16 ? bound(least, "min") : null,
			FB.svg("line", { x1: left, x2: right, y1: floor, y2: floor, class: "axis" }),
			FB.svg("g", { class: "series s0" },
				FB.svg("polyline", { points: points.map((p) => x(p.i) + "," + y(p.price.net)).join(" ") }),
				points.map((p) => FB.svg("path", { class: "whisker", d: `M${x(p.i)} ${y(p.price.min)}V${y(p.price.max)}` +
					`M${x(p.i) - wide} ${y(p.price.min)}h${2 * wide}M${x(p.i) - wide} ${y(p.price.max)}h${2 * wide}` })),
				points.map(mark)),
			FB.names_below(releases, x, floor, right - left));
	});
};

// --- table ---------------------------------------------------------------------------------------
FB.history_checks = function (rel) {
	const { num } = FB;

	if (!rel.checks)
		return "–";
	return ["passed", "known", "failed", "lacks", "skipped", "fixed"].filter((o) => rel.checks[o]).map((outcome, i) =>
		[i ? ", " : "", num(rel.checks, outcome, "count"), " " + outcome]);
};

FB.history_table = function (doc) {
	const { num, el } = FB;
	const paths = doc.data.paths || [], moves = FB.moves_of(doc);
	const cell = (rel, path) => {
		const price = FB.price_in(rel.prices, path), move = moves.get(rel.name);
		const moved = FB.price_in(move && move.prices, path);

		if (!price)
			return "–";
		return [num(price, "net", "price"), el("small", {}, num(price, "min", "price"), " … ", num(price, "max", "price")),
			moved && moved.moved ? el("a", { class: "moved", href: "#" + FB.move_id(move) },
				num(moved, "delta", "change")) : null];
	};

	return FB.table(`Net price of a packet (${doc.data.mode}), kernel by kernel`,
		[["kernel"], ...paths.map((path) => [path, "r"]), ["calls", "r"], ["checks"]],
		doc.data.releases.map((rel) => [
			[rel.name, Object.entries(rel.none || {}).filter(([, why]) => why !== "not measured").map(([part, why]) =>
				el("small", {}, part + ": " + why))],
			...paths.map((path) => cell(rel, path)), num(rel.calls, "total", "count"), FB.history_checks(rel)]), true);
};

// --- what moved ----------------------------------------------------------------------------------
FB.causes = { code: "in functions with other code", data: "in functions with the same code: by data or by chance",
	"not found": "where was not found: there are no profiles" };

FB.moved_price = function (price) {
	const { el, num } = FB;
	const code = price.cause === "code";
	const list = (price.functions || []).filter((f) => !code || f.code === "differs");
	const row = (f) => el("li", {}, num(f, "delta", "change"), " ", FB.command(f.function),
		f.module ? " [" + f.module + "]" : "");

	return el("li", {}, el("strong", {}, price.path), " ", num(price, "delta", "change"), " (spread ",
		num(price, ["spread", 0], "price"), " and ", num(price, ["spread", 1], "price"), "), " + FB.causes[price.cause],
		list.length ? el("ul", {}, list.slice(0, 5).map(row),
			list.length > 5 ? el("li", {}, FB.fold("More functions", () =>
				el("ul", {}, list.slice(5).map(row)))) : null) : null);
};

FB.moved_calls = function (calls) {
	const { el, num } = FB;
	const signs = { removed: "−", added: "+", renamed: "~", moved: ">" };
	const rows = () => FB.table("Calls that changed", [["change"], ["calls", "r"], ["function"], ["called by"]],
		calls.changes.map((c) => [signs[c.change] + "\u00a0" + c.change, num(c, "calls", "count"),
			[FB.command(c.function), c.to ? [" → ", FB.command(c.to)] : null, c.reason ? el("small", {}, c.reason) : null],
			[FB.command(c.caller), c.to_caller ? [" → ", FB.command(c.to_caller)] : null]]), true);

	return [el("p", {}, "Calls of the scenario: ", ["removed", "added", "renamed", "moved", "same"].map((key, i) =>
		[i ? ", " : "", num(calls.total, key, "count"), " " + (key === "same" ? "the same" : key)]), "."),
	FB.fold("The calls that changed", rows)];
};

FB.move = function (move) {
	const { el } = FB;
	const prices = (move.prices || []).filter((p) => p.moved);
	const changed = move.calls && (move.calls.changes || []).length;

	return el("div", { class: "move", id: FB.move_id(move) },
		el("h3", { tabindex: "-1" }, move.from + " → " + move.to),
		move.compilers ? FB.note("Another compiler has built it: " + move.compilers.join(" → ") + ".") : null,
		prices.length ? el("ul", {}, prices.map(FB.moved_price)) : FB.note("No price moved by more than its spread."),
		changed ? FB.moved_calls(move.calls) : null,
		(move.checks || []).length ? el("ul", {}, move.checks.map((c) =>
			el("li", {}, "check " + c.name + ": " + c.from + " → " + c.to))) : null,
		Object.entries(move.none || {}).map(([part, why]) => FB.lack(part + ": not compared: " + why)),
		Object.entries(move.lone || {}).map(([part, why]) => FB.lack(part + ": compared in part: " + why)),
		(move.machine || []).length ? FB.note("Not measured on the same machine: other " + move.machine.join(", ") + ".")
			: null);
};

FB.history_of = function (doc) {
	const { el } = FB;
	const priced = (doc.data.paths || []).filter((path) => doc.data.releases.some((rel) => FB.price_in(rel.prices, path)));

	return [
		priced.map((path) => el("div", { class: "plot" }, el("h3", {}, path), FB.history_line(doc, path))),
		priced.length ? FB.note("A line a path, in " + doc.data.mode + " a packet; a bar shows the spread of a point's samples. ",
			"◆: moved from the kernel before by more than that, in all or by its code alone; it leads to what changed.") : null,
		FB.history_table(doc),
		(doc.data.moves || []).map(FB.move),
	];
};

FB.history = () => FB.of("flowbench.history").map((doc) => FB.attempt(FB.el("div", {}), () => FB.history_of(doc)));
