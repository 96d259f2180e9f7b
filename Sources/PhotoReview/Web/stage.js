// The stage of the editor: the photo, turned and straightened, and the frame of one widget over it.
import { clamp, el, FAMILY_NAMES, later, percent } from "./basics.js";
import { fitted, previewMatrix, rotated, turnedSize } from "./framing.js";
import { heatCanvas, subjectsOver } from "./overlay.js";

/** @typedef {import("./basics.js").Family} Family */
/** @typedef {import("./basics.js").Frame} Frame */
/** @typedef {import("./basics.js").Photo} Photo */

/** The size at which a photo is laid out; only its shape matters. */
export const layoutSize = (photo) => {
  const scale = 1000 / Math.max(photo.width, photo.height);
  return [photo.width * scale, photo.height * scale];
};

/**
 * Shows a part of a photo in a box of a given width, at once.
 * @param {Photo} photo
 * @param {Frame} render
 */
export function placePhoto(image, photo, render, boxWidth) {
  const [width, height] = layoutSize(photo);
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  image.style.transform = previewMatrix(render, width, height, boxWidth);
}

/** The distance of a photo from the stage's edge, so that handles at the photo's edge can be grabbed. */
const MARGIN = 26;

/** The longest time between the taps of a double tap, in milliseconds, as in Android's ViewConfiguration. */
const DOUBLE_TAP = 300;
/** The width of the frame after a double tap, relative to the widest one; our choice. */
const CLOSE = 0.6;
/** Makes a phone with haptics vibrate for 8 ms. */
const shake = () => navigator.vibrate?.(8);

export class Stage {
  /** `options`: `changed(render)` while the framing moves, `done()` when it has moved, `pointed([x, y])`. */
  constructor(options) {
    this.options = options;
    this.pointers = new Map();
    this.isPointing = false;
    this.image = el("img", { alt: "", draggable: "false" });
    this.frame = el("div.frame", { tabindex: "0", role: "application", "aria-roledescription": "framing" },
      el("i.thirds"), this.name = el("span.framename", { "aria-hidden": "true" }),
      ...["nw", "ne", "sw", "se"].map((corner) => el(`b.handle.${corner}`,
        { "data-corner": corner })));
    this.view = el("div.view", {}, this.image);
    this.subjects = el("div.subjects");
    this.canvas = el("div.canvas", {}, this.view, this.frame, this.subjects);
    this.node = el("div.stage", {}, this.canvas);
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, (event) => this.up(event));
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.settle = later(350, () => this.options.done());
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  /**
   * Shows a photo.
   * @param {Photo} photo
   */
  show(photo, source) {
    this.photo = photo;
    this.showMap(null);
    if (this.image.getAttribute("src") !== source) this.image.src = source;
  }

  /** Shows an importance map over the photo; null removes it. */
  showMap(map) {
    this.heat?.remove();
    this.heat = map && heatCanvas(map);
    if (this.heat) this.view.append(this.heat);
    this.draw();
  }

  /**
   * Shows a family's frame; its shape is width over height.
   * @param {Family} family
   * @param {Frame} render
   */
  set(family, render, shape) {
    Object.assign(this, { family, render, shape });
    this.frame.dataset.family = family;
    this.draw();
  }

  draw() {
    if (!this.render) return;
    const [width, height] = layoutSize(this.photo);
    const [w, h] = turnedSize(width, height, this.render.turns);
    const [roomX, roomY] = [this.node.clientWidth - 2 * MARGIN, this.node.clientHeight - 2 * MARGIN];
    if (roomX <= 0 || roomY <= 0) return;
    const scale = Math.min(roomX / w, roomY / h);
    this.canvas.style.width = `${w * scale}px`;
    this.canvas.style.height = `${h * scale}px`;
    for (const layer of [this.image, this.heat].filter(Boolean)) {
      placePhoto(layer, this.photo, { ...this.render, rect: [0, 0, 1, 1] }, w * scale);
    }
    this.subjects.replaceChildren(...subjectsOver(this.photo, this.render, Boolean(this.heat)));
    this.name.textContent = FAMILY_NAMES[this.family];
    const [x, y, rw, rh] = this.render.rect;
    const style = this.frame.style;
    [style.left, style.top, style.width, style.height] = [x, y, rw, rh].map((share) => `${100 * share}%`);
    this.frame.setAttribute("aria-label",
      `${FAMILY_NAMES[this.family]} framing: ${percent(rw)} of the width, from ${percent(x)} left and `
        + `${percent(y)} top. Arrow keys move it, plus and minus zoom.`);
  }

  /** Takes a rectangle, moved inside the photo. */
  put(rect) {
    const [width, height] = layoutSize(this.photo);
    const render = fitted({ ...this.render, rect }, width, height, this.shape);
    // The phone vibrates once when the frame reaches an edge.
    const isHeld = render.rect.some((value, i) => Math.abs(value - rect[i]) > 1e-3);
    if (isHeld && !this.isHeld && this.pointers.size) shake();
    this.isHeld = isHeld;
    this.render = render;
    this.draw();
    this.options.changed(this.render);
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }

  down(event) {
    if (event.button) return;
    event.preventDefault();
    if (this.isPointing) {
      this.options.pointed(this.inPhoto(this.place(event)));
      return;
    }
    this.frame.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.place(event));
    const at = this.pointers.size === 2 ? this.middle() : this.place(event);
    this.start = { rect: this.render.rect, at, corner: event.target.dataset.corner, spread: this.spread() };
    this.noteTap(event);
  }

  /** Handles a double tap: the frame moves there and zooms in, or zooms out fully if it was zoomed in. */
  noteTap(event) {
    const [x, y] = [event.clientX, event.clientY];
    const last = this.lastTap;
    this.lastTap = { x, y, time: event.timeStamp };
    if (this.pointers.size > 1 || !last || event.timeStamp - last.time > DOUBLE_TAP
      || Math.hypot(x - last.x, y - last.y) > 24) return;
    this.lastTap = null;
    const [cx, cy] = this.place(event);
    const [, , w, h] = this.render.rect;
    const widest = this.widest();
    const share = w < 0.99 * widest ? widest / w : CLOSE;
    this.zoomTo([cx - w / 2, cy - h / 2, w, h], share);
    this.start = { ...this.start, rect: this.render.rect };
    shake();
  }

  /** The width of the largest frame of this shape. */
  widest() {
    const [width, height] = layoutSize(this.photo);
    return fitted({ ...this.render, rect: [0, 0, 1, 1] }, width, height, this.shape).rect[2];
  }

  middle() {
    const points = [...this.pointers.values()];
    return [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  }

  /** A point of the turned canvas in fractions of the upright photo. */
  inPhoto([x, y]) {
    const [width, height] = layoutSize(this.photo);
    const [w, h] = turnedSize(width, height, this.render.turns);
    const [px, py] = rotated([(x - 0.5) * w, (y - 0.5) * h], -this.render.degrees - 90 * this.render.turns);
    return [clamp(px / width + 0.5, 0, 1), clamp(py / height + 0.5, 0, 1)];
  }

  spread() {
    const [a, b] = [...this.pointers.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  }

  drag(event) {
    if (!this.pointers.has(event.pointerId)) return;
    this.pointers.set(event.pointerId, this.place(event));
    const { rect: [x, y, w, h], at, corner, spread } = this.start;
    if (this.pointers.size === 2) {
      // The frame follows the fingers.
      const factor = spread ? this.spread() / spread : 1;
      const [mx, my] = this.middle().map((value, i) => value - at[i]);
      this.zoomTo([x + mx, y + my, w, h], factor);
      return;
    }
    const [dx, dy] = this.place(event).map((value, i) => value - at[i]);
    if (!corner) this.put([x + dx, y + dy, w, h]);
    else {
      // The opposite corner stays; the longer of the two distances decides.
      const [east, south] = [corner.includes("e"), corner.includes("s")];
      const grown = Math.max(0.04, Math.max(w + (east ? dx : -dx), (h + (south ? dy : -dy)) * (w / h)));
      this.put([east ? x : x + w - grown, south ? y : y + h - grown * (h / w), grown, grown * (h / w)]);
    }
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pointers.size) this.start = { ...this.start, rect: this.render.rect, at: [...this.pointers.values()][0],
      spread: 0 };
    else this.options.done();
  }

  /** Takes a rectangle, scaled about its middle and moved inside the photo. */
  zoomTo([x, y, w, h], factor) {
    this.put([x + (w - w * factor) / 2, y + (h - h * factor) / 2, w * factor, h * factor]);
  }

  wheel(event) {
    event.preventDefault();
    this.zoomTo(this.render.rect, Math.exp(clamp(event.deltaY, -60, 60) * 0.002));
    this.settle();
  }

  /** Moves or zooms the frame with a key; returns whether the key does so. */
  key(key, isFar) {
    const by = isFar ? 0.05 : 0.01;
    const [x, y, w, h] = this.render.rect;
    const move = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[key];
    const zoom = { "+": 1 / 1.05, "=": 1 / 1.05, "-": 1.05, "_": 1.05 }[key];
    if (move) this.put([x + move[0], y + move[1], w, h]);
    else if (zoom) this.zoomTo(this.render.rect, zoom);
    else return false;
    this.settle();
    return true;
  }
}
