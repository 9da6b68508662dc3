// What happens when somebody uses a component: the wait, the failure, the form that opens.

import * as api from "./api.js";
import { modalForm } from "./modal.js";

const FAILED = "This interaction failed";

/** Uses components as the visitor, and knows which uses are under way, which failed, and what was chosen. */
export class Presses {
  #store;
  #redraw;
  #tell;
  #pending = new Map();
  #failed = new Map();
  #chosen = new Map();

  /** `redraw` takes a message whose looks have changed, `tell` a sentence for the visitor. */
  constructor(store, redraw, tell) {
    this.#store = store;
    this.#redraw = redraw;
    this.#tell = tell;
  }

  /** Return the custom id whose outcome is awaited on a message, or undefined. */
  waiting(message) {
    return this.#pending.get(message.id);
  }

  /** Return the sentence that stands below a message whose last use went wrong, or undefined. */
  failure(message) {
    return this.#failed.get(message.id);
  }

  /** Return the values chosen last in a menu, or undefined. They are forgotten when the message is edited. */
  chosen(message, customId) {
    const last = this.#chosen.get(`${message.id}/${customId}`);
    return last?.edited === message.edited_timestamp ? last?.values : undefined;
  }

  /** Forget everything: another person presses from now on. */
  forget() {
    this.#pending.clear();
    this.#failed.clear();
    this.#chosen.clear();
  }

  async use(message, customId, values) {
    this.#failed.delete(message.id);
    this.#pending.set(message.id, customId);
    if (values) this.#chosen.set(`${message.id}/${customId}`, { values, edited: message.edited_timestamp });
    this.#redraw(message);
    const person = this.#store.me.id;
    const { outcome, error } = await api.press(person, message.id, customId, values).then(
      (done) => ({ outcome: done }),
      (reason) => ({ error: reason }),
    );
    if (person !== this.#store.me.id) return;
    this.#pending.delete(message.id);
    if (!outcome?.acknowledged) this.#failed.set(message.id, FAILED);
    if (error) this.#tell(error);
    else this.settle(outcome);
    this.#redraw(message);
  }

  /** Use a command of the menu of a message or a person; `target` is {message_id} or {user_id, channel_id}. */
  async useMenu(name, target) {
    try {
      const outcome = await api.menu(this.#store.me.id, name, target);
      if (!outcome.acknowledged) throw new Error(`${this.#store.bot.name} did not respond to ${name}.`);
      this.settle(outcome);
    } catch (error) {
      this.#tell(error);
    }
  }

  /**
   * Show the form that an interaction led to, if it did. Messages come by the event stream alone: the one in the
   * outcome may be older than what the stream has brought by now.
   */
  settle(outcome) {
    if (!outcome.modal) return;
    modalForm(outcome.modal, this.#store, async (values, files) => {
      const next = await api.modal(this.#store.me.id, outcome.interaction_id, values, files);
      this.settle(next);
      return next.acknowledged ? null : "Something went wrong. Try again.";
    });
  }
}
