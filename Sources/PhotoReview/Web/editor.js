// The editor: one photo at large, its widgets that follow at once, and what can be set by hand.
import {
  clamp, el, enable, FAMILIES, familiesOf, FAMILY_NAMES, flagOf, icon, iconButton, isOpen, percent,
  later, placeToast, showsKeys, themeButton, toast, toggleWords, whole,
} from "./basics.js";
import { flagNotes, tags } from "./card.js";
import { cuts, fitted, turnedSize } from "./framing.js";
import { homeScreen } from "./home.js";
import { filterCSS } from "./overlay.js";
import { layoutSize, placePhoto, Stage } from "./stage.js";

/** The keys that a field takes itself while it has the focus. */
const FIELD_KEYS = {
  number: /^[\d.,+\-e]$|^(Arrow|Home|End|Enter)/, range: /^(Arrow|Home|End|Page)/, checkbox: /^ $/,
  submit: /^( |Enter)$/, button: /^( |Enter)$/,
};

/** A button with an icon, and its name where there is room. */
const tool = (name, label, key, onclick) => el("button.button.tool", { type: "button", onclick,
  "aria-label": label, title: key ? `${label} (${key})` : label }, icon(name), el("span", {}, label));

export class Editor {
  /**
   * `options`: `stageSource`, `neighbour(photo, step)`, `riskiest(seen)`, `save(photo, edit)`, `revert`,
   * `crops(photo, point)`, `map(photo)`, `designs(photo)` (those that show it first), `isShown(photo)`,
   * `words(photo, family, design, text)`, `help()`, `closed(photo)`.
   */
  constructor(options) {
    this.options = options;
    this.family = "small";
    this.together = true;
    this.saves = [];
    this.seen = new Set();
    this.dialog = el("dialog.editor", { "aria-label": "Adjust a photo" });
    this.stage = new Stage({
      changed: (render) => { this.frames[this.family] = { ...render, manual: true, fit: false }; this.follow(); },
      done: () => this.remember(),
      pointed: (point) => this.focusOn(point),
    });
    this.build();
    // On the window: a key counts wherever the focus is, or was lost to.
    addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.escape(); });
    new ResizeObserver(() => { if (this.dialog.open) this.follow(); }).observe(this.previews.small.node);
    document.body.append(this.dialog);
  }

  build() {
    const button = (label, run, spec = "button.button") => el(spec, { type: "button", onclick: run }, label);
    this.title = el("h2", { tabindex: "-1" });
    this.tags = el("span.tags");
    this.notice = el("p.notice", { role: "status", hidden: true });
    this.notes = el("div.reasons");
    this.facts = el("p.notes");
    this.previews = Object.fromEntries(FAMILIES.map((family) => {
      const image = el("img", { alt: "", draggable: "false" });
      const words = el("img.words", { alt: "", draggable: "false", hidden: true });
      const mark = el("span.hand", { hidden: true }, "by hand");
      const node = el(`button.widget.${family}`, { type: "button", "data-family": family,
        onclick: () => this.choose(family) }, image, words, mark);
      return [family, { node, image, words, mark }];
    }));
    this.angle = el("input", { type: "range", min: "-45", max: "45", step: "0.1",
      "aria-label": "Straighten, degrees", oninput: () => this.straighten(Number(this.angle.value)),
      onchange: () => this.remember() });
    this.angleText = el("input", { type: "number", min: "-45", max: "45", step: "0.1",
      "aria-label": "Straighten, degrees",
      onchange: () => { this.straighten(clamp(Number(this.angleText.value) || 0, -45, 45)); this.remember(); } });
    this.all = el("input", { type: "checkbox", checked: true,
      onchange: () => { this.together = this.all.checked; } });
    this.design = el("select", { "aria-label": "Design", onchange: () => this.chooseDesign() });
    const drawSoon = later(150, () => this.drawWords());
    this.words = ["Title", "Line"].map((name) => el("input", { type: "text", placeholder: name, "aria-label": name,
      maxlength: "200", oninput: drawSoon }));
    this.pointing = tool("focus", "Point at what matters", "f", () => this.togglePointing());
    this.mapButton = tool("map", "Show what matters", "m", () => this.toggleMap());
    this.undoButton = tool("undo", "Undo", "Ctrl+Z", () => this.undo());
    this.whole = tool("whole", "Show whole", "w", () => this.showWhole());
    this.automatic = tool("automatic", "Use automatic", "0", () => this.useAutomatic());
    this.acceptButton = el("button.button", { type: "button", title: "Accept (a)", onclick: () => this.accept() },
      icon("check"), "Accept");
    this.saveButton = button("Save", () => this.save());
    this.advanceButton = button("Next", () => this.advance(), "button.button.primary");
    this.advanceButton.title = "Save and go to the next to look at (Enter)";
    this.dialog.replaceChildren(
      el("header.head", {}, el("div.names", {}, this.title, this.tags),
        themeButton(),
        iconButton("previous", "Previous photo", () => this.step(-1), { title: "Previous photo (k)" }),
        iconButton("next", "Next photo", () => this.step(1), { title: "Next photo (j)" }),
        iconButton("close", "Close", () => this.close())),
      this.stage.node,
      el("div.toolbar", {},
        el("div.row", {}, this.undoButton, this.automatic, this.whole, this.pointing, this.mapButton,
          iconButton("left", "Turn left", () => this.turn(-1), { title: "Turn left (R)" }),
          iconButton("right", "Turn right", () => this.turn(1), { title: "Turn right (r)" })),
        el("div.row.angles", {}, this.angle, this.angleText, el("span", { "aria-hidden": "true" }, "°"),
          el("label.check", {}, this.all, "all of them"))),
      el("div.panel", {}, this.notice, this.notes, el("div.about", {}, this.facts,
        el("div.try", { role: "group", "aria-label": "Try a text; nothing is saved" }, this.design, ...this.words)),
        homeScreen(Object.fromEntries(FAMILIES.map((family) => [family, this.previews[family].node])))),
      el("footer.foot", {}, this.acceptButton, el("span.gap"), this.saveButton, this.advanceButton));
  }

  /** Opens a photo that was chosen among the others. */
  start(photo) {
    this.seen.clear();
    this.open(photo);
  }

  open(photo, family = null) {
    this.photo = photo;
    this.seen.add(photo.id);
    this.hide();
    this.families = familiesOf(photo);
    for (const family of FAMILIES) this.previews[family].node.parentElement.hidden = !this.families.includes(family);
    if (!this.families.includes(this.family)) this.family = "small";
    this.frames = Object.fromEntries(this.families.map((family) => {
      const { rect, turns, degrees, manual, fit } = photo.renders[family];
      return [family, { rect, turns, degrees, manual, fit }];
    }));
    this.saved = JSON.stringify(this.frames);
    this.history = [this.saved];
    this.stopPointing();
    this.title.textContent = photo.name;
    this.drawTags();
    const source = this.options.stageSource(photo);
    this.stage.show(photo, source);
    for (const { image } of Object.values(this.previews)) image.src = source;
    if (!this.dialog.open) this.dialog.showModal();
    if (this.showsMap) this.drawMap();
    this.listDesigns();
    const worst = this.families.find((name) => photo.renders[name].flags.length) || this.family;
    this.choose(family ?? worst);
    // The facts come before the widgets, also where only one widget fits.
    if (!family) this.notice.parentElement.scrollTop = 0;
    this.title.focus();
    const next = this.options.riskiest(this.seen);
    if (next) new Image().src = this.options.stageSource(next);
  }

  /** The designs to choose from: those that show the photo first, and none. */
  listDesigns() {
    this.known = [...this.options.designs(this.photo), null];
    this.design.hidden = this.known.length < 2;
    this.design.replaceChildren(...this.known.map((design, index) =>
      el("option", { value: index }, design ? design.title : "No design")));
    this.design.value = this.options.isShown(this.photo) ? 0 : this.known.length - 1;
    this.chooseDesign();
  }

  chooseDesign() {
    const design = this.known[this.design.value];
    this.words.forEach((field, index) => { field.value = design?.words[index] ?? ""; });
    this.drawWords();
  }

  /** Lays the text that is tried over the widgets, as the design would. */
  drawWords() {
    const design = this.known[this.design.value];
    for (const family of this.families) {
      const { image, words } = this.previews[family];
      image.style.filter = filterCSS(design?.filters[family]);
      const address = this.options.words(this.photo, family, design, this.words.map(({ value }) => value));
      words.hidden = !address;
      if (address) words.src = address;
    }
  }

  drawTags() { this.tags.replaceChildren(...tags(this.photo).childNodes); }

  shape(family) {
    const { width, height } = this.photo.renders[family].file;
    return width / height;
  }

  /** The smallest frame of a family's shape around the whole photo, which reaches beyond it. */
  around(name) {
    const { width, height } = this.photo;
    const [w, h] = turnedSize(width, height, this.frames[name].turns);
    const wide = Math.max(1, (this.shape(name) * h) / w);
    const high = Math.max(1, w / (this.shape(name) * h));
    return [(1 - wide) / 2, (1 - high) / 2, wide, high];
  }

  choose(family) {
    this.family = family;
    this.stage.set(family, this.frames[family], this.shape(family));
    this.follow();
    this.previews[family].node.scrollIntoView({ block: "nearest" });
  }

  /** Draws everything that depends on the frames. */
  follow() {
    const { photo, frames, family } = this;
    for (const name of this.families) {
      const { node, image, mark } = this.previews[name];
      const { file, flags } = photo.renders[name];
      node.style.setProperty("--shape", `${file.width} / ${file.height}`);
      node.setAttribute("aria-pressed", String(name === family));
      node.setAttribute("aria-label",
        [`${FAMILY_NAMES[name]} widget`, ...(frames[name].manual ? ["by hand"] : []),
          ...flags.map((flag) => flagOf(flag).label)].join(", "));
      node.classList.toggle("whole", frames[name].fit);
      node.style.setProperty("--photo", frames[name].fit ? `url("${image.src}")` : "none");
      const shown = frames[name].fit ? { ...frames[name], rect: this.around(name) } : frames[name];
      placePhoto(image, photo, shown, node.clientWidth);
      mark.hidden = !frames[name].manual;
    }
    this.describe();
    enable(this.automatic, frames[family].manual);
    this.whole.setAttribute("aria-pressed", String(Boolean(frames[family].fit)));
    this.angle.value = frames[family].degrees;
    this.angleText.value = frames[family].degrees.toFixed(1);
    enable(this.saveButton, this.isChanged());
    enable(this.undoButton, this.history.length > 1 || this.saves.length > 0);
    this.acceptButton.lastChild.textContent = photo.accepted ? "Accepted" : "Accept";
    this.acceptButton.setAttribute("aria-pressed", String(photo.accepted));
    this.advanceButton.textContent = this.isChanged() ? "Save and next"
      : isOpen(photo) ? "Accept and next" : "Next";
  }

  /** The pixels that a frame has across, and those that its widget needs. */
  pixels(name) {
    const { master, renders } = this.photo;
    const [w] = turnedSize(master.width, master.height, this.frames[name].turns);
    return [Math.round(this.frames[name].rect[2] * w), renders[name].file.width];
  }

  /** The flags of a family's frame as it is now. */
  flagsNow(name) {
    const frame = this.frames[name];
    const [have, need] = this.pixels(name);
    const isCut = this.photo.regions.some(({ rect, isMain }) =>
      isMain && cuts(frame, rect, this.photo.width, this.photo.height));
    const others = this.photo.renders[name].flags.filter((flag) => !["subjectCut", "lowResolution", "fitted"].includes(flag));
    return [...(frame.fit ? ["fitted"] : []), ...(isCut ? ["subjectCut"] : []), ...(have * 1.005 < need ? ["lowResolution"] : []), ...others];
  }

  /** Shows the facts about the frames, as sentences. */
  describe() {
    const { photo, family } = this;
    this.notes.replaceChildren(flagNotes(photo, (name) => this.flagsNow(name)));
    const [have, need] = this.pixels(family);
    const { risk } = photo.renders[family];
    this.facts.replaceChildren(el("b", {}, FAMILY_NAMES[family]),
      ` ${whole.format(have)} pixels wide, ${whole.format(need)} needed`,
      this.frames[family].manual ? " · framed by hand" : risk === undefined ? "" : ` · risk ${percent(risk)}`);
  }

  isChanged() { return JSON.stringify(this.frames) !== this.saved; }

  remember() {
    const now = JSON.stringify(this.frames);
    if (now !== this.history.at(-1)) this.history.push(now);
    this.follow();
  }

  /** Takes back the last change of a frame, else the last save. */
  undo() {
    this.remember();
    if (this.history.length < 2) return this.undoSave();
    this.history.pop();
    this.frames = JSON.parse(this.history.at(-1));
    this.choose(this.family);
    return null;
  }

  /** Takes back the last save of this visit, of any photo, and shows that photo. */
  async undoSave() {
    const last = this.saves.pop();
    if (!last) return;
    const photo = await this.options.revert(last.before, last.after);
    if (!photo) return;
    const earlier = this.saves.findLast(({ after }) => after.id === photo.id);
    if (earlier) earlier.after = photo;
    if (this.dialog.open) this.open(photo, this.family);
  }

  /** Changes the frames of this widget, or of all of them. */
  change(families, edit) {
    const [width, height] = layoutSize(this.photo);
    for (const name of families) this.frames[name] = { ...fitted(edit(this.frames[name]), width, height,
      this.shape(name)), manual: true, fit: false };
    this.choose(this.family);
  }

  get touched() { return this.together ? this.families : [this.family]; }

  straighten(degrees) { this.change(this.touched, (frame) => ({ ...frame, degrees })); }

  turn(by) {
    // The middle of the frame goes where the photo's part goes.
    this.change(this.touched, (frame) => {
      const [x, y, w, h] = frame.rect;
      const [cx, cy] = [x + w / 2, y + h / 2];
      const [nx, ny] = by > 0 ? [1 - cy, cx] : [cy, 1 - cx];
      return { ...frame, turns: (frame.turns + by + 4) % 4, rect: [nx - w / 2, ny - h / 2, w, h] };
    });
    this.remember();
  }

  /** Shows the whole photo in this widget, or in all of them; once more goes back to the automatic crop. */
  showWhole() {
    this.remember();
    const isShown = this.frames[this.family].fit;
    for (const name of this.touched) {
      const { auto, turns } = { auto: this.photo.renders[name].auto, turns: this.frames[name].turns };
      this.frames[name] = isShown ? { rect: auto, turns: 0, degrees: 0, manual: this.photo.renders[name].fit, fit: false }
        : { rect: [0, 0, 1, 1], turns, degrees: 0, manual: true, fit: true };
    }
    this.remember();
    this.choose(this.family);
  }

  useAutomatic() {
    if (!this.frames[this.family].manual) return;
    // A key's move may not be settled yet; it is a step of its own all the same.
    this.remember();
    const { auto, autoFit } = this.photo.renders[this.family];
    this.frames[this.family] = { rect: auto, turns: 0, degrees: 0, manual: false, fit: autoFit };
    this.remember();
    this.choose(this.family);
  }

  togglePointing() {
    if (this.stage.isPointing) return this.stopPointing();
    this.stage.isPointing = true;
    this.stage.node.classList.add("pointing");
    this.pointing.setAttribute("aria-pressed", "true");
    return this.say("Click on what every crop should keep.");
  }

  stopPointing() {
    this.stage.isPointing = false;
    this.stage.node.classList.remove("pointing");
    this.pointing.setAttribute("aria-pressed", "false");
  }

  toggleMap() {
    this.showsMap = !this.showsMap;
    this.mapButton.setAttribute("aria-pressed", String(this.showsMap));
    if (this.showsMap) this.drawMap();
    else this.stage.showMap(null);
  }

  async drawMap() {
    const { photo } = this;
    const map = await this.options.map(photo);
    if (map && this.showsMap && this.photo.id === photo.id) this.stage.showMap(map);
  }

  async focusOn(point) {
    this.stopPointing();
    const crops = await this.options.crops(this.photo, point);
    if (!crops) return;
    for (const name of this.families) this.frames[name] = { rect: crops[name], turns: 0, degrees: 0, manual: true, fit: false };
    this.hide();
    this.remember();
    this.choose(this.family);
  }

  /** The changes, as the server takes them. */
  edit() {
    const before = JSON.parse(this.saved);
    const renders = {};
    for (const name of this.families) {
      if (JSON.stringify(this.frames[name]) === JSON.stringify(before[name])) continue;
      const { rect, turns, degrees, manual, fit } = this.frames[name];
      renders[name] = manual ? { rect: inside(rect), turns, degrees, fit } : null;
    }
    return { revision: this.photo.revision, renders };
  }

  async save() {
    if (!this.isChanged()) return true;
    const before = this.photo;
    enable(this.saveButton, false);
    const { photo, isConflict } = await this.options.save(before, this.edit());
    if (isConflict) {
      this.photo = photo;
      this.say("This photo was changed meanwhile. Save again to keep your frames.", "Show theirs",
        () => this.open(photo));
    } else if (photo) {
      this.saves.push({ before, after: photo });
      this.open(photo, this.family);
      toast("Saved.", "Undo", () => this.undoSave());
    }
    this.follow();
    return Boolean(photo) && !isConflict;
  }

  async accept() {
    if (!(await this.save())) return false;
    const before = this.photo;
    const { photo, isConflict } = await this.options.save(before, { revision: before.revision,
      accepted: !before.accepted });
    if (isConflict) this.open(photo);
    if (!photo || isConflict) return false;
    this.photo = photo;
    this.saves.push({ before, after: photo });
    this.drawTags();
    this.follow();
    return true;
  }

  /** Saves what was changed, or accepts what asks to be looked at as it is; then the next by risk. */
  async advance() {
    const isDone = this.isChanged() ? await this.save() : isOpen(this.photo) ? await this.accept() : true;
    if (isDone) await this.next();
  }

  /** Goes to the riskiest photo that was not seen in this visit. */
  async next() {
    const next = this.options.riskiest(this.seen);
    if (!next) return toast("That was the last one: every photo shown was looked at.");
    if (await this.leave()) this.open(next);
    return null;
  }

  async step(by) {
    const next = this.options.neighbour(this.photo, by);
    if (!next) return toast("There is no other photo that way.");
    if (await this.leave()) this.open(next);
    return null;
  }

  /** Asks before frames are lost. */
  async leave() {
    if (!this.isChanged()) return true;
    return confirm("Leave without saving the frames?");
  }

  async close() {
    if (!(await this.leave())) return;
    this.dialog.close();
    placeToast();
    this.options.closed(this.photo);
  }

  say(text, action = null, run = null) {
    this.notice.replaceChildren(text, " ");
    if (action) this.notice.append(el("button.button", { type: "button", onclick: run }, action));
    this.notice.hidden = false;
  }

  hide() { this.notice.hidden = true; }

  escape() {
    if (!this.stage.isPointing) return this.close();
    this.hide();
    return this.stopPointing();
  }

  key(event) {
    if (!this.dialog.open || showsKeys() || event.altKey) return;
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    // A field of text and a list take every key but the one that closes.
    if (["text", "select-one"].includes(target.type) && key !== "Escape") return;
    if (!control && FIELD_KEYS[target.type]?.test(key)) return;
    const run = control
      ? { z: () => this.undo(), s: () => this.save(), Enter: () => this.advance() }[key]
      : { ...Object.fromEntries(this.families.map((family, i) => [i + 1, () => this.choose(family)])), 0: () => this.useAutomatic(), n: () => this.next(), j: () => this.step(1), k: () => this.step(-1),
        s: () => this.save(), a: () => this.accept(), f: () => this.togglePointing(), w: () => this.showWhole(),
        m: () => this.toggleMap(), t: toggleWords, r: () => this.turn(1), R: () => this.turn(-1),
        Enter: () => this.advance(), Escape: () => this.escape(), "?": () => this.options.help() }[key];
    if (run) run();
    else if (control || !this.stage.key(key, event.shiftKey)) return;
    event.preventDefault();
  }
}

/** A rectangle cut where rounding moved it beyond the picture. */
export function inside([x, y, w, h]) {
  const [left, top] = [clamp(x, 0, 1), clamp(y, 0, 1)];
  return [left, top, Math.min(w, 1 - left), Math.min(h, 1 - top)];
}
