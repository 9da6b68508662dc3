// Components that hold others, and what stands between them.

import { el } from "./dom.js";
import { spoiler } from "./media.js";

const LARGE = 2;

/** Return a box with a coloured edge; `draw` draws what is in it. */
export function container(one, draw) {
  const inside = one.components.map(draw);
  const node = el("div", { class: "container", data: { testid: "container" } }, inside);
  if (one.accent_color !== null) node.style.borderLeftColor = `#${one.accent_color.toString(16).padStart(6, "0")}`;
  return one.spoiler ? spoiler(node, "a part of the message") : node;
}

/** Return texts with a button or a small picture beside them. */
export function section(one, draw) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "texts" }, one.components.map(draw)),
    el("div", { class: "accessory" }, draw(one.accessory)),
  );
}

/** Return the room between two components, with or without a line. */
export function separator(one) {
  const size = one.spacing === LARGE ? "separator large" : "separator";
  return el("div", { class: one.divider ? `${size} line` : size, role: one.divider ? "separator" : null });
}
