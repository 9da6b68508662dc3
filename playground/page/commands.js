// The slash commands as registered with Discord, made flat: a subcommand is a command of its own.

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
const DM = 1;
const GUILD_CONTEXT = 0;
const DM_CONTEXT = 1;

/** Return {name, description, options} for all that can be typed after `/` in a channel; required options first. */
export function available(commands, channel) {
  return allowed(commands, CHAT_INPUT, channel)
    .flatMap((command) => flat(command, command.name))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Return the bot's commands in the menu of messages or of people. */
export const menuCommands = (commands, type, channel) => (channel?.locked ? [] : allowed(commands, type, channel));

function allowed(commands, type, channel) {
  const context = channel?.type === DM ? DM_CONTEXT : GUILD_CONTEXT;
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === type)
    .filter(
      (command) =>
        command.contexts?.includes(context) ?? (context === GUILD_CONTEXT || command.dm_permission !== false),
    );
}

function flat(command, name) {
  const options = command.options ?? [];
  const below = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (below.length) return below.flatMap((option) => flat(option, `${name} ${option.name}`));
  const sorted = options.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return [{ name, description: command.description, options: sorted }];
}

/** Return the commands that a half-typed name may mean, those that begin with it first. */
export function matching(commands, typed) {
  const text = typed.toLowerCase();
  const begins = commands.filter((command) => command.name.startsWith(text));
  return [...begins, ...commands.filter((command) => !command.name.startsWith(text) && command.name.includes(text))];
}

/** Return the fixed values {label, value} that an option can take, or null if it is typed or asked of the bot. */
export function fixedValues(option, store) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
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
      .filter((one) => one.type !== DM)
      .filter((one) => (option.channel_types ?? [one.type]).includes(one.type))
      .map((one) => ({ label: one.name, value: one.id }));
  if (option.type === ROLE) return roles;
  return null;
}

/** Return {value} for what was typed into an option, or {error}, a sentence. `values` is what `fixedValues` gave. */
export function typedValue(option, text, values) {
  if (values) {
    const found = values.find((one) => one.label.toLowerCase() === text.replace(/^[@#]/, "").toLowerCase());
    return found ? { value: found.value } : { error: `Choose one of the list for ${option.name}.` };
  }
  if (option.type === INTEGER || option.type === NUMBER) return typedNumber(option, text);
  if (option.type === TEXT && text.length < (option.min_length ?? 0))
    return { error: `${option.name} needs at least ${option.min_length} characters.` };
  if (option.type === TEXT && text.length > (option.max_length ?? 6000))
    return { error: `${option.name} takes at most ${option.max_length} characters.` };
  return { value: text };
}

function typedNumber(option, text) {
  const number = Number(text);
  if (Number.isNaN(number) || (option.type === INTEGER && !Number.isInteger(number)))
    return { error: `${option.name} is a ${option.type === INTEGER ? "whole " : ""}number.` };
  if (number < (option.min_value ?? -Infinity)) return { error: `${option.name} is at least ${option.min_value}.` };
  if (number > (option.max_value ?? Infinity)) return { error: `${option.name} is at most ${option.max_value}.` };
  return { value: number };
}
