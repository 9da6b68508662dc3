// One message as it stands in the log.

import { rows } from "./components.js";
import { avatar, botAvatar, el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { lookups, nameOf } from "./names.js";
import { attachment, embed, threadCard } from "./parts.js";
import { isEphemeral, isLoading, isSilent } from "./store.js";
import { timeText } from "./time.js";

const REPLY = 19;
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;
const SYSTEM_TEXTS = { 4: "changed the name of the channel", 6: "pinned a message", 7: "joined the server" };

/** Whether somebody wrote a message, as opposed to a note of the server's. */
export const isWritten = (message) => [0, REPLY, 20, 23, undefined].includes(message.type);

/** Return a message's text in one line, for previews and for reading aloud. */
export function gist(message, store, length = 100) {
  const alt = (message.attachments ?? []).map((file) => file.description).filter(Boolean);
  const nodes = markdown(message.content ?? "", lookups(store, null));
  const text = nodes
    .map((node) => node.textContent)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
  const whole = [text, ...alt].filter(Boolean).join(" – ") || "(picture or card)";
  return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
}

/**
 * Return the list item of a message. `page` has `store`, `presses`, `go(channel, message)` and the actions `reply`,
 * `edit`, `remove` and `dismiss`, which take the message.
 */
export function messageItem(message, page) {
  const { store } = page;
  const names = lookups(store, page.go);
  const author = nameOf(message.author);
  const hidden = isEphemeral(message);
  const node = el("li", {
    class: `message${hidden ? " ephemeral" : ""}${callsMe(message, store) ? " calls-me" : ""}`,
    tabindex: "-1",
    data: { testid: "message", id: message.id, author, private: String(hidden) },
  });
  if (!isWritten(message)) {
    node.classList.add("system");
    node.append(systemLine(message, author, names, page));
    return node;
  }
  const person = store.who(message.author.id);
  const failure = page.presses.failure(message);
  node.append(
    ...context(message, page),
    message.author.bot ? botAvatar() : avatar(author, person?.seat ?? 0),
    head(message, author),
    el("div", { class: "text", data: { testid: "content" } }, ...textOf(message, names)),
    el(
      "div",
      { class: "extras" },
      (message.attachments ?? []).map(attachment),
      (message.embeds ?? []).map((one) => embed(one, names)),
      rows(message, page.presses),
      failure && el("p", { class: "failure", role: "alert", data: { testid: "failure" }, text: failure }),
      message.thread && threadCard(message.thread, page.go),
      hidden && privateNote(message, page),
    ),
    hidden ? "" : toolbar(message, page),
  );
  return node;
}

const callsMe = (message, store) =>
  message.author.id !== store.me.id && new RegExp(`<@!?${store.me.id}>`).test(message.content ?? "");

function textOf(message, names) {
  if (isLoading(message)) return [el("span", { class: "thinking", text: `${nameOf(message.author)} is thinking…` })];
  const nodes = markdown(message.content ?? "", names);
  if (message.edited_timestamp) {
    const when = timeText(new Date(message.edited_timestamp), "F");
    nodes.push(el("span", { class: "edited", title: when, text: " (edited)" }));
  }
  return nodes;
}

const QUIET = "Sent without a sound";

function head(message, author) {
  const moment = new Date(message.timestamp);
  return el(
    "div",
    { class: "head" },
    el("span", { class: "author", data: { testid: "author" }, text: author }),
    message.author.bot && el("span", { class: "tag", text: "BOT" }),
    el("time", { datetime: message.timestamp, title: timeText(moment, "F"), text: timeText(moment, "t") }),
    isSilent(message) && el("span", { class: "silent", role: "img", "aria-label": QUIET, title: QUIET }, icon("silent")),
  );
}

/** Return the bar above a message that says what it answers: a message, or a slash command. */
function context(message, page) {
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

function systemLine(message, author, names, page) {
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
  } else words.push(` ${SYSTEM_TEXTS[message.type] ?? message.content}`);
  return el("p", { data: { testid: "content" } }, icon("thread"), words);
}

function privateNote(message, page) {
  const dismiss = {
    type: "button",
    class: "plain",
    text: "Dismiss",
    data: { testid: "dismiss" },
    onclick: () => page.dismiss(message),
  };
  return el("p", { class: "private" }, icon("eye"), "Only you can see this · ", el("button", dismiss));
}

function toolbar(message, page) {
  const mine = message.author.id === page.store.me.id;
  const action = (name, label, handler) =>
    el(
      "button",
      { type: "button", "aria-label": label, title: label, data: { testid: `action-${name}` }, onclick: handler },
      icon(name),
    );
  return el(
    "div",
    { class: "actions", role: "group", "aria-label": "Message actions" },
    action("reply", "Reply", () => page.reply(message)),
    mine && action("edit", "Edit", () => page.edit(message)),
    mine && action("remove", "Delete", () => page.remove(message)),
  );
}
