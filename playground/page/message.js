// One message as it stands in the log.

import { authorName, messageMenu, pointOf, toolbar } from "./actions.js";
import { embed, threadCard } from "./cards.js";
import { components } from "./components.js";
import { context, systemLine } from "./context.js";
import { avatar, botAvatar, el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { attachment } from "./media.js";
import { lookups, nameOf } from "./names.js";
import { reactions } from "./reactions.js";
import { isEphemeral, isLoading, isSilent } from "./store.js";
import { timeText } from "./time.js";

const WRITTEN = [0, 19, 20, 23, undefined];
const COMPONENTS_V2 = 1 << 15;

/** Whether somebody wrote a message, as opposed to a note of the server's. */
export const isWritten = (message) => WRITTEN.includes(message.type);

/**
 * Return the list item of a message. `page` has `store`, `presses`, `go(channel, message)`, the actions `reply`, `edit`,
 * `remove`, `dismiss`, `react` and `pin`, which take the message, and those of `personMenu`.
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
  node.addEventListener("contextmenu", (event) => {
    if (hidden || event.target.closest("a, img, textarea")) return;
    event.preventDefault();
    messageMenu(node, message, page, pointOf(event));
  });
  const failure = page.presses.failure(message);
  node.append(
    ...context(message, page),
    message.author.bot ? botAvatar() : avatar(author, person?.seat ?? 0),
    head(message, page),
    el("div", { class: "text", data: { testid: "content" } }, ...textOf(message, names)),
    el(
      "div",
      { class: "extras" },
      (message.flags & COMPONENTS_V2 ? [] : (message.attachments ?? [])).map(attachment),
      (message.embeds ?? []).map((one) => embed(one, names)),
      components(message, page, names),
      failure && el("p", { class: "failure", role: "alert", data: { testid: "failure" }, text: failure }),
      reactions(message, page),
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

function head(message, page) {
  const moment = new Date(message.timestamp);
  return el(
    "div",
    { class: "head" },
    authorName(message, page),
    message.author.bot && el("span", { class: "tag", text: "BOT" }),
    el("time", { datetime: message.timestamp, title: timeText(moment, "F"), text: timeText(moment, "t") }),
    message.pinned && el("span", { class: "pinned", role: "img", "aria-label": "Pinned", title: "Pinned" }, icon("pin")),
    isSilent(message) && el("span", { class: "silent", role: "img", "aria-label": QUIET, title: QUIET }, icon("silent")),
  );
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
