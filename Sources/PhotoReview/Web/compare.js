// Two photos side by side, whole or pixel by pixel, to keep the better one.
import { el, iconButton, placeToast, showsKeys } from "./basics.js";

/** @typedef {import("./basics.js").Photo} Photo */

export class Comparison {
  /** `options`: `source(photo)` is the address of the photo with all its pixels; `keep(photo, other)`, `closed()`. */
  constructor(options) {
    this.options = options;
    this.isWhole = true;
    this.dialog = el("dialog.compare", { "aria-label": "Two photos" });
    this.dialog.addEventListener("close", () => { placeToast(); this.dialog.replaceChildren(); options.closed(); });
    addEventListener("keydown", (event) => this.key(event));
    document.body.append(this.dialog);
  }

  /** Shows two photos. @param {Photo[]} photos */
  open(photos) {
    this.photos = photos;
    this.panes = photos.map((photo) => this.pane(photo));
    this.zoomButton = el("button.button", { type: "button", onclick: () => this.zoom(!this.isWhole) }, "Every pixel");
    this.dialog.replaceChildren(
      el("header.head", {}, el("h2", { tabindex: "-1", autofocus: true }, "Which one?"), this.zoomButton,
        iconButton("close", "Close", () => this.dialog.close()), el("div.messages")),
      el("div.panes", {}, ...this.panes.map((pane, i) => el("section", { "aria-label": photos[i].name }, pane,
        el("button.button.primary", { type: "button", title: `Pick it and reject the other one (${i + 1})`,
          onclick: () => this.keep(i) }, el("span.name", {}, `Keep ${photos[i].name}`))))));
    if (!this.dialog.open) this.dialog.showModal();
    this.zoom(true);
  }

  /** A photo that can be scrolled; the other one scrolls with it. @param {Photo} photo */
  pane(photo) {
    const image = el("img", { src: this.options.source(photo), alt: photo.name, draggable: "false" });
    const pane = el("div.pane", { tabindex: "0", role: "region", "aria-label": `${photo.name}, to be moved` }, image);
    image.addEventListener("load", () => this.zoom(this.isWhole));
    image.addEventListener("dblclick", () => this.zoom(!this.isWhole));
    pane.addEventListener("scroll", () => this.follow(pane));
    pane.addEventListener("pointermove", ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType === "mouse" && buttons === 1) pane.scrollBy(-movementX, -movementY);
    });
    return pane;
  }

  /** Shows photos whole or at one photo pixel per screen pixel, at the important part of the first one. */
  zoom(isWhole) {
    this.isWhole = isWhole;
    this.zoomButton.setAttribute("aria-pressed", String(!isWhole));
    for (const pane of this.panes) {
      pane.classList.toggle("whole", isWhole);
      const { naturalWidth } = pane.firstChild;
      pane.firstChild.style.width = isWhole || !naturalWidth ? "" : `${naturalWidth / devicePixelRatio}px`;
    }
    if (isWhole) return;
    const [x, y, width, height] = this.photos[0].regions.find(({ isMain }) => isMain)?.rect ?? [0, 0, 1, 1];
    for (const pane of this.panes) {
      pane.scrollTo((x + width / 2) * pane.scrollWidth - pane.clientWidth / 2,
        (y + height / 2) * pane.scrollHeight - pane.clientHeight / 2);
    }
  }

  /** Scrolls the other photo to the same place. */
  follow(pane) {
    const share = (length, seen, all) => (all > seen ? length / (all - seen) : 0);
    const x = share(pane.scrollLeft, pane.clientWidth, pane.scrollWidth);
    const y = share(pane.scrollTop, pane.clientHeight, pane.scrollHeight);
    for (const other of this.panes.filter((one) => one !== pane)) {
      const [left, top] = [x * (other.scrollWidth - other.clientWidth), y * (other.scrollHeight - other.clientHeight)];
      // A photo that was scrolled by the other one does not scroll that one in turn.
      if (Math.abs(left - other.scrollLeft) > 1.5 || Math.abs(top - other.scrollTop) > 1.5) other.scrollTo(left, top);
    }
  }

  keep(index) {
    this.options.keep(this.photos[index], this.photos[1 - index]);
    this.dialog.close();
  }

  key(event) {
    if (!this.dialog.open || showsKeys() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "z") this.zoom(!this.isWhole);
    else if (event.key === "1" || event.key === "2") this.keep(Number(event.key) - 1);
    else return;
    event.preventDefault();
    // The sheet uses the same keys, and gets the focus back.
    event.stopImmediatePropagation();
  }
}
