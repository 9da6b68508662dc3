// What can be done with a message, and with a person: the buttons beside a message, and two menus.

import { canBranch } from "./channel_menu.js";
import { face } from "./choices.js";
import { menuCommands, MESSAGE_MENU, USER_MENU } from "./commands.js";
import { botAvatar, el, icon } from "./dom.js";
import { openMenu } from "./menu.js";
import { nameOf } from "./names.js";
import { pickReaction } from "./reactions.js";
import { isEphemeral } from "./store.js";

/** Return the buttons that a message shows while it is pointed at. */
export function toolbar(message, page) {
  const mine = message.author.id === page.store.me.id;
  const { locked, archived } = page.store.channels.get(message.channel_id) ?? {};
  const action = (name, sign, label, handler) =>
    el(
      "button",
      { type: "button", "aria-label": label, title: label, data: { testid: `action-${name}` }, onclick: handler },
      icon(sign),
    );
  return el(
    "div",
    { class: "actions", role: "group", "aria-label": "Message actions" },
    !archived && action("react", "smile", "Add a reaction", (event) => pickReaction(event.currentTarget, message, page.react)),
    !locked && action("reply", "reply", "Reply", () => page.reply(message)),
    mine && action("edit", "edit", "Edit", () => page.edit(message)),
    mine && action("remove", "remove", "Delete", () => page.remove(message)),
    action("more", "dots", "More", (event) => messageMenu(event.currentTarget, message, page)),
  );
}

/** Open the menu of a message beside an element, or at a rectangle. */
export function messageMenu(anchor, message, page, beside = null) {
  if (isEphemeral(message)) return;
  const { store } = page;
  const mine = message.author.id === store.me.id;
  const { locked, archived } = store.channels.get(message.channel_id) ?? {};
  const author = store.who(message.author.id);
  openMenu(
    anchor,
    "Message",
    [
      !archived && { label: "Add a reaction", icon: "smile", run: () => pickReaction(anchor, message, page.react) },
      !locked && { label: "Reply", icon: "reply", run: () => page.reply(message) },
      mine && { label: "Edit", icon: "edit", run: () => page.edit(message) },
      canBranch(message, store) && { label: "Start a thread", icon: "thread", run: () => page.branch(message) },
      { label: message.pinned ? "Unpin" : "Pin", icon: "pin", run: () => page.pin(message, !message.pinned) },
      author && { label: author.name, lead: face(author), run: () => personMenu(anchor, author.id, page, beside) },
      ...apps(MESSAGE_MENU, { message_id: message.id }, page),
      mine && { label: "Delete", icon: "remove", danger: true, run: () => page.remove(message) },
    ],
    beside,
  );
}

/** Open the menu of a person or the bot. */
export function personMenu(anchor, id, page, beside = null) {
  const { store } = page;
  const one = store.who(id);
  if (!one) return;
  openMenu(
    anchor,
    one.name,
    [
      one.name,
      { label: "Mention", icon: "at", run: () => page.mention(one.name) },
      !one.bot && id !== store.me.id && { label: `Write as ${one.name}`, icon: "people", run: () => page.become(id) },
      id !== store.me.id && {
        label: `Message ${one.name}`,
        icon: "envelope",
        run: () => (one.bot ? page.openDm() : page.converse([id])),
      },
      one.bot && {
        label: store.me.installed ? "Remove from my apps" : "Add to my apps",
        icon: store.me.installed ? "close" : "plus",
        testid: "install",
        run: () => page.install(!store.me.installed),
      },
      ...apps(USER_MENU, { user_id: id, channel_id: store.current }, page),
    ],
    beside,
  );
}

/** Return the bot's own entries of a menu. */
function apps(type, target, { store, presses }) {
  const commands = menuCommands(store, type, store.channels.get(store.current));
  const entries = commands.map(({ name, label }) => ({
    label,
    lead: botAvatar(),
    testid: "app-command",
    run: () => presses.useMenu(name, target),
  }));
  return entries.length ? ["Apps", ...entries] : [];
}

/** Return where a menu opens that the mouse or the menu key has asked for. */
export function pointOf(event) {
  return event.button === 2 ? new DOMRect(event.clientX, event.clientY - 6, 0, 0) : null;
}

/** Return the name that somebody writes under, as a button that opens their menu. */
export function authorName(message, page) {
  return el("button", {
    type: "button",
    class: "author",
    tabindex: "-1",
    text: nameOf(message.author),
    data: { testid: "author" },
    onclick: (event) => personMenu(event.currentTarget, message.author.id, page),
  });
}
