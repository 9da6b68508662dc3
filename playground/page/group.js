// A new conversation between people, without the bot.

import { choicesOf } from "./choices.js";
import { el } from "./dom.js";
import { USER_SELECT } from "./kinds.js";
import { listbox } from "./listbox.js";
import { popover } from "./popover.js";

/** Let the visitor choose whom to write to, beside an element; `converse(ids)` opens the conversation. */
export function chooseGroup(anchor, store, converse) {
  const chosen = new Set();
  const others = choicesOf({ type: USER_SELECT }, store).filter(
    ({ value }) => value !== store.me.id && value !== store.bot.id,
  );
  const start = el("button", {
    type: "button",
    class: "btn primary",
    text: "Open",
    disabled: true,
    data: { testid: "group-open" },
    onclick: () => {
      node.close();
      converse([...chosen]);
    },
  });
  const pick = (id) => {
    if (!chosen.delete(id)) chosen.add(id);
    start.disabled = chosen.size === 0;
  };
  const label = "Write to one person or a group";
  const list = listbox(label, others, chosen, true, pick);
  const content = [el("h3", { text: label }), list.node, el("div", { class: "foot" }, el("span"), start)];
  const node = popover(anchor, label, "picker", content);
  list.focus();
}
