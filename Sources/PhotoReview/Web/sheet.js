// The contact sheet: filters, search, order, and cards that exist only near the visible part.
import {
  byRisk, clamp, el, entry, FLAGS, furtherShapes, hasManual, icon, isOpen, later, MARK_NAMES, plural, SHAPES, starCount,
  whole,
} from "./basics.js";
import { buildCard, buildTile, noteVariants, photoOf } from "./card.js";

/** @typedef {import("./basics.js").Photo} Photo */

/** The time of photos whose time is unknown, in seconds from 1970: before every other photo. */
const LONG_AGO = -1e12;

const ORDERS = {
  worst: ["Worst first", byRisk],
  best: ["Best first", (a, b) => starCount(b) - starCount(a) || (b.score ?? -1) - (a.score ?? -1)],
  taken: ["Newest first", (a, b) => (b.taken ?? LONG_AGO) - (a.taken ?? LONG_AGO)],
  name: ["By name", (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })],
  newest: ["Last prepared first", (a, b) => (a.preparedAt < b.preparedAt ? 1 : -1)],
  largest: ["Most bytes first", (a, b) => b.bytes - a.bytes],
  slowest: ["Slowest first", (a, b) => (b.time ?? -1) - (a.time ?? -1)],
};

const MARK_KEYS = { p: "pick", x: "reject" };

/** The minimum width of cards in pixels for each step of the slider: the last shows all widgets, the others one. */
const SIZES = [64, 104, 150, 220, 300];
const FULL = SIZES.length - 1;

const FILTERS = {
  all: ["All", () => true],
  open: ["To look at", isOpen],
  starred: ["With stars", (photo) => starCount(photo) > 0],
  ...Object.fromEntries(Object.entries(FLAGS).map(([flag, { label }]) =>
    [flag, [label, (photo) => photo.flags.includes(flag)]])),
  hand: ["By hand", hasManual],
  accepted: ["Accepted", (photo) => photo.accepted],
};

export class Sheet {
  /**
   * `options`: `source(photo, role)`, `over(photo, family)`, `open(photo)`, `changed()`; if photos can be picked,
   * `mark(photo)` returns a photo's mark, `marked(photo, mark)` sets it, `rated(photo, stars)` sets its stars, and
   * `compared(photo, next)` compares two.
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
    this.size = clamp(Number(state.get("size") ?? FULL) | 0, 0, FULL);
    /** Whether the photos of a stack are hidden behind the best one. */
    this.isStacked = state.get("alike") !== "apart";
    /** @type {Map<string, string[]>} */
    this.stackOf = new Map();
    /** The open stacks, by the photo that represents each. */
    this.opened = new Set();
    /** The photos behind each photo that represents a stack. @type {Map<string, Photo[]>} */
    this.behind = new Map();
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
   * Shows all photos again; the scroll position and the focus stay.
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

  /** Takes the stacks: lists of photos' names, the best one first. @param {string[][]} lists */
  stack(lists) {
    this.stackOf = new Map(lists.flatMap((list) => list.map((id) => [id, list])));
    this.show(this.photos);
  }

  /** Puts photos behind the best one of their stack; those of open stacks follow it instead. */
  stacked(photos) {
    this.behind = new Map();
    const passing = new Map(photos.map((photo) => [photo.id, photo]));
    const stacks = new Set(this.isStacked ? photos.map(({ id }) => this.stackOf.get(id)).filter(Boolean) : []);
    const hidden = new Set();
    for (const stack of stacks) {
      const [best, ...others] = stack.map((id) => passing.get(id)).filter(Boolean);
      const behind = others.filter((photo) => photoOf(photo) !== photoOf(best));
      if (behind.length) this.behind.set(best.id, behind);
      behind.forEach(({ id }) => hidden.add(id));
    }
    return photos.filter(({ id }) => !hidden.has(id))
      .flatMap((photo) => [photo, ...(this.opened.has(photo.id) ? this.behind.get(photo.id) ?? [] : [])]);
  }

  /** How many photos are shown, and of how many. */
  get countText() {
    const all = plural(this.photos.length, "photo", "photos");
    return this.shown.length === this.photos.length ? all : `${whole.format(this.shown.length)} of ${all}`;
  }

  /** The number of photos behind others. */
  get behindCount() {
    return [...this.behind].reduce((sum, [id, photos]) => sum + (this.opened.has(id) ? 0 : photos.length), 0);
  }

  /** Opens or closes the stack that a photo represents. @param {Photo} photo */
  toggleStack(photo) {
    if (!this.behind.has(photo.id)) return;
    if (!this.opened.delete(photo.id)) this.opened.add(photo.id);
    this.show(this.photos);
    const index = this.shown.findIndex(({ id }) => id === photo.id);
    this.focus(index);
    this.cellAt(index).querySelector(".stack").focus();
  }

  /** Filters and sorts the photos, and keeps the settings in the address. */
  refresh() {
    // Names of a Mac's files have their accents apart, keyboards type them in one, and people leave them out.
    const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
    const words = plain(this.query).split(/\s+/).filter(Boolean);
    const [, passes] = FILTERS[this.filter];
    this.shown = this.photos.filter((photo) => passes(photo)
      && words.every((word) => photo.sources.some((name) => plain(name).includes(word))
        || photo.id.includes(word)));
    this.shown = this.stacked(this.shown.sort(ORDERS[this.order][1]));
    const state = new URLSearchParams();
    if (this.filter !== "all") state.set("show", this.filter);
    if (this.order !== "worst") state.set("order", this.order);
    if (this.query) state.set("find", this.query);
    if (this.size < FULL) state.set("size", this.size);
    if (!this.isStacked) state.set("alike", "apart");
    history.replaceState(null, "", state.size ? `#${state}` : location.pathname + location.search);
    this.current = 0;
    this.layOut(false);
    this.options.changed();
  }

  /** The height of a card with all widgets, given its inner width. */
  cardHeight(inner) {
    // Photo, title, two rows of widgets: the small and the large one are as high as they are wide.
    const unit = (inner - 10) / 3.14;
    let rows = unit + 10 + unit * 2.14 * 1.0424;
    // If a photo has further families, a tall one is beside both rows, and a wide one and the risks are below: 120
    // pixels of flags, two lines of risks and the facts.
    const further = furtherShapes(this.photos);
    if (further.length) {
      const narrow = (inner - 20) / 5.2;
      const wide = further.length === 2 ? 10 + inner * 0.476 : 0;
      rows = Math.max(rows, narrow + 10 + (narrow * 3.14 + 10) * 1.0424 + wide + 10 + 120);
    }
    return 14 + 22 + 12 + 206 + 12 + rows + 14;
  }

  /** Makes a placeholder for every few rows of cards. */
  layOut(onlyWhenChanged) {
    const width = this.place.clientWidth;
    const gap = this.size < FULL ? 8 : 18;
    const columns = Math.max(1, Math.floor((width + gap) / (SIZES[this.size] + gap)));
    const own = (width - gap * (columns - 1)) / columns;
    const height = Math.ceil(this.size < FULL ? own / SHAPES.large : this.cardHeight(own - 28));
    if (onlyWhenChanged && columns === this.columns && height === this.height) return;
    [this.columns, this.height] = [columns, height];
    this.perChunk = columns * 4;
    this.observer.disconnect();
    this.place.style.setProperty("--columns", columns);
    this.place.style.setProperty("--gap", `${gap}px`);
    this.place.style.setProperty("--card-height", `${height}px`);
    this.chunks = [];
    for (let start = 0; start < this.shown.length; start += this.perChunk) {
      const rows = Math.ceil(Math.min(this.perChunk, this.shown.length - start) / columns);
      const chunk = el("div.chunk",
        { role: "presentation", "--chunk-height": `${rows * height + (rows - 1) * gap + 20}px` });
      chunk.start = start;
      this.chunks.push(chunk);
    }
    this.place.replaceChildren(...this.chunks);
    if (!this.chunks.length) this.place.append(el("p.empty", {}, this.photos.length ? "No photo is like that."
      : "No photo is prepared here yet."));
    // The observer reports at least a frame later; until then the cards in view are filled here.
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
    const build = this.size < FULL ? buildTile : buildCard;
    const card = build(photo, this.options, () => this.options.open(photo));
    if (index === this.current) card.tabIndex = 0;
    const mark = this.options.mark?.(photo);
    if (mark) {
      card.setAttribute("aria-label", `${MARK_NAMES[mark]}: ${card.getAttribute("aria-label")}`);
      card.querySelector(".title")?.prepend(el(`span.tag${mark === "pick" ? ".good" : ".plain"}`, {}, MARK_NAMES[mark]));
    }
    return el("div.cell", { role: "listitem", "aria-setsize": this.shown.length, "aria-posinset": index + 1,
      "data-index": index, "data-mark": mark }, card, this.stackButton(photo));
  }

  /** The button that opens the stack that a photo represents; nothing for other photos. @param {Photo} photo */
  stackButton(photo) {
    const behind = this.behind.get(photo.id);
    if (!behind) return null;
    const label = `${plural(behind.length, "photo", "photos")} like ${photo.name}`;
    return el("button.button.stack", { type: "button", "aria-expanded": String(this.opened.has(photo.id)), "aria-label": label,
      title: `${label} (s)`, onclick: () => this.toggleStack(photo) }, icon("stack"), `+${behind.length}`);
  }

  drain(chunk) {
    if (!chunk.contains(document.activeElement)) chunk.replaceChildren();
  }

  /**
   * Redraws one photo's card if it is in view.
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
    } else if (event.ctrlKey || event.metaKey || event.altKey || !this.shown.length || !this.handle(event.key)) return;
    event.preventDefault();
  }

  /** Handles a key for the focused photo; returns whether it is one. */
  handle(key) {
    const photo = this.shown[this.current];
    if (key === "s") this.toggleStack(photo);
    else if (this.options.rated && /^[0-5]$/.test(key)) this.options.rated(photo, Number(key));
    else if (this.options.compared && key === "c") this.options.compared(photo, this.shown[this.current + 1]);
    else return false;
    return true;
  }

  /** The riskiest shown photo that is not accepted, preferring those that need attention. */
  riskiest(seen) {
    const left = this.shown.filter((photo) => !photo.accepted && !seen.has(photo.id)).sort(byRisk);
    return left.find(isOpen) ?? left[0] ?? null;
  }

  /** The next or previous photo to look at, or null. */
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
    type: "search", placeholder: "Search", "aria-label": "Find by name", value: sheet.query,
      autocomplete: "off", spellcheck: "false",
    oninput: later(90, () => { sheet.query = field.value; sheet.refresh(); }),
  });
  const filters = el("div.filters", { role: "group", "aria-label": "Show" });
  const order = el("select", { "aria-label": "Order", onchange: () => { sheet.order = order.value; sheet.refresh();
    } });
  const size = el("input.size", { type: "range", min: 0, max: FULL, value: sheet.size, "aria-label": "Size of the photos",
    title: "From many small photos to large ones with all widgets",
    oninput: () => { sheet.size = Number(size.value); sheet.show(sheet.photos); } });
  const alike = el("button.chip", { type: "button", title: "Photos that show the same lie behind the best of them",
    onclick: () => { sheet.isStacked = !sheet.isStacked; sheet.show(sheet.photos); } }, "Alike as one");
  const drawOrders = () => order.replaceChildren(...Object.entries(ORDERS)
    .filter(([key]) => key !== "slowest" || key === sheet.order || sheet.photos.some(({ time }) => time)).map(([key,
      [label]]) => el("option", { value: key, selected: key === sheet.order }, label)));
  place.replaceChildren(el("div.find", {}, icon("search"), field), filters, order, size);
  return {
    field,
    refresh() {
      drawOrders();
      const chips = Object.entries(FILTERS).map(([key, [label, passes]]) => [key, label,
        sheet.photos.filter(passes).length])
        .filter(([key, , count]) => count || key === "all" || key === sheet.filter);
      alike.setAttribute("aria-pressed", String(sheet.isStacked));
      const hadFocus = document.activeElement === alike;
      filters.replaceChildren(...chips.map(([key, label, count]) => el("button.chip", {
        type: "button", "aria-pressed": String(key === sheet.filter), "data-filter": key,
        onclick: () => { sheet.filter = key; sheet.refresh();
          filters.querySelector(`[data-filter="${key}"]`).focus(); },
      }, label, " ", el("b", {}, whole.format(count)))), ...(sheet.stackOf.size ? [alike] : []));
      if (hadFocus) alike.focus();
    },
  };
}
