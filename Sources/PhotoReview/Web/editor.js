// The editor: one large photo, its widgets, which follow at once, and the tools to set it by hand.
import {
  clamp, el, enable, FAMILIES, familiesOf, familyClass, FAMILY_NAMES, flagOf, helpButton, icon, iconButton, inMiddle, isOpen, later, placeToast, RISKY, ROUNDINGS,
  showsKeys, themeButton, toast, toggleWords, whole,
} from "./basics.js";
import { flagNotes, riskWords } from "./card.js";
import { cuts, fitted, turnedSize } from "./framing.js";
import { homeScreen } from "./home.js";
import { familyMark, filterCSS } from "./overlay.js";
import { isSame } from "./saves.js";
import { layoutSize, placePhoto, Stage } from "./stage.js";

/** The keys that a field handles itself while it has the focus. */
const FIELD_KEYS = {
  number: /^[\d.,+\-e]$|^(Arrow|Home|End|Enter)/, range: /^(Arrow|Home|End|Page)/, checkbox: /^ $/,
  submit: /^( |Enter)$/, button: /^( |Enter)$/,
};

/** A button with an icon above a word; `label` is its full name. */
const tool = (name, word, label, key, onclick) => el("button.tool", { type: "button", onclick, "aria-label": label,
  title: key ? `${label} (${key})` : label }, icon(name), el("span", {}, word));

/** The texts about saving. */
const SAVING = { saving: "Saving…", saved: "Saved", waiting: "Not saved yet: photoprep does not answer. Trying again…",
  readOnly: "Not saved: this store cannot be written" };

export class Editor {
  /**
   * `options`: `stageSource`, `neighbour(photo, step)`, `riskiest(seen)`, `saves`, `crops(photo, point)`, `map(photo)`,
   * `designs(photo)` (those that show it first), `isShown(photo)`, `words(photo, family, design, text)`, `help()`,
   * `closed(photo)`.
   */
  constructor(options) {
    this.options = options;
    this.saves = options.saves;
    this.family = FAMILIES[0];
    this.together = true;
    this.seen = new Set();
    this.dialog = el("dialog.editor", { "aria-label": "Adjust a photo" });
    this.stage = new Stage({
      changed: (render) => { this.frames[this.family] = { ...render, manual: true, fit: false }; this.follow(); },
      done: () => this.remember(),
      pointed: (point) => this.focusOn(point),
    });
    this.build();
    // On the window, so that a key works wherever the focus is, even if it was lost.
    addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.escape(); });
    const resized = new ResizeObserver(() => { if (this.dialog.open) this.follow(); });
    for (const { node } of Object.values(this.previews)) resized.observe(node);
    document.body.append(this.dialog);
  }

  build() {
    const button = (label, run, spec = "button.button") => el(spec, { type: "button", onclick: run }, label);
    this.title = el("h2", { tabindex: "-1" });
    this.status = el("span.status", { role: "status" });
    this.notice = el("p.notice", { role: "status", hidden: true });
    this.reasons = el("div.reasons");
    this.segments = Object.fromEntries(FAMILIES.map((family) => [family, el(`button.segment.${family}`,
      { type: "button", "data-family": family, onclick: () => this.choose(family) })]));
    this.previews = Object.fromEntries(FAMILIES.map((family) => {
      const image = el("img", { alt: "", draggable: "false" });
      const words = el("img.words", { alt: "", draggable: "false", hidden: true });
      const mark = el("span.hand", { hidden: true }, "by hand");
      const node = el(`button.widget.${familyClass(family)}`, { "--rounding": ROUNDINGS[family], type: "button", "data-family": family,
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
    this.pointing = tool("focus", "Point", "Point at what matters", "f", () => this.togglePointing());
    this.mapButton = tool("map", "What matters", "Show what matters", "m", () => this.toggleMap());
    this.undoButton = tool("undo", "Undo", "Undo", "Ctrl+Z", () => this.undo());
    this.redoButton = tool("redo", "Redo", "Redo", "Ctrl+Shift+Z", () => this.redo());
    this.wasButton = tool("was", "As it was", "As it was when you opened it", "", () => this.asItWas());
    this.automatic = tool("automatic", "Automatic", "Use automatic", "0", () => this.useAutomatic());
    this.whole = tool("whole", "Whole", "Show whole", "w", () => this.showWhole());
    this.trays = [tool("straighten", "Straighten", "Straighten", "", () => this.toggleTray("angle")),
      tool("words", "Try text", "Try text (not saved)", "", () => this.toggleTray("text"))];
    [this.trays[0].dataset.opens, this.trays[1].dataset.opens] = ["angle", "text"];
    this.acceptButton = el("button.button", { type: "button", title: "Accept (a)", onclick: () => this.accept() },
      icon("check"), "Accept");
    this.advanceButton = button("Next", () => this.advance(), "button.button.primary");
    this.advanceButton.title = "Go to the next to look at (Enter)";
    this.dialog.replaceChildren(
      el("header.head", {}, iconButton("close", "Close", () => this.close()),
        el("div.names", {}, this.title, el("div.messages", {}, this.status)),
        helpButton(() => this.options.help()),
        themeButton(),
        iconButton("previous", "Previous photo", () => this.step(-1), { title: "Previous photo (k)" }),
        iconButton("next", "Next photo", () => this.step(1), { title: "Next photo (j)" })),
      el("div.segments", { role: "group", "aria-label": "Widget" }, ...Object.values(this.segments)),
      this.stage.node,
      el("div.about", { tabindex: "0", role: "region", "aria-label": "About this crop" }, this.notice, this.reasons),
      el("div.toolbar", { role: "group", "aria-label": "Tools" }, this.undoButton, this.redoButton, this.wasButton,
        this.automatic, this.whole, this.pointing, this.mapButton, tool("left", "Turn left", "Turn left", "R", () => this.turn(-1)),
        tool("right", "Turn right", "Turn right", "r", () => this.turn(1)), ...this.trays),
      el("div.tray.angles", {}, el("span.trayname", { "aria-hidden": "true" }, "Straighten"), this.angle, this.angleText, el("span", { "aria-hidden": "true" }, "°"),
        el("label.check", {}, this.all, "all widgets")),
      el("div.tray.try", { role: "group", "aria-label": "Try text (not saved)" },
        el("span.tryname", { "aria-hidden": "true" }, "Try text (not saved)"), this.design, ...this.words),
      homeScreen(Object.fromEntries(FAMILIES.map((family) => [family, this.previews[family].node]))),
      el("footer.foot", {}, this.acceptButton, this.advanceButton));
  }

  /** Shows or hides the controls of a tool. */
  toggleTray(name) {
    const isOpen = this.dialog.dataset.tray === name;
    if (isOpen) delete this.dialog.dataset.tray;
    else this.dialog.dataset.tray = name;
    for (const node of this.trays) node.setAttribute("aria-expanded", String(!isOpen && node.dataset.opens === name));
  }

  /** Opens a photo that was chosen from the others. */
  start(photo) {
    this.seen.clear();
    this.open(photo);
  }

  open(photo, family = null) {
    this.photo = photo;
    this.seen.add(photo.id);
    this.hide();
    this.families = familiesOf(photo);
    for (const name of FAMILIES) {
      this.segments[name].hidden = !this.families.includes(name);
      this.previews[name].node.parentElement.hidden = !this.families.includes(name);
    }
    this.take(this.saves.stateOf(photo));
    this.opened = { frames: { ...this.frames }, accepted: this.accepted };
    this.stopPointing();
    const [start, end] = inMiddle(photo.name);
    this.title.replaceChildren(el("span", {}, start), el("span", {}, end));
    this.title.setAttribute("aria-label", photo.name);
    this.title.title = photo.name;
    const source = this.options.stageSource(photo);
    this.stage.show(photo, source);
    for (const { image } of Object.values(this.previews)) image.src = source;
    if (!this.dialog.open) {
      this.status.textContent = this.saves.isReadOnly ? SAVING.readOnly : "";
      this.dialog.showModal();
    }
    placeToast();
    if (this.showsMap) this.drawMap();
    this.listDesigns();
    const worst = this.families.find((name) => this.asks(name)) ?? this.family;
    this.choose(family ?? (this.families.includes(worst) ? worst : this.families[0]));
    this.title.focus({ preventScroll: true });
    const next = this.options.riskiest(this.seen);
    if (next) new Image().src = this.options.stageSource(next);
  }

  /** Takes the photo's state, to show and change it. */
  take({ frames, accepted }) {
    this.frames = { ...frames };
    this.accepted = accepted;
  }

  /** Shows whether the changes are saved. */
  showStatus(status) { this.status.textContent = SAVING[status]; }

  /** Takes the photo as it is in the store after a save. */
  saved(photo) {
    if (!this.dialog.open || this.photo.id !== photo.id) return;
    this.photo = photo;
    this.follow();
  }

  /** Shows a change that another window or person made to this photo. */
  changedElsewhere(photo, isInstead) {
    if (!this.dialog.open || this.photo.id !== photo.id) return;
    this.open(photo, this.family);
    if (isInstead) this.say("This photo was changed elsewhere meanwhile; you see that now.", "Use mine", () => this.redo());
    else this.say("This photo was changed elsewhere; you see that now.");
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

  /** Draws the text that is being tried over the widgets, as the design would. */
  drawWords() {
    const design = this.known[this.design.value];
    const texts = this.words.map(({ value }) => value);
    const isTried = texts.some((text, index) => text !== (design?.words[index] ?? ""));
    this.dialog.toggleAttribute("data-tried", isTried);
    for (const family of this.families) {
      const { image, words } = this.previews[family];
      image.style.filter = filterCSS(design?.filters[family]);
      const address = this.options.words(this.photo, family, design, texts);
      words.hidden = !address;
      if (address) words.src = address;
    }
  }

  shape(family) {
    const { width, height } = this.photo.renders[family].file;
    return width / height;
  }

  /** The smallest frame of a family's shape that contains the whole photo; it extends beyond the photo. */
  around(name) {
    const { width, height } = this.photo;
    const [w, h] = turnedSize(width, height, this.frames[name].turns);
    const wide = Math.max(1, (this.shape(name) * h) / w);
    const high = Math.max(1, w / (this.shape(name) * h));
    return [(1 - wide) / 2, (1 - high) / 2, wide, high];
  }

  choose(family) {
    if (!this.families.includes(family)) return;
    this.family = family;
    this.stage.set(family, this.frames[family], this.shape(family));
    this.follow();
    this.previews[family].node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Draws everything that depends on the frames. */
  follow() {
    const { photo, frames, family } = this;
    for (const name of this.families) {
      const { node, image, mark } = this.previews[name];
      const { file } = photo.renders[name];
      const flags = this.flagsNow(name).map((flag) => flagOf(flag).label);
      const isHere = String(name === family);
      node.parentElement.style.setProperty("--ratio", file.width / file.height);
      node.style.setProperty("--shape", `${file.width} / ${file.height}`);
      node.setAttribute("aria-pressed", isHere);
      node.setAttribute("aria-label",
        [`${FAMILY_NAMES[name]} widget`, ...(frames[name].manual ? ["by hand"] : []), ...flags].join(", "));
      this.segments[name].setAttribute("aria-pressed", isHere);
      this.segments[name].replaceChildren(familyMark(name), FAMILY_NAMES[name],
        ...(this.asks(name) && !this.accepted ? [el("i.dot", { title: flags.join(", "), "aria-hidden": "true" })] : []),
        ...(flags.length ? [el("span.visually-hidden", {}, `: ${flags.join(", ")}`)] : []));
      node.classList.toggle("whole", Boolean(frames[name].fit));
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
    enable(this.undoButton, this.saves.canUndo || this.isMoving());
    enable(this.redoButton, this.saves.canRedo);
    enable(this.wasButton, !isSame(this.state(), this.opened));
    this.acceptButton.lastChild.textContent = this.accepted ? "Accepted" : "Accept";
    this.acceptButton.setAttribute("aria-pressed", String(this.accepted));
    this.advanceButton.textContent = this.asksStill() ? "Accept and next" : "Next";
  }

  /** The photo's state now. */
  state() { return { frames: { ...this.frames }, accepted: this.accepted }; }

  /** Whether a frame has moved without being a step yet. */
  isMoving() { return !isSame(this.state(), this.saves.stateOf(this.photo)); }

  /** Whether the photo needs attention and has got none. */
  asksStill() { return isOpen({ ...this.photo, accepted: this.accepted }) && isSame(this.state(), this.opened); }

  /** The width of a frame in pixels, and the width that its widget needs. */
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

  /** Whether a widget needs attention; a small photo is no reason (decision 0701). */
  asks(name) {
    const { risk } = this.photo.renders[name];
    return this.flagsNow(name).some((flag) => !["fitted", "lowResolution", "vanishesTinted", "gainMapLeftOut"].includes(flag)) || (!this.frames[name].manual && risk >= RISKY);
  }

  /** Shows the facts about the chosen widget as sentences. */
  describe() {
    const { photo, family } = this;
    const [have, need] = this.pixels(family);
    const { risk } = photo.renders[family];
    const facts = [`${whole.format(have)} pixels wide for ${whole.format(need)}`,
      this.frames[family].manual ? "framed by hand" : risk === undefined ? null : riskWords(risk)];
    this.reasons.replaceChildren(flagNotes(photo, (name) => this.flagsNow(name), [family]),
      el("p.notes", {}, facts.filter(Boolean).join(" · ")));
  }

  /** Makes the change a step, which saves it. */
  remember() {
    this.saves.change(this.photo, this.state());
    this.follow();
  }

  /** Undoes the last step of this visit, of any photo, and shows that photo. */
  undo() {
    if (this.dialog.open) this.remember();
    return this.saves.undo();
  }

  redo() {
    this.hide();
    return this.saves.redo();
  }

  /** Shows a step that was undone or redone. */
  shown(photo, state) {
    if (!this.dialog.open) return;
    if (this.photo.id !== photo.id) this.open(photo, this.family);
    this.take(state);
    this.choose(this.family);
  }

  /** Resets the photo to how it was when it was opened, as a separate step. */
  asItWas() {
    this.remember();
    this.take(this.opened);
    this.remember();
    this.choose(this.family);
  }

  /** Changes the frames of this widget, or of all. */
  change(families, edit) {
    const [width, height] = layoutSize(this.photo);
    for (const name of families) this.frames[name] = { ...fitted(edit(this.frames[name]), width, height,
      this.shape(name)), manual: true, fit: false };
    this.choose(this.family);
  }

  get touched() { return this.together ? this.families : [this.family]; }

  straighten(degrees) { this.change(this.touched, (frame) => ({ ...frame, degrees })); }

  turn(by) {
    // The middle of the frame stays on the same part of the photo.
    this.change(this.touched, (frame) => {
      const [x, y, w, h] = frame.rect;
      const [cx, cy] = [x + w / 2, y + h / 2];
      const [nx, ny] = by > 0 ? [1 - cy, cx] : [cy, 1 - cx];
      return { ...frame, turns: (frame.turns + by + 4) % 4, rect: [nx - w / 2, ny - h / 2, w, h] };
    });
    this.remember();
  }

  /** Shows the whole photo in this widget, or in all of them; a second use goes back to the automatic crop. */
  showWhole() {
    this.remember();
    const isShown = this.frames[this.family].fit;
    for (const name of this.touched) {
      const { auto, autoFit } = this.photo.renders[name];
      // Where the photo is whole by itself, a crop is set by hand.
      this.frames[name] = isShown ? { rect: auto, turns: 0, degrees: 0, manual: autoFit, fit: false }
        : { rect: [0, 0, 1, 1], turns: this.frames[name].turns, degrees: 0, manual: true, fit: true };
    }
    this.remember();
    this.choose(this.family);
  }

  useAutomatic() {
    if (!this.frames[this.family].manual) return;
    // A move by a key may not be a step yet; it becomes a separate one here.
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
    return this.say("Tap what every crop should keep.");
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
    for (const name of this.families.filter((name) => crops[name])) {
      this.frames[name] = { rect: crops[name], turns: 0, degrees: 0, manual: true, fit: false };
    }
    this.hide();
    this.remember();
    this.choose(this.family);
  }

  accept() {
    this.accepted = !this.accepted;
    this.remember();
  }

  /** Accepts a photo that needs attention and was not changed, then goes to the next by risk. */
  advance() {
    this.remember();
    if (this.asksStill()) this.accept();
    this.next();
  }

  /** Goes to the riskiest photo not seen in this visit. */
  next() {
    this.remember();
    const next = this.options.riskiest(this.seen);
    if (next) this.open(next);
    else toast("That was the last one.");
  }

  step(by) {
    this.remember();
    const next = this.options.neighbour(this.photo, by);
    if (next) this.open(next);
    else toast(by > 0 ? "This is the last photo." : "This is the first photo.");
  }

  close() {
    this.remember();
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
    // A text field and a list take every key except the one that closes.
    if (["text", "select-one"].includes(target.type) && key !== "Escape") return;
    if (!control && FIELD_KEYS[target.type]?.test(key)) return;
    const run = control
      ? { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo(), s: () => this.remember(),
        enter: () => this.advance() }[key.toLowerCase()]
      : { ...Object.fromEntries(this.families.map((family, i) => [i + 1, () => this.choose(family)])), 0: () => this.useAutomatic(), n: () => this.next(), j: () => this.step(1), k: () => this.step(-1),
        a: () => this.accept(), f: () => this.togglePointing(), w: () => this.showWhole(),
        m: () => this.toggleMap(), t: toggleWords, r: () => this.turn(1), R: () => this.turn(-1),
        Enter: () => this.advance(), Escape: () => this.escape(), "?": () => this.options.help() }[key];
    if (run) run();
    else if (control || !this.stage.key(key, event.shiftKey)) return;
    event.preventDefault();
  }
}
