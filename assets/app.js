// What the pages do beside htmx: steps by keyboard, words for screen readers, and the notice that a page is stale.
// Every page works without it.
(() => {
	"use strict";
	const one = (selector) => document.querySelector(selector);

	// The stream's events reach the page by themselves; only its loss has to be shown.
	const stream = one("#stream");
	const stale = (yes) => { one("#stale").hidden = !yes; };
	stream?.addEventListener("htmx:sse:after:connection", () => stale(false));
	stream?.addEventListener("htmx:sse:error", () => stale(true));

	// "3 min ago" grows old without news.
	setInterval(() => { if (!document.hidden) htmx.trigger(document.body, "changed"); }, 60_000);

	// What a change has to say stands in [data-say]; readers hear it from a place that was there before.
	document.addEventListener("htmx:after:swap", () => {
		const say = one("#main [data-say]");
		const said = one("#said");
		if (said && said.textContent !== (say?.textContent ?? "")) said.textContent = say?.textContent ?? "";
	});

	const entries = () => [...document.querySelectorAll("#main [data-entry]")].filter((e) => e.checkVisibility());
	const step = (by) => {
		const all = entries();
		if (!all.length) return;
		const at = all.findIndex((e) => e.contains(document.activeElement));
		const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
		(next.querySelector("a[href], button, summary") ?? next).focus();
		next.scrollIntoView({ block: "nearest" });
	};

	let going = 0; // when g was pressed
	const pages = { o: "/", d: "/decisions", w: "/waiting", c: "/compactions", p: "/projects", h: "/health" };
	const home = one("a.brand")?.getAttribute("href").replace(/\/$/, "");
	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented) return;
		if (e.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog")) return;
		if (going && Date.now() - going < 1500 && pages[e.key]) {
			location.href = home + pages[e.key];
		} else if (e.key === "j") step(1);
		else if (e.key === "k") step(-1);
		else if (e.key === "/" && one("#search")) {
			one("#search").focus();
			one("#search").select();
		} else if (e.key === "?") one("#keys")?.showModal();
		else {
			going = e.key === "g" ? Date.now() : 0;
			return;
		}
		going = 0;
		e.preventDefault();
	});
	const show = one("#show-keys");
	if (show) {
		show.hidden = false;
		show.addEventListener("click", () => one("#keys").showModal());
	}
})();
