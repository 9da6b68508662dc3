// The pinned messages of a channel.

import { face } from "./choices.js";
import { el } from "./dom.js";
import { gist } from "./gist.js";
import { nameOf } from "./names.js";
import { popover } from "./popover.js";
import { timeText } from "./time.js";

/** Return the pinned messages of a channel, the newest first. */
export const pinned = (store, channel) => store.list(channel).filter((message) => message.pinned).toReversed();

/** List the pinned messages of the open channel beside an element; `go(channel, message)` shows one in its place. */
export function openPins(anchor, store, go) {
  const rows = pinned(store, store.current).map((message) =>
    el(
      "button",
      {
        type: "button",
        class: "pin",
        data: { testid: "pin" },
        onclick: () => {
          node.close();
          go(message.channel_id, message.id);
        },
      },
      face(store.who(message.author.id) ?? { name: nameOf(message.author), bot: true }),
      el("b", { text: nameOf(message.author) }),
      el("time", { text: timeText(new Date(message.timestamp), "d") }),
      el("span", { class: "gist", text: gist(message, store, 200) }),
    ),
  );
  const none = el("p", { class: "none", text: "Nothing is pinned here yet." });
  const node = popover(anchor, "Pinned messages", "pins", el("div", {}, el("h3", { text: "Pinned messages" }), rows.length ? rows : none));
}
