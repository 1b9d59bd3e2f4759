// SPDX-License-Identifier: GPL-2.0
// A flame graph: the width of a frame is its cost. The reader can zoom into it and search it.
"use strict";

FB.flame_row = 18;
FB.flame_char = 6.7;

// --- frames --------------------------------------------------------------------------------------
// A frame: { name, value, depth, from, children, above, at, key }. @at and @key name the number in the JSON that
// the frame is drawn from; both are undefined where there is none.
FB.flame_top = () => ({ name: "all", value: 0, depth: -1, from: 0, children: [], above: null });

// Sets where each frame begins. A frame is at least as wide as the calls in it.
FB.flame_lay = function (frame, from) {
	let x = from;

	frame.from = from;
	for (const child of frame.children) {
		FB.flame_lay(child, x);
		x += child.value;
	}
	frame.value = Math.max(frame.value, x - from);
	return frame;
};

// The calls of a trace, one frame each, in their order. A call that took longer than @limit, the time of the whole
// phase, contains work that was cut out: its frame is as wide as @limit.
FB.flame_calls = function (calls, limit) {
	const top = FB.flame_top(), open = [top];

	calls.rows.forEach((row, i) => {
		const [depth, name, ns] = row;

		open.length = Math.min(open.length, depth + 1);
		const above = open[open.length - 1];
		const frame = { name: String(calls.names[name]), value: Math.min(ns || 0, limit), depth: above.depth + 1, from: 0,
			children: [], above: above, at: calls, key: ["rows", i, 2] };

		above.children.push(frame);
		open.push(frame);
	});
	return FB.flame_lay(top, 0);
};

// What each stack of a path weighs: [value, object, key]. Without @weight its own instructions.
FB.flame_values = function (path, weight) {
	const values = new Map();

	if (!weight)
		return new Map(path.stacks.map(([, value], i) => [i, [value, path, ["stacks", i, 1]]]));
	for (let i = 0; i < weight.stacks.length; i += 2)
		values.set(weight.stacks[i], [weight.stacks[i + 1], weight, ["stacks", i + 1]]);
	return values;
};

// The stacks of a path. Stacks that begin with the same functions share their frames.
FB.flame_stacks = function (path, weight) {
	const top = FB.flame_top(), values = FB.flame_values(path, weight);

	path.stacks.forEach(([stack], i) => {
		let at = top;

		if (!values.has(i))
			return;
		const [value, from, key] = values.get(i);

		for (const name of stack) {
			const text = String(path.names[name]);
			let next = at.children.find((c) => c.name === text);

			if (!next) {
				next = { name: text, value: 0, depth: at.depth + 1, from: 0, children: [], above: at };
				at.children.push(next);
			}
			at = next;
			at.value += value;
		}
		at.at = from;
		at.key = key;
	});
	const sort = (frame) => {
		frame.children.sort((a, b) => (a.name < b.name ? -1 : 1));
		frame.children.forEach(sort);
	};

	sort(top);
	return FB.flame_lay(top, 0);
};

// --- the drawing ---------------------------------------------------------------------------------
// Returns the colour of a name: the same name always has the same one.
FB.flame_tone = function (name) {
	let sum = 0;

	for (const c of name)
		sum = (sum * 31 + c.codePointAt(0)) % 9973;
	return "f" + sum % 6;
};

FB.Flame = class {
	// @format, @unit: of the number of a frame. @says: what the number is ("traced").
	constructor(top, format, unit, says) {
		this.top = this.zoomed = this.chosen = top;
		this.format = format;
		this.unit = unit;
		this.says = says;
		this.word = "";
		this.info = FB.el("p", { class: "flame-info", "aria-live": "polite" });
		this.found = FB.el("span", { class: "flame-found", "aria-live": "polite" });
		this.drawing = FB.drawing((width) => this.draw(width));
		this.tell(top);
	}

	element() {
		const { el } = FB;

		return el("div", { class: "flame" },
			el("div", { class: "flame-tools" },
				el("label", {}, "Search ", el("input", { type: "search", class: "flame-search",
					placeholder: "part of a name", oninput: (ev) => this.search(ev.target.value) })),
				this.found,
				el("button", { type: "button", class: "flame-whole", onclick: () => this.zoom(this.top) },
					"Whole graph")),
			this.info,
			el("div", { class: "flame-scroll" }, this.drawing));
	}

	tell(frame) {
		const chain = [];

		for (let at = frame; at && at.above; at = at.above)
			chain.unshift(at.name);
		this.info.replaceChildren(...(chain.length
			? [FB.el("strong", {}, frame.name), frame.at ? ": " : "",
				frame.at ? FB.num(frame.at, frame.key, this.format, "not timed") : "",
				frame.at ? " " + this.unit + " " + this.says : "",
				FB.el("small", {}, chain.join(" › "))]
			: ["Choose a frame to zoom into it; arrow keys go from frame to frame."]));
	}

	zoom(frame) {
		this.zoomed = this.chosen = frame;
		this.tell(frame);
		this.redraw();
	}

	search(word) {
		this.word = word.trim().toLowerCase();
		this.hits = false;
		const look = (frame) => {
			this.hits = this.hits || this.is_hit(frame);
			frame.children.forEach(look);
		};

		if (this.word)
			look(this.top);
		this.found.textContent = !this.word ? "" : this.hits ? "found" : "no such function";
		this.redraw();
	}

	is_hit(frame) {
		return this.word !== "" && frame.above !== null && frame.name.toLowerCase().includes(this.word);
	}

	redraw() {
		if (this.width)
			this.drawing.replaceChildren(this.draw(this.width));
	}

	keep(frame, focus) {
		this.chosen = frame;
		this.tell(frame);
		const at = focus && this.shown.get(frame);

		if (at)
			at.focus();
	}

	key(ev, frame) {
		const row = frame.above ? frame.above.children : [frame];
		const visible = (f) => f && this.shown.has(f) && f;
		const next = (step) => {
			for (let i = row.indexOf(frame) + step; row[i]; i += step)
				if (this.shown.has(row[i]))
					return row[i];
			return null;
		};
		const to = { ArrowUp: () => visible(frame.above), ArrowDown: () => frame.children.find(visible),
			ArrowLeft: () => next(-1), ArrowRight: () => next(1) }[ev.key];

		if (to) {
			const there = to();

			ev.preventDefault();
			if (there)
				this.keep(there, true);
		} else if (ev.key === "Enter" || ev.key === " ") {
			ev.preventDefault();
			this.zoom(frame);
			this.keep(frame, true);
		} else if (ev.key === "Escape") {
			this.zoom(this.top);
		}
	}

	// Draws a frame and the frames below it. A frame narrower than one pixel is not drawn.
	frames(frame, out) {
		const { zoomed } = this;
		const scale = this.width / (zoomed.value || 1);
		const outer = frame.depth < zoomed.depth;
		const left = outer ? 0 : (frame.from - zoomed.from) * scale;
		const wide = outer ? this.width : frame.value * scale;

		if (wide < 1 || left > this.width || left + wide < 0)
			return;
		if (frame.above)
			out.push(this.one(frame, Math.max(left, 0), Math.min(wide, this.width), outer));
		this.depth = Math.max(this.depth, frame.depth + 1);
		for (const child of frame.children)
			if (!outer || this.holds(child, zoomed))
				this.frames(child, out);
	}

	holds(frame, inner) {
		for (let at = inner; at; at = at.above)
			if (at === frame)
				return true;
		return false;
	}

	one(frame, left, wide, outer) {
		const fits = Math.floor((wide - 6) / FB.flame_char);
		const name = fits >= frame.name.length ? frame.name
			: fits > 2 ? frame.name.slice(0, fits - 1) + "…" : "";
		const hit = this.is_hit(frame);
		const y = frame.depth * FB.flame_row;
		const group = FB.svg("g", { class: "frame " + (hit ? "hit" : this.word ? "miss" : FB.flame_tone(frame.name)) +
			(outer ? " outer" : ""), role: "button", tabindex: "-1", "aria-label": frame.name, "data-name": frame.name,
		onclick: () => this.zoom(frame), onkeydown: (ev) => this.key(ev, frame),
		onmouseenter: () => this.tell(frame), onfocus: () => this.keep(frame, false) },
		FB.svg("rect", { x: left, y: y, width: Math.max(wide - 0.5, 0.5), height: FB.flame_row - 1 }),
		name && FB.svg("text", { x: left + 3, y: y + FB.flame_row - 5 }, name));

		this.shown.set(frame, group);
		return group;
	}

	draw(width) {
		const out = [];

		this.width = width;
		this.depth = 1;
		this.shown = new Map();
		this.frames(this.top, out);
		// Exactly one frame can be reached by the Tab key; arrow keys go on from there.
		const first = this.shown.get(this.chosen) || out[0];

		if (first)
			first.setAttribute("tabindex", "0");
		const height = this.depth * FB.flame_row;

		return FB.svg("svg", { viewBox: `0 0 ${width} ${height}`, width: width, height: height, role: "group",
			"aria-label": "flame graph" }, out);
	}
};
