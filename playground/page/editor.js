// A message of mine while it is edited in place.

import * as api from "./api.js";
import { el } from "./dom.js";
import { decode, encode } from "./names.js";

/**
 * Put a field into a message's text. `draft` is what it holds (null: the message's text); `done()` is called when the
 * editing is over, `tell` with an error.
 */
export function editMessage(root, message, store, draft, done, tell) {
  const area = el("textarea", { class: "edit", rows: "1", "aria-label": "Edit your message", data: { testid: "edit" } });
  area.value = draft ?? decode(message.content, store);
  const save = async () => {
    const text = encode(area.value.trim(), store);
    try {
      if (text && text !== message.content) await api.edit(store.me.id, message.id, text);
      done();
    } catch (error) {
      tell(error);
    }
  };
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    save();
  });
  const action = (text, onclick) => el("button", { type: "button", class: "plain", text, onclick });
  const help = ["Enter to ", action("save", save), ", Escape to ", action("cancel", done)];
  root.replaceChildren(area, el("p", { class: "help" }, help));
  requestAnimationFrame(() => area.focus());
}
