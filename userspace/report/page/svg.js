// SPDX-License-Identifier: GPL-2.0
// Draws in SVG: histograms and lines, at the width of their place on the page.
"use strict";

FB.svg = (tag, attributes, ...children) =>
	FB.fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Returns the number below @at as text of a drawing.
FB.svg_num = (at, key, format, attributes) => FB.svg("text",
	{ ...attributes, "data-json": FB.source(at, key), "data-format": format },
	FB.text_of(FB.below(at, key), format));

// Returns an element that shows draw(width). When the width in pixels changes, it draws again.
FB.drawing = function (draw) {
	const at = FB.el("div", { class: "drawing" });
	let width = 0;
	const redraw = () => {
		const now = Math.floor(at.clientWidth);

		if (now > 0 && now !== width) {
			width = now;
			at.replaceChildren(draw(width));
		}
	};

	new ResizeObserver(redraw).observe(at);
	return at;
};

FB.frame = (width, height, title, ...children) => FB.svg("svg", { viewBox: `0 0 ${width} ${height}`,
	width: width, height: height, role: "img", "aria-label": title }, children);

// A bucket without an upper bound is drawn up to this multiple of its lower bound.
const OPEN_END = 1.05;

// The least range of the axis: a single narrow bucket becomes a bar in the middle, not one that fills the drawing.
const LEAST_SPAN = Math.log(1.5);

// Draws the buckets of a point's latency on a logarithmic scale.
FB.histogram = function (latency, title) {
	const buckets = latency.buckets;
	const most = buckets.reduce((best, b, i) => (b[2] > buckets[best][2] ? i : best), 0);
	const last = buckets.length - 1;
	const end = (b) => (b[1] === null ? b[0] * OPEN_END : b[1]) + 1;
	const log = (v) => Math.log(Math.max(v, 1));
	const used = log(end(buckets[last])) - log(buckets[0][0]);
	const span = Math.max(used, LEAST_SPAN);
	const from = log(buckets[0][0]) - (span - used) / 2;

	return FB.drawing((width) => {
		const height = 120, top = 18, floor = height - 20, room = width - 8;
		const x = (v) => 4 + (log(v) - from) / span * room;
		const label = (i, key, at, anchor) => FB.svg_num(latency, ["buckets", i, key], "count",
			{ x: at, y: height - 6, class: "label", "text-anchor": anchor });
		const peak = (x(buckets[most][0]) + x(end(buckets[most]))) / 2;
		// If the bars leave enough room, their bounds stand beside them.
		const beside = used < span / 3;
		const side = peak < width / 4 ? "start" : peak > width * 3 / 4 ? "end" : "middle";

		return FB.frame(width, height, title,
			FB.svg("line", { x1: 4, x2: width - 4, y1: floor, y2: floor, class: "axis" }),
			buckets.map((b) => {
				const tall = Math.max(b[2] / buckets[most][2] * (floor - top), 1);

				return FB.svg("rect", { x: x(b[0]), y: floor - tall, height: tall,
					width: Math.max(x(end(b)) - x(b[0]) - 0.5, 1.5), class: "bar" });
			}),
			FB.svg_num(latency, ["buckets", most, 2], "count",
				{ x: side === "start" ? x(buckets[most][0]) : side === "end" ? x(end(buckets[most])) : peak, y: 12, class: "label",
					"text-anchor": side }),
			label(0, 0, x(buckets[0][0]) - (beside ? 2 : 0), beside ? "end" : "start"),
			buckets[last][1] !== null &&
				label(last, 1, x(end(buckets[last])) + (beside ? 2 : 0), beside ? "start" : "end"));
	});
};

FB.marks = ["M-4-4h8v8h-8z", "M0-5L5 4H-5z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M0-5L5 0L0 5L-5 0z",
	"M0 5L5-4H-5z", "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z"];

// @series: [{ name, points: [{ step, value, at, key }] }]. @steps: [{ at, key }], the numbers below the axis. All
// steps have the same width.
FB.lines = function (series, steps, title, format) {
	const all = series.flatMap((s) => s.points);
	const high = all.reduce((a, b) => (b.value > a.value ? b : a));
	const low = all.reduce((a, b) => (b.value < a.value ? b : a));

	return FB.drawing((width) => {
		const height = 240, top = 24, floor = height - 26, left = 14, right = width - 14;
		const x = (step) => left + (right - left) * (step + 0.5) / steps.length;
		const y = (value) => floor - value / (high.value || 1) * (floor - top);
		const grid = (p) => [
			FB.svg("line", { x1: left, x2: right, y1: y(p.value), y2: y(p.value), class: "grid" }),
			FB.svg_num(p.at, p.key, format, { x: left, y: y(p.value) - 8, class: "label" }),
		];

		return FB.frame(width, height, title,
			FB.svg("line", { x1: left, x2: right, y1: floor, y2: floor, class: "axis" }),
			grid(high),
			// The lower label is left out where it would touch the upper one or the axis.
			y(low.value) - y(high.value) > 24 && floor - y(low.value) > 4 && grid(low),
			series.map((s, i) => FB.svg("g", { class: "series s" + i % FB.marks.length },
				FB.svg("polyline", { points: s.points.map((p) =>
					x(p.step) + "," + y(p.value)).join(" ") }),
				s.points.map((p) => FB.svg("path", { d: FB.marks[i % FB.marks.length],
					transform: `translate(${x(p.step)} ${y(p.value)})` })))),
			steps.map((s, i) => FB.svg_num(s.at, s.key, "count",
				{ x: x(i), y: height - 8, class: "label", "text-anchor": "middle" })));
	});
};

FB.legend = (names) => FB.el("ul", { class: "legend" }, names.map((name, i) =>
	FB.el("li", {}, FB.svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true",
		class: "series s" + i % FB.marks.length },
	FB.svg("path", { d: FB.marks[i % FB.marks.length] })), " " + name)));
