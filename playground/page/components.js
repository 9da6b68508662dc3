// Buttons and selects under a message, and what happens when somebody uses one.

import * as api from "./api.js";
import { modalForm } from "./dialog.js";
import { el, icon } from "./dom.js";

const BUTTON = 2;
const STRING_SELECT = 3;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

const FAILED = "This interaction failed";

/** Uses components as the visitor, and knows which uses are under way and which failed. */
export class Presses {
  #store;
  #redraw;
  #tell;
  #pending = new Map();
  #failed = new Map();

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

  async use(message, customId, values) {
    this.#failed.delete(message.id);
    this.#pending.set(message.id, customId);
    this.#redraw(message);
    try {
      const outcome = await api.press(this.#store.me.id, message.id, customId, values);
      if (!outcome.acknowledged) this.#failed.set(message.id, FAILED);
      this.settle(outcome);
    } catch (error) {
      this.#failed.set(message.id, FAILED);
      this.#tell(error);
    } finally {
      this.#pending.delete(message.id);
      this.#redraw(message);
    }
  }

  /**
   * Show the form that an interaction led to, if it did. Messages come by the event stream alone: the one in the
   * outcome may be older than what the stream has brought by now.
   */
  settle(outcome) {
    if (!outcome.modal) return;
    modalForm(outcome.modal, async (values) => {
      const next = await api.modal(this.#store.me.id, outcome.interaction_id, values);
      this.settle(next);
      return next.acknowledged ? null : "Something went wrong. Try again.";
    });
  }
}

/** Return the rows of a message's components. */
export function rows(message, presses) {
  return (message.components ?? []).map((row) =>
    el(
      "div",
      { class: "row" },
      (row.components ?? []).map((one) => component(one, message, presses)),
    ),
  );
}

function component(one, message, presses) {
  if (one.type === BUTTON) return button(one, message, presses);
  if (one.type === STRING_SELECT) return select(one, message, presses);
  return null;
}

function button(one, message, presses) {
  const label = [one.emoji?.name && `${one.emoji.name} `, one.label];
  if (one.url) {
    const props = { class: "btn link", href: one.url, target: "_blank", rel: "noopener noreferrer" };
    return el("a", { ...props, data: { testid: "button" } }, label, icon("link"));
  }
  const waiting = presses.waiting(message);
  const props = {
    type: "button",
    class: `btn ${STYLES[one.style] ?? "secondary"}`,
    disabled: one.disabled || waiting !== undefined,
    "aria-busy": waiting === one.custom_id ? "true" : null,
    data: { testid: "button", customId: one.custom_id },
    onclick: () => presses.use(message, one.custom_id),
  };
  return el("button", props, el("span", {}, label));
}

function select(one, message, presses) {
  const { options } = one;
  const waiting = presses.waiting(message);
  const disabled = one.disabled || waiting !== undefined;
  const placeholder = one.placeholder ?? "Choose";
  const data = { testid: "select", customId: one.custom_id };
  if ((one.max_values ?? 1) > 1)
    return checklist(one, options, placeholder, data, (values) => presses.use(message, one.custom_id, values));
  const node = el(
    "select",
    { class: "select", "aria-label": placeholder, disabled, data },
    el("option", { value: "", disabled: true, selected: true, text: placeholder }),
    options.map((option) =>
      el("option", {
        value: option.value,
        selected: option.default,
        text: option.description ? `${option.label} – ${option.description}` : option.label,
      }),
    ),
  );
  node.addEventListener("change", () => presses.use(message, one.custom_id, [node.value]));
  return node;
}

function checklist(one, options, placeholder, data, use) {
  const boxes = options.map((option) =>
    el("input", { type: "checkbox", value: option.value, checked: option.default }),
  );
  const choose = el("button", { type: "button", class: "btn primary", text: "Choose" });
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const check = () => {
    const count = chosen().length;
    choose.disabled = one.disabled || count < (one.min_values ?? 1) || count > one.max_values;
  };
  choose.addEventListener("click", () => use(chosen()));
  const labels = options.map((option, index) => el("label", {}, boxes[index], ` ${option.label}`));
  const node = el(
    "fieldset",
    { class: "checklist", data, onchange: check },
    el("legend", { text: placeholder }),
    labels,
    choose,
  );
  check();
  return node;
}
