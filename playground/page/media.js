// Pictures and files, each with its description.

import { lightbox } from "./dialog.js";
import { el, icon } from "./dom.js";

const WIDEST = 520;
const TALLEST = 560;
const PICTURE = /\.(png|jpe?g|gif|webp|avif)$/i;

/** Return a file's address on this page's own origin: a visitor may know this machine by another name than the bot. */
function local(address) {
  const url = new URL(address, location.href);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return loopback ? url.pathname + url.search : url.href;
}

const isPicture = (file) =>
  file.content_type ? file.content_type.startsWith("image/") : PICTURE.test(file.filename ?? "");

/** Return the picture or the file card of one attachment. */
export function attachment(file) {
  const hidden = (file.filename ?? "").startsWith("SPOILER_");
  return isPicture(file) ? picture(file, hidden) : fileCard(file, hidden);
}

/** Return the card of a file, which downloads it. */
export function fileCard(file, hidden = false) {
  const card = el(
    "a",
    { class: "file", href: local(file.url), download: file.filename, data: { testid: "file" } },
    icon("file"),
    el("span", { class: "name", text: file.filename }),
    file.size !== undefined && el("span", { class: "size", text: sizeText(file.size) }),
  );
  return hidden ? spoiler(card, file.filename) : card;
}

function sizeText(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/** Return a picture that opens in full size, with the badge that shows its description. */
export function picture(file, hidden = false) {
  const description = file.description ?? "";
  const open = openButton(file, description);
  const image = open.querySelector("img");
  if (file.width && file.height) {
    // The room is kept before the picture is there, so that nothing jumps.
    const scale = Math.min(1, WIDEST / file.width, TALLEST / file.height);
    image.width = Math.round(file.width * scale);
    image.height = Math.round(file.height * scale);
  }
  const shown = hidden ? spoiler(open, description || "a picture") : open;
  return el("figure", { class: "picture", data: { testid: "picture" } }, shown, description && altBadge(description));
}

/** Return pictures of a gallery, or the one thumbnail of a section: `items` are Discord's, with `media`. */
export function gallery(items, kind) {
  const nodes = items.map(({ media, description, spoiler: hidden }) => {
    const file = { url: media.url, description, filename: media.url.split("/").at(-1) };
    if (kind === "gallery" && items.length === 1) return picture({ ...media, ...file }, hidden);
    const open = openButton(file, description ?? "");
    return hidden ? spoiler(open, description || "a picture") : open;
  });
  return el("div", { class: `${kind} of-${Math.min(nodes.length, 4)}`, data: { testid: kind } }, nodes);
}

function openButton(file, description) {
  const address = local(file.url);
  return el(
    "button",
    {
      type: "button",
      class: "open",
      "aria-label": `Show full size: ${description || file.filename}`,
      onclick: () => lightbox(address, description, file.filename),
    },
    el("img", { src: address, alt: description, data: { testid: "image" }, decoding: "async" }),
  );
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

/** Return a cover over a node, until it is pressed. */
export function spoiler(node, what) {
  const cover = el("button", {
    type: "button",
    class: "cover",
    text: "Spoiler",
    "aria-label": `Spoiler: show ${what}`,
    onclick: () => {
      cover.remove();
      node.inert = false;
      node.focus();
    },
  });
  node.inert = true;
  return el("div", { class: "covered" }, node, cover);
}
