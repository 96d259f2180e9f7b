// A drawing of a Home Screen: the widgets in their places, with a clock and apps around them.
import { el, FAMILIES, familyClass, FAMILY_NAMES, svg } from "./basics.js";

/** Made-up apps: a name, a colour and a drawing of 64 by 64. */
const APPS = [
  ["Clock", "#1d1d1f", [["circle", { cx: 32, cy: 32, r: 23, fill: "#fff" }],
    ["path", { d: "M32 17v15l10 7", stroke: "#1d1d1f", "stroke-width": 4, fill: "none", "stroke-linecap": "round" }]]],
  ["Weather", "#2f7fd6", [["circle", { cx: 25, cy: 25, r: 10, fill: "#ffd34d" }],
    ["path", { d: "M20 46a9 9 0 0 1 2-17.800a13 13 0 0 1 24 4.800a7 7 0 0 1 0 13Z", fill: "#fff" }]]],
  ["Notes", "#fdfbf3", [["path", { d: "M0 0h64v15H0Z", fill: "#f2bd2c" }],
    ["path", { d: "M12 27h40M12 37h40M12 47h26", stroke: "#b9b4a4", "stroke-width": 3, fill: "none" }]]],
  ["Mail", "#2aa198", [["rect", { x: 12, y: 19, width: 40, height: 27, rx: 5, fill: "#fff" }],
    ["path", { d: "m14 23 18 13 18-13", stroke: "#2aa198", "stroke-width": 3.5, fill: "none" }]]],
];

function app([name, colour, shapes]) {
  return el("span.app", {},
    svg("svg", { viewBox: "0 0 64 64" }, svg("rect", { width: 64, height: 64, fill: colour }),
      ...shapes.map(([tag, props]) => svg(tag, props))), name);
}

const signs = () => svg("svg", { viewBox: "0 0 60 14" },
  svg("path", { d: "M1 9h4v4H1zM7 6h4v7H7zM13 3h4v10h-4zM19 0h4v13h-4z", fill: "currentColor" }),
  svg("path", { d: "M32 1.500h21a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H32a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3ZM58.500 5v4",
    fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
  svg("rect", { x: 31.5, y: 4, width: 18, height: 6, rx: 1.5, fill: "currentColor" }));

/** The screen with one widget for each family: `{ small: node, … }`. */
export function homeScreen(widgets) {
  return el("div.home", {}, el("div.screen", { role: "group", "aria-label": "The widgets on a Home Screen" },
    el("div.clockbar", { "aria-hidden": "true" }, el("b", {}, "9:41"), signs()),
    el("span.tried", { "aria-hidden": "true" }, "try text (not saved)"),
    ...FAMILIES.map((family) => el(`div.spot.${familyClass(family)}`, {}, widgets[family],
      el("span.spotname", { "aria-hidden": "true" }, FAMILY_NAMES[family]))),
    el("div.apps", { "aria-hidden": "true" }, ...APPS.map(app))));
}
