// What was half written, by place: it is still there when the visitor comes back, even after a reload of the tab.

import { remember, remembered } from "./storage.js";

const KEY = "turnpost.drafts";

export class Drafts {
  #texts = remembered(sessionStorage, KEY);
  #answering = new Map();

  /** Return {text, answering} of a place. */
  get(place) {
    return { text: this.#texts[place] ?? "", answering: this.#answering.get(place) ?? null };
  }

  set(place, { text, answering }) {
    if (text) this.#texts[place] = text;
    else delete this.#texts[place];
    this.#answering.set(place, answering);
    remember(sessionStorage, KEY, this.#texts);
  }
}
