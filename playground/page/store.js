// What the page knows: one person's view of the server, kept current by events. Everything is drawn from here.

import { remember, remembered } from "./storage.js";

/** Order two snowflakes, oldest first. They are decimal strings too long for a number. */
export function byAge(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const READ = "turnpost.read.";
const EPHEMERAL = 64;
const LOADING = 128;
const SILENT = 4096;
/** Whether the bot has only said so far that it is going to answer. */
export const isLoading = (message) => Boolean((message.flags ?? 0) & LOADING);
export const isEphemeral = (message) => Boolean((message.flags ?? 0) & EPHEMERAL) || message.ephemeral === true;

/** Whether a message was sent so that nobody hears of it. */
export const isSilent = (message) => Boolean((message.flags ?? 0) & SILENT);

/**
 * Dispatches, as plain events: `view` (everything may have changed), `read` (unread marks), `status` (bot,
 * commands), and as CustomEvents with a `detail`: `channels` id of one that was archived, locked or reopened (or null), `message` {message, fresh: first seen with something in it}, `delete`
 * {channel, id}, `typing` channel.
 */
export class Store extends EventTarget {
  me = null;
  people = [];
  guild = { id: "", name: "" };
  roles = [];
  bot = { id: "", name: "Turnpost", online: false };
  commands = [];
  commandsIn = {};
  messageContent = true;
  connected = false;
  current = null;
  channels = new Map();
  messages = new Map();
  #marks = new Map();
  #dismissed = new Set(Object.keys(remembered(sessionStorage, "turnpost.dismissed")));

  constructor() {
    super();
    // Another tab has read something, as the same person or another.
    addEventListener("storage", ({ key }) => {
      if (!key?.startsWith(READ)) return;
      this.#marks.delete(key.slice(READ.length));
      if (this.me) this.#tell("read");
    });
  }

  /** Take a whole view, as GET /view returns it. */
  load(view) {
    this.me = typeof view.me === "object" ? view.me : view.people.find((person) => person.id === view.me);
    this.people = view.people;
    this.guild = view.guild;
    this.roles = view.roles;
    this.bot = view.bot;
    this.#takeCommands(view);
    this.messageContent = view.message_content;
    this.channels = new Map(view.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map(
      Object.entries(view.messages).map(([id, list]) => [id, new Map(list.map((message) => [message.id, message]))]),
    );
    this.#tell("view");
  }

  /** Take one event of the stream. Taking it twice changes nothing. */
  take(event) {
    if (event.type === "message") this.put(event.message);
    else if (event.type === "delete") {
      this.messages.get(event.channel_id)?.delete(event.id);
      this.#tell("delete", { channel: event.channel_id, id: event.id });
    } else if (event.type === "channel") {
      const { id, archived, locked } = event.channel;
      const known = this.channels.get(id);
      this.channels.set(id, event.channel);
      this.#tell("channels", known?.archived === archived && known?.locked === locked ? null : id);
    } else if (event.type === "channel_gone") {
      this.channels.delete(event.id);
      this.messages.delete(event.id);
      this.#tell("channels");
    } else if (event.type === "commands") {
      this.#takeCommands(event);
      this.#tell("status");
    } else if (event.type === "me") {
      this.me = event.me;
      this.#takeCommands(event);
      this.#tell("status");
    } else if (event.type === "bot") {
      this.bot = { ...this.bot, online: event.online };
      this.#tell("status");
    } else if (event.type === "typing") this.#tell("typing", event.channel_id);
  }

  #takeCommands({ commands, commands_in: places }) {
    this.commands = commands;
    this.commandsIn = places;
  }

  /** Take a message, new or changed. */
  put(message) {
    if (!this.messages.has(message.channel_id)) this.messages.set(message.channel_id, new Map());
    const list = this.messages.get(message.channel_id);
    const known = list.get(message.id);
    const fresh = !isLoading(message) && (!known || isLoading(known));
    list.set(message.id, message);
    this.#tell("message", { message, fresh });
  }

  setConnected(connected) {
    this.connected = connected;
    this.#tell("status");
  }

  /** Return a channel's messages, oldest first, without the private ones that were dismissed. */
  list(channel) {
    const all = [...(this.messages.get(channel)?.values() ?? [])];
    return all.filter((message) => !this.#dismissed.has(message.id)).sort((a, b) => byAge(a.id, b.id));
  }

  /** Put a private message away, on this page only. */
  dismiss(message) {
    this.#dismissed.add(message.id);
    remember(sessionStorage, "turnpost.dismissed", Object.fromEntries([...this.#dismissed].map((id) => [id, 1])));
    this.#tell("delete", { channel: message.channel_id, id: message.id });
  }

  #marksOf(user) {
    if (!this.#marks.has(user)) this.#marks.set(user, remembered(localStorage, READ + user));
    return this.#marks.get(user);
  }

  /** Return the id of the last message that I have read in a channel, or "". */
  mark(channel, user = this.me.id) {
    return this.#marksOf(user)[channel] ?? "";
  }

  /** Note that I have read everything in a channel. */
  markRead(channel) {
    const last = this.list(channel).at(-1)?.id ?? "";
    if (byAge(last, this.mark(channel)) <= 0) return;
    this.#marksOf(this.me.id)[channel] = last;
    remember(localStorage, READ + this.me.id, this.#marksOf(this.me.id));
    this.#tell("read");
  }

  /** Return {unread, mentions} of a channel for one of the people. Their own messages are never unread. */
  news(channel, user = this.me.id) {
    const mark = this.mark(channel, user);
    const later = this.list(channel).filter((message) => byAge(message.id, mark) > 0 && message.author.id !== user);
    return { unread: later.length > 0, mentions: later.filter((message) => names(message, user)).length };
  }

  /** Return how often a person is called for in the server's channels since they last looked. */
  calls(user) {
    const shared = [...this.channels.values()].filter((channel) => channel.type !== 1 || user === this.me.id);
    return shared.reduce((sum, channel) => sum + this.news(channel.id, user).mentions, 0);
  }

  /** Whether the bot is a member of the place where a channel is. */
  hasBot(channel) {
    return channel.place === "bot_dm" || channel.place === this.guild.id;
  }

  /** Return a person or the bot by id, as {id, name, bot, seat}, or null. */
  who(id) {
    if (id === this.bot.id) return { ...this.bot, bot: true, seat: 0 };
    const seat = this.people.findIndex((person) => person.id === id);
    return seat < 0 ? null : { ...this.people[seat], bot: false, seat };
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function names(message, user) {
  if (isEphemeral(message)) return false;
  if (message.mentions) return message.mentions.some((person) => (person.id ?? person) === user);
  return message.content.includes(`<@${user}>`) || message.content.includes(`<@!${user}>`);
}
