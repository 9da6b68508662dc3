// The messages of the open channel: drawn one by one, so that what has not changed is never drawn again.

import * as api from "./api.js";
import { confirm } from "./dialog.js";
import { el } from "./dom.js";
import { dress } from "./dress.js";
import { editMessage } from "./editor.js";
import { gist } from "./gist.js";
import { isWritten, messageItem } from "./message.js";
import { nameOf, title } from "./names.js";
import { byAge } from "./store.js";

const NEAR_END = 60;

export class Log {
  #store;
  #page;
  #scroller;
  #list;
  #more;
  #live;
  #channel = null;
  #items = new Map();
  #places = new Map();
  #readTo = "";
  #editing = null;
  #atEnd = true;
  #top = 0;
  #entry = null;

  /** `page` is what `messageItem` takes, but for the actions that the log does itself; `tell` shows an error. */
  constructor(parts, page, tell) {
    this.#store = page.store;
    this.#scroller = parts.scroller;
    this.#list = parts.list;
    this.#more = parts.more;
    this.#live = parts.live;
    this.#page = {
      ...page,
      edit: (message) => this.edit(message),
      dismiss: (message) => this.#store.dismiss(message),
      remove: async (message) => {
        const agreed = await confirm("Delete this message?", gist(message, this.#store), "Delete");
        if (agreed) await api.remove(this.#store.me.id, message.id).catch(tell);
      },
    };
    this.tell = tell;
    this.#scroller.addEventListener("scroll", () => this.#scrolled());
    this.#list.addEventListener("keydown", (event) => this.#walk(event));
    this.#more.addEventListener("click", () => this.toEnd());
    document.addEventListener("visibilitychange", () => this.#read());
    const sizes = new ResizeObserver(() => this.#atEnd && this.#jump());
    sizes.observe(this.#list);
    sizes.observe(this.#scroller);
    this.#store.addEventListener("message", ({ detail }) => this.#put(detail.message, detail.fresh));
    this.#store.addEventListener("delete", ({ detail }) => this.#drop(detail));
  }

  /** Show a channel, where it was left or at its end. Shown again, it keeps its place. */
  show(channel) {
    if (this.#channel) this.#places.set(this.#channel, this.#atEnd ? null : this.#scroller.scrollTop);
    if (channel !== this.#channel) this.#editing = null;
    this.#channel = channel;
    this.#readTo = this.#store.mark(channel);
    const before = this.#items;
    this.#items = new Map();
    const nodes = this.#store.list(channel).map((message) => {
      const node = messageItem(message, this.#page);
      if (this.#editing === message.id) this.#editor(node, message, before.get(message.id)?.node);
      this.#items.set(message.id, { message, node });
      return node;
    });
    this.#list.replaceChildren(...nodes);
    for (const node of nodes) this.#dress(node);
    this.#setEntry();
    const place = this.#places.get(channel) ?? null;
    this.#atEnd = place === null;
    if (this.#atEnd) this.#jump();
    else this.#scroller.scrollTop = place;
    this.#scrolled();
  }

  /** Forget where channels were left: another person reads now. */
  forget() {
    this.#places.clear();
    this.#channel = null;
    this.#editing = null;
  }

  /** Bring a message into sight and point at it. */
  point(id) {
    const node = this.#items.get(id)?.node;
    if (!node) return;
    this.#atEnd = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("pointed");
    setTimeout(() => node.classList.remove("pointed"), 1600);
  }

  /** Go to the newest message and stay there. */
  toEnd() {
    this.#atEnd = true;
    this.#jump();
    this.#scrolled();
  }

  /** Draw one message anew. */
  redraw(message) {
    const current = this.#store.messages.get(message.channel_id)?.get(message.id);
    if (current && this.#items.has(message.id)) this.#put(current, false);
  }

  /** Let the visitor change a message of theirs in place; without one, the last that they wrote here. */
  edit(
    message = this.#store.list(this.#channel).findLast((one) => one.author.id === this.#store.me.id && isWritten(one)),
  ) {
    if (!message) return;
    this.#editing = message.id;
    this.redraw(message);
  }

  #put(message, fresh) {
    if (fresh) this.#announce(message);
    if (message.channel_id !== this.#channel) return;
    const old = this.#items.get(message.id)?.node;
    const focus = old?.contains(document.activeElement) ? document.activeElement.dataset : null;
    const node = messageItem(message, this.#page);
    if (this.#editing === message.id) this.#editor(node, message, old);
    this.#items.set(message.id, { message, node });
    if (old) old.replaceWith(node);
    else this.#insert(node, message.id);
    this.#dressAround(node);
    if (focus) focusAgain(node, focus);
    else if (!old && message.author.id === this.#store.me.id) this.#atEnd = true;
    if (this.#atEnd) this.#jump();
    this.#scrolled();
  }

  #insert(node, id) {
    let next = null;
    for (let at = this.#list.lastElementChild; at && byAge(at.dataset.id, id) > 0; at = at.previousElementSibling)
      next = at;
    this.#list.insertBefore(node, next);
  }

  #drop({ channel, id }) {
    if (channel !== this.#channel) return;
    const node = this.#items.get(id)?.node;
    if (!node) return;
    if (node.contains(document.activeElement)) (node.previousElementSibling ?? this.#scroller).focus();
    const next = node.nextElementSibling;
    node.remove();
    this.#items.delete(id);
    if (next) this.#dress(next);
    this.#setEntry();
  }

  /** Bring a node that was put in, and the one after it, into line with their neighbours. */
  #dressAround(node) {
    this.#dress(node);
    if (node.nextElementSibling) this.#dress(node.nextElementSibling);
    this.#setEntry();
  }

  /** The tab key reaches the newest message; the arrow keys go on from there. */
  #setEntry() {
    const last = this.#list.lastElementChild;
    if (last === this.#entry) return;
    if (this.#entry) this.#entry.tabIndex = -1;
    if (last) last.tabIndex = 0;
    this.#entry = last;
  }

  #dress(node) {
    const { message } = this.#items.get(node.dataset.id);
    dress(node, message, this.#items.get(node.previousElementSibling?.dataset.id)?.message, this.#store, this.#readTo);
  }

  #editor(node, message, old) {
    const draft = old?.querySelector("textarea.edit")?.value ?? null;
    const done = () => {
      this.#editing = null;
      this.redraw(message);
      document.getElementById("composer").focus();
    };
    editMessage(node.querySelector(".text"), message, this.#store, draft, done, this.tell);
  }

  #announce(message) {
    if (message.author.id === this.#store.me.id) return;
    const here = message.channel_id === this.#channel;
    const channel = this.#store.channels.get(message.channel_id);
    if (!here && !message.content?.includes(`<@${this.#store.me.id}>`)) return;
    const where = here || !channel ? "" : ` in ${title(channel)}`;
    this.#live.append(el("p", { text: `${nameOf(message.author)}${where}: ${gist(message, this.#store, 300)}` }));
    while (this.#live.children.length > 5) this.#live.firstElementChild.remove();
  }

  #jump() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    // What grows below, as a picture that is loaded, leaves nobody behind who was at the end.
    const stays = this.#atEnd && scrollTop >= this.#top;
    this.#top = scrollTop;
    this.#atEnd = stays || scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.#more.hidden = this.#atEnd;
    this.#more.classList.toggle("fresh", this.#channel !== null && this.#store.news(this.#channel).unread);
    this.#read();
  }

  #read() {
    if (this.#channel && this.#atEnd && document.visibilityState === "visible") this.#store.markRead(this.#channel);
  }

  #walk(event) {
    const steps = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" };
    if (!(event.key in steps) || !event.target.matches("li.message")) return;
    event.preventDefault();
    event.target[steps[event.key]]?.focus();
  }
}

/** After a message was drawn anew, put the focus where it was: on the same button, else on the message. */
function focusAgain(node, { customId, testid }) {
  const byId = customId && node.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:not(:disabled)`);
  const other = !customId && testid !== "message" && node.querySelector(`[data-testid="${CSS.escape(testid ?? "")}"]`);
  (byId || other || node).focus({ preventScroll: true });
}
