// What a menu offers: its own options, or people, roles and channels.

import { avatar, botAvatar, el, icon } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { CHANNEL_SELECT, MENTIONABLE_SELECT, ROLE_SELECT, STRING_SELECT, USER_SELECT } from "./kinds.js";

const DM = 1;
const GROUP = 3;

/** Return the choices {value, label, detail, lead} of a menu. */
export function choicesOf(menu, store) {
  if (menu.type === STRING_SELECT)
    return menu.options.map(({ value, label, description, emoji }) => ({
      value,
      label,
      detail: description,
      lead: emoji && emojiNode(emoji),
    }));
  return [
    ...(menu.type === USER_SELECT || menu.type === MENTIONABLE_SELECT ? people(store) : []),
    ...(menu.type === ROLE_SELECT || menu.type === MENTIONABLE_SELECT ? roles(store) : []),
    ...(menu.type === CHANNEL_SELECT ? channels(store, menu.channel_types) : []),
  ];
}

/** Return the values that a menu shows before anybody has chosen. */
export function defaultsOf(menu) {
  if (menu.type === STRING_SELECT)
    return menu.options.filter((option) => option.default).map((option) => option.value);
  return (menu.default_values ?? []).map((one) => String(one.id));
}

/** Return a person's or the bot's mark. */
export const face = ({ name, bot, seat }) => (bot ? botAvatar() : avatar(name, seat));

function people(store) {
  return [...store.people, store.bot].map(({ id }) => {
    const one = store.who(id);
    const detail = id === store.me.id ? "you" : one.bot ? "bot" : "";
    return { value: id, label: one.name, detail, lead: face(one) };
  });
}

function roles(store) {
  return store.roles.map((role) => ({ value: role.id, label: `@${role.name}`, detail: "role", lead: icon("people") }));
}

function channels(store, types) {
  return [...store.channels.values()]
    .filter((one) => one.type !== DM && one.type !== GROUP && (!types || types.includes(one.type)))
    .map((one) => {
      const parent = store.channels.get(one.parent_id);
      const sign = parent ? icon("thread") : el("span", { class: "sign", text: "#" });
      return { value: one.id, label: one.name, detail: parent ? `in #${parent.name}` : "", lead: sign };
    });
}
