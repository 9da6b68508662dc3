// Cards on a message: embeds, and the thread that it began.

import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";

/** Return the card of one embed. */
export function embed(content, names) {
  const text = (value, kind) => value && el("div", { class: kind }, markdown(value, names));
  const field = (one) =>
    el("div", { class: one.inline ? "field inline" : "field" }, text(one.name, "name"), text(one.value, "value"));
  const image = content.image?.url && picture({ ...content.image, filename: "picture" });
  const node = el(
    "div",
    { class: "embed", data: { testid: "embed" } },
    text(content.author?.name, "by"),
    text(content.url ? `[${content.title}](${content.url})` : content.title, "title"),
    text(content.description, "description"),
    el("div", { class: "fields" }, (content.fields ?? []).map(field)),
    image,
    content.footer?.text && el("div", { class: "footer", text: content.footer.text }),
  );
  if (content.color) node.style.borderColor = `#${content.color.toString(16).padStart(6, "0")}`;
  return node;
}

/** Return the card that leads to the thread begun on a message. */
export function threadCard(thread, go) {
  return el(
    "button",
    { type: "button", class: "thread-card", data: { testid: "thread-card" }, onclick: () => go(thread.id, null) },
    icon("thread"),
    el("span", { class: "name", text: thread.name }),
    el("span", { class: "more", text: "Open thread ›" }),
  );
}
