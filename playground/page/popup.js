// The list that opens above the composer: commands, people, values of an option. One for all of them.

import { el } from "./dom.js";

export class Popup {
  #box;
  #title;
  #list;
  #owner = null;
  #items = [];
  #pick = null;
  #active = -1;

  /** `box` is an empty element above the input. */
  constructor(box) {
    this.#box = box;
    this.#title = el("h3", { id: "popup-title" });
    this.#list = el("ul", {
      id: "popup-list",
      role: "listbox",
      "aria-labelledby": "popup-title",
      data: { testid: "popup" },
    });
    box.append(this.#title, this.#list);
    box.hidden = true;
    // A press must not take the focus from the input.
    box.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.#box.hidden;
  }

  /** Return the item that Enter would pick, or null. */
  get active() {
    return this.#items[this.#active] ?? null;
  }

  /**
   * Show items {label, detail, lead, value} for an input; `pick` gets the chosen one. With `preselect` the first is
   * active at once. Without items the list closes.
   */
  show(owner, heading, items, pick, preselect = true) {
    if (!items.length) return this.hide();
    if (this.#owner !== owner) this.hide();
    this.#owner = owner;
    this.#items = items;
    this.#pick = pick;
    this.#title.textContent = heading;
    this.#list.replaceChildren(...items.map((item, index) => this.#row(item, index)));
    this.#box.hidden = false;
    if (owner.role === "combobox") owner.setAttribute("aria-expanded", "true");
    owner.setAttribute("aria-controls", "popup-list");
    this.#activate(preselect ? 0 : -1);
  }

  hide() {
    if (this.#owner?.role === "combobox") this.#owner.setAttribute("aria-expanded", "false");
    this.#owner?.removeAttribute("aria-activedescendant");
    this.#owner = null;
    this.#items = [];
    this.#box.hidden = true;
  }

  /** Make no item the active one. */
  deactivate() {
    if (this.isOpen) this.#activate(-1);
  }

  /** Pick the active item. */
  choose() {
    const item = this.active;
    const pick = this.#pick;
    this.hide();
    if (item) pick(item);
  }

  /** Take a key of the owner's; return whether it was meant for the list. */
  key(event) {
    if (!this.isOpen || event.isComposing) return false;
    const count = this.#items.length;
    const moves = { ArrowDown: this.#active + 1, ArrowUp: (this.#active < 1 ? count : this.#active) - 1 };
    if (event.key in moves) this.#activate(moves[event.key] % count);
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.active) this.choose();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #row(item, index) {
    return el(
      "li",
      {
        id: `popup-${index}`,
        role: "option",
        "aria-selected": "false",
        data: { testid: "choice", value: String(item.value) },
        onclick: () => {
          this.#active = index;
          this.choose();
        },
      },
      item.lead,
      el("span", { class: "label", text: item.label }),
      item.detail && el("span", { class: "detail", text: item.detail }),
    );
  }

  #activate(index) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const row = this.#list.children[index];
    if (!row) return this.#owner?.removeAttribute("aria-activedescendant");
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.#owner.setAttribute("aria-activedescendant", row.id);
  }
}
