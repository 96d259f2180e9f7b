// Photos that a person picks or rejects on the sheet, and the bar with the actions for picked photos.
import { bytes, el, enable, plural, toast, whole } from "./basics.js";

/** @typedef {import("./basics.js").Photo} Photo */

/** The key under which the browser keeps the marks of this visit. */
const MARKS = "picks";

export class Picks {
  /**
   * `options`: `shown()` are the photos that are shown, `known(id)`, `redraw(photo)`; `album(name, ids)` answers with the
   * album, `pack(name, ids)` with packages, `address(index)` is that of each, and `remove(ids)` answers with the result, or null;
   * `rate(ids, stars)`, `compare(photos)`.
   */
  constructor(options) {
    this.options = options;
    /** Whether a touch on a card picks instead of opening. */
    this.isPicking = false;
    /** @type {Map<string, "pick" | "reject">} */
    this.marks = new Map();
    try { this.marks = new Map(JSON.parse(localStorage.getItem(MARKS)) ?? []); } catch { /* there are no kept marks */ }
    const button = (text, run, spec = "button.button") => el(spec, { type: "button", onclick: run }, text);
    this.count = el("b", { role: "status" });
    this.all = button("", () => this.pickAll());
    this.stars = el("select", { "aria-label": "Stars of the picked photos", onchange: () => this.rate() },
      el("option", { value: "" }, "Stars"), ...[5, 4, 3, 2, 1].map((count) => el("option", { value: count }, "★".repeat(count))),
      el("option", { value: 0 }, "No stars"));
    this.compare = button("Compare", () => this.compareTwo());
    this.name = el("input", { "aria-label": "Name of the album or package", placeholder: "Name", maxlength: 100 });
    this.links = el("p.made", { role: "status", hidden: true });
    this.bar = el("form.picks", { "aria-label": "Picked photos", hidden: true, onsubmit: (event) => this.makeAlbum(event) },
      el("div", {}, this.count, this.all, button("Clear", () => this.clear())),
      el("div", {}, this.stars, this.compare, button("Remove", () => this.remove())),
      el("div", {}, this.name, el("button.button.primary", {}, "Album"), button("Package", () => this.makePackage())),
      this.links);
  }

  /** The picked photos that still exist, in the order in which they were picked. */
  get picked() { return [...this.marks].filter(([id, mark]) => mark === "pick" && this.options.known(id)).map(([id]) => id); }

  /** @param {Photo} photo */
  markOf(photo) { return this.marks.get(photo.id); }

  /** Marks a photo, or removes that mark. @param {Photo} photo @param {"pick" | "reject"} mark */
  toggle(photo, mark) { this.set(photo, this.marks.get(photo.id) === mark ? null : mark); }

  /** Marks a photo, or removes its mark. @param {Photo} photo @param {"pick" | "reject" | null} mark */
  set(photo, mark) {
    this.marks.delete(photo.id);
    if (mark) this.marks.set(photo.id, mark);
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
    this.links.hidden = true;
    marked.map((id) => this.options.known(id)).filter(Boolean).forEach((photo) => this.options.redraw(photo));
    this.changed();
  }

  /** Stores the marks and draws the bar. */
  changed() {
    try { localStorage.setItem(MARKS, JSON.stringify([...this.marks])); } catch { /* only this page has them then */ }
    const count = this.picked.length;
    const more = this.toPick().length;
    this.bar.hidden = this.marks.size === 0 && !this.isPicking && this.links.hidden;
    this.count.textContent = `${whole.format(count)} picked`;
    this.all.hidden = more === 0;
    this.all.textContent = `Pick ${plural(more, "more", "more")}`;
    enable(this.compare, count === 2);
  }

  /** The picked photos; shows how to pick some if there are none. */
  some() {
    const ids = this.picked;
    if (!ids.length) toast("Pick photos first: the key P, or Pick and a touch.");
    return ids;
  }

  rate() {
    const stars = this.stars.value;
    this.stars.value = "";
    const ids = this.some();
    if (stars !== "" && ids.length) this.options.rate(ids, Number(stars));
  }

  compareTwo() {
    const ids = this.picked;
    if (ids.length === 2) this.options.compare(ids.map((id) => this.options.known(id)));
    else toast("Pick two photos to compare them.");
  }

  async remove() {
    const ids = this.some();
    if (ids.length && await this.options.remove(ids)) {
      ids.forEach((id) => this.marks.delete(id));
      this.changed();
    }
  }

  async makeAlbum(event) {
    event.preventDefault();
    const ids = this.some();
    if (!ids.length) return undefined;
    if (!this.name.value.trim()) { this.name.focus(); return toast("Give the album a name."); }
    const album = await this.options.album(this.name.value.trim(), ids);
    if (!album) return undefined;
    toast(`The album ${album.name} has ${plural(album.count, "photo", "photos")}.`);
    this.name.value = "";
    this.clear();
    return undefined;
  }

  /** Makes packages and offers them as links, each of which a phone fetches with a tap. */
  async makePackage() {
    const ids = this.some();
    const made = ids.length ? await this.options.pack(this.name.value.trim(), ids) : null;
    if (!made) return;
    this.links.replaceChildren("For WidgetWeaver:", ...made.map(({ name, bytes: size, photos }, index) =>
      el("a.button", { href: this.options.address(index), download: name },
        `${name}, ${plural(photos, "photo", "photos")}, ${bytes(size)}`)));
    this.links.hidden = false;
    this.links.querySelector("a").focus();
    this.changed();
  }
}
