// A small window beside what opened it, or at the lower edge of a phone: menus, lists to choose from, emojis.

import { el } from "./dom.js";

const GAP = 6;
const EDGE = 8;
export const narrow = matchMedia("(max-width: 760px)");

/**
 * Open `content` beside an element, or at a rectangle, and return the dialog. When it closes, the focus returns to the
 * element and `onclose` is called.
 */
export function popover(anchor, label, kind, content, { beside = null, onclose = () => {} } = {}) {
  const again = placeOf(anchor);
  const node = el("dialog", { class: `popover ${kind}`, "aria-label": label, data: { testid: kind } }, content);
  node.addEventListener("close", () => {
    node.remove();
    if (document.activeElement === document.body) (anchor.isConnected ? anchor : again())?.focus();
    onclose();
  });
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  if (!narrow.matches) moveBeside(node, beside ?? anchor.getBoundingClientRect());
  return node;
}

/** Return a function that finds an element again after its message was drawn anew. */
function placeOf(anchor) {
  const { testid, customId } = anchor.dataset;
  const message = anchor.closest("li.message")?.dataset.id;
  if (!message) return () => null;
  const scope = `li.message[data-id="${message}"]`;
  const own = customId ? `[data-custom-id="${CSS.escape(customId)}"]` : `[data-testid="${testid}"]`;
  return () => document.querySelector(`${scope} ${own}`) ?? document.querySelector(scope);
}

function moveBeside(node, beside) {
  const { width, height } = node.getBoundingClientRect();
  const below = beside.bottom + GAP;
  const top = below + height <= innerHeight - EDGE ? below : beside.top - GAP - height;
  node.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
  node.style.left = `${Math.max(EDGE, Math.min(beside.left, innerWidth - EDGE - width))}px`;
}
