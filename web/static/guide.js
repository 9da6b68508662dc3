/* A move being chosen: taps on the board, chips below it, back, play. The server says what each tap leads to. */

import { byId, make, say, write } from "./dom.js";
import { getStep } from "./server.js";

/** @typedef {import("./server.js").Step} Step */
/** @typedef {import("./server.js").Choice} Choice */
/** @typedef {import("./board.js").Place} Place */

/* So many choices are shown as chips, too, if any is more than a place, so that nobody overlooks it. */
const FEW = 9;

export class Guide {
  /**
   * @param {import("./board.js").Board} board
   * @param {{play: (step: Step) => void, atOnce: () => boolean, stale: () => void, say: (text: string) => void}} page
   */
  constructor(board, page) {
    this.board = board;
    this.page = page;
    this.asked = 0;
    this.clear();
    byId("back").addEventListener("click", () => this.back());
    byId("play").addEventListener("click", () => this.page.play(this.step));
  }

  /** Choose nothing any more: it isn't the person's turn. */
  clear() {
    if (this.board.focused || byId("move-buttons").contains(document.activeElement)) byId("turn").focus();
    this.asked++;
    this.step = null;
    /** @type {{step: Step, tapped: string}[]} the steps before this one, and the place that led on from each */
    this.trail = [];
    this.board.setPlaces([]);
    byId("turn").classList.remove("choosing");
    for (const id of ["question", "so-far", "whole", "chips"]) byId(id).replaceChildren();
    byId("move-buttons").hidden = true;
  }

  /** Begin a move at its first step. @param {Step} step */
  begin(step) {
    this.trail = [];
    this.#show(step);
  }

  /** Keep what was chosen although the match went on, as far as it is still possible. @param {Step} first */
  keep(first) {
    const { so_far, taps } = this.step;
    this.begin(first);
    if (so_far.length || taps.length) this.#go(so_far, taps, "");
  }

  /** Tap a place; one that decides nothing here is tapped in the step before that has it. @param {string} name */
  tap(name) {
    this.page.say("");
    const { choices, taps } = this.step;
    const decidesNothing = taps.length && choices.every((choice) => choice.places.includes(name));
    if (decidesNothing || !listPlaces(this.step).some((place) => place.name === name)) {
      const index = this.trail.findLastIndex(({ step }) => step.places[name]);
      const { step, tapped } = this.trail[index];
      this.trail.length = index;
      this.#show(step);
      if (tapped === name) return;
    }
    this.#go(this.step.so_far, [...this.step.taps, name], name);
  }

  /** Go one step back, if there is one. */
  back() {
    if (!this.trail.length) return;
    this.page.say("");
    const { step, tapped } = this.trail.pop();
    this.#show(step);
    if (tapped) this.board.focus();
  }

  /** Show the step again, after another picture was shown. */
  resume() {
    this.#show(this.step);
  }

  /** Focus what can be chosen below the board. */
  focusChips() {
    byId("turn").querySelector("#chips button, #play:not([hidden])")?.focus();
  }

  /** @param {Choice} choice */
  #choose({ label, places }) {
    this.page.say("");
    const { so_far, taps } = this.step;
    const decided = places.every((place) => taps.includes(place));
    this.#go([...so_far, label], decided ? [] : taps, "");
  }

  async #go(choices, taps, tapped) {
    const from = this.step;
    const asked = ++this.asked;
    try {
      const step = await getStep(from.at, choices, taps);
      if (asked !== this.asked) return;
      if (step.at !== from.at) return this.page.stale();
      this.trail.push({ step: from, tapped });
      this.#show(step);
      if (step.move && !step.choices.length && this.page.atOnce()) this.page.play(step);
    } catch (error) {
      if (asked !== this.asked) return;
      this.page.say(error.message);
      this.resume();
    }
  }

  /** @param {Step} step */
  #show(step) {
    const [onBoard, below] = [this.board.focused, byId("turn").contains(document.activeElement)];
    this.asked++;
    this.step = step;
    if (step.notice) this.page.say(step.notice);
    write(byId("so-far"), step.so_far.length ? say("so_far", { choices: step.so_far.join(", ") }) : "");
    write(byId("whole"), step.words || step.move);
    write(byId("question"), step.question);
    this.#showChips(step);
    byId("turn").classList.toggle("choosing", this.trail.length > 0);
    byId("move-buttons").hidden = !step.move && !this.trail.length;
    byId("back").hidden = !this.trail.length;
    byId("play").hidden = !step.move;
    this.board.setPlaces([...listPlaces(step), ...listEarlier(this.trail, step)]);
    this.board.show(step.picture, step.alt);
    if (onBoard && !this.board.focused && !this.board.focus()) this.focusChips();
    if (!below || byId("turn").contains(document.activeElement)) return;
    if (byId("chips").firstChild || step.move) this.focusChips();
    else this.board.focus();
  }

  #showChips(step) {
    const groups = new Map();
    for (const choice of step.choices.filter((each) => isChip(each, step)))
      groups.set(choice.group, [...(groups.get(choice.group) || []), this.#makeChip(choice)]);
    const rows = [...groups].map(([group, chips]) => {
      const heading = group ? [make("h3", {}, group)] : [];
      const properties = { className: "chips", role: "group", ariaLabel: group || step.question };
      return make("div", properties, ...heading, ...chips);
    });
    byId("chips").replaceChildren(...rows);
  }

  #makeChip(choice) {
    const { label, words, places, piece } = choice;
    const chip = make("button", { className: "chip", onclick: () => this.#choose(choice) });
    if (!words && places.length > 1 && places.length <= FEW) chip.ariaLabel = `${label}: ${places.join(", ")}`;
    if (piece) chip.append(make("img", { src: piece, alt: "", width: 28, height: 28 }));
    chip.append(make("b", {}, label), ...(words ? [" ", make("small", {}, words)] : []));
    for (const event of ["focus", "pointerenter"]) chip.addEventListener(event, () => this.board.highlight(places));
    for (const event of ["blur", "pointerleave"]) chip.addEventListener(event, () => this.board.highlight([]));
    return chip;
  }
}

/** Return whether a choice is shown below the board: the board can't tell it, or not what kinds there are. */
function isChip({ places }, { choices, taps, places: shapes }) {
  if (!places.some((place) => shapes[place] && !taps.includes(place))) return true;
  const alike = choices.filter((each) => each.places.join() === places.join());
  if (taps.length && alike.length > 1) return true;
  return choices.length <= FEW && choices.some((each) => each.places.length > 1);
}

/** Return the places of a step with the words of their choices. @param {Step} step @returns {Place[]} */
function listPlaces({ choices, places, taps }) {
  const names = new Set(choices.flatMap((choice) => choice.places));
  return [...names].filter((name) => places[name] && !taps.includes(name)).map((name) => {
    const told = choices
      .filter((choice) => choice.places.includes(name))
      .map(({ label, words }) => (words ? `${label}: ${words}` : label))
      .join("; ");
    return { name, shape: places[name], label: told.startsWith(name) ? told : `${name}: ${told}` };
  });
}

/** Return the places of the steps before that this one hasn't, for taps that choose otherwise. @returns {Place[]} */
function listEarlier(trail, step) {
  const earlier = Object.assign({}, ...trail.map((each) => each.step.places));
  for (const { name } of listPlaces(step)) delete earlier[name];
  return Object.entries(earlier).map(([name, shape]) => ({ name, shape, label: "" }));
}
