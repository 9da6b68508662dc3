// The slash commands as registered with Discord, made flat: a subcommand is a command of its own.

import { isDirect } from "./places.js";

const CHAT_INPUT = 1;
export const USER_MENU = 2;
export const MESSAGE_MENU = 3;
const SUBCOMMAND = 1;
const GROUP = 2;
const TEXT = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;

/**
 * Return {name, path, description, options} for all that can be typed after `/` in a channel; required options first.
 * The name is in the visitor's language, the path is what the bot knows it by.
 */
export function available(store, channel) {
  return usable(store, CHAT_INPUT, channel)
    .flatMap((command) => flat(command, nameOf(command), command.name))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Return the bot's commands in the menu of messages or of people, as {name, label}. */
export function menuCommands(store, type, channel) {
  if (channel?.locked) return [];
  return usable(store, type, channel).map((command) => ({ name: command.name, label: nameOf(command) }));
}

function usable(store, type, channel) {
  const here = store.commandsIn[channel?.place] ?? [];
  return store.commands.filter((command) => command.type === type && here.includes(command.id));
}

const nameOf = (thing) => thing.name_localized ?? thing.name;

function flat(command, name, path) {
  const options = command.options ?? [];
  const below = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (below.length)
    return below.flatMap((option) => flat(option, `${name} ${nameOf(option)}`, `${path} ${option.name}`));
  const sorted = options
    .map((option) => ({ ...option, label: nameOf(option), description: descriptionOf(option) }))
    .toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return [{ name, path, description: descriptionOf(command), options: sorted }];
}

const descriptionOf = (thing) => thing.description_localized ?? thing.description;

/** Return the commands that a half-typed name may mean, those that begin with it first. */
export function matching(commands, typed) {
  const text = typed.toLowerCase();
  const begins = commands.filter((command) => command.name.startsWith(text));
  return [...begins, ...commands.filter((command) => !command.name.startsWith(text) && command.name.includes(text))];
}

/** Return the first game {label, value} that can be chosen for a challenge, or undefined. */
export function exampleGame(store) {
  const challenge = store.commands.find((command) => command.name === "challenge");
  const game = challenge?.options?.find((option) => option.name === "game");
  return game && fixedValues(game, store)?.[0];
}

/** Return the fixed values {label, value} that an option can take, or null if it is typed or asked of the bot. */
export function fixedValues(option, store) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: nameOf(choice), value: choice.value }));
  if (option.type === BOOLEAN)
    return [
      { label: "True", value: true },
      { label: "False", value: false },
    ];
  const people = [...store.people, store.bot].map((person) => ({ label: person.name, value: person.id }));
  const roles = store.roles.map((one) => ({ label: one.name, value: one.id }));
  if (option.type === USER) return people;
  if (option.type === MENTIONABLE) return [...people, ...roles];
  if (option.type === CHANNEL)
    return [...store.channels.values()]
      .filter((one) => !isDirect(one))
      .filter((one) => (option.channel_types ?? [one.type]).includes(one.type))
      .map((one) => ({ label: one.name, value: one.id }));
  if (option.type === ROLE) return roles;
  return null;
}

/** Return {value} for what was typed into an option, or {error}, a sentence. `values` is what `fixedValues` gave. */
export function typedValue(option, text, values) {
  if (values) {
    const found = values.find((one) => one.label.toLowerCase() === text.replace(/^[@#]/, "").toLowerCase());
    return found ? { value: found.value } : { error: `Choose one of the list for ${option.label}.` };
  }
  if (option.type === INTEGER || option.type === NUMBER) return typedNumber(option, text);
  if (option.type === TEXT && text.length < (option.min_length ?? 0))
    return { error: `${option.label} needs at least ${option.min_length} characters.` };
  if (option.type === TEXT && text.length > (option.max_length ?? 6000))
    return { error: `${option.label} takes at most ${option.max_length} characters.` };
  return { value: text };
}

function typedNumber(option, text) {
  const number = Number(text);
  if (Number.isNaN(number) || (option.type === INTEGER && !Number.isInteger(number)))
    return { error: `${option.label} is a ${option.type === INTEGER ? "whole " : ""}number.` };
  if (number < (option.min_value ?? -Infinity)) return { error: `${option.label} is at least ${option.min_value}.` };
  if (number > (option.max_value ?? Infinity)) return { error: `${option.label} is at most ${option.max_value}.` };
  return { value: number };
}
