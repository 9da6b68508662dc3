// What stands above a message or instead of one: what it answers, and the server's own notes.

import { el, icon } from "./dom.js";
import { gist } from "./gist.js";
import { markdown } from "./markdown.js";
import { nameOf } from "./names.js";

const REPLY = 19;
const PINNED = 6;
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;
const ADDED = 1;
const REMOVED = 2;
const SYSTEM_TEXTS = { 4: "changed the name of the channel", 7: "joined the server" };

/** Return the bar above a message that says what it answers: a message, or a slash command. */
export function context(message, page) {
  const { store } = page;
  const use = message.interaction ?? message.interaction_metadata;
  if (use?.name && use.user) {
    const text = [
      el("b", { text: nameOf(use.user) }),
      " used ",
      el("span", { class: "mention", text: `/${use.name}` }),
    ];
    return [el("div", { class: "context", data: { testid: "used" } }, text)];
  }
  const original = message.referenced_message;
  if (message.type !== REPLY) return [];
  if (!original) return [el("div", { class: "context gone", text: "The message it answers was deleted" })];
  const summary = original.author
    ? [el("b", { text: nameOf(original.author) }), el("span", { class: "gist", text: gist(original, store) })]
    : [el("span", { class: "gist", text: "an earlier message" })];
  const go = () => page.go(message.channel_id, original.id);
  const label = `Answers ${original.author ? nameOf(original.author) : "a message"}: show it`;
  return [
    el(
      "button",
      { type: "button", class: "context", "aria-label": label, data: { testid: "answers" }, onclick: go },
      summary,
    ),
  ];
}

/** Return the line of a note of the server's. */
export function systemLine(message, author, names, page) {
  const words = [el("b", { text: author })];
  if (message.type === THREAD_CREATED) {
    const thread = message.thread?.id ?? message.message_reference?.channel_id;
    const name = thread
      ? el("button", { type: "button", class: "mention", text: message.content, onclick: () => page.go(thread, null) })
      : el("b", { text: message.content });
    words.push(" started a thread: ", name);
  } else if (message.type === THREAD_STARTER) {
    const original = message.referenced_message;
    if (original) {
      const starter = { ...original, channel_id: message.channel_id, flags: 0, thread: null, components: [] };
      return el(
        "div",
        {},
        el("p", { text: "This thread began with:" }),
        markdown(gist(starter, page.store, 300), names),
      );
    }
    words.push(" began this thread");
  } else if (message.type === ADDED || message.type === REMOVED) {
    const whom = message.mentions.map(nameOf).join(", ");
    words.push(message.type === ADDED ? " added " : " removed ", el("b", { text: whom }));
  } else if (message.type === PINNED) {
    const pinned = message.message_reference?.message_id;
    const show = () => page.go(message.channel_id, pinned);
    words.push(" pinned ", el("button", { type: "button", class: "plain", text: "a message", onclick: show }));
  } else words.push(` ${SYSTEM_TEXTS[message.type] ?? message.content}`);
  const sign = message.type === PINNED ? "pin" : "thread";
  return el("p", { data: { testid: "content" } }, icon(sign), words);
}
