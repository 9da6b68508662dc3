/* What stands beside the board: whose turn it is and how long, offers, actions, other matches. */

import { byId, fill, language, make, say, write } from "./dom.js";

/** @typedef {import("./server.js").State} State */
/** @typedef {import("./server.js").Action} Action */

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });

/**
 * Show a state beside the board.
 * @param {State} state
 * @param {(action: Action) => void} act
 * @param {(at: string) => void} visit
 */
export function showMatch(state, act, visit) {
  write(byId("status"), state.status);
  byId("deadline").hidden = !state.deadline;
  byId("deadline").dateTime = state.deadline || "";
  showTime();
  write(byId("words").querySelector("p"), state.text);
  fill(byId("offers"), state.offers.map(({ text, answers }) => {
    const row = make("div", { className: "buttons" }, ...buttons(answers, act));
    return make("div", { className: "offer" }, make("p", {}, text), row);
  }));
  fill(byId("actions"), buttons(state.actions, act));
  fill(byId("lines"), state.lines.map(({ at, label }) =>
    make("button", { className: "chip", onclick: () => visit(at), ariaPressed: String(at === state.at) }, label),
  ));
  byId("waiting").hidden = !state.waiting.length;
  fill(byId("waiting").querySelector("ul"), state.waiting.map(({ url, title, text }) =>
    make("li", {}, make("a", { href: url }, title), " ", make("small", {}, text)),
  ));
  const next = state.turn ? [] : state.waiting.slice(0, 1);
  fill(byId("go-on"), next.map(({ url, title }) =>
    make("a", { className: "button primary", href: url }, say("next", { title })),
  ));
  fill(byId("links"), state.links.map(({ url, label }) => make("a", { className: "button", href: url }, label)));
}

/** Say how far away the deadline is. */
export function showTime() {
  const time = byId("deadline");
  if (time.hidden) return;
  const at = new Date(time.dateTime);
  const seconds = (at - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) || UNITS.at(-1);
  time.textContent = relative.format(Math.trunc(seconds / length), unit);
  time.title = exact.format(at);
}

/**
 * Ask before an action what it asks for, and return what was written, or null if the person doesn't want it.
 * @param {Action} action
 * @returns {Promise<string | null>}
 */
export async function ask({ label, question, field }) {
  if (!question && !field) return "";
  const dialog = byId("ask");
  const text = dialog.querySelector("textarea");
  write(dialog.querySelector("p"), question || "");
  dialog.querySelector("label").hidden = !field;
  if (field) {
    write(dialog.querySelector("label span"), field.label);
    Object.assign(text, { value: field.value || "", maxLength: field.max, rows: field.max > 100 ? 4 : 1 });
  }
  write(dialog.querySelector("[value=yes]"), label);
  dialog.returnValue = "";
  dialog.showModal();
  (field ? text : dialog.querySelector("[value='']")).focus();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue === "yes" ? text.value : null;
}

const buttons = (actions, act) =>
  actions.map((action) => make("button", { onclick: () => act(action) }, action.label));
