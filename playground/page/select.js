// A menu that shows what is chosen, and opens a list to choose from.

import { choicesOf, defaultsOf } from "./choices.js";
import { el, icon } from "./dom.js";
import { listbox } from "./listbox.js";
import { popover } from "./popover.js";

/**
 * Return the field of a menu. `values` are what is chosen (null: its defaults), `change(values)` is called with the
 * next ones; `props` are further attributes.
 */
export function select(menu, store, values, change, props = {}) {
  const choices = choicesOf(menu, store);
  const known = new Set(choices.map((choice) => choice.value));
  const chosen = (values ?? defaultsOf(menu)).filter((value) => known.has(value));
  const label = menu.placeholder || "Choose";
  const shown = choices.filter((choice) => chosen.includes(choice.value));
  const text = shown.map((choice) => choice.label).join(", ");
  const node = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": text ? `${label}: ${text}` : label,
      ...props,
      data: { testid: "select", customId: menu.custom_id, ...props.data },
      onclick: () => props["aria-disabled"] || open(node, menu, choices, chosen, label, change),
      onkeydown: (event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        node.click();
      },
    },
    shown.length === 1 && shown[0].lead?.cloneNode(true),
    el("span", { class: text ? "value" : "value placeholder", text: text || label }),
    icon("chevron"),
  );
  return node;
}

function open(field, menu, choices, before, label, change) {
  const [least, most] = [menu.min_values ?? 1, menu.max_values ?? 1];
  const several = most > 1 || least === 0;
  const chosen = new Set(before);
  const done = el("button", { type: "button", class: "btn primary", text: "Done", data: { testid: "picker-done" } });
  const count = el("span", { class: "count-of", "aria-live": "polite" });
  let agreed = false;
  const check = () => {
    done.disabled = chosen.size < least || chosen.size > most;
    count.textContent = chosen.size < least ? `Choose at least ${least}` : `${chosen.size} of ${most} chosen`;
  };
  const pick = (value) => {
    if (several && chosen.delete(value)) return check();
    if (!several || most === 1) chosen.clear();
    if (chosen.size < most) chosen.add(value);
    if (several) return check();
    agreed = true;
    node.close();
  };
  const list = listbox(label, choices, chosen, several, pick);
  check();
  done.addEventListener("click", () => {
    agreed = true;
    node.close();
  });
  const content = [el("h3", { text: label }), list.node, several && el("div", { class: "foot" }, count, done)];
  field.setAttribute("aria-expanded", "true");
  const onclose = () => {
    field.setAttribute("aria-expanded", "false");
    if (agreed) change([...chosen]);
  };
  const node = popover(field, label, "picker", content.filter(Boolean), { onclose });
  list.focus();
}
