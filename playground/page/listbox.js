// A list to choose one or several of, with a field that filters it when it is long.

import { el, icon } from "./dom.js";

const SHORT = 8;

/**
 * Return {node, focus} of a list of choices {value, label, detail, lead}. `chosen` is a Set of values, which a list of
 * `several` keeps current; `pick(value)` is called for each choice.
 */
export function listbox(label, choices, chosen, several, pick) {
  const rows = choices.map((choice, index) => row(choice, index, chosen));
  const list = el(
    "ul",
    { id: "listbox", role: "listbox", "aria-label": label, "aria-multiselectable": several ? "true" : null, tabindex: "0" },
    rows,
  );
  const empty = el("p", { class: "none", text: "Nothing fits", hidden: true });
  const search = choices.length > SHORT ? searchField(label) : null;
  const focused = search ?? list;
  let active = -1;

  const shown = () => rows.filter((one) => !one.hidden);
  const activate = (index) => {
    rows[active]?.classList.remove("active");
    active = index;
    rows[index]?.classList.add("active");
    rows[index]?.scrollIntoView({ block: "nearest" });
    if (rows[index]) focused.setAttribute("aria-activedescendant", rows[index].id);
    else focused.removeAttribute("aria-activedescendant");
  };
  const take = (index) => {
    activate(index);
    pick(choices[index].value);
    if (several) for (const [at, one] of rows.entries()) mark(one, chosen.has(choices[at].value));
  };
  const filter = () => {
    const typed = search.value.trim().replace(/^[@#]/, "").toLowerCase();
    for (const [at, one] of rows.entries())
      one.hidden = !`${choices[at].label} ${choices[at].detail ?? ""}`.toLowerCase().includes(typed);
    empty.hidden = shown().length > 0;
    activate(rows.indexOf(shown()[0]));
  };
  const onkeydown = (event) => {
    const there = shown();
    const at = there.indexOf(rows[active]);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const takes = event.key === "Enter" || (event.key === " " && !search);
    if (event.key in to && there.length) activate(rows.indexOf(there.at(to[event.key] % there.length)));
    else if (takes && active >= 0) take(active);
    else if (!takes) return;
    event.preventDefault();
  };
  for (const [index, one] of rows.entries()) one.addEventListener("click", () => take(index));
  focused.addEventListener("keydown", onkeydown);
  search?.addEventListener("input", filter);
  if (search) list.tabIndex = -1;
  return {
    node: el("div", { class: "choices" }, search, list, empty),
    focus() {
      focused.focus();
      activate(Math.max(0, choices.findIndex((choice) => chosen.has(choice.value))));
    },
  };
}

function searchField(label) {
  return el("input", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Search",
    "aria-label": `Search: ${label}`,
    "aria-expanded": "true",
    "aria-controls": "listbox",
    "aria-autocomplete": "list",
    data: { testid: "picker-search" },
  });
}

function row(choice, index, chosen) {
  const node = el(
    "li",
    { id: `listbox-${index}`, role: "option", data: { testid: "picker-choice", value: choice.value } },
    choice.lead,
    el("span", { class: "label", text: choice.label }),
    choice.detail && el("span", { class: "detail", text: choice.detail }),
    icon("check"),
  );
  mark(node, chosen.has(choice.value));
  return node;
}

const mark = (node, selected) => node.setAttribute("aria-selected", String(selected));
