// The editor: one photo at large, three widgets that follow at once, and what can be set by hand.
import {
  clamp, el, FAMILIES, FAMILY_NAMES, flagOf, icon, iconButton, ICONS, isOpen, placeToast, toast,
  whole,
} from "./basics.js";
import { tags } from "./card.js";
import { fitted, turnedSize } from "./framing.js";
import { layoutSize, placePhoto, Stage } from "./stage.js";

export class Editor {
  /** `options`: `stageSource`, `neighbour`, `save(photo, edit)`, `revert`, `crops(photo, point)`, `closed(photo)`. */
  constructor(options) {
    this.options = options;
    this.family = "small";
    this.together = true;
    this.dialog = el("dialog.editor", { "aria-label": "Adjust a photo" });
    this.stage = new Stage({
      changed: (render) => { this.frames[this.family] = { ...render, manual: true }; this.follow(); },
      done: () => this.remember(),
      pointed: (point) => this.focusOn(point),
    });
    this.build();
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.close(); });
    document.body.append(this.dialog);
  }

  build() {
    const button = (name, label, run, spec = "button.button") => el(spec, { type: "button", onclick: run },
      ICONS[name] ? icon(name) : null, label);
    this.title = el("h2", { tabindex: "-1" });
    this.tags = el("span.tags");
    this.notice = el("p.notice", { role: "status", hidden: true });
    this.previews = Object.fromEntries(FAMILIES.map((family) => {
      const image = el("img", { alt: "", draggable: "false" });
      const mark = el("span.hand", { hidden: true }, "by hand");
      const node = el(`button.widget.${family}`, { type: "button", "data-family": family,
        onclick: () => this.choose(family) }, image, mark);
      return [family, { node, image, mark }];
    }));
    this.angle = el("input", { type: "range", min: "-45", max: "45", step: "0.1",
      "aria-label": "Straighten, degrees", oninput: () => this.straighten(Number(this.angle.value)), onchange: () =>
      this.remember() });
    this.angleText = el("input", { type: "number", min: "-45", max: "45", step: "0.1",
      "aria-label": "Straighten, degrees",
      onchange: () => { this.straighten(clamp(Number(this.angleText.value) || 0, -45, 45)); this.remember(); } });
    this.all = el("input", { type: "checkbox", checked: true, onchange: () => { this.together = this.all.checked;
      } });
    this.pointing = button("focus", "Point at what matters", () => this.togglePointing());
    this.undoButton = iconButton("undo", "Undo (Ctrl+Z)", () => this.undo());
    this.automatic = button("", "Use automatic", () => this.useAutomatic());
    this.acceptButton = button("check", "Accept", () => this.accept());
    this.saveButton = button("", "Save", () => this.save(), "button.button.primary");
    this.dialog.replaceChildren(
      el("header.head", {}, el("div.names", {}, this.title, this.tags),
        iconButton("previous", "Previous photo", () => this.step(-1)), iconButton("next", "Next photo",
          () => this.step(1)),
        iconButton("close", "Close", () => this.close())),
      this.stage.node,
      el("div.panel", {},
        this.notice,
        el("div.widgets", {}, this.previews.small.node, this.previews.medium.node,
          el("div.state", {}, this.facts = el("p.notes"), this.automatic), this.previews.large.node),
        el("fieldset", {}, el("legend", {}, "Straighten and turn"),
          el("div.row", {}, this.angle, this.angleText, el("span", { "aria-hidden": "true" }, "°")),
          el("div.row", {}, iconButton("left", "Turn left", () => this.turn(-1)), iconButton("right", "Turn right",
            () => this.turn(1)),
            el("label.check", {}, this.all, "all three widgets"))),
        el("div.row", {}, this.pointing, this.undoButton)),
      el("footer.foot", {}, button("", "Next to look at", () => this.step(1, isOpen)), el("span.gap"),
        this.acceptButton, this.saveButton));
  }

  async open(photo) {
    this.photo = photo;
    this.hide();
    this.frames = Object.fromEntries(FAMILIES.map((family) => {
      const { rect, turns, degrees, manual } = photo.renders[family];
      return [family, { rect, turns, degrees, manual }];
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
    const worst = FAMILIES.find((family) => photo.renders[family].flags.length) || this.family;
    this.choose(worst);
    this.title.focus();
  }

  drawTags() { this.tags.replaceChildren(...tags(this.photo).childNodes); }

  shape(family) {
    const { width, height } = this.photo.renders[family].file;
    return width / height;
  }

  choose(family) {
    this.family = family;
    this.stage.set(family, this.frames[family], this.shape(family));
    this.follow();
  }

  /** Draws everything that depends on the frames. */
  follow() {
    const { photo, frames, family } = this;
    for (const name of FAMILIES) {
      const { node, image, mark } = this.previews[name];
      const { file, flags } = photo.renders[name];
      node.style.setProperty("--shape", `${file.width} / ${file.height}`);
      node.setAttribute("aria-pressed", String(name === family));
      node.setAttribute("aria-label",
        [`${FAMILY_NAMES[name]} widget`, ...(frames[name].manual ? ["by hand"] : []),
          ...flags.map((flag) => flagOf(flag).label)].join(", "));
      placePhoto(image, photo, frames[name], node.clientWidth);
      mark.hidden = !frames[name].manual;
    }
    const frame = frames[family];
    const [w] = turnedSize(photo.master.width, photo.master.height, frame.turns);
    const [have, need] = [Math.round(frame.rect[2] * w), photo.renders[family].file.width];
    this.facts.replaceChildren(el("b", {}, FAMILY_NAMES[family]), el("br"),
      `${whole.format(have)} pixels wide, ${whole.format(need)} needed`,
      have * 1.005 < need ? el("span.tag", {}, "Low resolution") : "");
    this.automatic.disabled = !frame.manual;
    this.angle.value = frame.degrees;
    this.angleText.value = frame.degrees.toFixed(1);
    this.saveButton.disabled = !this.isChanged();
    this.undoButton.disabled = this.history.length < 2 && !this.isChanged();
    this.acceptButton.lastChild.textContent = photo.accepted ? "Accepted" : "Accept";
    this.acceptButton.setAttribute("aria-pressed", String(photo.accepted));
  }

  isChanged() { return JSON.stringify(this.frames) !== this.saved; }

  remember() {
    const now = JSON.stringify(this.frames);
    if (now !== this.history.at(-1)) this.history.push(now);
    this.follow();
  }

  undo() {
    if (this.history.length < 2) return;
    this.history.pop();
    this.frames = JSON.parse(this.history.at(-1));
    this.choose(this.family);
  }

  /** Changes the frames of this widget, or of all three. */
  change(families, edit) {
    const [width, height] = layoutSize(this.photo);
    for (const name of families) this.frames[name] = { ...fitted(edit(this.frames[name]), width, height,
      this.shape(name)), manual: true };
    this.choose(this.family);
  }

  get touched() { return this.together ? FAMILIES : [this.family]; }

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

  useAutomatic() {
    this.frames[this.family] = { rect: this.photo.renders[this.family].auto, turns: 0, degrees: 0, manual: false };
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

  async focusOn(point) {
    this.stopPointing();
    const crops = await this.options.crops(this.photo, point);
    if (!crops) return;
    for (const name of FAMILIES) this.frames[name] = { rect: crops[name], turns: 0, degrees: 0, manual: true };
    this.hide();
    this.remember();
    this.choose(this.family);
  }

  /** What has changed, as the server takes it. */
  edit() {
    const before = JSON.parse(this.saved);
    const renders = {};
    for (const name of FAMILIES) {
      if (JSON.stringify(this.frames[name]) === JSON.stringify(before[name])) continue;
      const { rect, turns, degrees, manual } = this.frames[name];
      renders[name] = manual ? { rect: inside(rect), turns, degrees } : null;
    }
    return { revision: this.photo.revision, renders };
  }

  async save() {
    if (!this.isChanged()) return true;
    const before = this.photo;
    this.saveButton.disabled = true;
    const outcome = await this.options.save(before, this.edit());
    if (outcome.photo) {
      const kept = this.frames;
      if (outcome.isConflict) {
        this.photo = outcome.photo;
        this.say("Somebody changed this photo meanwhile. Save again to keep your frames.", "Show theirs",
          () => this.open(outcome.photo));
        this.frames = kept;
      } else {
        await this.open(outcome.photo);
        toast("Saved.", "Undo", () => this.options.revert(before, outcome.photo));
      }
    }
    this.follow();
    return Boolean(outcome.photo) && !outcome.isConflict;
  }

  async accept() {
    if (!(await this.save())) return;
    const { photo, isConflict } = await this.options.save(this.photo, { revision: this.photo.revision,
      accepted: !this.photo.accepted });
    if (photo) this.photo = photo;
    if (isConflict) await this.open(photo);
    this.drawTags();
    this.follow();
  }

  async step(by, passes) {
    const next = this.options.neighbour(this.photo, by, passes);
    if (!next) return toast(passes ? "No other photo asks to be looked at." : "There is no other photo that way.");
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

  key(event) {
    if (event.target.matches("input[type=number]")) return;
    const control = event.ctrlKey || event.metaKey;
    const run = control
      ? { z: () => this.undo(), s: () => this.save(), Enter: () => this.save() }[event.key]
      : { 1: () => this.choose("small"), 2: () => this.choose("medium"), 3: () => this.choose("large"),
        n: () => this.step(1, isOpen),
        j: () => this.step(1), k: () => this.step(-1), s: () => this.save(), a: () => this.accept(),
          f: () => this.togglePointing() }[event.key];
    if (!run || event.altKey) return;
    event.preventDefault();
    run();
  }
}

/** A rectangle whose edges rounding did not carry beyond the picture. */
export function inside([x, y, w, h]) {
  const [left, top] = [clamp(x, 0, 1), clamp(y, 0, 1)];
  return [left, top, Math.min(w, 1 - left), Math.min(h, 1 - top)];
}
