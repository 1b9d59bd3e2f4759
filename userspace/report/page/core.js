// SPDX-License-Identifier: GPL-2.0
// Reads the documents of the page, and makes the elements that show their numbers.
"use strict";

const FB = {};

// --- documents -----------------------------------------------------------------------------------
// Each shown number names its source: the index of its document, then a JSON pointer (RFC 6901).
FB.pointers = new WeakMap();

FB.point = function (value, pointer) {
	if (value === null || typeof value !== "object")
		return;
	FB.pointers.set(value, pointer);
	if (Array.isArray(value)) {
		// Rows of a table have no pointer of their own: their numbers are named from the table.
		if (!Array.isArray(value[0]))
			value.forEach((v, i) => FB.point(v, pointer + "/" + i));
		return;
	}
	for (const key of Object.keys(value))
		FB.point(value[key], pointer + "/" + key.replace(/~/g, "~0").replace(/\//g, "~1"));
};

FB.documents = [...document.querySelectorAll("script.document")].map((at, i) => {
	const doc = { file: at.dataset.file, dir: at.dataset.dir, error: at.dataset.error, data: null };

	if (doc.error === undefined) {
		try {
			doc.data = JSON.parse(at.textContent);
			FB.point(doc.data, String(i));
		} catch (error) {
			doc.data = null;
			doc.error = error.message;
		}
	}
	return doc;
});

// Returns all documents of a schema: "flowbench.bench".
FB.of = function (schema) {
	return FB.documents.filter((d) => d.data && String(d.data.schema).startsWith(schema + "/"));
};

FB.name = (doc) => doc.dir + "/" + doc.file;

// --- elements ------------------------------------------------------------------------------------
FB.fill = function (at, attributes, children) {
	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith("on"))
			at.addEventListener(key.slice(2), value);
		else if (value !== null && value !== undefined && value !== false)
			at.setAttribute(key, value === true ? "" : value);
	}
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			at.append(child);
	return at;
};

FB.el = (tag, attributes, ...children) => FB.fill(document.createElement(tag), attributes, children);

// --- numbers -------------------------------------------------------------------------------------
// Every number on the page has one of these formats. @scale turns the unit of the JSON into the shown one.
FB.formats = {
	count: { digits: 0 },
	price: { digits: 1 },
	change: { digits: 2, sign: true },
	ratio: { digits: 2 },
	interval: { digits: 4 },
	percent: { digits: 1 },
	share: { digits: 1, scale: 100 },
	change_percent: { digits: 2, sign: true },
	seconds: { digits: 1 },
	us: { digits: 1, scale: 1e-3 },
};

FB.text_of = function (value, format) {
	const form = FB.formats[format];
	const fixed = Math.abs(value * (form.scale || 1)).toFixed(form.digits);
	const [whole, part] = fixed.split(".");
	const minus = value < 0 && Number(fixed) !== 0;

	return (minus ? "-" : form.sign ? "+" : "") + whole.replace(/\B(?=(\d{3})+$)/g, ",") +
		(part ? "." + part : "");
};

// Returns the value below @at. @key is a key, or a list of keys.
FB.below = function (at, key) {
	let value = at;

	for (const k of [key].flat())
		value = value === null || value === undefined ? undefined : value[k];
	return value;
};

FB.source = (at, key) => [FB.pointers.get(at), ...[key].flat()].join("/");

// Returns the number below @at as an element, or @none where there is no number.
FB.num = function (at, key, format, none) {
	const value = FB.below(at, key);

	if (typeof value !== "number")
		return FB.el("span", { class: "none" }, none || "–");
	return FB.el("span", { class: "num", "data-json": FB.source(at, key), "data-format": format },
		FB.text_of(value, format));
};

// --- tables --------------------------------------------------------------------------------------
// @heads: [text, class]. @rows: lists of cells; the first cell is the head of the row. With @cards, a narrow page
// shows each row as a card.
FB.table = function (caption, heads, rows, cards) {
	const { el } = FB;
	const cell = (content, i, head) =>
		el(head ? "th" : "td", { scope: head ? "row" : null, role: head ? "rowheader" : "cell",
			class: heads[i] && heads[i][1], "data-label": cards && heads[i] ? heads[i][0] : null },
		cards ? el("div", {}, content) : content);

	return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
		el("table", { class: cards ? "cards" : null, role: "table" },
			el("caption", {}, el("span", {}, caption)),
			el("thead", { role: "rowgroup" }, el("tr", { role: "row" },
				heads.map((h) => el("th", { scope: "col", role: "columnheader", class: h[1] }, h[0])))),
			el("tbody", { role: "rowgroup" }, rows.map((row) =>
				el("tr", { role: "row" }, row.map((c, i) => cell(c, i, i === 0)))))));
};

FB.note = (...text) => FB.el("p", { class: "note" }, text);
FB.lack = (...text) => FB.el("p", { class: "lack" }, text);
FB.mark = (kind, text) => FB.el("span", { class: "mark " + kind }, text);
FB.command = (text) => FB.el("code", {}, text);

FB.fold = (title, build, open) => {
	const body = FB.el("div", {});
	let built = false;
	const make = () => {
		if (!built)
			FB.fill(body, {}, [build()]);
		built = true;
	};

	if (open)
		make();
	return FB.el("details", { open: open, ontoggle: (ev) => ev.target.open && make() },
		FB.el("summary", {}, title), body);
};

// @options: [value, text]. Calls pick(value) when the reader chooses one.
FB.select = (label, options, pick) => FB.el("label", { class: "choose" }, label + " ",
	FB.el("select", { onchange: (ev) => pick(ev.target.value) },
		options.map(([value, text]) => FB.el("option", { value: value }, text))));

// --- sections ------------------------------------------------------------------------------------
FB.sections = [];

// An error in one part leaves the other parts of the page as they are.
FB.attempt = function (at, build) {
	try {
		FB.fill(at, {}, [build()]);
	} catch (error) {
		at.append(FB.lack("This part could not be made from the documents: " +
			error.message));
	}
	return at;
};

FB.section = function (id, title, build) {
	const at = FB.el("section", { id: id, "aria-labelledby": id + "-title" },
		FB.el("h2", { id: id + "-title", tabindex: "-1" }, title));

	FB.sections.push({ id: id, title: title });
	return FB.attempt(at, build);
};
