/* The moves so far: a list, and a slider that shows the board after each. */

import { byId, fill, make, say } from "./dom.js";
import { pictureAt } from "./server.js";

/** @typedef {import("./server.js").Move} Move */
/** @typedef {import("./server.js").State} State */

export class History {
  /**
   * @param {import("./board.js").Board} board
   * @param {{showPast: (told: string) => void, showPresent: () => void, visit: (at: string) => void}} page
   */
  constructor(board, page) {
    this.board = board;
    this.page = page;
    /** @type {Move[]} */
    this.moves = [];
    this.index = 0;
    /** Whether an earlier board is shown. */
    this.past = false;
    this.slider = byId("ply");
    this.slider.addEventListener("input", () => this.#go(this.slider.valueAsNumber));
    byId("first").addEventListener("click", () => this.#go(0));
    byId("previous").addEventListener("click", () => this.#go(this.index - 1));
    byId("next").addEventListener("click", () => this.#go(this.index + 1));
    byId("last").addEventListener("click", () => this.leave());
    byId("present").addEventListener("click", () => this.leave());
  }

  /** Show the last board again. */
  leave() {
    this.#go(this.moves.length - 1);
  }

  /** Take up the moves of a state. An earlier board that is shown stays. @param {State} state */
  update({ moves, at, confirm, picture }) {
    const shown = this.past ? this.moves[this.index].at : at;
    const changed = JSON.stringify(moves) !== JSON.stringify(this.moves);
    const found = moves.findIndex((move) => move.at === shown);
    this.moves = moves;
    this.picture = picture;
    this.free = !confirm; // an analysis goes on from any of its boards
    this.index = found < 0 ? Math.max(moves.length - 1, 0) : found;
    byId("history").hidden = moves.length < 2;
    if (changed) this.#list();
    this.#mark();
  }

  #list() {
    const items = this.moves.map(({ ply, text, player, words }, index) =>
      make(
        "li",
        { value: ply },
        make("button", { onclick: () => this.#go(index) }, ply ? text : say("at_start")),
        make("small", {}, [player, words].filter(Boolean).join(": ")),
      ),
    );
    fill(byId("moves").querySelector("ol"), items);
  }

  #go(index) {
    this.index = Math.min(Math.max(index, 0), this.moves.length - 1);
    const move = this.moves[this.index];
    if (this.free) return this.page.visit(move.at);
    const was = this.past;
    this.past = this.index < this.moves.length - 1;
    this.#mark();
    if (this.past) {
      this.page.showPast(this.#told);
      this.board.show(pictureAt(this.picture, move.at), `${this.#told} ${move.words}`);
    } else if (was) this.page.showPresent();
  }

  /** What the shown board is, in words. */
  get #told() {
    const { ply, text, player } = this.moves[this.index];
    const plies = this.moves.at(-1).ply;
    if (!ply) return say("at_start");
    return say(player ? "at_move_of" : "at_move", { ply, plies, move: text, name: player });
  }

  #mark() {
    if (!this.moves.length) return;
    const last = this.moves.length - 1;
    this.slider.max = String(last);
    this.slider.value = String(this.index);
    this.slider.ariaValueText = this.#told;
    byId("first").disabled = byId("previous").disabled = this.index === 0;
    byId("next").disabled = byId("last").disabled = this.index === last;
    for (const item of byId("moves").querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    byId("moves").querySelectorAll("li")[this.index].ariaCurrent = "true";
  }
}
