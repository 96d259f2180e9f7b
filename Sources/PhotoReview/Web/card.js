// One photo of the sheet: the photo with its frames, the three widgets, and the facts about them.
import {
  bytes, cssShare, el, FAMILIES, familiesOf, familyClass, FAMILY_NAMES, flagOf, furtherShapes, hasManual, inMiddle,
  percent, plural, risk, RISKY, ROUNDINGS, SHAPES, starCount,
} from "./basics.js";
import { familyMark, filterCSS, framesOver } from "./overlay.js";

/** @typedef {import("./basics.js").Family} Family */
/** @typedef {import("./basics.js").Photo} Photo */
/** @typedef {import("./basics.js").Design} Design */
/** @typedef {import("./basics.js").Over} Over */

/**
 * A photo with its frames, as large as its place allows.
 * @param {Photo} photo
 */
export function photoWithFrames(photo, source, withRegions = false) {
  return el("span.fit", { "--shape": photo.width / photo.height },
    el("img", { src: source, alt: "", decoding: "async", draggable: "false" }), ...framesOver(photo, withRegions));
}

/**
 * A picture as a design shows it: with its filter, below its text.
 * @param {string | { src: string, rect: import("./basics.js").Rect }} source Its address, or that of the photo that
 *   it is a part of.
 * @param {Over | null} over
 */
function shown(source, over) {
  const picture = el("img", { src: source.src ?? source, alt: "", decoding: "async", draggable: "false" });
  if (source.rect) {
    const [x, y, width, height] = source.rect;
    Object.assign(picture.style, { width: `${100 / width}%`, height: `${100 / height}%`,
      inset: `${-100 * y / height}% auto auto ${-100 * x / width}%`, objectFit: "fill" });
  }
  picture.style.filter = filterCSS(over?.filter);
  return over?.words ? [picture, el("img.words", { src: over.words, alt: "", decoding: "async", draggable: "false" })]
    : [picture];
}

/**
 * The designs that show each photo, by the photo's name.
 * @param {Design[]} designs
 * @returns {Map<string, Design[]>}
 */
export function byPhoto(designs) {
  const lists = new Map();
  for (const design of designs) {
    for (const photo of design.photos) lists.set(photo, [...(lists.get(photo) ?? []), design]);
  }
  return lists;
}

/** A family's widget with its content. @param {Family} family */
export const widgetBox = (family, content, kind = "", shape = SHAPES[family], title = FAMILY_NAMES[family]) =>
  el(`span.widget${kind}.${familyClass(family)}`, { "--rounding": ROUNDINGS[family], "--shape": shape, title }, ...content);

/** The classes of a grid of widgets that has the families of some photos. @param {{ renders: object }[]} photos */
export const widgetsClass = (photos) => ["span.widgets", ...furtherShapes(photos).map((shape) => `with-${shape}`)].join(".");

/**
 * A family's render in the shape of its widget.
 * @param {Photo} photo
 * @param {Family} family
 * @param {Over | null} over
 */
export function widget(photo, family, source, over) {
  const render = photo.renders[family];
  const title = [FAMILY_NAMES[family], ...(over ? [`design ${over.title}`] : []),
    ...render.flags.map((flag) => flagOf(flag).label)].join(" · ");
  const content = [...shown(source, over), render.manual ? el("span.hand", {}, "by hand") : null];
  return widgetBox(family, content, "", `${render.file.width} / ${render.file.height}`, title);
}

/**
 * Shows the photos of designs and albums that were not prepared in this store.
 * @param {{ place: string, pictures: Record<string, string>, design?: string, words: Record<string, string> }[]} photos
 * @param {(picture: string) => string} source The address of a picture.
 * @param {(photo: object, family: Family) => Over | null} over
 */
export function drawPackaged(place, photos, source, over) {
  place.hidden = photos.length === 0;
  const picture = (name) => el("img", { src: source(name), alt: "", loading: "lazy", decoding: "async" });
  place.replaceChildren(el("h2", { id: "packaged-title" }, "Prepared elsewhere"),
    el("p", {}, "Photos of designs and albums that came in with a package, or from the app. They are shown as they "
      + "came; to frame one again, prepare the photo itself here."),
    el("ul", {}, ...photos.map((photo) => el("li.card", {},
      el("span.title", {}, el("span.name", { title: photo.place }, photo.place)),
      el("span.photo", {}, picture(photo.pictures.master)),
      el("span.widgets", {}, ...FAMILIES.filter((family) => photo.pictures[family]).map((family) =>
        widgetBox(family, shown(source(photo.pictures[family]), over(photo, family)))))))));
}

/** The meaning of a crop's risk. */
export const riskWords = (value) => `${percent(value)} chance that another crop is better`;

/**
 * The risks of the crops, one line each, and what the numbers mean.
 * @param {Photo} photo
 */
function meters(photo, withTags = true) {
  let isRiskShown = false;
  const lines = familiesOf(photo).map((family) => {
    const render = photo.renders[family];
    const value = render.manual ? null : render.risk;
    const known = value !== undefined && value !== null;
    isRiskShown ||= known;
    return el(`span.meter${known && value >= RISKY ? ".low" : ""}`,
      { title: `${FAMILY_NAMES[family]}${known ? `: ${riskWords(value)}` : render.manual ? ": framed by hand" : ""}` },
      familyMark(family),
      el("span.track", {}, el("i", { "--share": cssShare(known ? value : 0) })),
      el("span", {}, render.manual ? "hand" : known ? percent(value) : "–"));
  });
  return el("span.meters", {}, withTags ? tags(photo) : null, ...lines,
    isRiskShown ? el("span.what", {}, "chance that another crop is better") : null,
    el("span.facts", {}, bytes(photo.bytes)));
}

/** The photos that are prepared in more than one way, by the beginning of their names. @type {Set<string>} */
let inSeveralWays = new Set();

/** The photo of a card, which can be prepared in several ways. @param {Photo} photo */
export const photoOf = ({ id }) => id.split("-")[0];

/** Notes which photos are prepared in several ways. @param {Photo[]} photos */
export function noteVariants(photos) {
  const seen = new Set();
  inSeveralWays = new Set(photos.map(photoOf).filter((name) => seen.has(name) || !seen.add(name)));
}

/** The text that tells a photo from other preparations of the same file; nothing for the only one. @param {Photo} photo */
const label = (photo) => inSeveralWays.has(photoOf(photo)) ? [photo.variant] : [];

/**
 * The flags of a photo, and whether a person has dealt with it.
 * @param {Photo} photo
 */
function tags(photo) {
  const list = label(photo).map((text) => el("span.tag.plain.variant", {}, text));
  list.push(...photo.flags.map((flag) => {
    const families = familiesOf(photo);
    const where = families.filter((family) => photo.renders[family].flags.includes(flag));
    // The letters name the widgets, unless the flag is about all of them or none in particular.
    const some = where.length < families.length ? where : [];
    return el(`span.tag${photo.accepted ? ".plain" : flagOf(flag).bad ? ".bad" : ""}`, { title: flagOf(flag).hint },
      flagOf(flag).label, ...some.map(familyMark));
  }));
  if (photo.accepted) list.push(el("span.tag.good", {}, "Accepted"));
  return el("span.tags", {}, ...list);
}

/**
 * The meaning of each flag; `flagsOf(family)` returns the flags of a widget. The text names widgets only if several are shown.
 * @param {Photo} photo
 * @param {(family: Family) => string[]} flagsOf
 */
export function flagNotes(photo, flagsOf, families = familiesOf(photo)) {
  const ofWidgets = families.flatMap(flagsOf);
  const was = new Set(familiesOf(photo).flatMap((family) => photo.renders[family].flags));
  const own = photo.flags.filter((flag) => !was.has(flag));
  return el("ul.flagnotes", {}, ...[...new Set([...ofWidgets, ...own])].map((flag) => {
    const where = families.length > 1 ? families.filter((family) => flagsOf(family).includes(flag))
      .map((family) => FAMILY_NAMES[family]) : [];
    return el("li", {}, el(`span.tag${flagOf(flag).bad ? ".bad" : ""}`, {}, flagOf(flag).label),
      where.length ? ` ${where.join(", ")}: ` : " ", flagOf(flag).hint);
  }));
}

/**
 * A card's text for screen readers.
 * @param {Photo} photo
 */
function spoken(photo) {
  const greatest = risk(photo);
  return [photo.name, ...label(photo), starCount(photo) ? plural(starCount(photo), "star", "stars") + (photo.stars ? "" : " of its file") : null,
    ...photo.flags.map((flag) => flagOf(flag).label.toLowerCase()),
    photo.accepted ? "accepted" : null, hasManual(photo) ? "framed by hand" : null,
    greatest === null ? null : riskWords(greatest)].filter(Boolean).join(", ");
}

/**
 * The widgets of a photo with its risks, in two rows, with further families beside them.
 * @param {Photo} photo
 * @param {(family: Family) => HTMLElement} ofFamily
 */
export function widgets(photo, ofFamily, withTags = true) {
  const further = familiesOf(photo).slice(3);
  return el(widgetsClass([photo]), {}, ofFamily("small"), ofFamily("medium"), meters(photo, withTags), ofFamily("large"),
    ...further.map(ofFamily));
}

/** The stars of a photo, if any: a person's, or else, paler, those of files beside it. @param {Photo} photo */
const starsOf = (photo) => {
  const count = starCount(photo);
  if (!count) return null;
  const title = photo.stars ? null : "Of a file beside the photo; stars that you give here count before it";
  return el(`span.stars${photo.stars ? "" : ".of-file"}`, { "aria-hidden": "true", title }, "★".repeat(count));
};

/**
 * Builds a photo's card with only one widget, so that many fit on a screen; otherwise like `buildCard`.
 * @param {Photo} photo
 */
export function buildTile(photo, { source, over }, open) {
  return el("button.card.dense", { type: "button", "aria-label": `Open ${spoken(photo)}`, title: photo.name, onclick: open,
    tabindex: "-1" }, widget(photo, "large", source(photo, "large"), over(photo, "large")), starsOf(photo));
}

/**
 * Builds a photo's card; `source(photo, role)` returns the address of one of its pictures, and `over(photo, family)`
 * the parts of a design over it.
 * @param {Photo} photo
 */
export function buildCard(photo, { source, over }, open) {
  const ofFamily = (family) => widget(photo, family, source(photo, family), over(photo, family));
  return el("button.card", { type: "button", "aria-label": `Open ${spoken(photo)}`, onclick: open, tabindex: "-1" },
    el("span.title", {}, starsOf(photo),
      el("span.name", { title: photo.sources.join("\n") }, ...inMiddle(photo.name).map((part) => el("span", {}, part))),
      el("span.kind", {}, `${photo.width}×${photo.height} ${photo.format.toUpperCase()}`)),
    el("span.photo", {}, photoWithFrames(photo, source(photo, "master"))),
    widgets(photo, ofFamily));
}
