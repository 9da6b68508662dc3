// A small window beside what opened it, or at the lower edge of a phone: menus, lists to choose from, emojis.

import { el } from "./dom.js";
import { returnTo } from "./focus.js";

const GAP = 6;
const EDGE = 8;
export const narrow = matchMedia("(max-width: 760px)");

/**
 * Open `content` beside an element, or at a rectangle, and return the dialog. When it closes, the focus returns to the
 * element and `onclose` is called.
 */
export function popover(anchor, label, kind, content, { beside = null, onclose = () => {} } = {}) {
  const focusAgain = returnTo(anchor);
  const node = el("dialog", { class: `popover ${kind}`, "aria-label": label, data: { testid: kind } }, content);
  node.addEventListener("close", () => {
    node.remove();
    focusAgain();
    onclose();
  });
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  if (!narrow.matches) moveBeside(node, beside ?? anchor.getBoundingClientRect());
  return node;
}

function moveBeside(node, beside) {
  const { width, height } = node.getBoundingClientRect();
  const below = beside.bottom + GAP;
  const top = below + height <= innerHeight - EDGE ? below : beside.top - GAP - height;
  node.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
  node.style.left = `${Math.max(EDGE, Math.min(beside.left, innerWidth - EDGE - width))}px`;
}
