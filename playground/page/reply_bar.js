// The bar above the composer that says which message is answered, and whether its author is mentioned.

import { el, icon } from "./dom.js";
import { nameOf } from "./names.js";

/** Return the parts of the bar for {message, ping}; `toggle()` switches the mention, `cancel()` answers no longer. */
export function replyBar({ message, ping }, toggle, cancel) {
  const name = nameOf(message.author);
  return [
    icon("reply"),
    el("span", { class: "to" }, "Answering ", el("b", { text: name })),
    el("button", {
      type: "button",
      class: "ping",
      "aria-pressed": String(ping),
      "aria-label": `Mention ${name} in the answer`,
      title: ping ? `${name} is mentioned` : `${name} is not mentioned`,
      data: { testid: "reply-ping" },
      onclick: toggle,
      text: ping ? "@ ON" : "@ OFF",
    }),
    el(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": "Don't answer",
        data: { testid: "reply-cancel" },
        onclick: cancel,
      },
      icon("close"),
    ),
  ];
}
