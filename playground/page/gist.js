// A message in one line.

import { TEXT_DISPLAY } from "./kinds.js";
import { markdown } from "./markdown.js";
import { lookups } from "./names.js";

/** Return all the text that a message's components display. */
function displayed(components) {
  return (components ?? []).flatMap((one) => (one.type === TEXT_DISPLAY ? [one.content] : displayed(one.components)));
}

/** Return a message's text in one line, for previews and for reading aloud. */
export function gist(message, store, length = 100) {
  const alt = (message.attachments ?? []).map((file) => file.description).filter(Boolean);
  const written = [message.content, ...displayed(message.components)].filter(Boolean).join("\n");
  const nodes = markdown(written, lookups(store, null));
  const text = nodes
    .map((node) => node.textContent)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const whole = [text, ...alt].filter(Boolean).join(" – ") || "(picture or card)";
  return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
}
