// The page for a browser without the key: it explains how to get one.
import { byId, el } from "./basics.js";

const TITLE = "This page is not open to this browser";

/** The texts that are shown if no code can be typed. */
const REASONS = {
  used: ["Another browser was paired with this run, which takes one only."],
  closed: ["Too many wrong codes were typed, so this run takes no browser any more."],
  token: ["The address that photoprep review prints opens once, in one browser, so that no other user of this machine "
    + "gets in. It was opened before, or belongs to a run that has ended."],
};

function paragraphs(state) {
  const again = state === "token" ? "photoprep review --store …" : "photoprep review --lan --store …";
  return [el("h2", {}, TITLE), ...REASONS[state].map((text) => el("p", {}, text)), el("ul", {},
    el("li", {}, "Is the page still open in another tab or browser? Go on there; reloading it works."),
    el("li", {}, "Else press Control-C in the terminal and run ", el("code", {}, again), " again. What you saved is kept."))];
}

/** The form for the code that the terminal shows; `show` draws another state. */
function pairing(show) {
  const said = el("p", { "aria-live": "assertive" });
  const field = el("input.digits", { id: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 11,
    "aria-describedby": "code-place", autofocus: true });
  const button = el("button.button.primary", {}, "Open");
  const form = el("form.pairing", {}, el("label", { for: "code" }, "Code"), field, button, said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try { localStorage.setItem("session", ""); } catch {
      said.textContent = "This browser keeps nothing for pages. Allow it to, or leave the private window: the code counts once.";
      return;
    }
    const response = await fetch("/api/pair", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: field.value }) }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer?.session) {
      localStorage.setItem("session", answer.session);
      location.reload();
    } else if (answer?.code?.startsWith("pairing-")) show(answer.code.slice("pairing-".length));
    else {
      said.textContent = answer?.message ?? "photoprep review does not answer; is it still running, and this phone in its network?";
      field.select();
    }
  });
  return [el("h2", {}, "Type the code that the terminal shows"),
    el("p", { id: "code-place" }, "It has eight digits and counts once: after that this browser is the one that photoprep review answers."),
    form];
}

/** Draws instructions in the place of the photos; only once, so that typed text stays. @param {string} [state] */
export function drawDoor(state) {
  const { dataset } = document.documentElement;
  if (dataset.closed) return;
  dataset.closed = "true";
  // A list means that there are photos.
  ["role", "aria-label"].forEach((name) => byId("sheet").removeAttribute(name));
  const show = (now) => byId("sheet").replaceChildren(
    el("div.door", {}, ...(now === "open" ? pairing(show) : paragraphs(now))));
  show(state ?? "token");
}
