// Totals and small charts above the sheet.
import {
  byId, bytes, clamp, cssShare, day, duration, el, flagOf, FLAGS, hasManual, isOpen, plural, risk, RISKY, svg, whole,
} from "./basics.js";

/** @typedef {import("./basics.js").Photo} Photo */

const tile = (name, value, unit = "", kind = "") =>
  el(`div.tile${kind}`, {}, el("dt", {}, name), el("dd", {}, value, unit ? el("small", {}, ` ${unit}`) : null));

/** A chart of columns with a word at each end of its axis. */
function columns(title, counts, [first, last], describe, isLow = () => false) {
  const top = Math.max(...counts, 1);
  const step = 240 / counts.length;
  const bars = counts.map((count, i) => {
    const height = count ? Math.max(2, (96 * count) / top) : 0;
    const bar = svg("rect", {
      class: `column${isLow(i) ? " low" : ""}`, x: i * step + step * 0.1, y: 100 - height, width: step * 0.8, height,
    });
    bar.append(svg("title", {}, describe(i, count)));
    return bar;
  });
  return el("section.chart", {}, el("h2", {}, title),
    svg("svg", { viewBox: "0 0 240 100", role: "img",
      "aria-label": `${title}: ${counts.map((count, i) => count && describe(i, count)).filter(Boolean).join("; ")}`,
      preserveAspectRatio: "none" },
      ...bars, svg("line", { class: "axis", x1: 0, x2: 240, y1: 99.5, y2: 99.5 })),
    el("p.ends", { "aria-hidden": "true" }, el("span", {}, first), el("span", {}, last)));
}

/** The least and the greatest of some numbers; a call with 100,000 arguments fails in browsers. */
const extent = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)],
  [Infinity, -Infinity]);

/** Counts values into equal parts of a range. */
function histogram(values, low, high, parts) {
  const counts = new Array(parts).fill(0);
  for (const value of values) counts[clamp(Math.floor(((value - low) / (high - low || 1)) * parts), 0,
    parts - 1)] += 1;
  return counts;
}

function riskChart(photos) {
  const counts = histogram(photos.map(risk).filter((value) => value !== null), 0, 1, 10);
  return columns("Chance that another crop is better", counts, ["0 %", "100 %"],
    (i, count) => `${10 * i} to ${10 * i + 10} %: ${count}`, (i) => i >= 10 * RISKY);
}

function sizeChart(photos) {
  const sizes = photos.map((photo) => photo.bytes);
  const [low, high] = extent(sizes);
  const counts = histogram(sizes, low, high, 16);
  const edge = (i) => low + ((high - low) * i) / 16;
  return columns("Bytes a photo", counts, [bytes(low), bytes(high)],
    (i, count) => `${bytes(Math.round(edge(i)))} to ${bytes(Math.round(edge(i + 1)))}: ${count}`);
}

function timeChart(photos, run) {
  if (run) {
    const part = run.seconds / run.pace.length;
    return columns("Photos done over the run", run.pace,
      ["start", `${run.seconds.toFixed(run.seconds < 10 ? 1 : 0)} s`],
      (i, count) => `from ${(i * part).toFixed(1)} s: ${count}`);
  }
  const times = photos.map((photo) => Date.parse(photo.preparedAt));
  const [low, high] = extent(times);
  return columns("When they were prepared", histogram(times, low, high, 24), [day(low), day(high)],
    (i, count) => `${day(low + ((high - low) * i) / 24)}: ${count}`);
}

/**
 * How long the photos took, or why that is not known.
 * @param {Photo[]} photos
 */
function durationChart(photos, run) {
  const title = "CPU time a photo";
  const times = photos.map(({ time }) => time).filter(Boolean);
  if (!times.length) {
    return el("section.chart", {}, el("h2", {}, title), el("p.notes", {}, run
      ? "No photo was prepared in this run, so none was timed."
      : "Not known: a store does not keep it. "
        + "The report that a run writes itself has it: photoprep prep … --report FILE."));
  }
  const [, high] = extent(times);
  const edge = (i) => duration((high * i) / 16);
  return columns(title, histogram(times, 0, high, 16), ["0 ms", duration(high)],
    (i, count) => `${edge(i)} to ${edge(i + 1)}: ${count}`);
}

function flagChart(photos, sheet) {
  const rows = Object.keys(FLAGS).map((flag) => {
    const count = photos.filter((photo) => photo.flags.includes(flag)).length;
    return el("button.flagrow", { type: "button", "aria-pressed": String(sheet.filter === flag), title: flagOf(flag).hint,
      onclick: () => { sheet.filter = sheet.filter === flag ? "all" : flag; sheet.refresh(); } },
      el("span", {}, flagOf(flag).label), el("b", {}, whole.format(count)),
      el("span.track", {}, el("i", { "--share": cssShare(count / Math.max(1, photos.length)) })));
  });
  return el("section.chart", {}, el("h2", {}, "Flags"), ...rows);
}

/** Draws the totals and charts of a sheet's photos. */
export function drawSummary(place, facts, sheet) {
  const { photos } = sheet;
  const { run } = facts;
  const flagged = photos.filter(isOpen).length;
  const manual = photos.filter(hasManual).length;
  const total = photos.reduce((sum, photo) => sum + photo.bytes, 0);
  const timed = photos.filter(({ time }) => time);
  const list = [
    tile("Photos", whole.format(facts.allPhotos ?? photos.length), facts.pages && facts.pages.length > 1
      ? `on ${facts.pages.length} pages` : ""),
    tile("To look at", whole.format(flagged), "", flagged ? ".warn" : ""),
    facts.refusals.length || run ? tile("Not prepared", whole.format(facts.refusals.length), "",
      facts.refusals.length ? ".bad" : "") : null,
    tile("By hand", whole.format(manual)),
    tile("Size", bytes(total)),
    run ? tile("Time", run.seconds < 100 ? run.seconds.toFixed(1) : whole.format(Math.round(run.seconds)), "s")
      : null,
    run && run.seconds > 0 ? tile("Pace", ((run.prepared + run.unchanged + run.rejected) / run.seconds).toFixed(1),
      "photos/s") : null,
    timed.length ? tile("CPU a photo", duration(timed.reduce((sum, { time }) => sum + time, 0) / timed.length))
      : null,
  ];
  const wasOpen = place.querySelector("details")?.open;
  drawNoise(byId("noise"), photos);
  place.replaceChildren();
  if (!photos.length) return;
  // The photos come first; the numbers are collapsed.
  place.append(el("details", { open: wasOpen }, el("summary", {}, "Statistics"),
    el("dl.tiles", {}, ...list.filter(Boolean)), el("div.charts", {},
    flagChart(photos, sheet), riskChart(photos), sizeChart(photos), timeChart(photos, run),
    document.documentElement.dataset.mode === "report" ? durationChart(photos, run) : null)));
}

/** Says once how many photos are too small, as no crop can change that. */
function drawNoise(place, photos) {
  const count = photos.filter(({ flags }) => flags.includes("lowResolution")).length;
  place.hidden = count === 0;
  place.textContent = `${whole.format(count)} of ${plural(photos.length, "photo", "photos")} `
    + `${count === 1 ? "has" : "have"} fewer pixels than a widget shows: a little soft there, whatever the crop.`;
}

/** Lists the photos that could not be prepared. */
export function drawRefusals(place, refusals) {
  place.hidden = refusals.length === 0;
  if (!refusals.length) return;
  place.replaceChildren(el("details", {},
    el("summary", {}, `${plural(refusals.length, "file was", "files were")} not prepared`),
    el("ul", {}, ...refusals.map((refusal) => el("li", {},
      el("span.path", {}, refusal.path),
      el("span", {}, refusal.message, " ", el("span.remedy", {}, refusal.remedy || ""), " ",
        el("span.tag.plain", {}, refusal.code)))))));
}
