// Photos that a person picks or rejects on the sheet, and the bar that makes an album of the picked ones.
import { byId, el, plural, toast } from "./basics.js";

/** @typedef {import("./basics.js").Photo} Photo */

/** Where the browser keeps the marks of this visit. */
const MARKS = "picks";

export class Picks {
  /**
   * `options`: `shown()` are the photos that are shown, `known(id)`, `redraw(photo)`,
   * `make(name, ids)` answers with the album or null.
   */
  constructor(options) {
    this.options = options;
    /** Whether a touch on a card picks instead of opening. */
    this.isPicking = false;
    /** @type {Map<string, "pick" | "reject">} */
    this.marks = new Map();
    try { this.marks = new Map(JSON.parse(localStorage.getItem(MARKS)) ?? []); } catch { /* nothing was kept */ }
    this.count = el("b", { role: "status" });
    this.name = el("input", { "aria-label": "Name of the album", placeholder: "Name of the album", maxlength: 100 });
    this.all = el("button.button", { type: "button", onclick: () => this.pickAll() });
    this.bar = el("form.picks", { "aria-label": "Picked photos", hidden: true, onsubmit: (event) => this.make(event) },
      this.count, this.all, el("button.button", { type: "button", onclick: () => this.clear() }, "Clear"), this.name,
      el("button.button.primary", {}, "Make album"));
  }

  /** The picked photos that there are, in the order in which they were picked. */
  get picked() { return [...this.marks].filter(([id, mark]) => mark === "pick" && this.options.known(id)).map(([id]) => id); }

  /** @param {Photo} photo */
  markOf(photo) { return this.marks.get(photo.id); }

  /** Marks a photo, or takes that mark away. @param {Photo} photo @param {"pick" | "reject"} mark */
  toggle(photo, mark) {
    if (this.marks.get(photo.id) === mark) this.marks.delete(photo.id);
    else {
      this.marks.delete(photo.id);
      this.marks.set(photo.id, mark);
    }
    this.options.redraw(photo);
    this.changed();
  }

  /** Picks every photo that is shown and not rejected. */
  pickAll() {
    for (const photo of this.toPick()) {
      this.marks.set(photo.id, "pick");
      this.options.redraw(photo);
    }
    this.changed();
  }

  toPick() { return this.options.shown().filter((photo) => !this.marks.has(photo.id)); }

  clear() {
    const marked = [...this.marks.keys()];
    this.marks.clear();
    marked.map((id) => this.options.known(id)).filter(Boolean).forEach((photo) => this.options.redraw(photo));
    this.changed();
  }

  /** Keeps the marks, and draws the bar. */
  changed() {
    try { localStorage.setItem(MARKS, JSON.stringify([...this.marks])); } catch { /* then only this page has them */ }
    const count = this.picked.length;
    const more = this.toPick().length;
    this.bar.hidden = this.marks.size === 0 && !this.isPicking;
    this.count.textContent = `${plural(count, "photo", "photos")} picked`;
    this.all.hidden = more === 0;
    this.all.textContent = `Pick ${plural(more, "more", "more")}`;
  }

  async make(event) {
    event.preventDefault();
    const ids = this.picked;
    if (!ids.length) return toast("Pick photos first: the key P, or Pick and a touch.");
    if (!this.name.value.trim()) { this.name.focus(); return toast("Give the album a name."); }
    const album = await this.options.make(this.name.value.trim(), ids);
    if (!album) return undefined;
    toast(`The album ${album.name} has ${plural(album.count, "photo", "photos")}.`);
    this.name.value = "";
    this.clear();
    return undefined;
  }
}
