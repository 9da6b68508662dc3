// The buttons of a message.

import { el, icon } from "./dom.js";
import { emojiNode } from "./emoji.js";

const LINK = 5;
const PREMIUM = 6;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/** Return one button; `presses` says whether its outcome is awaited. */
export function button(one, message, presses) {
  const inside = [one.emoji && emojiNode(one.emoji), one.label && el("span", { text: one.label })];
  const label = one.label ?? one.emoji?.name;
  if (one.style === LINK) return link(one, inside, label);
  if (one.style === PREMIUM) return premium();
  const waiting = presses.waiting(message);
  const busy = waiting !== undefined;
  return el(
    "button",
    {
      type: "button",
      class: `btn ${STYLES[one.style] ?? "secondary"}`,
      disabled: one.disabled,
      "aria-disabled": busy ? "true" : null,
      "aria-busy": waiting === one.custom_id ? "true" : null,
      "aria-label": one.label ? null : label,
      data: { testid: "button", customId: one.custom_id },
      onclick: () => busy || presses.use(message, one.custom_id),
    },
    inside,
  );
}

function link(one, inside, label) {
  const address = one.disabled ? {} : { href: one.url, target: "_blank", rel: "noopener noreferrer" };
  const off = one.disabled ? { "aria-disabled": "true", role: "link" } : {};
  const props = { class: "btn secondary", "aria-label": one.label ? null : label, data: { testid: "button" } };
  return el("a", { ...props, ...address, ...off }, inside, icon("link"));
}

/** Return the button that would open Discord's shop. */
function premium() {
  const title = "The playground sells nothing";
  return el("button", { type: "button", class: "btn secondary", disabled: true, title }, icon("shop"), "Buy");
}
