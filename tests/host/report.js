// SPDX-License-Identifier: GPL-2.0
// What tests/host/70-report.sh looks at in the page. It knows the page's units, but none of its code: each
// function returns true, or what is wrong.

const documents = [...document.querySelectorAll("script.document")].map((at) =>
	(at.dataset.error === undefined ? JSON.parse(at.textContent) : null));

// Shown unit by the JSON's, and digits behind the point.
const units = { count: [1, 0], price: [1, 1], change: [1, 2], ratio: [1, 2], interval: [1, 4], percent: [1, 1],
	share: [100, 1], change_percent: [1, 2], seconds: [1, 1], us: [1e-3, 1] };

const wrong = (list) => (list.length === 0 ? true : list.slice(0, 8).join(" | "));

const visible = (at) => at.checkVisibility ? at.checkVisibility() : at.getClientRects().length > 0;

// RFC 6901, the first part being the document's number.
function pointed(pointer) {
	return pointer.split("/").map((p) => p.replace(/~1/g, "/").replace(/~0/g, "~"))
		.reduce((at, key) => (at === null || at === undefined ? undefined : at[key]), documents);
}

// Every number that says where it comes from is there, but for rounding.
function numbers(least) {
	const all = [...document.querySelectorAll("[data-json]")];
	const bad = all.filter((at) => {
		const [scale, digits] = units[at.dataset.format] || [NaN, 0];
		const value = pointed(at.dataset.json), text = at.textContent;
		const shown = Number(text.replace(/,/g, ""));

		return typeof value !== "number" || !/^[-+]?\d{1,3}(,\d{3})*(\.\d+)?$/.test(text) ||
			(text.split(".")[1] || "").length !== digits ||
			Math.abs(shown - value * scale) > 0.5 * 10 ** -digits + 1e-9 * Math.abs(value);
	});

	if (all.length < least)
		return "only " + all.length + " numbers";
	return wrong(bad.map((at) => at.dataset.json + " " + at.dataset.format + " '" + at.textContent + "'"));
}

const tokens = (text) => text.match(/(?<![\w.,:/=+-])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w:/])/g) || [];

// No number stands outside of these, but in words that the documents themselves hold.
function words() {
	const known = new Set();
	const learn = (value) => {
		if (typeof value === "string")
			tokens(value).forEach((t) => known.add(t));
		else if (Array.isArray(value))
			value.forEach(learn);
		else if (value && typeof value === "object")
			Object.entries(value).forEach(([key, inner]) => {
				tokens(key).forEach((t) => known.add(t));
				learn(inner);
			});
	};
	const bad = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

	documents.forEach(learn);
	document.querySelectorAll("script.document").forEach((at) => learn({ ...at.dataset }));
	for (let at = walk.nextNode(); at; at = walk.nextNode())
		if (!at.parentElement.closest("script, style, noscript, code, [data-json]"))
			bad.push(...tokens(at.data).filter((t) => !known.has(t)).map((t) => t + " in '" + at.data + "'"));
	for (const at of document.querySelectorAll("[aria-label]"))
		bad.push(...tokens(at.getAttribute("aria-label")).filter((t) => !known.has(t)));
	return wrong(bad);
}

function fits() {
	const at = document.scrollingElement;

	return at.scrollWidth <= innerWidth ? true : at.scrollWidth + " of " + innerWidth + " pixels: " +
		wrong([...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 &&
			!e.parentElement.closest(".scroll")).map((e) => e.tagName + "." + (e.getAttribute("class") || "")));
}

// Texts of one drawing, or of one card, do not lie on each other; and in none does one leave its drawing.
function apart() {
	const bad = [];
	const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
		Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;

	for (const svg of document.querySelectorAll(".drawing svg")) {
		const edge = svg.getBoundingClientRect();
		const texts = [...svg.querySelectorAll("text")];
		const turned = texts.filter((t) => /rotate/.test(t.getAttribute("transform")));
		const boxes = texts.map((t) => [t.textContent, t.getBoundingClientRect()])
			.sort((a, b) => a[1].top - b[1].top);

		// Turned texts lie beside each other: of the boxes around them nothing is said.
		turned.forEach((t, i) => {
			const next = turned[i + 1], sin = Math.abs(t.getCTM().b) / Math.hypot(t.getCTM().a, t.getCTM().b);

			if (next && (next.getCTM().e - t.getCTM().e) * sin < 10)
				bad.push(t.textContent + " on " + next.textContent);
			if (t.getBoundingClientRect().left < edge.left - 1 || t.getBoundingClientRect().bottom > edge.bottom + 1)
				bad.push(t.textContent + " leaves its drawing");
		});
		if (turned.length)
			continue;

		boxes.forEach(([text, box], i) => {
			if (box.left < edge.left - 1 || box.right > edge.right + 1)
				bad.push(text + " leaves its drawing");
			for (let k = i + 1; k < boxes.length && boxes[k][1].top < box.bottom; k++)
				if (meet(box, boxes[k][1]))
					bad.push(text + " on " + boxes[k][0]);
		});
	}
	for (const cell of document.querySelectorAll("td, th, li, dd, dt, p, button, .cost-name"))
		if (visible(cell) && cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0 &&
			getComputedStyle(cell).display !== "inline" && !cell.closest(".scroll table:not(.cards), .skip"))
			bad.push("too wide: " + cell.textContent.slice(0, 60));
	return wrong(bad);
}

function light_of(colour) {
	const parts = colour.match(/[\d.]+/g).map(Number);
	const [r, g, b] = parts.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));

	return parts[3] === 0 ? null : 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// WCAG's contrast of at least 4.5 to 1.
function contrast() {
	const bad = new Set();

	for (const at of document.querySelectorAll("header *, main *, footer *")) {
		if (at.closest("svg") || !visible(at) || ![...at.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
			continue;
		let back = null;

		for (let up = at; up && back === null; up = up.parentElement)
			back = light_of(getComputedStyle(up).backgroundColor);
		const text = light_of(getComputedStyle(at).color);
		const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);

		if (ratio < 4.5)
			bad.add(ratio.toFixed(1) + " " + at.tagName + "." + at.className + " '" + at.textContent.slice(0, 30) + "'");
	}
	return wrong([...bad]);
}

// Each has a heading, each table its heads, each control a name.
function semantic() {
	const bad = [];

	document.querySelectorAll("main section").forEach((s) => {
		if (!s.querySelector("h2") || !document.getElementById(s.getAttribute("aria-labelledby")))
			bad.push("section " + s.id);
	});
	document.querySelectorAll("table").forEach((t) => {
		if (!t.caption || !t.querySelector("th[scope=col]"))
			bad.push("table " + t.textContent.slice(0, 40));
	});
	document.querySelectorAll("button, input, select").forEach((c) => {
		if (!c.textContent.trim() && !c.getAttribute("aria-label") && !(c.labels || []).length)
			bad.push(c.tagName);
	});
	if (document.querySelectorAll("h1").length !== 1)
		bad.push("h1");
	return wrong(bad);
}

// The sections of the page are those, in that order: what was seen first, how it was made last.
function has_sections(ids) {
	const all = [...document.querySelectorAll("main section")].map((s) => s.id).join(" ");
	const linked = [...document.querySelectorAll("nav a")].map((a) => a.hash.slice(1)).join(" ");

	return all === ids && linked === ids ? true : all + "; linked: " + linked;
}

// Each section shows a table or a drawing, not only words; and what the page lacks is one paragraph, the last before
// the section on how it was made.
function nothing_empty() {
	const bad = [...document.querySelectorAll("main section")].filter((s) => !s.querySelector("tbody tr, .drawing svg"))
		.map((s) => s.id + " is empty");
	const lacks = document.querySelectorAll(".lacks");

	if (lacks.length > 1 || (lacks.length === 1 && lacks[0].nextElementSibling.id !== "made"))
		bad.push(lacks.length + " paragraphs of what is lacking");
	if (document.querySelector("main > :last-child").id !== "made")
		bad.push("the last part is not how the page was made");
	return wrong(bad);
}

// Opens all that is folded; it is there when the next command comes.
function unfold() {
	document.querySelectorAll("main details").forEach((d) => {
		d.open = true;
	});
	return true;
}

// A section's text holds a pattern.
function says(id, pattern) {
	const at = document.querySelector(id);

	return !at ? "no " + id : new RegExp(pattern, "s").test(at.innerText) ? true : at.innerText.slice(0, 500);
}

// For each phase to choose from, the graph and the tree are made, and their numbers are right.
function each_choice() {
	const bad = [];

	for (const select of document.querySelectorAll("section select, .run select"))
		for (const option of [...select.options]) {
			select.value = option.value;
			select.dispatchEvent(new Event("change"));
			for (const check of [() => numbers(1), words, semantic]) {
				const said = check();

				if (said !== true)
					bad.push(option.textContent + ": " + said);
			}
			if (/could not be made/.test(document.body.innerText))
				bad.push(option.textContent + " could not be made");
		}
	return wrong(bad);
}

// The widest frame of that name, in pixels of the drawing.
const widest = (name) => Math.max(0, ...[...document.querySelectorAll("#flame .frame")]
	.filter((f) => f.dataset.name === name).map((f) => f.querySelector("rect").width.baseVal.value));

const rows = () => [...document.querySelectorAll("#tree tbody tr")].filter((r) => !r.hidden);

// The slow path of each path of the flowtable in the fixture of profiles.
const partners = { flowtable: "conntrack", flowtable6: "conntrack6", "flowtable-esp": "esp", "flowtable-esp-gcm": "esp-gcm",
	"flowtable-nat": "nat", "flowtable-vlan": "vlan" };

// Each bar of the cost is as wide as its price says, within a pixel: on one scale for all paths, or, if @pairs, each pair
// on its own, which fills the page.
function bars(pairs) {
	const bad = [], page = document.querySelector("#cost .costs").getBoundingClientRect().width;

	for (const paths of documents.filter((d) => d && d.schema === "flowbench.profile/1").map((d) => d.paths)) {
		const price = (path) => paths.find((p) => p.path === path).per_packet;
		const all = Math.max(...paths.map((p) => p.per_packet));

		for (const { path } of paths) {
			const pair = Object.entries(partners).find((p) => p.includes(path));
			const scale = pairs && pair ? Math.max(...pair.map(price)) : all;
			const shown = [...document.querySelectorAll("#cost .cost-bar")].filter((b) => b.dataset.path === path);
			const want = page * price(path) / scale;

			if (shown.length !== 1 || Math.abs(shown[0].getBoundingClientRect().width - want) > 1 || want < 8)
				bad.push(path + ": " + shown.map((b) => b.getBoundingClientRect().width) + " for " + want);
		}
	}
	return page > 300 ? wrong(bad) : "a page of " + page;
}

// Two bars of different pairs, in pixels, have the ratio of their prices.
function ratio(a, b) {
	const [first, second] = [a, b].map((path) => ({
		price: documents.find((d) => d && d.schema === "flowbench.profile/1").paths.find((p) => p.path === path).per_packet,
		width: document.querySelector("#cost .cost-bar[data-path=" + path + "]").getBoundingClientRect().width }));
	const off = first.width - second.width * first.price / second.price;

	return Math.abs(off) <= 1 ? true : first.width + " to " + second.width + ": " + off + " pixels off";
}
