/* The page of a board: a match, an analysis or a puzzle. */

import { Board } from "./board.js";
import { byId, readData, write } from "./dom.js";
import { Guide } from "./guide.js";
import { History } from "./history.js";
import { listen } from "./live.js";
import { ask, showMatch, showTime } from "./match.js";
import { change, getState, inLight } from "./server.js";

/** @typedef {import("./server.js").State} State */

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const AT_ONCE = "turnpost-at-once";

/** @type {State} */
let state = readData("state");
let busy = false;

const board = new Board(byId("board"), (place) => guide.tap(place), notify);
const guide = new Guide(board, {
  play: (step) => send("play", { at: step.at, move: step.move }),
  atOnce: () => !state.confirm || atOnce.checked,
  stale: () => visit(state.at),
  say: notify,
});
const history = new History(board, { showPast, showPresent, visit });
const atOnce = byId("at-once").querySelector("input");

/** Say something, until something else is said. */
function notify(text) {
  write(byId("notice"), text);
}

/** Show a state, and keep what was chosen of a move if it is still the person's turn. @param {State} next */
function show(next) {
  const choosing = state.turn && guide.step;
  state = next;
  history.update(state);
  showMatch(state, act, visit);
  byId("at-once").hidden = !state.turn || !state.confirm;
  if (!state.steps) guide.clear();
  if (!history.past) {
    if (!state.steps) board.show(state.picture, state.alt);
    else if (!choosing) guide.begin(state.steps);
    else if (guide.step.at !== state.at) guide.keep(state.steps);
  }
  if (state.notice) notify(state.notice);
}

function showPast(told) {
  board.setPlaces([]);
  byId("turn").classList.add("past");
  byId("past").hidden = false;
  write(byId("told"), told);
}

function showPresent() {
  byId("turn").classList.remove("past");
  byId("past").hidden = true;
  if (!state.steps) board.show(state.picture, state.alt);
  else if (guide.step?.at === state.at) guide.resume();
  else guide.begin(state.steps);
}

/** Read the state at a position, or that of the match, and show it. @param {string} at */
async function visit(at) {
  try {
    show(await getState(at));
  } catch (error) {
    notify(error.message);
  }
}

/** Send a change, one at a time, and show what came of it. */
async function send(what, body) {
  if (busy) return;
  busy = true;
  byId("turn").ariaBusy = "true";
  try {
    const next = await change(what, { ...body, request: state.request });
    notify("");
    guide.clear();
    show(next);
    if (document.activeElement === document.body) byId("turn").focus();
  } catch (error) {
    notify(error.message);
  } finally {
    busy = false;
    byId("turn").ariaBusy = "false";
  }
}

async function act(action) {
  const text = await ask(action);
  if (text !== null) send("do", { at: state.at, do: action.do, text });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
  if (event.ctrlKey || event.altKey || event.metaKey || byId("ask").open) return;
  if (event.target.closest("input[type=range], textarea")) return;
  if (event.key === "Escape") history.past ? history.leave() : guide.back();
  else if (event.key === "/") guide.focusChips();
  else if (ARROWS[event.key] && board.move(...ARROWS[event.key])) event.preventDefault();
});
atOnce.checked = localStorage.getItem(AT_ONCE) === "yes";
atOnce.addEventListener("change", () => localStorage.setItem(AT_ONCE, atOnce.checked ? "yes" : ""));

if (inLight) visit(state.at);
else show(state);
setInterval(showTime, 20_000);
if (state.stamp) listen(() => state.stamp, () => visit(state.at), (trouble) => write(byId("trouble"), trouble));
