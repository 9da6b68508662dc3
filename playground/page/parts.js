// What hangs on a message besides its text: pictures, files, embeds and the thread it began.

import { el, icon } from "./dom.js";
import { lightbox } from "./dialog.js";
import { markdown } from "./markdown.js";

const WIDEST = 520;
const TALLEST = 560;

/** Return a file's address on this page's own origin: a visitor may know this machine by another name than the bot. */
function local(address) {
  const url = new URL(address, location.href);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return loopback ? url.pathname + url.search : url.href;
}

/** Return the picture or the file card of one attachment. */
export function attachment(file) {
  const address = local(file.url);
  if (!(file.content_type ?? "").startsWith("image/") && !/\.(png|jpe?g|gif|webp)$/i.test(file.filename ?? "")) {
    return el("a", { class: "file", href: address, download: file.filename, data: { testid: "file" } }, file.filename);
  }
  const description = file.description ?? "";
  const image = el("img", { src: address, alt: description, data: { testid: "image" }, decoding: "async" });
  if (file.width && file.height) {
    // The room is kept before the picture is there, so that nothing jumps.
    const scale = Math.min(1, WIDEST / file.width, TALLEST / file.height);
    image.width = Math.round(file.width * scale);
    image.height = Math.round(file.height * scale);
  }
  const open = el(
    "button",
    {
      type: "button",
      class: "open",
      "aria-label": `Show full size: ${description || file.filename}`,
      onclick: () => lightbox(address, description, file.filename),
    },
    image,
  );
  return el("figure", { class: "picture", data: { testid: "picture" } }, open, description && altBadge(description));
}

function altBadge(description) {
  const text = el("figcaption", { class: "alt-text", data: { testid: "alt-text" }, hidden: true, text: description });
  const toggle = () => {
    text.hidden = !text.hidden;
    badge.setAttribute("aria-expanded", String(!text.hidden));
  };
  const badge = el("button", {
    type: "button",
    class: "alt",
    text: "ALT",
    "aria-expanded": "false",
    "aria-label": "ALT: show the description of the picture",
    data: { testid: "alt" },
    onclick: toggle,
  });
  return [badge, text];
}

/** Return the card of one embed. */
export function embed(content, names) {
  const text = (value, kind) => value && el("div", { class: kind }, markdown(value, names));
  const field = (one) =>
    el("div", { class: one.inline ? "field inline" : "field" }, text(one.name, "name"), text(one.value, "value"));
  const image = content.image?.url && attachment({ ...content.image, content_type: "image/png", filename: "picture" });
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
