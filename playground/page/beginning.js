// What stands above the first message of a channel.

import { el } from "./dom.js";
import { tags } from "./forum.js";
import { isForum, isThread } from "./places.js";

const SEEN_BY = {
  1: "Only the two of you see this conversation.",
  3: "Only the people in this group see it.",
  12: "Only the members of this thread see it.",
};

/** Draw the beginning of a channel of a name. */
export function drawBeginning(root, channel, name, store) {
  const parent = store.channels.get(channel?.parent_id);
  const usual = channel && isThread(channel) ? "Everyone on the server can read along." : `This is the beginning of ${name}.`;
  root.replaceChildren(
    el("h2", { text: name }),
    parent && isForum(parent) ? tags(channel, parent) : "",
    el("p", { text: SEEN_BY[channel?.type] ?? usual }),
  );
}
