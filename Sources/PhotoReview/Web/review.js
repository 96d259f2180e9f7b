// The reviewing page: the same sheet, live, and the editor.
import {
  byId, el, familiesOf, icon, iconButton, isOpen, keysDialog, later, plural, showsKeys, themeButton,
  toast, toggleWords, whole,
} from "./basics.js";
import { byPhoto, drawPackaged } from "./card.js";
import { drawRefusals, drawSummary } from "./charts.js";
import { decoded } from "./overlay.js";
import { drawBar, Sheet } from "./sheet.js";
import { Editor, inside } from "./editor.js";

/** @typedef {import("./basics.js").Photo} Photo */
/** @typedef {import("./basics.js").Design} Design */

const facts = { refusals: [] };
const session = sessionKey(JSON.parse(byId("facts").textContent).session);
const known = new Map();
let latest = 0;
let toCome = 0;

/**
 * The key of the session: from the page that the printed address opened, later from where the
 * browser keeps it for this address and port alone.
 */
function sessionKey(given) {
  try {
    if (given) localStorage.setItem("session", given);
    else return localStorage.getItem("session") ?? "";
  } catch { /* then a reload needs another address */ }
  if (given) history.replaceState(null, "", `/${location.hash}`);
  return given ?? "";
}

/** Asks the server; shows what went wrong and returns null then, but for the statuses in `fine`. */
async function ask(path, body = null, fine = []) {
  let response;
  try {
    const headers = { Authorization: `Bearer ${session}` };
    if (body) headers["Content-Type"] = "application/json";
    response = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  } catch {
    toast("photoprep review does not answer; is it still running?");
    return null;
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok || fine.includes(response.status)) return { answer, status: response.status };
  if (response.status === 401) closeDoor();
  else toast([answer.message, answer.remedy].filter(Boolean).join(" ") || `The server answered ${response.status}.`);
  return null;
}

/** Explains what to do where the browser has no key, or that of an earlier run. */
function closeDoor() {
  document.documentElement.dataset.closed = "true";
  byId("sheet").replaceChildren(el("div.door", {}, el("h2", {}, "This page is not open to this browser"),
    el("p", {}, "The address that photoprep review prints opens once, in one browser, so that no other user of this "
      + "machine gets in. It was opened before, or belongs to a run that has ended."),
    el("ul", {},
      el("li", {}, "Is the page still open in another tab or browser? Go on there; reloading it works."),
      el("li", {}, "Else press Control-C in the terminal and run ", el("code", {}, "photoprep review --store …"),
        " again. What you saved is kept."))));
}

const fileOf = (photo, role) => (role === "master" ? photo.master : photo.renders[role].file);
const address = (kind, file) => `/image/${kind}/${file.name}?v=${file.tag}&key=${session}`;
const source = (photo, role) => address("sheet", fileOf(photo, role));

/** The designs of the store, and by the photos that they show. @type {Design[]} */
let designs = [];
let showing = new Map();

/** The address of what a design lays over a render, or of another text as it would show it. */
function words(file, family, design, [title, line]) {
  // The server reads an address as RFC 3986 has it, where a plus is no space.
  const query = Object.entries({ title, line, key: session, ...(design ? { design: design.name } : {}) })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return title || line ? `/image/words/${encodeURIComponent(file)}/${family}?${query}` : null;
}

/** What a design lays over a picture. @param {Design | undefined} design */
const laidOver = (design, file, family) => design && { title: design.title, filter: design.filters[family],
  words: design.words.length ? words(file, family, design, design.words) : null };
const over = (photo, family) => laidOver(showing.get(photo.id)?.[0], photo.renders[family].file.name, family);

const sheet = new Sheet(byId("sheet"), { source, over, open: (photo) => editor.start(known.get(photo.id)),
  changed: () => changed() });
const bar = drawBar(byId("bar"), sheet);
const choose = (flag) => { sheet.filter = sheet.filter === flag ? "all" : flag; sheet.refresh(); };

/**
 * Takes a photo as it is now.
 * @param {Photo} photo
 */
function take(photo) {
  known.set(photo.id, photo);
  sheet.photos = [...known.values()];
  sheet.redraw(photo);
  changed();
}

/**
 * Sends an edit; returns the photo as it is then, whether or not the edit came too late.
 * @param {Photo} photo
 */
async function save(photo, edit) {
  const outcome = await ask(`/api/photos/${photo.id}`, edit, [409]);
  if (!outcome) return {};
  const isConflict = outcome.status === 409;
  const now = isConflict ? outcome.answer.photo : outcome.answer;
  take(now);
  return { photo: now, isConflict };
}

/** Brings a photo's frames back to what they were before a save; returns the photo as it is then. */
async function revert(before, after) {
  const renders = {};
  for (const family of familiesOf(before)) {
    const { rect, turns, degrees, manual, file, fit } = before.renders[family];
    if (file.name === after.renders[family].file.name) continue;
    renders[family] = manual ? { rect: inside(rect), turns, degrees, fit } : null;
  }
  const { photo, isConflict } = await save(after, { revision: after.revision, renders, accepted: before.accepted });
  if (photo) toast(isConflict ? "This photo was changed meanwhile; it stays as it is." : "As it was before.");
  return photo;
}

const editor = new Editor({
  stageSource: (photo) => address("stage", photo.master),
  designs: (photo) => [...new Set([...(showing.get(photo.id) ?? []), ...designs])],
  isShown: (photo) => showing.has(photo.id),
  words: (photo, family, design, text) => words(photo.renders[family].file.name, family, design, text),
  neighbour: (photo, step) => sheet.neighbour(photo, step),
  riskiest: (seen) => sheet.riskiest(seen),
  save, revert,
  map: async ({ id }) => {
    const outcome = await ask(`/api/photos/${id}/map`);
    return outcome && { ...outcome.answer, cells: decoded(outcome.answer.cells) };
  },
  help: () => keys.showModal(),
  crops: async (photo, [x, y]) => (await ask(`/api/photos/${photo.id}/crops`, { x, y }))?.answer ?? null,
  closed: (photo) => { const index = sheet.shown.findIndex(({ id }) => id === photo.id);
    if (index >= 0) sheet.focus(index); },
});

function changed() {
  later.summary ??= later(30, () => {
    drawSummary(byId("summary"), sheet.photos, facts, sheet.filter, choose);
    bar.refresh();
    const open = sheet.shown.filter(isOpen).length;
    acceptAll.disabled = open === 0;
    acceptAll.lastChild.textContent = open ? `Accept ${whole.format(open)} shown` : "Accept all shown";
    const all = plural(sheet.photos.length, "photo", "photos");
    if (toCome) byId("count").textContent = `${all}, reading ${whole.format(toCome)} more…`;
    else byId("count").textContent = sheet.shown.length === sheet.photos.length
      ? all : `${whole.format(sheet.shown.length)} of ${all}`;
  });
  later.summary();
}

/** Accepts every photo that is shown and asks to be looked at; one message undoes all of it. */
async function acceptShown() {
  const list = sheet.shown.filter(isOpen);
  if (!confirm(`Accept ${plural(list.length, "photo", "photos")} as they are?`)) return;
  const done = await acceptEach(list, true);
  toast(`${plural(done.length, "photo", "photos")} accepted.`, "Undo", async () => {
    await acceptEach(done, false);
    sheet.refresh();
  });
  sheet.refresh();
}

async function acceptEach(list, accepted) {
  const done = [];
  for (const { id } of list) {
    const photo = known.get(id);
    const outcome = await save(photo, { revision: photo.revision, accepted });
    if (!outcome.photo) break;
    if (!outcome.isConflict) done.push(outcome.photo);
    if (done.length % 20 === 0) toast(`${whole.format(done.length)} of ${whole.format(list.length)}…`);
  }
  return done;
}

/** Asks what changed, and takes it; asks again at once while the server still reads. */
async function update() {
  const outcome = await ask(`/api/photos?since=${latest}`);
  if (!outcome) return;
  const { store, number, photos, removed, refusals, left } = outcome.answer;
  byId("place").textContent = store;
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
  if (editor.dialog.open && photos.some(({ id, revision }) => id === editor.photo.id
    && revision !== editor.photo.revision)) {
    editor.say("This photo was changed meanwhile.", "Show theirs",
      () => editor.open(known.get(editor.photo.id)));
  }
  if (left) setTimeout(update, 400);
}

const keys = keysDialog({
  "Among the photos": [
    [["/"], "Find by name"], [["←", "→", "↑", "↓"], "From photo to photo"], [["Enter"], "Adjust a photo"],
    [["n"], "The next to look at"], [["t"], "Text of designs"], [["Ctrl Z"], "Undo the last save"],
    [["?"], "These keys"],
  ],
  "In the editor": [
    [["1", "2", "3", "4"], "Small, Medium, Large, Portrait"], [["←", "→", "↑", "↓"], "Move the frame; far with Shift"],
    [["+", "−"], "Zoom the frame"], [["r", "R"], "Turn right, left"], [["0"], "Use the automatic frame"],
    [["w"], "Show the whole photo"],
    [["f"], "Point at what matters"], [["m"], "Show what matters"], [["t"], "Text"], [["a"], "Accept"],
    [["s"], "Save"],
    [["Enter", "Ctrl Enter"], "Save or accept, and next"], [["n"], "The next to look at"],
    [["j", "k"], "Next, previous photo"],
    [["Ctrl Z"], "Undo, also a save"], [["Esc"], "Close"], [["?"], "These keys"],
  ],
});
const acceptAll = el("button.button", { type: "button", onclick: acceptShown, disabled: true }, icon("check"),
  "Accept all shown");
byId("count").after(acceptAll);
byId("tools").append(iconButton("keys", "Keys", () => keys.showModal()), themeButton());
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || document.querySelector("dialog[open]") || showsKeys()) return;
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key === "z") editor.undoSave();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "/") bar.field.focus();
  else if (key === "?") keys.showModal();
  else if (key === "t") toggleWords();
  else if (key === "n") { const next = sheet.riskiest(new Set()); if (next) editor.start(next); }
  else if (key.startsWith("Arrow") && !byId("sheet").contains(event.target)) sheet.focus(sheet.current);
  else return;
  event.preventDefault();
});
addEventListener("beforeunload", (event) => { if (editor.dialog.open && editor.isChanged()) event.preventDefault();
  });
document.addEventListener("visibilitychange", () => { if (!document.hidden) update(); });
setInterval(() => { if (!document.hidden && !toCome) update(); }, 4000);
sheet.show([]);
/** Shows what was prepared elsewhere; such photos cannot be framed here. */
async function showPackaged() {
  const outcome = await ask("/api/packaged");
  drawPackaged(byId("packaged"), outcome?.answer ?? [],
    (name) => `/image/sheet/${encodeURIComponent(name)}?key=${session}`, ({ design: name, pictures }, family) =>
      laidOver(designs.find((design) => design.name === name), pictures[family], family) ?? null);
}

/** Reads the designs; photos that one shows are shown under its text. */
async function readDesigns() {
  designs = (await ask("/api/designs"))?.answer ?? [];
  showing = byPhoto(designs);
  for (const id of showing.keys()) if (known.has(id)) sheet.redraw(known.get(id));
  if (designs.length) byId("tools").prepend(iconButton("words", "Text of designs", toggleWords));
}

update().then(readDesigns).then(showPackaged).then(() => { document.documentElement.dataset.ready = "true"; });
