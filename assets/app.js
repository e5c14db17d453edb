// What the pages do beside htmx: steps by keyboard, words for screen readers, what to do when something fails, and that
// news never take away what the person does. Every page works without it.
(() => {
	"use strict";
	const one = (selector) => document.querySelector(selector);
	const main = () => one("#main");

	// The stream's events reach the page by themselves; only its loss has to be shown.
	const stale = (yes) => { one("#stale").hidden = !yes; };
	document.addEventListener("htmx:sse:after:connection", () => stale(false));
	document.addEventListener("htmx:sse:error", () => stale(true));

	// "3 min ago" grows old without news.
	setInterval(() => { if (!document.hidden) htmx.trigger(document.body, "changed"); }, 60_000);

	// A renewal that was asked for before the page became another one, by a form or a filter, would put the old one back.
	// The element it came from may be gone after the swap, and htmx then names another: what it is shows at its beginning.
	const renews = (ctx) => ctx.renews;
	let replaced = 0; // when the page became another one
	let lost = null; // the element that has the focus while the page is renewed
	document.addEventListener("htmx:before:request", (e) => {
		const ctx = e.detail.ctx;
		ctx.asked = performance.now();
		ctx.renews = ctx.sourceElement === main();
	});
	document.addEventListener("htmx:after:request", (e) => {
		const ctx = e.detail.ctx;
		if (ctx.response.status >= 400) {
			e.preventDefault();
			failed(ctx);
		} else if (renews(ctx) && ctx.asked < replaced) {
			e.preventDefault();
			htmx.trigger(document.body, "changed");
		}
	});
	document.addEventListener("htmx:before:swap", () => { lost = main().contains(document.activeElement) ? document.activeElement : null; });
	document.addEventListener("htmx:after:swap", (e) => {
		if (!renews(e.detail.ctx)) replaced = performance.now();
		one("#failed").hidden = true;
		if (lost && !lost.isConnected) ((lost.id && document.getElementById(lost.id)) || main()).focus({ preventScroll: true });
		// What was typed while the answer to less of it came: with the old content htmx drops what waited to be asked.
		const search = one("#search");
		if (search && search.value !== search.defaultValue) search.dispatchEvent(new Event("input", { bubbles: true }));
		// What a change has to say stands in [data-say]; readers hear it from a place that was there before.
		const say = one("#main [data-say]")?.textContent ?? "";
		if (one("#said").textContent !== say) one("#said").textContent = say;
	});

	// What failed is said beside the page, which stays: what was typed is worth more than a page for the error.
	const say = (why, ctx) => {
		one("#failed-why").textContent = why + (ctx.request.method === "POST" ? " What you typed is still here." : "");
		one("#failed").hidden = false;
	};
	const failed = (ctx) => {
		if (ctx.response.status === 401) {
			stale(true);
			if (renews(ctx) || ctx.sourceElement.id === "stream") return;
		}
		const page = new DOMParser().parseFromString(ctx.text, "text/html");
		const words = [...page.querySelectorAll("#main h1, #main .notice")].map((x) => x.textContent.trim());
		say((words.join(": ") || `The program answered with ${ctx.response.status}`) + ".", ctx);
	};
	document.addEventListener("htmx:error", (e) => {
		if (!e.detail.ctx) return;
		stale(true);
		if (e.detail.ctx.request.method === "POST") say("The program does not answer, and may not have stored this.", e.detail.ctx);
	});
	one("#failed-close")?.addEventListener("click", () => {
		one("#failed").hidden = true;
		main().focus({ preventScroll: true });
	});

	const step = (by) => {
		const all = [...document.querySelectorAll("#main [data-entry]")].filter((e) => e.checkVisibility());
		if (!all.length) return;
		const at = all.findLastIndex((e) => e.contains(document.activeElement));
		const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
		(next.querySelector("a[href], button, summary") ?? next).focus({ preventScroll: true });
		next.scrollIntoView({ block: "nearest" });
	};

	let going = 0; // when g was pressed
	const pages = { o: "/", d: "/decisions", w: "/waiting", c: "/compactions", p: "/projects", h: "/health" };
	const home = one("a.brand")?.getAttribute("href").replace(/\/$/, "");
	document.addEventListener("keydown", (e) => {
		if (e.ctrlKey || e.altKey || e.metaKey || e.isComposing || e.defaultPrevented) return;
		if (e.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog")) return;
		if (!one("#keys-on")?.checked && e.key !== "?") return;
		if (going && Date.now() - going < 3000 && pages[e.key]) {
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

	// Single keys can be in the way of who speaks to the machine: they can be turned off.
	const on = one("#keys-on");
	if (on) {
		on.checked = localStorage.getItem("keys") !== "off";
		on.addEventListener("change", () => localStorage.setItem("keys", on.checked ? "on" : "off"));
		one("#show-keys").hidden = false;
		one("#show-keys").addEventListener("click", () => one("#keys").showModal());
	}
})();
