// The contact sheet: filters, search, order, and cards that exist only near what is in view.
import { byRisk, clamp, el, entry, FLAGS, furtherShapes, hasManual, icon, isOpen, later, MARK_NAMES, whole } from "./basics.js";
import { noteVariants, buildCard } from "./card.js";

/** @typedef {import("./basics.js").Photo} Photo */

const ORDERS = {
  worst: ["Worst first", byRisk],
  name: ["By name", (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })],
  newest: ["Newest first", (a, b) => (a.preparedAt < b.preparedAt ? 1 : -1)],
  largest: ["Most bytes first", (a, b) => b.bytes - a.bytes],
  slowest: ["Slowest first", (a, b) => (b.time?.cpu ?? -1) - (a.time?.cpu ?? -1)],
};

const MARK_KEYS = { p: "pick", x: "reject" };

const FILTERS = {
  all: ["All", () => true],
  open: ["To look at", isOpen],
  ...Object.fromEntries(Object.entries(FLAGS).map(([flag, { label }]) =>
    [flag, [label, (photo) => photo.flags.includes(flag)]])),
  hand: ["By hand", hasManual],
  accepted: ["Accepted", (photo) => photo.accepted],
};

export class Sheet {
  /**
   * `options`: `source(photo, role)`, `over(photo, family)`, `open(photo)`, `changed()`; where photos can be picked
   * `mark(photo)` says the mark that a photo has, and `marked(photo, mark)` takes one.
   */
  constructor(place, options) {
    this.place = place;
    this.options = options;
    this.photos = [];
    this.shown = [];
    this.current = 0;
    const state = new URLSearchParams(location.hash.slice(1));
    this.filter = entry(FILTERS, state.get("show")) ? state.get("show") : "all";
    this.order = entry(ORDERS, state.get("order")) ? state.get("order") : "worst";
    this.query = state.get("find") || "";
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) (isIntersecting ? this.fill(target) : this.drain(target));
    }, { rootMargin: "900px 0px" });
    new ResizeObserver(later(60, () => this.layOut(true))).observe(place);
    place.addEventListener("keydown", (event) => this.move(event));
    place.addEventListener("focusin", (event) => {
      const cell = event.target.closest(".cell");
      if (cell) this.current = Number(cell.dataset.index);
    });
    addEventListener("beforeprint", () => this.chunks.forEach((chunk) => this.fill(chunk)));
    this.chunks = [];
  }

  /**
   * Shows all photos again; what is in view and what has the focus stay.
   * @param {Photo[]} photos
   */
  show(photos) {
    const cell = document.activeElement.closest(".cell");
    const held = cell && this.shown[cell.dataset.index];
    const top = scrollY;
    this.photos = photos;
    noteVariants(photos);
    this.refresh();
    const index = held ? this.shown.findIndex(({ id }) => id === held.id) : -1;
    if (index >= 0) this.focus(index);
    scrollTo(0, top);
  }

  /** Chooses and sorts what is shown, and keeps that in the address. */
  refresh() {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    const [, passes] = FILTERS[this.filter];
    this.shown = this.photos.filter((photo) => passes(photo)
      && words.every((word) => photo.sources.some((name) => name.toLowerCase().includes(word))
        || photo.id.includes(word)));
    this.shown.sort(ORDERS[this.order][1]);
    const state = new URLSearchParams();
    if (this.filter !== "all") state.set("show", this.filter);
    if (this.order !== "worst") state.set("order", this.order);
    if (this.query) state.set("find", this.query);
    history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
    this.current = 0;
    this.layOut(false);
    this.options.changed();
  }

  /** Makes a place for every few rows of cards. */
  layOut(onlyWhenChanged) {
    const width = this.place.clientWidth;
    const columns = Math.max(1, Math.floor((width + 18) / (300 + 18)));
    const inner = (width - 18 * (columns - 1)) / columns - 28;
    // Photo, title, two rows of widgets: the small and the large one are as high as they are wide.
    const unit = (inner - 10) / 3.14;
    let rows = unit + 10 + unit * 2.14 * 1.0424;
    // Where a photo has further families, a tall one stands beside both rows, and a wide one and the risks below: 120
    // pixels of flags, two lines of risks and the facts.
    const further = furtherShapes(this.photos);
    if (further.length) {
      const narrow = (inner - 20) / 5.2;
      const wide = further.length === 2 ? 10 + inner * 0.476 : 0;
      rows = Math.max(rows, narrow + 10 + (narrow * 3.14 + 10) * 1.0424 + wide + 10 + 120);
    }
    const height = Math.ceil(14 + 22 + 12 + 206 + 12 + rows + 14);
    if (onlyWhenChanged && columns === this.columns && height === this.height) return;
    [this.columns, this.height] = [columns, height];
    this.perChunk = columns * 4;
    this.observer.disconnect();
    this.place.style.setProperty("--columns", columns);
    this.place.style.setProperty("--card-height", `${height}px`);
    this.chunks = [];
    for (let start = 0; start < this.shown.length; start += this.perChunk) {
      const rows = Math.ceil(Math.min(this.perChunk, this.shown.length - start) / columns);
      const chunk = el("div.chunk",
        { role: "presentation", "--chunk-height": `${rows * height + (rows - 1) * 18 + 20}px` });
      chunk.start = start;
      this.chunks.push(chunk);
    }
    this.place.replaceChildren(...this.chunks);
    if (!this.chunks.length) this.place.append(el("p.empty", {}, this.photos.length ? "No photo is like that."
      : "No photo is prepared here yet."));
    // The observer reports a frame later or more; until then the cards in view are filled here.
    const inView = this.chunks.filter((chunk) => {
      const { top, bottom } = chunk.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    inView.forEach((chunk) => this.fill(chunk));
    this.chunks.forEach((chunk) => this.observer.observe(chunk));
  }

  fill(chunk) {
    if (chunk.childElementCount) return;
    const photos = this.shown.slice(chunk.start, chunk.start + this.perChunk);
    chunk.append(...photos.map((photo, i) => this.cell(photo, chunk.start + i)));
  }

  cell(photo, index) {
    const card = buildCard(photo, this.options, () => this.options.open(photo));
    if (index === this.current) card.tabIndex = 0;
    const mark = this.options.mark?.(photo);
    if (mark) {
      card.setAttribute("aria-label", `${MARK_NAMES[mark]}: ${card.getAttribute("aria-label")}`);
      card.querySelector(".title").prepend(el(`span.tag${mark === "pick" ? ".good" : ".plain"}`, {}, MARK_NAMES[mark]));
    }
    return el("div.cell", { role: "listitem", "aria-setsize": this.shown.length, "aria-posinset": index + 1,
      "data-index": index, "data-mark": mark }, card);
  }

  drain(chunk) {
    if (!chunk.contains(document.activeElement)) chunk.replaceChildren();
  }

  /**
   * Redraws one photo's card where it is in view.
   * @param {Photo} photo
   */
  redraw(photo) {
    const index = this.shown.findIndex(({ id }) => id === photo.id);
    if (index < 0) return;
    this.shown[index] = photo;
    const cell = this.cellAt(index);
    if (!cell) return;
    const hadFocus = cell.contains(document.activeElement);
    const fresh = this.cell(photo, index);
    cell.replaceWith(fresh);
    if (hadFocus) fresh.firstChild.focus();
  }

  cellAt(index) { return this.place.querySelector(`[data-index="${index}"]`); }

  /** Brings a card into view and gives it the focus. */
  focus(index) {
    if (!this.shown.length) return;
    this.current = clamp(index, 0, this.shown.length - 1);
    const chunk = this.chunks[Math.floor(this.current / this.perChunk)];
    this.fill(chunk);
    this.place.querySelectorAll('.card[tabindex="0"]').forEach((card) => { card.tabIndex = -1; });
    const card = this.cellAt(this.current).firstChild;
    card.tabIndex = 0;
    card.focus();
    card.scrollIntoView({ block: "nearest" });
  }

  move(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns, j: 1, k: -1 };
    if (event.key in steps) this.focus(this.current + steps[event.key]);
    else if (event.key === "Home") this.focus(0);
    else if (event.key === "End") this.focus(this.shown.length - 1);
    else if (this.options.marked && event.key in MARK_KEYS && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const photo = this.shown[this.current];
      if (photo) this.options.marked(photo, MARK_KEYS[event.key]);
    } else return;
    event.preventDefault();
  }

  /** Of the photos shown the riskiest that is not accepted, those that ask for a person before others. */
  riskiest(seen) {
    const left = this.shown.filter((photo) => !photo.accepted && !seen.has(photo.id)).sort(byRisk);
    return left.find(isOpen) ?? left[0] ?? null;
  }

  /** The next photo, or the one before, that is to be looked at; null without one. */
  neighbour(photo, step, passes = () => true) {
    let index = this.shown.findIndex(({ id }) => id === photo.id);
    for (index += step; index >= 0 && index < this.shown.length; index += step) {
      if (passes(this.shown[index])) return this.shown[index];
    }
    return null;
  }
}

/** The search field, the filters and the order. */
export function drawBar(place, sheet) {
  const field = el("input", {
    type: "search", placeholder: "Find by name", "aria-label": "Find by name", value: sheet.query,
      autocomplete: "off", spellcheck: "false",
    oninput: later(90, () => { sheet.query = field.value; sheet.refresh(); }),
  });
  const filters = el("div.filters", { role: "group", "aria-label": "Show" });
  const order = el("select", { "aria-label": "Order", onchange: () => { sheet.order = order.value; sheet.refresh();
    } });
  const drawOrders = () => order.replaceChildren(...Object.entries(ORDERS)
    .filter(([key]) => key !== "slowest" || key === sheet.order || sheet.photos.some(({ time }) => time)).map(([key,
      [label]]) => el("option", { value: key, selected: key === sheet.order }, label)));
  place.replaceChildren(el("div.find", {}, icon("search"), field), filters, order);
  return {
    field,
    refresh() {
      drawOrders();
      const chips = Object.entries(FILTERS).map(([key, [label, passes]]) => [key, label,
        sheet.photos.filter(passes).length])
        .filter(([key, , count]) => count || key === "all" || key === sheet.filter);
      filters.replaceChildren(...chips.map(([key, label, count]) => el("button.chip", {
        type: "button", "aria-pressed": String(key === sheet.filter), "data-filter": key,
        onclick: () => { sheet.filter = key; sheet.refresh();
          filters.querySelector(`[data-filter="${key}"]`).focus(); },
      }, label, el("b", {}, whole.format(count)))));
    },
  };
}
