// The event stream of one person: a WebSocket, and a fresh view whenever it is opened anew.

import * as api from "./api.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Feed {
  #store;
  #socket = null;
  #turn = 0;
  #wait = FIRST_WAIT;

  constructor(store) {
    this.#store = store;
  }

  /** Follow a person from now on; resolves when their view is loaded. Follows nobody else any more. */
  follow(user) {
    this.#turn += 1;
    this.#socket?.close();
    this.#wait = FIRST_WAIT;
    return new Promise((resolve) => this.#open(user, this.#turn, resolve));
  }

  #open(user, turn, loaded) {
    const socket = new WebSocket(api.watchAddress(user));
    const early = [];
    let ready = false;
    this.#socket = socket;

    socket.onopen = async () => {
      try {
        // The stream is open before the view is read, so that nothing falls between the two.
        const view = await api.view(user);
        if (turn !== this.#turn) return;
        this.#store.load(view);
        for (const event of early) this.#store.take(event);
        ready = true;
        this.#wait = FIRST_WAIT;
        this.#store.setConnected(true);
        loaded();
      } catch {
        socket.close();
      }
    };
    socket.onmessage = (frame) => {
      if (turn !== this.#turn) return;
      const event = JSON.parse(frame.data);
      if (ready) this.#store.take(event);
      else early.push(event);
    };
    socket.onclose = () => {
      if (turn !== this.#turn) return;
      this.#store.setConnected(false);
      setTimeout(() => turn === this.#turn && this.#open(user, turn, loaded), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }
}
