// Packages that are reviewed before they are imported: their widgets are drawn, and a person chooses among the designs.
import { bytes, el, FAMILIES, FAMILY_NAMES, plural } from "./basics.js";
import { widgetBox, widgetsClass } from "./card.js";

/**
 * A design of a package: its outcome in the store, and its widgets; `families` says why one cannot be drawn.
 * @typedef {{ title: string, outcome: string, fileName: string, newerVersion?: number,
 *   widgets: { title: string, families: Partial<Record<import("./basics.js").Family, string>>, remarks: string[] }[] }} Document
 */

/** @typedef {{ name: string, designs: Document[], albums: number, images: number, bytes: number,
 *   refusal?: { message: string, remedy?: string } }} Package */

/** The text for a design's outcome, and the class of its tag. */
const OUTCOMES = {
  new: ["New", "good"],
  renamed: ["New, under another name", "good"],
  present: ["In the store already", "plain"],
};

/**
 * Shows packages. `options`: `address(package, widget, family)` of a widget's picture; `bring(package, designs)` imports
 * the designs at these places, or all for `null`.
 * @param {Package[]} packages
 */
export function drawImports(place, packages, options) {
  place.hidden = packages.length === 0;
  place.replaceChildren(...packages.map((found, index) => section(found, index, options)));
}

/** @param {Package} found */
function section(found, index, options) {
  const title = el("h2", {}, el("span.name", {}, found.name));
  if (found.refusal) {
    const { message, remedy } = found.refusal;
    return el("section", { "aria-label": found.name }, title,
      el("p.refusal", {}, [`${message} Nothing of it can come in.`, remedy].filter(Boolean).join(" ")));
  }
  let first = 0;
  const cards = found.designs.map((design) => {
    const card = designCard(design, (widget, family) => options.address(index, widget, family), first, () => update());
    first += design.widgets.length;
    return card;
  });
  const chosen = () => cards.flatMap(({ box }, place) => (box?.checked ? [place] : []));
  const open = cards.filter(({ box }) => box).length;
  const button = el("button.button.primary", { type: "button", onclick: () => {
    const wanted = chosen();
    // Importing all designs also imports albums that none of them names.
    if (wanted.length || !open) options.bring(index, wanted.length === open ? null : wanted);
  } });
  const update = () => {
    const count = chosen().length;
    button.textContent = open ? `Bring in ${plural(count, "design", "designs")}` : "Bring in";
    button.setAttribute("aria-disabled", String(open > 0 && count === 0));
  };
  update();
  const isSomething = found.images + found.albums + open > 0;
  const parts = [plural(found.designs.length, "design", "designs"), found.albums ? plural(found.albums, "album", "albums") : null,
    found.images ? plural(found.images, "new image", "new images") : null, isSomething ? bytes(found.bytes) : null];
  return el("section", { "aria-label": found.name }, el("div.head", {}, title, isSomething ? button : null),
    el("p", {}, isSomething ? `${parts.filter(Boolean).join(", ")}. Nothing of it is in the store before you bring it in.`
      : "Everything in it is in the store."),
    el("ul", {}, ...cards.map(({ node }) => node)));
}

/** A design with its widgets, and a checkbox to choose it if it is not in the store. @param {Document} design */
function designCard(design, address, first, changed) {
  const [word, look] = OUTCOMES[design.outcome] ?? [design.outcome, "plain"];
  const box = design.outcome === "present" ? null
    : el("input", { type: "checkbox", checked: true, onchange: changed });
  const remarks = [...new Set(design.widgets.flatMap((widget) => widget.remarks))];
  if (design.newerVersion) remarks.push(`It has version ${design.newerVersion}, which is newer than this software knows.`);
  const node = el("li.card", {},
    el("label.title", {}, box, el("span.name", { title: design.fileName }, design.title), el(`span.tag.${look}`, {}, word)),
    ...design.widgets.map((widget, place) => drawn(widget, (family) => address(first + place, family))),
    remarks.length ? el("p.notes", {}, remarks.join(" ")) : null);
  return { node, box };
}

/** The widgets of a design in its families. */
function drawn({ title, families }, address) {
  const own = FAMILIES.filter((family) => family in families);
  return el(widgetsClass([{ renders: families }]), {}, ...own.map((family) => widgetBox(family, [
    families[family] ? el("span.lack", {}, families[family])
      : el("img", { src: address(family), alt: `${title}, ${FAMILY_NAMES[family].toLowerCase()}`, loading: "lazy", decoding: "async" }),
  ], ".drawn")));
}
