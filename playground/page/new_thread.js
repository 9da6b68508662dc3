// A new thread: its name.

import * as api from "./api.js";
import { open } from "./dialog.js";
import { el } from "./dom.js";

/** Ask for the name of a thread with some fields, and start it. `openWhat(request)` opens what the request returns. */
export function newThread(fields, store, openWhat) {
  const label = fields.private ? "New private thread" : "New thread";
  const name = el("input", {
    type: "text",
    required: true,
    maxlength: "100",
    autocomplete: "off",
    data: { testid: "thread-name" },
  });
  const onsubmit = (event) => {
    event.preventDefault();
    node.close();
    openWhat(api.startThread(store.me.id, { ...fields, name: name.value.trim() }));
  };
  const form = el(
    "form",
    { class: "modal-form", onsubmit },
    el("h2", { text: label }),
    el("div", { class: "modal-fields" }, el("label", { class: "field" }, el("span", { class: "label", text: "Name *" }), name)),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "btn primary", text: "Start" })),
  );
  const node = open("modal", label, form);
  name.focus();
}
