// Drawings over a photo: the frames of its widgets, its subjects, and its importance map.
import { el, entry, familiesOf, FAMILY_NAMES, LETTER_CORNERS, svg } from "./basics.js";
import { cornersInPhoto, cornersInPicture, cuts } from "./framing.js";

/** @typedef {import("./basics.js").Photo} Photo */
/** @typedef {import("./basics.js").Frame} Frame */

/** Five stops of matplotlib's `inferno`, as the explaining pictures have them. */
const HEAT = [[0, 0, 4], [87, 16, 110], [188, 55, 84], [249, 142, 9], [252, 255, 164]];

/** Draws an importance map: `{ width, height, cells }` with values 0…255. */
export function heatCanvas({ width, height, cells }) {
  const canvas = el("canvas", { width, height, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  cells.forEach((value, i) => {
    const place = (value / 255) * (HEAT.length - 1);
    const low = Math.min(Math.floor(place), HEAT.length - 2);
    for (let band = 0; band < 3; band += 1) {
      image.data[4 * i + band] = HEAT[low][band] + (HEAT[low + 1][band] - HEAT[low][band]) * (place - low);
    }
    image.data[4 * i + 3] = 255;
  });
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Reads Base64 as bytes. */
export const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const points = (corners) => corners.map(([x, y]) => `${100 * x},${100 * y}`).join(" ");

/** A drawing over a whole picture, in hundredths of its sides. */
const drawing = (name, ...shapes) => svg("svg", { class: name, viewBox: "0 0 100 100",
  preserveAspectRatio: "none", "aria-hidden": "true" }, ...shapes);

/** The letter of a family, shown with its frame and its numbers. */
export const familyMark = (family) =>
  el(`i.letter.${family}`, { "aria-hidden": "true" }, FAMILY_NAMES[family][0]);

/**
 * The frames of all families over a photo, distinguished by colour, stroke and letter; and regions on
 * request.
 * @param {Photo} photo
 */
export function framesOver(photo, withRegions = false) {
  const whole = { rect: [0, 0, 1, 1], turns: 0, degrees: 0 };
  const shapes = withRegions
    ? photo.regions.map(({ rect }) => svg("polygon", { class: "region",
      points: points(cornersInPicture(rect, whole, photo.width, photo.height)) }))
    : [];
  const letters = [];
  for (const family of familiesOf(photo).reverse()) {
    const corners = cornersInPhoto(photo.renders[family], photo.width, photo.height);
    shapes.push(svg("polygon", { class: "edge", points: points(corners) }),
      svg("polygon", { class: family, points: points(corners) }));
    const letter = familyMark(family);
    const corner = LETTER_CORNERS[family];
    const [x, y] = corners[corner];
    // Inside its corner.
    letter.style.translate = `${corner === 1 || corner === 2 ? -100 : 0}% ${corner > 1 ? -100 : 0}%`;
    [letter.style.left, letter.style.top] = [`${100 * x}%`, `${100 * y}%`];
    letters.push(letter);
  }
  return [drawing("frames", ...shapes), ...letters];
}

/** The page's filters, by their numbers. @type {Map<string, string>} */
const filters = new Map();

/**
 * The CSS of a filter given as the 20 numbers of SVG's `feColorMatrix`, applied to encoded sRGB samples.
 * @param {number[] | undefined} numbers
 */
export function filterCSS(numbers) {
  if (!numbers) return "";
  const values = [...numbers, 0, 0, 0, 1, 0].join(" ");
  if (!filters.has(values)) {
    filters.set(values, `filter-${filters.size}`);
    document.body.append(svg("svg", { class: "visually-hidden", "aria-hidden": "true" },
      svg("filter", { id: filters.get(values), "color-interpolation-filters": "sRGB" },
        svg("feColorMatrix", { type: "matrix", values }))));
  }
  return `url("#${filters.get(values)}")`;
}

const KINDS = { face: "Face", animalFace: "Animal’s face", region: "Subject" };

/**
 * The subjects of a photo as a frame shows them; a cut subject is labelled as cut. Guesses are drawn only on
 * request.
 * @param {Photo} photo
 * @param {Frame} render
 */
export function subjectsOver(photo, render, withGuesses) {
  const parts = photo.regions.filter(({ isMain }) => isMain || withGuesses).map(({ rect, kind, isMain }) => {
    const corners = cornersInPicture(rect, render, photo.width, photo.height);
    const isCut = isMain && cuts(render, rect, photo.width, photo.height);
    const name = el(`span.subject${isCut ? ".cut" : ""}`, {},
      `${entry(KINDS, kind) ?? kind}${isCut ? ", cut" : isMain ? "" : "?"}`);
    const [left, right] = [Math.min, Math.max].map((end) => end(...corners.map(([x]) => x)));
    if (left < 0.5) name.style.left = `${100 * left}%`;
    else name.style.right = `${100 * (1 - right)}%`;
    name.style.top = `${100 * Math.max(...corners.map(([, y]) => y))}%`;
    return [svg("polygon", { class: `region${isCut ? " cut" : ""}`, points: points(corners) }), name];
  });
  return [drawing("frames", ...parts.map(([shape]) => shape)), ...parts.map(([, name]) => name)];
}
