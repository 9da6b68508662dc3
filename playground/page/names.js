// Names in text: what people type (@Bob, #games) against what travels (<@id>, <#id>), and what they look like.

import { el } from "./dom.js";
import { isDirect, isThread } from "./places.js";

const CODE = /(`+[^`]*`+)/;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const named = (things) =>
  things
    .map((thing) => escaped(thing.name))
    .sort((a, b) => b.length - a.length)
    .join("|");
const find = (things, name) => things.find((thing) => thing.name.toLowerCase() === name.toLowerCase());
const everyone = (store) => [...store.people, store.bot];

/** Return what was typed with names made into mentions, outside code spans. */
export function encode(text, store) {
  const channels = [...store.channels.values()].filter((channel) => !isDirect(channel));
  const role = new RegExp(`(?<![\\w@])@(${named(store.roles.filter((one) => one.name !== "everyone"))})(?!\\w)`, "gi");
  const user = new RegExp(`(?<![\\w@])@(${named(everyone(store))})(?!\\w)`, "gi");
  const channel = channels.length && new RegExp(`(?<![\\w#<])#(${named(channels)})(?![\\w-])`, "gi");
  const part = (piece) => {
    const mentioned = piece
      .replace(user, (_, name) => `<@${find(everyone(store), name).id}>`)
      .replace(role, (_, name) => `<@&${find(store.roles, name).id}>`);
    return channel ? mentioned.replace(channel, (_, name) => `<#${find(channels, name).id}>`) : mentioned;
  };
  return text
    .split(CODE)
    .map((piece, index) => (index % 2 ? piece : part(piece)))
    .join("");
}

/** Return the text of a message as its author would type it. */
export function decode(text, store) {
  return text
    .replace(/<@!?(\d+)>/g, (whole, id) => (store.who(id) ? `@${store.who(id).name}` : whole))
    .replace(/<@&(\d+)>/g, (whole, id) => `@${store.roles.find((one) => one.id === id)?.name ?? whole}`)
    .replace(/<#(\d+)>/g, (whole, id) => (store.channels.has(id) ? `#${store.channels.get(id).name}` : whole));
}

/** Return the name under which somebody writes. */
export const nameOf = (author) => author.global_name ?? author.name ?? author.username;

/** Return a channel's name with its sign. */
export function title(channel) {
  return isThread(channel) || isDirect(channel) ? channel.name : `#${channel.name}`;
}

/** Return the lookups that `markdown` asks for. `go(channel, message)` opens a place on this page. */
export function lookups(store, go) {
  const place = (children, channel, message) =>
    el("button", { type: "button", class: "mention", onclick: () => go(channel, message) }, children);
  return {
    user(id) {
      const person = store.who(id);
      const mine = id === store.me.id ? " me" : "";
      return el("span", { class: `mention${mine}`, text: `@${person ? person.name : "unknown"}` });
    },
    role(id) {
      const role = store.roles.find((one) => one.id === id);
      return el("span", { class: "mention", text: `@${role ? role.name : "unknown"}` });
    },
    channel(id) {
      const channel = store.channels.get(id);
      if (!channel) return el("span", { class: "mention", text: "#unknown" });
      return place([title(channel)], id, null);
    },
    link(address, children) {
      // A bot writes addresses of Discord itself; those of this server lead to the place on this page.
      const match = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(address);
      const channel = match && store.channels.get(match[2]);
      if (!channel) return null;
      const bare = children.length === 1 && children[0] === address;
      const words = bare ? [title(channel), match[3] ? " › message" : ""] : children;
      return place(words, match[2], match[3] ?? null);
    },
  };
}
