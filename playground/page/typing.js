// The line that says that the bot is typing.

const LASTS = 10_000;

export class Typing {
  #root;
  #store;
  #timer = 0;

  constructor(root, store) {
    this.#root = root;
    this.#store = store;
  }

  /** Say that the bot types in a channel, if that is the open one; it stops after a while, or with null. */
  show(channel) {
    clearTimeout(this.#timer);
    const shown = channel !== null && channel === this.#store.current;
    this.#root.textContent = shown ? `${this.#store.bot.name} is typing…` : "";
    if (shown) this.#timer = setTimeout(() => this.show(null), LASTS);
  }
}
