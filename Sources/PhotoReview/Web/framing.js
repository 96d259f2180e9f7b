// The geometry of a frame in a photo that is turned by quarters, straightened and then cut; the
// coordinates are those of the record: fractions of the turned picture, which keeps its size when it
// is straightened.
import { clamp } from "./basics.js";

/** @typedef {import("./basics.js").Frame} Frame */

/** The size of a picture after quarter turns. */
export const turnedSize = (width, height, turns) => (turns % 2 ? [height, width] : [width, height]);

/** Turns a point about the origin, clockwise where y points down. */
export function rotated([x, y], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}

/**
 * The corners of a frame as fractions of the upright photo.
 * @param {Frame} render
 */
export function cornersInPhoto(render, width, height) {
  const [w, h] = turnedSize(width, height, render.turns);
  const [x, y, rw, rh] = render.rect;
  return [[x, y], [x + rw, y], [x + rw, y + rh], [x, y + rh]].map(([cx, cy]) => {
    const [px, py] = rotated([(cx - 0.5) * w, (cy - 0.5) * h], -render.degrees - 90 * render.turns);
    return [px / width + 0.5, py / height + 0.5];
  });
}

/**
 * The corners of a part of the upright photo as fractions of the turned and straightened picture.
 * @param {import("./basics.js").Rect} rect
 * @param {Frame} render
 */
export function cornersInPicture([x, y, rw, rh], render, width, height) {
  const [w, h] = turnedSize(width, height, render.turns);
  const [left, top, right, bottom] = [x, y, x + rw, y + rh].map((edge) => clamp(edge, 0, 1));
  return [[left, top], [right, top], [right, bottom], [left, bottom]].map(([cx, cy]) => {
    const [px, py] = rotated([(cx - 0.5) * width, (cy - 0.5) * height], render.degrees + 90 * render.turns);
    return [px / w + 0.5, py / h + 0.5];
  });
}

/** Whether a frame cuts a part of the photo by more than a sliver, which the flag ignores too. */
export function cuts(render, rect, width, height) {
  const [x, y, w, h] = render.rect;
  const sliver = 0.005;
  return cornersInPicture(rect, render, width, height).some(([px, py]) => px < x - sliver
    || px > x + w + sliver || py < y - sliver || py > y + h + sliver);
}

/**
 * The CSS matrix that places a photo of some size behind a box so that the box shows the frame.
 * @param {Frame} render
 */
export function previewMatrix(render, width, height, boxWidth) {
  const [w, h] = turnedSize(width, height, render.turns);
  const scale = boxWidth / (render.rect[2] * w);
  const [a, b] = rotated([scale, 0], render.degrees + 90 * render.turns);
  const [c, d] = [-b, a];
  const e = scale * w * (0.5 - render.rect[0]) - (a * width + c * height) / 2;
  const f = scale * h * (0.5 - render.rect[1]) - (b * width + d * height) / 2;
  return `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`;
}

/** Makes a frame of a given shape around a point, no larger than fits. */
function frameAbout(cx, cy, frameWidth, shape, w, h) {
  const frameHeight = frameWidth / shape;
  return [cx / w - frameWidth / w / 2, cy / h - frameHeight / h / 2, frameWidth / w, frameHeight / h];
}

/**
 * Returns the frame nearest to the one given that shows only photo: smaller where it must be, then
 * moved. The shape is width over height in pixels.
 */
export function fitted(render, width, height, shape) {
  const [w, h] = turnedSize(width, height, render.turns);
  const angle = (render.degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  let cx = (render.rect[0] + render.rect[2] / 2) * w - w / 2;
  let cy = (render.rect[1] + render.rect[3] / 2) * h - h / 2;
  // Half of the extent of a frame of width 1 along the photo's own axes.
  const spanX = (cosine + sine / shape) / 2;
  const spanY = (sine + cosine / shape) / 2;
  const largest = Math.min(w, h * shape, w / 2 / spanX, h / 2 / spanY);
  const smallest = Math.min(largest, 0.04 * Math.max(w, h));
  const frameWidth = clamp(render.rect[2] * w, smallest, largest);
  const frameHeight = frameWidth / shape;
  // Alternating between the two convex sets ends inside both.
  for (let i = 0; i < 24; i += 1) {
    let [u, v] = rotated([cx, cy], -render.degrees);
    u = clamp(u, -(w / 2 - spanX * frameWidth), w / 2 - spanX * frameWidth);
    v = clamp(v, -(h / 2 - spanY * frameWidth), h / 2 - spanY * frameWidth);
    [cx, cy] = rotated([u, v], render.degrees);
    cx = clamp(cx, -(w - frameWidth) / 2, (w - frameWidth) / 2);
    cy = clamp(cy, -(h - frameHeight) / 2, (h - frameHeight) / 2);
  }
  return { ...render, rect: frameAbout(cx + w / 2, cy + h / 2, frameWidth, shape, w, h) };
}
