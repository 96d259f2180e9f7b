// Types, words and small helpers that every page uses.

/**
 * A stored file.
 * @typedef {{ name: string, tag: string, width: number, height: number, bytes: number, quality?: number }} File
 */

/** @typedef {[number, number, number, number]} Rect Left, top, width and height as fractions, 0 to 1. */

/**
 * A frame in a photo: turned by quarters, then straightened by degrees, then cut.
 * @typedef {{ rect: Rect, turns: number, degrees: number }} Frame
 */

/**
 * A widget's picture: its frame and the automatic one.
 * @typedef {Frame & { file: File, auto: Rect, risk?: number, flags: string[], manual: boolean, fit: boolean }} Render
 */

/**
 * A face or another subject; a main one should not be cut, the others are guesses.
 * @typedef {{ rect: Rect, kind: string, isMain: boolean }} Region
 */

/** @typedef {keyof typeof FAMILY_FACTS} Family */

/**
 * A photo as `PhotoCard` writes it; `time` in milliseconds of CPU time, `taken` in seconds from 1970, `stars` 0 to 5, `score` 0 to 1.
 * `fileStars` are those of files beside the photo, if no person gave any here.
 * @typedef {{ id: string, name: string, format: string, preparedAt: string, variant: string, sources: string[],
 *   flags: string[], width: number, height: number, bytes: number, revision: number, severity: number,
 *   accepted: boolean, asks: boolean, stars: number, fileStars?: number, score?: number, taken?: number, master: File, renders: Partial<Record<Family, Render>>, regions: Region[],
 *   time?: number }} Photo
 */

/**
 * A design: its text, empty where it shows none, the photos it shows, and its filters as `feColorMatrix` has them.
 * @typedef {{ name: string, title: string, words: string[], photos: string[],
 *   filters: Partial<Record<Family, number[]>> }} Design
 */

/** The parts of a design that lie over a render: the picture of its text, and its filter. @typedef {{ words: string | null,
 *   filter?: number[], title: string }} Over */

/**
 * Facts about each family, in the order in which they are shown; the colours are in families.css. Width and height are
 * in sides of the small widget; the corner of the frame where the family's letter stands counts from the top left
 * one, clockwise.
 */
const FAMILY_FACTS = {
  small: { title: "Small", width: 1, height: 1, corner: 0 },
  medium: { title: "Medium", width: 2.14, height: 1, corner: 3 },
  large: { title: "Large", width: 2.14, height: 2.24, corner: 2 },
  portrait: { title: "Portrait", width: 2.14, height: 3.46, corner: 1 },
  extraLarge: { title: "Extra large", width: 4.7, height: 2.24, corner: 1 },
};
/** @type {Family[]} */
export const FAMILIES = Object.keys(FAMILY_FACTS);
const ofFamilies = (fact) => Object.fromEntries(FAMILIES.map((family) => [family, fact(FAMILY_FACTS[family])]));
export const FAMILY_NAMES = ofFamilies(({ title }) => title);
export const LETTER_CORNERS = ofFamilies(({ corner }) => corner);
/** Width by height. */
export const SHAPES = ofFamilies(({ width, height }) => width / height);
/** `tall` or `wide` for a widget that not every photo has a render for, else nothing. */
const furtherShape = (family) => {
  if (FAMILIES.indexOf(family) < 3) return "";
  return SHAPES[family] < 1 ? "tall" : "wide";
};
/** The classes that lay out a family's widget: its name, and `tall` or `wide`. */
export const familyClass = (family) => [family, furtherShape(family)].filter(Boolean).join(".");
/** The radius of widgets' corners: that of the small one, 15.5 % of its side. */
export const ROUNDINGS = ofFamilies(({ width, height }) => `${15.5 / width}% / ${15.5 / height}%`);
/** The families of some photos beyond the three that all photos have: `tall`, `wide`. @param {Photo[]} photos */
export const furtherShapes = (photos) => ["tall", "wide"].filter((shape) => FAMILIES.some((family) =>
  furtherShape(family) === shape && photos.some(({ renders }) => renders[family])));
/** The families that a photo has renders for, in their order. @param {Photo} photo */
export const familiesOf = (photo) => FAMILIES.filter((family) => photo.renders[family]);
export const FLAGS = {
  subjectCut: {
    label: "Subject cut", bad: true,
    hint: "A face or another subject is not wholly inside the crop.",
  },
  lowResolution: {
    label: "Low resolution", bad: false,
    hint: "The crop has fewer pixels than the widget, so it was enlarged.",
  },
  overByteLimit: {
    label: "Over byte limit", bad: false,
    hint: "The file is above its limit at the lowest quality allowed.",
  },
  fitted: {
    label: "Whole", bad: false,
    hint: "The photo is shown whole, over a ground made of itself.",
  },
  vanishesTinted: {
    label: "Vanishes tinted", bad: false,
    hint: "What matters has hardly a contrast of lightness: on a tinted Home Screen it is not to be made out.",
  },
  missingEnd: {
    label: "End missing", bad: false,
    hint: "The file lacks its end marker; its pixels are whole.",
  },
  preview: {
    label: "Preview", bad: false,
    hint: "The preview inside a camera's raw file was prepared.",
  },
  gainMapUnread: {
    label: "Gain map not read", bad: false,
    hint: "The photo has a gain map that cannot be read; no picture carries it.",
  },
  gainMapLeftOut: {
    label: "No gain map", bad: false,
    hint: "The gain map was left out so that the file keeps its byte limit.",
  },
  flat: {
    label: "Nothing to go by", bad: false,
    hint: "The photo has neither edges nor subjects; its centre was taken.",
  },
  fromMaster: {
    label: "From the master", bad: false,
    hint: "An upgrade had only the master to make the renders from.",
  },
};
/** The entry of a table under a name from outside; nothing for inherited names such as `constructor`. */
export const entry = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
export const flagOf = (name) => entry(FLAGS, name) ?? { label: name, bad: false, hint: name };
const ICONS = {
  search: ["M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Z", "m20 20-4-4"],
  theme: ["M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z"],
  close: ["M6 6l12 12M18 6 6 18"],
  previous: ["m15 5-7 7 7 7"],
  next: ["m9 5 7 7-7 7"],
  words: ["M5 7V5h14v2", "M12 5v14", "M9 19h6"],
  map: ["M4 7l5-3 6 3 5-3v13l-5 3-6-3-5 3Z", "M9 4v13M15 7v13"],
  left: ["M4 9a8 8 0 1 1-1 6", "M4 4v5h5"],
  right: ["M20 9a8 8 0 1 0 1 6", "M20 4v5h-5"],
  focus: ["M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z", "M12 2v4M12 18v4M2 12h4M18 12h4"],
  undo: ["M8 6 4 10l4 4", "M4 10h10a6 6 0 0 1 0 12h-3"],
  redo: ["m16 6 4 4-4 4", "M20 10H10a6 6 0 0 0 0 12h3"],
  was: ["M4 4v5h5", "M4.500 9A8.500 8.500 0 1 1 3.500 13", "M12 8v5l3 2"],
  straighten: ["M3 20h18", "M3 20 20 8", "M12 20a9 9 0 0 0-1.700-5.200"],
  check: ["m5 13 4 4 10-11"],
  stack: ["M4 8h12v12H4Z", "M8 8V4h12v12h-4"],
  whole: ["M4 4h16v16H4Z", "M8 9h8v6H8Z"],
  automatic: ["M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5 18 18M18 6l-2.5 2.5M8.5 15.5 6 18"],
};

/** The marks with which a person picks or rejects photos. */
export const MARK_NAMES = { pick: "Picked", reject: "Rejected" };

/** Makes an element: `el("p.name", { title: "…" }, "text", child)`. */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) node.style.setProperty(key, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Makes an SVG element. */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...ICONS[name].map((d) => svg("path", { d })));

/** A button with an icon whose name is read out and shown as a hint. */
export const iconButton = (name, label, onclick, props = {}) =>
  el("button.button.icon", { type: "button", "aria-label": label, title: label, onclick, ...props }, icon(name));

/** A button that opens the help. */
export const helpButton = (onclick) => el("button.button.icon.help", { type: "button", "aria-label": "Help: touch and keys",
  title: "Help: touch and keys (?)", onclick }, "?");

export const byId = (id) => document.getElementById(id);
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
export const whole = new Intl.NumberFormat("en");
export const percent = (share) => `${Math.round(100 * share)} %`;
export const cssShare = (share) => `${(100 * share).toFixed(1)}%`;
export const plural = (count, one, many) => `${whole.format(count)} ${count === 1 ? one : many}`;

/** A name in two parts; only the first may be shortened, as the end tells photos of a series apart. */
export function inMiddle(name) {
  const letters = [...name];
  return letters.length > 20 ? [letters.slice(0, -12).join(""), letters.slice(-12).join("")] : [name, ""];
}

/** Bytes in readable units, in powers of ten. */
export function bytes(count) {
  if (count < 1e3) return `${count} B`;
  if (count < 1e6) return `${Math.round(count / 1e3)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(2)} GB`;
}

/** Milliseconds in readable units. */
export const duration = (milliseconds) => (milliseconds < 999.5 ? `${Math.round(milliseconds)} ms`
  : `${(milliseconds / 1e3).toFixed(1)} s`);

export const day = (text) => new Date(text).toLocaleDateString(undefined, { day: "numeric", month: "short",
  year: "numeric" });

/** A crop with at least this risk is worth a look; the same number is in PhotoCard. */
export const RISKY = 0.3;

/**
 * The greatest risk of the crops not framed by hand; null when no risk is known.
 * @param {Photo} photo
 */
export function risk(photo) {
  const known = familiesOf(photo).map((family) => photo.renders[family])
    .filter((render) => !render.manual && render.risk !== undefined)
    .map((render) => render.risk);
  return known.length ? Math.max(...known) : null;
}

export const hasManual = (photo) => familiesOf(photo).some((family) => photo.renders[family].manual);
/** The stars that count for a photo: a person's, or else those of files beside it. @param {Photo} photo */
export const starCount = (photo) => photo.stars || photo.fileStars || 0;
export const isOpen = (photo) => photo.asks && !photo.accepted;

/** The order by risk: the combined severity of a photo's flags and crops, worst first. */
export const byRisk = (a, b) => b.severity - a.severity || (a.id < b.id ? -1 : 1);

/** Enables or disables a button; a disabled one keeps the focus, unlike with `disabled`. */
export const enable = (button, can) => button.setAttribute("aria-disabled", String(!can));

/** Shows a message for some seconds, with at most one action, in its own place on the page. */
export function toast(text, action = null, run = null) {
  const box = byId("toast");
  placeToast();
  box.replaceChildren(el("span", {}, text));
  if (action) box.append(el("button", { type: "button", onclick: () => { box.hidden = true; run(); } }, action));
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, action ? 9000 : 4500);
}

/** Moves messages to their place in the open dialog, or else on the page, where they cover no control and can be reached. */
export function placeToast() {
  const places = [...document.querySelectorAll("dialog[open] .messages")];
  (places.at(-1) ?? byId("messages")).append(byId("toast"));
}

/** Calls a function once, some time after the last request. */
export function later(milliseconds, run) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}

/** Light, dark, or as the system; kept for the next visit if the browser allows it. */
export function themeButton() {
  const root = document.documentElement;
  const remembered = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (remembered) root.dataset.theme = remembered;
  return iconButton("theme", "Light or dark", () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a file has no storage in some browsers */ }
  });
}

/** Shows or hides the designs over their photos. */
export function toggleWords() {
  const { dataset } = document.documentElement;
  dataset.words = dataset.words === "off" ? "on" : "off";
}

/** A dialog that lists the keys of a page: `{ "In the editor": [[["s"], "Save"]] }`. */
export function keysDialog(parts) {
  const list = ([keys, text]) => [el("dt", {}, ...keys.map((key) => el("kbd", {}, key))), el("dd", {}, text)];
  const dialog = el("dialog.keys", { "aria-label": "Help" },
    el("div.parts", {}, ...Object.entries(parts).map(([title, rows], index) =>
      el("section", {}, el("h2", index ? {} : { tabindex: "-1", autofocus: true }, title), el("dl", {}, ...rows.flatMap(list))))),
    el("form", { method: "dialog" }, el("button.button", {}, "Close")));
  document.body.append(dialog);
  return dialog;
}

/** Whether the list of keys is open; it then takes every key. */
export const showsKeys = () => document.querySelector("dialog.keys[open]") !== null;
