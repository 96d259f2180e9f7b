// The reviewing page: the same sheet, live, and the editor.
import {
  byId, el, helpButton, icon, iconButton, isOpen, keysDialog, later, plural, starCount, themeButton,
  toast, toggleWords, whole,
} from "./basics.js";
import { byPhoto, drawPackaged } from "./card.js";
import { drawRefusals, drawSummary } from "./charts.js";
import { Comparison } from "./compare.js";
import { drawDoor } from "./door.js";
import { decoded } from "./overlay.js";
import { drawBar, Sheet } from "./sheet.js";
import { drawImports } from "./imports.js";
import { Picks } from "./picks.js";
import { Editor } from "./editor.js";
import { Saves } from "./saves.js";

/** @typedef {import("./basics.js").Photo} Photo */
/** @typedef {import("./basics.js").Design} Design */

const facts = { refusals: [] };
const opened = JSON.parse(byId("facts").textContent);
const session = sessionKey(opened.session);
const known = new Map();
let latest = 0;
let toCome = 0;

/**
 * The key of the session: from the page that the printed address opened, later from the browser, which
 * keeps it for this address and port only.
 */
function sessionKey(given) {
  try {
    if (given) localStorage.setItem("session", given);
    else return localStorage.getItem("session") ?? "";
  } catch { /* a reload needs another address then */ }
  if (given) history.replaceState(null, "", `/${location.hash}`);
  return given ?? "";
}

/** Says why the server refused a request. */
const sayRefusal = ({ message, remedy }, status) =>
  toast([message, remedy].filter(Boolean).join(" ") || `The server answered ${status}.`);

/** Sends a request to the server; shows an error and returns null for statuses not in `fine`. */
async function ask(path, body = null, fine = [], isQuiet = false) {
  let response;
  try {
    const headers = { Authorization: `Bearer ${session}` };
    if (body) headers["Content-Type"] = "application/json";
    response = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  } catch {
    if (!isQuiet) toast("photoprep review does not answer; is it still running?");
    return null;
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok || fine.includes(response.status)) return { answer, status: response.status };
  if (response.status === 401) drawDoor(opened.pairing);
  else sayRefusal(answer, response.status);
  return null;
}

const fileOf = (photo, role) => (role === "master" ? photo.master : photo.renders[role].file);
const address = (kind, file) => `/image/${kind}/${file.name}?v=${file.tag}&key=${session}`;
const source = (photo, role) => address("sheet", fileOf(photo, role));

/** The designs of the store, as a list and by the photos that they show. @type {Design[]} */
let designs = [];
let showing = new Map();

/** The address of a design's text over a render, or of another text drawn in the same way. */
function words(file, family, design, [title, line]) {
  // The server reads an address as in RFC 3986, where a plus does not mean a space.
  const query = Object.entries({ title, line, key: session, ...(design ? { design: design.name } : {}) })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return title || line ? `/image/words/${encodeURIComponent(file)}/${family}?${query}` : null;
}

/** The text and filter of a design over a picture. @param {Design | undefined} design */
const laidOver = (design, file, family) => design && { title: design.title, filter: design.filters[family],
  words: design.words.length ? words(file, family, design, design.words) : null };
const over = (photo, family) => laidOver(showing.get(photo.id)?.[0], photo.renders[family].file.name, family);

const sheet = new Sheet(byId("sheet"), { source, over, changed: () => changed(),
  open: (photo) => (picks.isPicking ? picks.toggle(photo, "pick") : editor.start(known.get(photo.id))),
  mark: (photo) => picks.markOf(photo), marked: (photo, mark) => picks.toggle(photo, mark),
  rated: (photo, stars) => rate([photo.id], stars), compared: (photo, next) => compare(photo, next) });
const picks = new Picks({ shown: () => sheet.shown, known: (id) => known.get(id), redraw: (photo) => sheet.redraw(photo),
  album: async (name, photos) => (await ask("/api/albums", { name, photos }))?.answer,
  pack: async (name, photos) => (await ask("/api/packages", { photos, ...(name ? { name } : {}) }))?.answer,
  address: (index) => `/image/package/${index}?key=${session}`,
  remove: (photos) => remove(photos), rate: (ids, stars) => rate(ids, stars), compare: (photos) => comparison.open(photos) });
byId("sheet").after(picks.bar);
const bar = drawBar(byId("bar"), sheet);

/**
 * Takes the current state of a photo.
 * @param {Photo} photo
 */
function take(photo) {
  known.set(photo.id, photo);
  sheet.photos = [...known.values()];
  sheet.redraw(photo);
  changed();
}

/**
 * Sends an edit; answers with the photo as it is then, whether the edit came too late, and whether it was refused.
 * @param {Photo} photo
 */
async function send(photo, edit) {
  const fine = [400, 401, 404, 409, 422, 500, 503];
  const outcome = await ask(`/api/photos/${photo.id}`, edit, fine, true);
  if (!outcome) return {};
  const { answer, status } = outcome;
  if (status === 401) drawDoor(opened.pairing);
  if (![200, 409].includes(status)) {
    sayRefusal(answer, status);
    return { isRefused: true };
  }
  const now = status === 409 ? answer.photo : answer;
  take(now);
  return { photo: now, isConflict: status === 409 };
}

const saves = new Saves({
  known: (id) => known.get(id),
  send,
  showStatus: (status) => editor.showStatus(status),
  saved: (photo) => editor.saved(photo),
  conflict: (photo) => editor.changedElsewhere(photo, true),
  shown: (id, state) => editor.shown(known.get(id), state),
});
addEventListener("pagehide", () => {
  if (editor.dialog.open) editor.remember();
  saves.leave((photo, edit) => fetch(`/api/photos/${photo.id}`, { method: "POST", keepalive: true,
    headers: { Authorization: `Bearer ${session}`, "Content-Type": "application/json" }, body: JSON.stringify(edit) }));
});

const editor = new Editor({
  stageSource: (photo) => address("stage", photo.master),
  designs: (photo) => [...new Set([...(showing.get(photo.id) ?? []), ...designs])],
  isShown: (photo) => showing.has(photo.id),
  words: (photo, family, design, text) => words(photo.renders[family].file.name, family, design, text),
  neighbour: (photo, step) => sheet.neighbour(photo, step),
  riskiest: (seen) => sheet.riskiest(seen),
  saves,
  map: async ({ id }) => {
    const outcome = await ask(`/api/photos/${id}/map`);
    return outcome && { ...outcome.answer, cells: decoded(outcome.answer.cells) };
  },
  help: () => keys.showModal(),
  crops: async (photo, [x, y]) => (await ask(`/api/photos/${photo.id}/crops`, { x, y }))?.answer ?? null,
  closed: (photo) => { const index = sheet.shown.findIndex(({ id }) => id === photo.id);
    if (index >= 0) sheet.focus(index); },
});

const changed = later(30, () => {
  drawSummary(byId("summary"), facts, sheet);
  bar.refresh();
  picks.changed();
  const open = sheet.shown.filter(isOpen).length;
  acceptAll.hidden = open === 0 || saves.isReadOnly;
  acceptAll.lastChild.textContent = `Accept ${whole.format(open)} shown`;
  const behind = sheet.behindCount ? `, ${whole.format(sheet.behindCount)} behind ones like them` : "";
  byId("count").textContent = toCome
    ? `${plural(sheet.photos.length, "photo", "photos")}, reading ${whole.format(toCome)} more…` : sheet.countText + behind;
});

/** Compares the two picked photos, or else two neighbours. */
function compare(photo, next) {
  const picked = picks.picked.map((id) => known.get(id));
  const two = picked.length === 2 ? picked : [photo, next].filter(Boolean);
  if (two.length === 2) comparison.open(two);
}

const comparison = new Comparison({
  source: (photo) => address("whole", photo.master),
  keep: (photo, other) => {
    picks.set(photo, "pick");
    picks.set(other, "reject");
  },
  closed: () => sheet.focus(sheet.current),
});

/** Gives photos stars; a message offers to undo it. */
async function rate(ids, stars) {
  const before = new Map(ids.map((id) => [id, starCount(known.get(id))]));
  const done = await changeEach(ids.map((id) => known.get(id)).filter((photo) => photo.stars !== stars || photo.fileStars), () => ({ stars }));
  if (!done.length) return;
  const what = stars ? plural(stars, "star", "stars") : "no stars";
  const whose = done.length === 1 ? done[0].name : plural(done.length, "photo", "photos");
  toast(`${whose}: ${what}.`, "Undo", async () => {
    await changeEach(done, ({ id }) => ({ stars: before.get(id) }));
    readStacks();
  });
  readStacks();
}

/** Moves photos to the store's trash; a message offers to undo it. */
async function remove(photos) {
  const outcome = await ask("/api/removals", { photos });
  if (!outcome) return false;
  toast(`${plural(photos.length, "photo", "photos")} removed: in the store's trash for a week.`, "Undo", async () => {
    if (await ask("/api/removals", { photos, back: true })) await update();
  });
  await update();
  return true;
}

/** Accepts every shown photo that needs attention; a message offers to undo all of it. */
async function acceptShown() {
  const done = await changeEach(sheet.shown.filter(isOpen), () => ({ accepted: true }));
  toast(`${plural(done.length, "photo", "photos")} accepted.`, "Undo", async () => {
    await changeEach(done, () => ({ accepted: false }));
    sheet.refresh();
  });
  sheet.refresh();
}

/** Sends a change for each of several photos; returns those that were changed. */
async function changeEach(list, change) {
  // Pending changes are saved first.
  await saves.run();
  const done = [];
  for (const { id } of list) {
    const photo = known.get(id);
    const outcome = await send(photo, { revision: photo.revision, ...change(photo) });
    if (!outcome.photo) break;
    if (!outcome.isConflict) done.push(outcome.photo);
    if (done.length && done.length % 20 === 0) toast(`${whole.format(done.length)} of ${whole.format(list.length)}…`);
  }
  return done;
}

/** Says at once if the store cannot be written. */
function tellReadOnly(isReadOnly) {
  saves.isReadOnly = isReadOnly;
  pickButton.hidden = isReadOnly;
  const banner = byId("readonly");
  banner.hidden = !isReadOnly;
  const text = "You can look, but not change: this account may not write into the store.";
  if (isReadOnly && banner.textContent !== text) banner.textContent = text;
}

/** Fetches changes; asks again at once while the server is still reading. */
async function update() {
  const outcome = await ask(`/api/photos?since=${latest}`);
  if (!outcome) return;
  const { store, number, removed, refusals, left, readOnly } = outcome.answer;
  // An answer from before a save is out of date.
  const photos = outcome.answer.photos.filter(({ id, revision }) => (known.get(id)?.revision ?? -1) <= revision);
  byId("place").textContent = store;
  tellReadOnly(readOnly);
  document.title = `photoprep · ${store}`;
  const isNew = photos.filter(({ id }) => !known.has(id)).length + removed.length > 0;
  const changes = photos.filter(({ id, revision }) => known.get(id)?.revision !== revision);
  latest = number;
  toCome = left;
  photos.forEach((photo) => known.set(photo.id, photo));
  removed.forEach((id) => known.delete(id));
  facts.refusals = refusals;
  drawRefusals(byId("refusals"), refusals);
  if (isNew) sheet.show([...known.values()]);
  else if (left) changed();
  else changes.forEach(take);
  if (!isNew && !left && !photos.length) changed();
  areStacksDue ||= isNew;
  if (!left && areStacksDue) readStacks();
  for (const photo of changes) if (!saves.wanted.has(photo.id)) editor.changedElsewhere(photo, false);
  if (left) setTimeout(update, 400);
}

/** Whether photos were added or removed since the stacks were read. */
let areStacksDue = false;

async function readStacks() {
  areStacksDue = false;
  const stacks = (await ask("/api/stacks"))?.answer ?? [];
  if (stacks.length || sheet.stackOf.size) sheet.stack(stacks);
}

/** Undoes or redoes a step. */
function stepBack(isAgain) {
  const name = isAgain ? saves.redo() : saves.undo();
  if (name) toast(isAgain ? `${name}: changed again.` : `${name}: as it was before.`, isAgain ? "Undo" : "Redo", () => stepBack(!isAgain));
  else toast(isAgain ? "There is nothing to redo." : "There is nothing to undo in this visit.");
}

const keys = keysDialog({
  "Among the photos": [
    [["/"], "Find by name"], [["←", "→", "↑", "↓"], "From photo to photo"], [["Enter"], "Adjust a photo"],
    [["p"], "Pick"], [["x"], "Reject"], [["1", "…", "5"], "Stars; none with 0"], [["s"], "Photos like this one"],
    [["c"], "Compare two picked photos, or this and the next; then z shows every pixel"],
    [["n"], "The next to look at"], [["t"], "Text of designs"], [["Ctrl Z"], "Undo the last change"],
    [["Ctrl Shift Z"], "Redo"], [["?"], "This help"],
  ],
  "By touch": [
    [["drag"], "Move the framing; its corners make it larger or smaller"],
    [["pinch"], "Framing larger or smaller"], [["double tap"], "Framing to that place, close or wide"],
  ],
  "In the editor": [
    [["1", "…", "4"], "From widget to widget"], [["←", "→", "↑", "↓"], "Move the framing; far with Shift"],
    [["+", "−"], "Zoom the framing"], [["r", "R"], "Turn right, left"], [["0"], "Use the automatic crop"],
    [["w"], "Show the whole photo"],
    [["f"], "Point at what matters"], [["m"], "Show what matters"], [["t"], "Text"], [["a"], "Accept"],
    [["Enter", "Ctrl Enter"], "Accept, and next"], [["n"], "The next to look at"],
    [["j", "k"], "Next, previous photo"],
    [["Ctrl Z"], "Undo, also in photos before"], [["Ctrl Shift Z"], "Redo"],
    [["Esc"], "Close"], [["?"], "This help"],
  ],
});
const acceptAll = el("button.button", { type: "button", onclick: acceptShown, hidden: true }, icon("check"),
  "Accept all shown");
byId("summary").after(acceptAll);
const pickButton = el("button.button", { type: "button", "aria-pressed": "false", onclick: () => {
  picks.isPicking = !picks.isPicking;
  pickButton.setAttribute("aria-pressed", String(picks.isPicking));
  picks.changed();
} }, "Pick");
byId("tools").append(pickButton, helpButton(() => keys.showModal()), themeButton());
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || document.querySelector("dialog[open]")) return;
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && ["z", "y"].includes(key.toLowerCase())) stepBack(event.shiftKey || key === "y");
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "/") bar.field.focus();
  else if (key === "?") keys.showModal();
  else if (key === "t") toggleWords();
  else if (key === "n") { const next = sheet.riskiest(new Set()); if (next) editor.start(next); }
  else if (key.startsWith("Arrow") && !byId("sheet").contains(event.target)) sheet.focus(sheet.current);
  else return;
  event.preventDefault();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) update(); });
setInterval(() => { if (!document.hidden && !toCome && !document.documentElement.dataset.closed) update(); }, 4000);
sheet.show([]);
/** Shows photos that were prepared elsewhere; they cannot be framed here. */
async function showPackaged() {
  const outcome = await ask("/api/packaged");
  drawPackaged(byId("packaged"), outcome?.answer ?? [],
    (name) => `/image/sheet/${encodeURIComponent(name)}?key=${session}`, ({ design: name, pictures }, family) =>
      laidOver(designs.find((design) => design.name === name), pictures[family], family) ?? null);
}

/** Shows the packages that can be imported. */
async function showImports() {
  const packages = (await ask("/api/imports"))?.answer ?? [];
  visit += 1;
  drawImports(byId("imports"), packages, { bring,
    address: (index, widget, family) => `/image/import/${index}/${widget}/${family}?visit=${visit}&key=${session}` });
}

/** Counts the reads of packages, so that a browser draws no outdated picture. */
let visit = 0;

/** Imports designs of a package into the store. */
async function bring(index, designs) {
  const outcome = await ask("/api/imports", designs ? { package: index, designs } : { package: index });
  if (!outcome) return;
  const { designs: count, albums, images } = outcome.answer;
  const parts = [[count, "design", "designs"], [albums, "album", "albums"], [images, "image", "images"]]
    .filter(([number]) => number).map((part) => plural(...part));
  toast(parts.length ? `${parts.join(", ")} came in.` : "Everything is in the store already.");
  await showImports();
  byId("imports").querySelector("h2").scrollIntoView({ block: "nearest" });
  await readDesigns();
  await showPackaged();
}

/** Reads the designs; a photo of a design is then shown with its text. */
async function readDesigns() {
  designs = (await ask("/api/designs"))?.answer ?? [];
  showing = byPhoto(designs);
  for (const id of showing.keys()) if (known.has(id)) sheet.redraw(known.get(id));
  if (designs.length && !byId("tools").querySelector(".designtext")) byId("tools").prepend(iconButton("words", "Text of designs", toggleWords, { class: "button icon designtext" }));
}

showImports().then(update).then(() => saves.resume()).then(readDesigns).then(showPackaged).then(() => { document.documentElement.dataset.ready = "true"; });
