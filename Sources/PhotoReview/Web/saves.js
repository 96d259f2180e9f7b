// Saves hand work to the store automatically, with undo and redo over all photos of a visit.
import { clamp, familiesOf } from "./basics.js";

/** @typedef {import("./basics.js").Photo} Photo */
/** @typedef {import("./basics.js").Frame} Frame */

/**
 * The state of a photo that a person sets.
 * @typedef {{ frames: Record<string, Frame & { manual: boolean }>, accepted: boolean }} State
 */

/**
 * The state of a photo in the store.
 * @param {Photo} photo
 * @returns {State}
 */
function stateOf(photo) {
  const frames = Object.fromEntries(familiesOf(photo).map((family) => {
    const { rect, turns, degrees, manual, fit } = photo.renders[family];
    return [family, { rect, turns, degrees, manual, fit }];
  }));
  return { frames, accepted: photo.accepted };
}

/** A rectangle, clipped if rounding moved it beyond the picture. */
function inside([x, y, w, h]) {
  const [left, top] = [clamp(x, 0, 1), clamp(y, 0, 1)];
  return [left, top, Math.min(w, 1 - left), Math.min(h, 1 - top)];
}

/** Whether two frames are equal; the server rounds to a millionth. */
const isSameFrame = (a, b) => a.manual === b.manual && Boolean(a.fit) === Boolean(b.fit)
  && a.turns === b.turns && Math.abs(a.degrees - b.degrees) < 1e-4
  && a.rect.every((value, i) => Math.abs(value - b.rect[i]) < 2e-6);

/** Whether two states are equal. @param {State} a @param {State} b */
export const isSame = (a, b) => a.accepted === b.accepted
  && Object.keys(a.frames).every((family) => isSameFrame(a.frames[family], b.frames[family]));

/** The frames in which two states differ, in the server's format. @param {State} from @param {State} to */
function changedFrames(from, to) {
  return Object.fromEntries(Object.keys(to.frames).filter((family) => !isSameFrame(from.frames[family],
    to.frames[family])).map((family) => {
    const { rect, turns, degrees, manual, fit } = to.frames[family];
    return [family, manual ? { rect: inside(rect), turns, degrees, ...(fit ? { fit } : {}) } : null];
  }));
}

/** How long a change waits for another one before it is sent, in milliseconds (decision 0709). */
const PAUSE = 1200;
/** How long until a server that does not answer is asked again, in milliseconds. */
const PATIENCE = 3000;
/** The key under which the browser keeps unsaved changes. */
const PLACE = "unsaved";

export class Saves {
  /**
   * `options`: `known(id)`, `send(photo, edit)` (answers `{ photo, isConflict, isRefused }`), `showStatus(status)` with
   * "saving", "saved" or "waiting", `saved(photo)`, `conflict(photo)`, `shown(id, state)`.
   */
  constructor(options) {
    this.options = options;
    /** @type {Map<string, { state: State, revision: number }>} */
    this.wanted = new Map();
    /** @type {{ id: string, before: State, after: State }[]} */
    this.steps = [];
    this.at = 0;
    /** Whether the store cannot be written; changes can still be tried, and last as long as the page. */
    this.isReadOnly = false;
  }

  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.steps.length; }

  /** The wanted state of a photo: as it was set last, or as it is in the store. @param {Photo} photo */
  stateOf(photo) { return this.wanted.get(photo.id)?.state ?? stateOf(photo); }

  /** Makes a change one step and saves it. @param {Photo} photo @param {State} after */
  change(photo, after) {
    const before = this.stateOf(photo);
    if (isSame(before, after)) return;
    this.steps.length = this.at;
    this.steps.push({ id: photo.id, before, after });
    this.at += 1;
    this.want(photo, after);
  }

  /** Undoes the last step; returns the name of its photo. */
  undo() { return this.canUndo ? this.go(this.steps[this.at -= 1], "before") : null; }

  /** Redoes a step; returns the name of its photo. */
  redo() { return this.canRedo ? this.go(this.steps[(this.at += 1) - 1], "after") : null; }

  go(step, side) {
    const photo = this.options.known(step.id);
    if (!photo) return null;
    this.want(photo, step[side]);
    this.options.shown(step.id, step[side]);
    return photo.name;
  }

  want(photo, state) {
    const revision = this.wanted.get(photo.id)?.revision ?? photo.revision;
    this.wanted.set(photo.id, { state, revision });
    if (this.isReadOnly) return this.options.showStatus("readOnly");
    this.keep();
    this.options.showStatus("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), PAUSE);
    return undefined;
  }

  /** Keeps unsaved changes in the browser, in case the page is closed before they are saved. */
  keep() {
    try {
      if (this.wanted.size) localStorage.setItem(PLACE, JSON.stringify([...this.wanted]));
      else localStorage.removeItem(PLACE);
    } catch { /* only this page has it then */ }
  }

  /** Restores the changes that an earlier page kept; photos that were changed since keep the store's state. */
  resume() {
    let kept = [];
    try { kept = JSON.parse(localStorage.getItem(PLACE)) ?? []; } catch { /* there are no kept changes */ }
    for (const [id, { state, revision }] of kept) {
      const photo = this.options.known(id);
      if (photo?.revision === revision) this.want(photo, state);
    }
    this.keep();
  }

  /** Sends changes, one photo after the other; only one run at a time, which this waits for. */
  run() {
    this.running ??= this.sendAll().finally(() => { this.running = null; });
    return this.running;
  }

  async sendAll() {
    clearTimeout(this.timer);
    let isAnswered = true;
    while (this.wanted.size && isAnswered) isAnswered = await this.sendFirst();
    if (isAnswered) this.options.showStatus("saved");
    else {
      this.options.showStatus("waiting");
      this.timer = setTimeout(() => this.run(), PATIENCE);
    }
  }

  async sendFirst() {
    const [id, wanted] = this.wanted.entries().next().value;
    const photo = this.options.known(id);
    const edit = photo && this.edit(photo, wanted);
    const outcome = edit ? await this.options.send(photo, edit) : { isRefused: true };
    if (!outcome.photo && !outcome.isRefused) return false;
    const latest = this.wanted.get(id);
    if (outcome.photo && !outcome.isConflict && latest !== wanted) {
      this.wanted.set(id, { ...latest, revision: outcome.photo.revision });
    } else this.wanted.delete(id);
    this.keep();
    // What a page sent while it was closed is its own change.
    const isOther = outcome.isConflict && !isSame(stateOf(outcome.photo), latest.state);
    if (isOther) this.conflict(outcome.photo, latest.state);
    else if (outcome.photo) this.options.saved(outcome.photo);
    return true;
  }

  /** The edit that gives a photo its wanted state; nothing if it has it already. */
  edit(photo, { state, revision }) {
    const now = stateOf(photo);
    if (isSame(now, state)) return null;
    const accepted = now.accepted === state.accepted ? {} : { accepted: state.accepted };
    return { revision, renders: changedFrames(now, state), ...accepted };
  }

  /** Another change was saved first: it stays, and redo brings this one back. */
  conflict(photo, mine) {
    this.steps.length = this.at;
    this.steps.push({ id: photo.id, before: stateOf(photo), after: mine });
    this.options.conflict(photo);
  }

  /** Sends everything at once when the page is closed; changes that do not arrive are kept for the next visit. */
  leave(send) {
    if (this.isReadOnly) return;
    for (const [id, wanted] of this.wanted) {
      const photo = this.options.known(id);
      const edit = photo && this.edit(photo, wanted);
      if (edit) send(photo, edit);
    }
  }
}
