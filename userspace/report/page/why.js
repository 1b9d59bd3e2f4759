// SPDX-License-Identifier: GPL-2.0
// Shows why packets were not offloaded, as `flowbench why` has answered.
"use strict";

// What a row says: words that the document has, and the connection of one of its packets.
FB.reason_row = function (reason) {
	const { el, num } = FB;

	return [[reason.what, el("small", {}, reason.reason)], num(reason, "packets", "count"),
		num(reason, "packets_per_second", "price"), num(reason, "connections", "count"),
		reason.advice === "-" ? "–" : reason.advice, [reason.proto, " ", reason.example]];
};

FB.why_summary = function (data) {
	const { el, num } = FB;
	const { connections, packets } = data;

	return el("p", {}, "Connections: ", num(connections, "tracked", "count"), " tracked, ",
		num(connections, "offloaded", "count"), " offloaded",
		connections.hardware ? [", ", num(connections, "hardware", "count"), " of them in hardware. "] : ". ",
		packets === null ? "Packets are not known: the module was not loaded."
			: ["Packets that were forwarded in ", num(data, "seconds", "interval"), " s: ", num(packets, "fast", "count"),
				" by the flowtable, ", num(packets, "slow", "count"), " by IP. ",
				typeof packets.fast_share === "number" ? ["Share of the fast path: ",
					el("strong", {}, num(packets, "fast_share", "share"), " %"), "."] : null]);
};

FB.why_of = function (doc) {
	const { el, num } = FB;
	const { data } = doc;
	const packets = data.packets || {};

	return [
		el("h3", {}, FB.name(doc)),
		FB.why_summary(data),
		data.reasons.length ? FB.table((data.packets ? "Packets that the flowtable did not take"
			: "Connections that are not offloaded") + ", the most frequent reason first",
		[["why not"], ["packets", "r"], ["packets/s", "r"], ["connections", "r"], ["what would change it"],
			["one of them"]],
		data.reasons.map(FB.reason_row), true)
			: FB.note("There is no packet that the flowtable did not take."),
		packets.scale > 1 ? FB.note("Packets are estimated: one of ", num(packets, "scale", "price"), " was looked at.") : null,
		packets.missed > 0 ? FB.note("The module's probes missed ", num(packets, "missed", "count"), " calls.") : null,
		data.scenario ? FB.note("The traffic of " + data.scenario + " was sent once more, after everything else had been " +
			"recorded: no other figure of this page is of it.") : null,
	];
};

FB.why = () => [FB.of("flowbench.why").map((doc) => FB.attempt(FB.el("div", {}), () => FB.why_of(doc))),
	FB.note("The first packets of each connection take the slow path, and so do those that end it. All others have a reason " +
		"that can mostly be changed: ", FB.command("man flowbench"), " lists them.")];
