// What the looks of a message owe to the one before it: whether the head is shown, and the lines between days.

import { el } from "./dom.js";
import { isWritten } from "./message.js";
import { byAge, isEphemeral } from "./store.js";
import { dayText } from "./time.js";

const REPLY = 19;
const TOGETHER = 7 * 60_000;

/** Bring a message's node into line with the message before it; `readTo` is the id of the last one read before. */
export function dress(node, message, previous, store, readTo) {
  const time = new Date(message.timestamp);
  const before = previous && new Date(previous.timestamp);
  const day = before?.toDateString() !== time.toDateString() ? dayText(time) : "";
  const unread = readTo && byAge(message.id, readTo) > 0 && message.author.id !== store.me.id;
  const fresh = unread && previous && byAge(previous.id, readTo) <= 0;
  const follows =
    !day &&
    !fresh &&
    previous?.author.id === message.author.id &&
    time - before < TOGETHER &&
    isWritten(previous) &&
    message.type !== REPLY &&
    !message.interaction &&
    !message.interaction_metadata &&
    isEphemeral(previous) === isEphemeral(message);
  node.classList.toggle("follows", follows);
  node.querySelector(":scope > .divider")?.remove();
  if (!day && !fresh) return;
  const label = [day, fresh && "New"].filter(Boolean).join(" · ");
  node.prepend(el("div", { class: fresh ? "divider fresh" : "divider" }, el("span", { text: label })));
}
