// SPDX-License-Identifier: GPL-2.0
// Shows the documented and the reproduced calls side by side.
"use strict";

FB.extra = "not documented";

// Returns the rows { depth, name, class, reason, live, row, above }: the documented calls, and between them the
// reproduced calls that are not documented. @above is the row of the calling function.
FB.tree_rows = function (fid, live) {
	const rows = [];
	let next = 0;
	const add_live = (to) => {
		for (; live && next < to; next++) {
			const [depth, name] = live.rows[next];

			rows.push({ depth: depth, name: null, class: FB.extra, live: live.names[name], row: next });
		}
	};

	fid.rows.forEach(([depth, name, kind, other, reason]) => {
		if (other !== null) {
			// Calls that correspond stand in the same order on both sides.
			add_live(other);
			next = Math.max(next, other + 1);
		}
		rows.push({ depth: depth, name: fid.names[name], class: kind === null ? "interrupt" : fid.classes[kind],
			reason: reason === null ? null : fid.reasons[reason], row: other,
			live: other === null || !live ? null : live.names[live.rows[other][1]] });
	});
	add_live(live ? live.rows.length : 0);

	const open = [];

	for (const row of rows) {
		if (row.class === FB.extra) {
			row.above = open.length ? open[open.length - 1] : null;
			continue;
		}
		open.length = Math.min(open.length, row.depth);
		row.above = open.length ? open[open.length - 1] : null;
		if (row.above)
			row.above.inner = true;
		open.push(row);
	}
	return rows;
};

FB.Tree = class {
	constructor(fid, live) {
		this.live = live;
		this.fid = fid;
		this.rows = FB.tree_rows(fid.calls, live);
		this.hidden = new Set([FB.extra]);
		this.shut = new Set();
		for (const row of this.rows)
			this.make(row);
	}

	make(row) {
		const { el } = FB;

		row.button = row.inner && el("button", { type: "button", class: "fold", "aria-expanded": "true",
			"aria-label": "calls of " + row.name, onclick: () => this.turn(row) }, "▾");
		row.element = el("tr", { class: "k-" + row.class.replace(/ /g, "-"), style: "--depth:" + row.depth },
			el("td", { class: "call" }, row.button || (row.name && el("span", { class: "leaf" })), row.name || ""),
			el("td", { class: "class" }, row.class),
			el("td", { class: "live" }, row.live && [row.live, " ",
				el("small", {}, FB.num(this.live, ["rows", row.row, 2], "us", "not timed"), " us")]),
			el("td", { class: "reason" }, row.reason || ""));
	}

	turn(row) {
		const shut = !this.shut.has(row);

		if (shut)
			this.shut.add(row);
		else
			this.shut.delete(row);
		row.button.setAttribute("aria-expanded", String(!shut));
		row.button.textContent = shut ? "▸" : "▾";
		this.show();
	}

	all(shut) {
		for (const row of this.rows)
			if (row.inner && this.shut.has(row) !== shut && (row.depth > 0 || !shut))
				this.turn_one(row, shut);
		this.show();
	}

	turn_one(row, shut) {
		if (shut)
			this.shut.add(row);
		else
			this.shut.delete(row);
		row.button.setAttribute("aria-expanded", String(!shut));
		row.button.textContent = shut ? "▸" : "▾";
	}

	// Shows the rows of the chosen classes and, paler, the calls around them.
	show() {
		const around = new Set();

		for (const row of this.rows) {
			row.wanted = !this.hidden.has(row.class);
			for (let at = row.wanted ? row.above : null; at && !around.has(at); at = at.above)
				around.add(at);
		}
		for (const row of this.rows) {
			let inside = false;

			for (let at = row.above; at && !inside; at = at.above)
				inside = this.shut.has(at);
			row.element.hidden = inside || !(row.wanted || around.has(row));
			row.element.classList.toggle("around", !row.wanted);
		}
	}

	filter() {
		const { el } = FB;
		const known = [...FB.classes, FB.extra];
		const count = (name) => (name === FB.extra ? "extra" : name);

		return el("fieldset", { class: "filter" }, el("legend", {}, "Show"), known.map((name) =>
			el("label", { class: "k-" + name.replace(/ /g, "-") }, el("input", { type: "checkbox", value: name,
				checked: !this.hidden.has(name), onchange: (ev) => {
					if (ev.target.checked)
						this.hidden.delete(name);
					else
						this.hidden.add(name);
					this.show();
				} }), name + " ", FB.num(this.fid, count(name), "count"))));
	}

	element() {
		const { el } = FB;
		const table = el("div", { class: "scroll tree-scroll", tabindex: "0", role: "region",
			"aria-label": "documented and reproduced calls" },
		el("table", { class: "tree" },
			el("caption", {}, "Documented calls, their classes, the reproduced calls (traced us, no price), and the reasons"),
			el("thead", {}, el("tr", {}, ["documented", "class", "reproduced", "reason"].map((h) =>
				el("th", { scope: "col" }, h)))),
			el("tbody", {}, this.rows.map((row) => row.element))));

		this.show();
		return el("div", {}, this.filter(), el("p", { class: "tools" },
			el("button", { type: "button", onclick: () => this.all(true) }, "Collapse all"), " ",
			el("button", { type: "button", onclick: () => this.all(false) }, "Expand all")), table);
	}
};

FB.phases_with_trees = (run) => ((run.data.fidelity || {}).phases || [])
	.filter((f) => f.calls && (f.calls.rows || []).length);

FB.has_trees = (run) => FB.phases_with_trees(run).length > 0;

FB.trees = function (run) {
	const list = FB.phases_with_trees(run);

	if (!list.length)
		return FB.lack("The results.json of this run holds no documented calls: an earlier flowbench made it, or " +
			"the run was not compared with a documented trace.");
	return FB.chooser("Documented phase", list.map((f) => [f.phase, f.phase + (f.absent ? ", not in this run" : "")]),
		(name) => {
			const fid = list.find((f) => f.phase === name);
			const phase = (run.data.phases || []).find((p) => p.name === fid.calls.live);
			const live = phase && phase.calls && !fid.absent ? phase.calls : null;

			return [fid.absent ? FB.lack("The run has no trace of this phase: only the documented calls are shown.")
				: !live && FB.lack("This document does not hold the reproduced calls."),
			new FB.Tree(fid, live).element()];
		});
};
