// A menu of things to do, opened by a button, the right mouse button, or the menu key.

import { el, icon } from "./dom.js";
import { popover } from "./popover.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Open a menu beside an element, or at a rectangle. `items` are {label, run, icon or lead, danger, checked, testid}, or
 * texts, which are headings; false ones are left out.
 */
export function openMenu(anchor, label, items, beside = null) {
  const run = (item) => () => {
    node.close();
    item.run();
  };
  const list = el(
    "div",
    { role: "menu", "aria-label": label, onkeydown: (event) => step(list, event) },
    items.filter(Boolean).map((item) => (typeof item === "string" ? heading(item) : entry(item, run(item)))),
  );
  const node = popover(anchor, label, "menu", list, { beside });
  (list.querySelector("[aria-checked=true]") ?? list.querySelector("button"))?.focus();
}

const heading = (text) => el("h3", { text });

function entry(item, onclick) {
  const chosen = item.checked === undefined ? { role: "menuitem" } : { role: "menuitemradio" };
  return el(
    "button",
    {
      ...chosen,
      type: "button",
      class: item.danger ? "danger" : "",
      "aria-checked": item.checked === undefined ? null : String(item.checked),
      data: { testid: item.testid ?? "menu-item" },
      onclick,
    },
    item.lead ?? icon(item.icon),
    el("span", { text: item.label }),
    item.count > 0 && el("span", { class: "count", text: String(item.count) }),
  );
}

function step(list, event) {
  const all = [...list.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const to = { Home: 0, End: all.length - 1 }[event.key] ?? (event.key in STEPS ? at + STEPS[event.key] : null);
  if (to === null) return;
  event.preventDefault();
  all.at(to % all.length).focus();
}
