// The report: its photos and pictures are in the page itself.
import {
  byId, day, el, familiesOf, helpButton, iconButton, keysDialog, showsKeys, themeButton, toggleWords, whole,
} from "./basics.js";
import { byPhoto, drawPackaged } from "./card.js";
import { drawRefusals, drawSummary } from "./charts.js";
import { drawBar, Sheet } from "./sheet.js";
import { decoded } from "./overlay.js";
import { Viewer } from "./viewer.js";

/** @typedef {import("./basics.js").Photo} Photo */

const facts = JSON.parse(byId("facts").textContent);
const blocks = new Map();
const photos = [...byId("photos").childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE).map((block) => {
  const photo = JSON.parse(block.data.slice(0, block.data.indexOf("\n")));
  // Default values of a render are left out.
  for (const family of familiesOf(photo)) photo.renders[family] = { turns: 0, degrees: 0, flags: [], ...photo.renders[family] };
  blocks.set(photo.id, block);
  return photo;
});

/** The lines of a photo's block: the photo itself, its master, its renders, its map, the text over its renders. */
function lineOf(photo, role) {
  const families = familiesOf(photo);
  const words = families.map((family) => `${family}Words`);
  return ["photo", "master", ...families, "map", ...words].indexOf(role);
}

/**
 * One line of a photo's block; the other lines, tens of kilobytes, are not copied.
 * @param {Photo} photo
 */
function part(photo, role) {
  const { data } = blocks.get(photo.id);
  let start = 0;
  for (let line = lineOf(photo, role); line > 0; line -= 1) start = data.indexOf("\n", start) + 1;
  const end = data.indexOf("\n", start);
  return data.slice(start, end < 0 ? undefined : end);
}
const source = (photo, role) => {
  const data = part(photo, role);
  if (!data && role !== "master") return { src: source(photo, "master"), rect: photo.renders[role].rect };
  // The first bytes of a WebP are "RIFF".
  return data ? `data:image/${data.startsWith("UklGR") ? "webp" : "jpeg"};base64,${data}` : "data:,";
};
const designs = byPhoto(facts.designs);
/** The text and filter of the first design that shows a photo. */
const over = (photo, family) => {
  const design = designs.get(photo.id)?.[0];
  if (!design) return null;
  const words = design.words.length ? `data:image/png;base64,${part(photo, `${family}Words`)}` : null;
  return { words, filter: design.filters[family], title: design.title };
};
const map = async (photo) => {
  const [width, height, cells] = part(photo, "map").split(" ");
  return cells ? { width: Number(width), height: Number(height), cells: decoded(cells) } : null;
};

const sheet = new Sheet(byId("sheet"), { source, over, open: (photo) => viewer.open(photo), changed: () => changed() });
const viewer = new Viewer({
  source, over, map,
  neighbour: (photo, step, passes) => sheet.neighbour(photo, step, passes),
  closed: (photo) => sheet.focus(sheet.shown.indexOf(photo)),
});
const bar = drawBar(byId("bar"), sheet);

function changed() {
  drawSummary(byId("summary"), facts, sheet);
  bar.refresh();
  const where = facts.pages.length > 1 ? ` on this page, ${whole.format(facts.allPhotos)} in all, worst first` : "";
  byId("count").textContent = sheet.countText + where;
}

const keys = keysDialog({
  "Among the photos": [
    [["/"], "Find by name"], [["←", "→", "↑", "↓"], "From photo to photo"], [["Enter"], "Open a photo"],
    [["t"], "Text of designs"], [["?"], "These keys"],
  ],
  "In a photo": [
    [["←", "→"], "The photo before, the next one"], [["n"], "The next to look at"], [["m"], "What matters"],
    [["Esc"], "Close"],
  ],
});
byId("place").textContent = `${facts.store} · ${day(facts.made)}`;
if (facts.designs.length) byId("tools").append(iconButton("words", "Text of designs", toggleWords));
byId("tools").append(helpButton(() => keys.showModal()), themeButton());
drawRefusals(byId("refusals"), facts.refusals);
drawPackaged(byId("packaged"), facts.packaged, (picture) => picture, ({ design: name, words }, family) => {
  const design = facts.designs.find((one) => one.name === name);
  return design ? { words: words[family], filter: design.filters[family], title: design.title } : null;
});
if (facts.pages.length > 1) {
  byId("pages").hidden = false;
  byId("pages").append(...facts.pages.map((page, i) => (page.isHere
    ? el("span.button", { "aria-current": "page", "aria-pressed": "true" }, `${i + 1}`)
    : el("a.button", { href: encodeURIComponent(page.name), "aria-label": `Page ${i + 1}` }, `${i + 1}`))));
}
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || showsKeys()) return;
  if (event.key === "?") keys.showModal();
  else if (document.querySelector("dialog[open]")) return;
  else if (event.key === "/") bar.field.focus();
  else if (event.key === "t") toggleWords();
  else if (event.key.startsWith("Arrow") && !byId("sheet").contains(event.target)) sheet.focus(sheet.current);
  else return;
  event.preventDefault();
});
sheet.show(photos);
if (facts.stacks.length) sheet.stack(facts.stacks);
document.documentElement.dataset.ready = "true";
