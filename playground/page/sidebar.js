// Where one can go and who one can be: channels with their threads, direct messages with the bot, the people.

import { avatar, botAvatar, el, icon, refill } from "./dom.js";
import { byAge } from "./store.js";

const TEXT = 0;
const DM = 1;

/** Return the rows of the channel list, in the order in which they are shown. */
export function ordered(store) {
  const all = [...store.channels.values()];
  const threads = (parent) =>
    all
      .filter((channel) => channel.parent_id === parent && channel.type !== TEXT && channel.type !== DM)
      .sort((a, b) => Number(a.archived ?? false) - Number(b.archived ?? false) || byAge(b.id, a.id));
  return all.filter((channel) => channel.type === TEXT).flatMap((channel) => [channel, ...threads(channel.id)]);
}

/** Draw the channel list. `go(channel)` opens one, `openDm()` begins the conversation with the bot. */
export function drawChannels(root, store, go, openDm) {
  const dm = [...store.channels.values()].find((channel) => channel.type === DM);
  const server = ordered(store).map((channel) =>
    el(
      "li",
      {},
      channelButton(channel, store, () => go(channel.id)),
    ),
  );
  const direct = dm
    ? channelButton(dm, store, () => go(dm.id))
    : el(
        "button",
        { type: "button", class: "channel dm", data: { testid: "open-dm" }, onclick: openDm },
        botAvatar(),
        el("span", { class: "name", text: store.bot.name }),
        presence(store),
      );
  refill(
    root,
    el("h2", { id: "channels-title", text: "Channels" }),
    el("ul", { "aria-labelledby": "channels-title" }, server),
    el("h2", { id: "direct-title", text: "Direct messages" }),
    el("ul", { "aria-labelledby": "direct-title" }, el("li", {}, direct)),
  );
}

function channelButton(channel, store, onclick) {
  const current = channel.id === store.current;
  const { unread, mentions } = current ? { unread: false, mentions: 0 } : store.news(channel.id);
  const kind = channel.type === TEXT ? "text" : channel.type === DM ? "dm" : "thread";
  const name = kind === "dm" ? store.bot.name : channel.name;
  const classes = ["channel", kind, unread && "unread", channel.archived && "archived"].filter(Boolean).join(" ");
  const state = [channel.archived && "archived", unread && "unread", mentions && `${mentions} for you`]
    .filter(Boolean)
    .join(", ");
  const signs = {
    text: el("span", { class: "sign", "aria-hidden": "true", text: "#" }),
    dm: botAvatar(),
    thread: el("span", { class: "sign", "aria-hidden": "true" }),
  };
  return el(
    "button",
    {
      type: "button",
      class: classes,
      title: name,
      "aria-current": current ? "page" : null,
      data: { testid: `channel-${channel.id}`, name, unread: String(unread), mentions: String(mentions) },
      onclick,
    },
    signs[kind],
    el("span", { class: "name", text: name }),
    state && el("span", { class: "sr", text: ` (${state})` }),
    channel.locked && icon("lock"),
    mentions > 0 && el("span", { class: "count", "aria-hidden": "true", text: few(mentions) }),
    kind === "dm" && presence(store),
  );
}

const few = (count) => (count > 9 ? "9+" : String(count));

function presence(store) {
  return el("span", {
    class: store.bot.online ? "presence online" : "presence",
    text: store.bot.online ? "online" : "offline",
  });
}

/** Draw the switch between the people. `become(id)` makes the visitor write as another. */
export function drawPeople(root, store, become) {
  const buttons = store.people.map((person, seat) => {
    const mine = person.id === store.me.id;
    const calls = mine ? 0 : store.calls(person.id);
    const label = [mine ? `You are ${person.name}` : `Write as ${person.name}`, calls && `called ${calls} times`];
    return el(
      "button",
      {
        type: "button",
        class: "person",
        "aria-pressed": String(mine),
        "aria-label": label.filter(Boolean).join(", "),
        title: `${label[0]} (Alt+${seat + 1})`,
        data: { testid: `person-${person.name}`, seat: String(seat % 5), calls: String(calls) },
        onclick: () => become(person.id),
      },
      avatar(person.name, seat),
      el("span", { class: "name", text: person.name }),
      calls > 0 && el("span", { class: "count", "aria-hidden": "true", text: few(calls) }),
    );
  });
  refill(root, el("span", { class: "you", "aria-hidden": "true", text: "You are" }), ...buttons);
}
