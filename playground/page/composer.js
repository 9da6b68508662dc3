// Where the visitor writes: text with names completed, an answer to a message, or a slash command.

import * as api from "./api.js";
import { available, matching } from "./commands.js";
import { avatar, botAvatar, sentence } from "./dom.js";
import { Drafts } from "./drafts.js";
import { encode, title } from "./names.js";
import { isForum } from "./places.js";
import { replyBar } from "./reply_bar.js";
import { SlashForm } from "./slash.js";

const HALF_NAME = /(?:^|[\s(])@(\w*)$/;
const HALF_COMMAND = /^\/([-\p{L}\p{N}_]*(?: [-\p{L}\p{N}_]*){0,2})$/u;
const COMMAND_AND_MORE = /^\/(\S+(?: \S+){0,2}?) (.*)$/s;

export class Composer {
  #store;
  #popup;
  #area;
  #box;
  #reply;
  #error;
  #slash;
  #settle;
  #drafts = new Drafts();
  #place = "";
  #answering = null;
  #busy = false;

  /** `parts` are its elements; `settle(outcome)` shows what a command led to, `editLast()` edits my last message. */
  constructor(parts, store, popup, settle, editLast) {
    this.#store = store;
    this.#popup = popup;
    this.#area = parts.area;
    this.#box = parts.box;
    this.#reply = parts.reply;
    this.#error = parts.error;
    this.#settle = settle;
    this.#slash = new SlashForm(
      parts.slash,
      store,
      popup,
      () => this.#leaveCommand(),
      (command, options) => this.#run(command, options),
    );
    this.#area.addEventListener("input", () => this.#typed());
    this.#area.addEventListener("keydown", (event) => this.#key(event, editLast));
    this.#area.addEventListener("blur", () => popup.hide());
    parts.send.addEventListener("click", () => (this.#slash.command ? this.#slash.submit() : this.#send()));
  }

  /** Take the place that the visitor is at now; what was half written elsewhere is kept for their return. */
  settleAt() {
    const { me, current, channels } = this.#store;
    const place = `${me.id}/${current}`;
    const channel = channels.get(current);
    if (place !== this.#place) {
      if (this.#slash.command) this.#closeCommand();
      if (this.#place) this.#keepDraft();
      this.#place = place;
      const draft = this.#drafts.get(place);
      this.#area.value = draft.text;
      this.answer(draft.answering, false);
      this.complain("");
      this.#popup.hide();
    }
    const name = channel ? title(channel) : "";
    const open = `Write as ${me.name} ${channel?.type === 1 ? "to" : "in"} ${name}`;
    this.#area.placeholder = open;
    this.#area.setAttribute("aria-label", open);
    this.#box.hidden = !channel || channel.locked || isForum(channel);
    this.#box.dataset.seat = String(this.#store.who(me.id).seat % 5);
    this.#fit();
  }

  focus() {
    this.#area.focus();
  }

  /** Put a text into the box, ready to be sent. */
  write(text) {
    if (this.#slash.command) this.#closeCommand();
    this.#area.value = text;
    this.#area.focus();
    this.#typed();
  }

  /** Name somebody where the caret is. */
  mention(name) {
    if (this.#slash.command) this.#closeCommand();
    const before = /\S$/.test(this.#area.value.slice(0, this.#area.selectionStart)) ? " " : "";
    this.#area.setRangeText(`${before}@${name} `, this.#area.selectionStart, this.#area.selectionEnd, "end");
    this.#area.focus();
    this.#typed();
  }

  /** Answer a message with the next one (null: no longer). */
  answer(message, focus = true) {
    this.#answering = message && { message, ping: true };
    this.#drawReply();
    if (message && focus) this.#area.focus();
  }

  /** Show a sentence on what went wrong, or none. */
  complain(error) {
    this.#error.textContent = typeof error === "string" ? error : sentence(error);
    this.#error.hidden = !this.#error.textContent;
  }

  #drawReply() {
    this.#reply.hidden = !this.#answering;
    if (!this.#answering) return this.#reply.replaceChildren();
    const toggle = () => {
      this.#answering.ping = !this.#answering.ping;
      this.#drawReply();
      this.#reply.querySelector(".ping").focus();
    };
    const cancel = () => {
      this.answer(null);
      this.focus();
    };
    this.#reply.replaceChildren(...replyBar(this.#answering, toggle, cancel));
  }

  #commands() {
    return available(this.#store, this.#store.channels.get(this.#store.current));
  }

  #keepDraft() {
    this.#drafts.set(this.#place, { text: this.#area.value, answering: this.#answering });
  }

  #typed() {
    this.#fit();
    this.#keepDraft();
    this.complain("");
    const text = this.#area.value;
    const more = COMMAND_AND_MORE.exec(text);
    const command = more && this.#commands().find((one) => one.name === more[1]);
    if (command) return this.#openCommand(command, more[2]);
    const half = HALF_COMMAND.exec(text);
    if (half) return this.#offerCommands(half[1]);
    const name = HALF_NAME.exec(text.slice(0, this.#area.selectionStart));
    if (name) return this.#offerNames(name[1].toLowerCase());
    this.#popup.hide();
  }

  #offerCommands(typed) {
    const items = matching(this.#commands(), typed).map((command) => ({
      label: `/${command.name}`,
      detail: command.description,
      lead: botAvatar(),
      value: command.name,
      command,
    }));
    this.#popup.show(this.#area, typed ? `Commands with “${typed}”` : "Commands", items, (item) =>
      this.#openCommand(item.command),
    );
  }

  #offerNames(typed) {
    const everyone = [...this.#store.people, this.#store.bot];
    if (everyone.some((one) => one.name.toLowerCase() === typed)) return this.#popup.hide();
    const fitting = everyone.filter((one) => one.name.toLowerCase().startsWith(typed));
    const items = fitting.map((one) => {
      const { bot, seat } = this.#store.who(one.id);
      return {
        label: one.name,
        detail: one.id === this.#store.me.id ? "you" : "",
        lead: bot ? botAvatar() : avatar(one.name, seat),
        value: one.id,
      };
    });
    this.#popup.show(this.#area, "Members", items, (item) => {
      const caret = this.#area.selectionStart;
      this.#area.setRangeText(`@${item.label} `, caret - typed.length - 1, caret, "end");
      this.#typed();
    });
  }

  #key(event, editLast) {
    if (this.#popup.key(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape") this.answer(null);
    else if (event.key === "ArrowUp" && !this.#area.value) {
      event.preventDefault();
      editLast();
    }
  }

  async #send() {
    const typed = this.#area.value;
    if (!typed.trim() || this.#busy) return;
    const half = HALF_COMMAND.exec(typed);
    const command = half && this.#commands().find((one) => one.name === half[1].trim());
    if (command) return this.#openCommand(command);
    const answering = this.#answering;
    const body = { channel_id: this.#store.current, content: encode(typed.trim(), this.#store) };
    if (answering) Object.assign(body, { reply_to: answering.message.id, ping: answering.ping });
    const from = this.#place;
    this.#area.value = "";
    this.answer(null);
    this.#fit();
    this.#keepDraft();
    const restore = () => {
      if (this.#place !== from || this.#area.value) return this.#drafts.set(from, { text: typed, answering });
      this.#area.value = typed;
      this.#answering = answering;
      this.#keepDraft();
      this.#drawReply();
      this.#fit();
    };
    await this.#try(() => api.send(this.#store.me.id, body), restore);
  }

  #openCommand(command, rest) {
    this.#popup.hide();
    this.#area.value = "";
    this.#area.hidden = true;
    this.answer(null);
    this.#keepDraft();
    this.complain("");
    this.#slash.open(command, rest);
  }

  #closeCommand() {
    this.#slash.close();
    this.#area.hidden = false;
  }

  #leaveCommand() {
    this.#closeCommand();
    this.#area.focus();
  }

  async #run({ name, path }, options) {
    if (this.#busy) return;
    this.#box.setAttribute("aria-busy", "true");
    const { me, current } = this.#store;
    const place = this.#place;
    await this.#try(
      async () => {
        const outcome = await api.slash(me.id, current, path, options);
        if (!outcome.acknowledged) throw new Error(`${this.#store.bot.name} did not respond to /${name}.`);
        if (place === this.#place) this.#leaveCommand();
        this.#settle(outcome);
      },
      () => {},
    );
    this.#box.removeAttribute("aria-busy");
  }

  async #try(deed, undo) {
    this.#busy = true;
    try {
      await deed();
      this.complain("");
    } catch (error) {
      undo();
      this.complain(error);
    } finally {
      this.#busy = false;
    }
  }

  /** Make the box as high as its text. */
  #fit() {
    this.#area.style.height = "auto";
    this.#area.style.height = `${this.#area.scrollHeight}px`;
  }
}
