// Where one can go: channels with their threads, and messages between people and the bot.

import { avatar, botAvatar, el, icon, refill } from "./dom.js";
import { ANNOUNCEMENT, GROUP, isDirect, isForum, isPrivate, isThread } from "./places.js";
import { byAge } from "./store.js";

const opened = new Set();

/** Return the rows of the server's channels, {channel, threads, archived}, in the order in which they are shown. */
export function ordered(store) {
  const all = [...store.channels.values()];
  const newestFirst = all.filter(isThread).sort((a, b) => byAge(b.id, a.id));
  return all
    .filter((channel) => !isThread(channel) && !isDirect(channel))
    .map((channel) => {
      const threads = newestFirst.filter((one) => one.parent_id === channel.id);
      return { channel, threads: threads.filter((one) => !one.archived), archived: threads.filter((one) => one.archived) };
    });
}

/**
 * Draw the channel list. `go(channel)` opens one, `openDm()` begins the conversation with the bot, `newGroup(anchor)` one
 * with people.
 */
export function drawChannels(root, store, go, openDm, newGroup) {
  const entry = (channel) => channelButton(channel, store, () => go(channel.id));
  const again = () => drawChannels(root, store, go, openDm, newGroup);
  const rows = ordered(store);
  const entries = (here) =>
    rows
      .filter(({ channel }) => store.hasBot(channel) === here)
      .flatMap(({ channel, threads, archived }) => [
        entry(channel),
        ...threads.map(entry),
        ...(archived.length ? archive(channel, archived, store, entry, again) : []),
      ]);
  const elsewhere = entries(false);
  const direct = [...store.channels.values()].filter(isDirect).map(entry);
  if (!direct.some((one) => one.dataset.name === store.bot.name)) direct.unshift(newDm(store, openDm));
  const begin = {
    type: "button",
    class: "begin",
    "aria-label": "New conversation",
    title: "New conversation",
    data: { testid: "new-group" },
    onclick: (event) => newGroup(event.currentTarget),
  };
  const list = (label, entries) =>
    el(
      "ul",
      { "aria-labelledby": label },
      entries.map((one) => el("li", {}, one)),
    );
  refill(
    root,
    el("h2", { id: "channels-title", text: "Channels" }),
    list("channels-title", entries(true)),
    ...(elsewhere.length
      ? [el("h2", { id: "elsewhere-title", text: `Without ${store.bot.name}` }), list("elsewhere-title", elsewhere)]
      : []),
    el(
      "header",
      {},
      el("h2", { id: "direct-title", text: "Direct messages" }),
      el("button", begin, icon("plus")),
    ),
    list("direct-title", direct),
  );
}

/** Return the entry that shows or hides a channel's archived threads, and those that are shown. */
function archive(channel, archived, store, entry, again) {
  const open = opened.has(channel.id);
  const toggle = () => {
    if (!opened.delete(channel.id)) opened.add(channel.id);
    again();
  };
  const props = {
    type: "button",
    class: "channel thread archive",
    "aria-expanded": String(open),
    data: { testid: `archive-${channel.id}` },
    onclick: toggle,
  };
  const what = isForum(channel) ? "post" : "thread";
  const text = `${archived.length} archived ${what}${archived.length === 1 ? "" : "s"}`;
  const shown = archived.filter((one) => open || one.id === store.current || store.news(one.id).mentions > 0);
  return [el("button", props, icon("chevron"), el("span", { class: "name", text })), ...shown.map(entry)];
}

function newDm(store, onclick) {
  return el(
    "button",
    { type: "button", class: "channel dm", data: { testid: "open-dm" }, onclick },
    botAvatar(),
    el("span", { class: "name", text: store.bot.name }),
    presence(store),
  );
}

function channelButton(channel, store, onclick) {
  const current = channel.id === store.current;
  const { unread, mentions } = current ? { unread: false, mentions: 0 } : store.news(channel.id);
  const kind = isThread(channel) ? "thread" : isDirect(channel) ? "dm" : "text";
  const classes = ["channel", kind, unread && "unread", channel.archived && "archived"].filter(Boolean).join(" ");
  const state = [channel.archived && "archived", unread && "unread", mentions && `${mentions} for you`]
    .filter(Boolean)
    .join(", ");
  return el(
    "button",
    {
      type: "button",
      class: classes,
      title: channel.name,
      "aria-current": current ? "page" : null,
      data: { testid: `channel-${channel.id}`, name: channel.name, unread: String(unread), mentions: String(mentions) },
      onclick,
    },
    sign(channel, store),
    el("span", { class: "name", text: channel.name }),
    state && el("span", { class: "sr", text: ` (${state})` }),
    (channel.locked || isPrivate(channel)) && icon("lock"),
    mentions > 0 && el("span", { class: "count", "aria-hidden": "true", text: mentions > 9 ? "9+" : String(mentions) }),
    kind === "dm" && channel.name === store.bot.name && presence(store),
  );
}

function sign(channel, store) {
  if (channel.type === GROUP) return el("span", { class: "avatar group" }, icon("people"));
  if (isDirect(channel)) {
    const seat = store.people.findIndex((person) => person.name === channel.name);
    return seat < 0 ? botAvatar() : avatar(channel.name, seat);
  }
  if (isForum(channel)) return icon("forum");
  if (channel.type === ANNOUNCEMENT) return icon("horn");
  return el("span", { class: "sign", "aria-hidden": "true", text: isThread(channel) ? "" : "#" });
}

function presence(store) {
  return el("span", {
    class: store.bot.online ? "presence online" : "presence",
    text: store.bot.online ? "online" : "offline",
  });
}
