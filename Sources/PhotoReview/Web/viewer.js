// A large photo: its frames, its importance map, and the facts about each render.
import {
  bytes, day, el, familiesOf, FAMILY_NAMES, icon, iconButton, isOpen, percent, placeToast,
  showsKeys, toast, toggleWords,
} from "./basics.js";
import { flagNotes, photoWithFrames, widget, widgets } from "./card.js";
import { heatCanvas } from "./overlay.js";

/** @typedef {import("./basics.js").Photo} Photo */

/**
 * The numbers of a photo's renders as a table.
 * @param {Photo} photo
 */
function rendersTable(photo) {
  const rows = familiesOf(photo).map((family) => {
    const render = photo.renders[family];
    const risk = render.manual ? "by hand" : render.risk === undefined ? "–" : percent(render.risk);
    return el("tr", {},
      el("th", { scope: "row" }, el("span.swatch", { "--hue": `var(--${family})` }), FAMILY_NAMES[family]),
      el("td", {}, `${render.file.width}×${render.file.height}`), el("td", {}, risk),
      el("td", {}, bytes(render.file.bytes)), el("td", {}, render.file.quality ? `q ${render.file.quality}` : "own"));
  });
  return el("table", {},
    el("thead", {}, el("tr", {}, ...["Widget", "Pixels", "Risk", "Bytes", "JPEG"].map((name) =>
      el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows));
}

export class Viewer {
  /**
   * `options`: `source(photo, role)`, `over(photo, family)`, `map(photo)` (a promise),
   * `neighbour(photo, step, passes)`, `closed(photo)`.
   */
  constructor(options) {
    this.options = options;
    this.showsMap = false;
    this.dialog = el("dialog.viewer", { "aria-label": "Photo" });
    addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("close", () => { placeToast(); options.closed(this.photo); });
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    document.body.append(this.dialog);
  }

  open(photo) {
    this.photo = photo;
    const { source, over, neighbour } = this.options;
    const ofFamily = (family) => widget(photo, family, source(photo, family), over(photo, family));
    const design = over(photo, "small")?.title;
    this.mapButton = el("button.button", { type: "button", "aria-pressed": String(this.showsMap),
      onclick: () => this.toggleMap() }, icon("map"), "What matters");
    this.fit = photoWithFrames(photo, source(photo, "master"), true);
    const title = el("h2", { tabindex: "-1" }, photo.name);
    this.dialog.replaceChildren(el("div.inside", {},
      el("div.head", {}, title, this.mapButton,
        iconButton("previous", "Previous photo", () => this.step(-1), { disabled: !neighbour(photo, -1) }),
        iconButton("next", "Next photo", () => this.step(1), { disabled: !neighbour(photo, 1) }),
        iconButton("close", "Close", () => this.dialog.close()), el("div.messages")),
      el("div.main", {}, el("div.photo", {}, this.fit), rendersTable(photo),
        el("p.notes", {},
          `${photo.width}×${photo.height} ${photo.format.toUpperCase()} · `
            + `master ${photo.master.width}×${photo.master.height}, ${bytes(photo.master.bytes)} · `
            + `prepared ${day(photo.preparedAt)}`),
        el("p.notes", {}, ...photo.sources.flatMap((name) => [name, el("br")]), photo.id),
        design ? el("p.notes", {}, `As the design ${design} shows it.`) : null),
      el("div.side", {},
        widgets(photo, ofFamily, false),
        flagNotes(photo, (family) => photo.renders[family].flags))));
    if (!this.dialog.open) this.dialog.showModal();
    title.focus();
    this.drawMap();
  }

  toggleMap() {
    this.showsMap = !this.showsMap;
    this.mapButton.setAttribute("aria-pressed", String(this.showsMap));
    this.drawMap();
  }

  async drawMap() {
    const { photo, fit } = this;
    fit.querySelector("canvas")?.remove();
    if (!this.showsMap) return;
    const map = await this.options.map(photo);
    if (this.photo !== photo || !this.showsMap || fit.querySelector("canvas")) return;
    if (map) fit.querySelector("img").after(heatCanvas(map));
    else toast("This report was made without importance maps.");
  }

  key(event) {
    if (!this.dialog.open || showsKeys()) return;
    const run = {
      m: () => this.toggleMap(), t: toggleWords, ArrowRight: () => this.step(1), j: () => this.step(1),
      ArrowLeft: () => this.step(-1), k: () => this.step(-1), n: () => this.step(1, isOpen),
    }[event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
    run();
    event.preventDefault();
  }

  step(by, passes) {
    const other = this.options.neighbour(this.photo, by, passes);
    if (other) this.open(other);
  }
}
