// The markdown of chat messages, as DOM nodes. The shape of the rules follows what Discord's clients accept.

import { el } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+.#-]+)\n)?\n*([^]*?[^\n])\n*```/g;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(\S.*)$/;
const HEADER = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;

/**
 * Return the nodes of a message's text. `names` looks up what the text refers to: `user(id)`, `channel(id)` and
 * `link(address)` return a node or null.
 */
export function markdown(text, names) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    nodes.push(...lines(trimmed(text.slice(from, match.index), nodes.length > 0, true), names));
    nodes.push(el("pre", {}, el("code", { text: match[2], data: { language: match[1] ?? "" } })));
    from = match.index + match[0].length;
  }
  nodes.push(...lines(trimmed(text.slice(from), from > 0, false), names));
  return nodes;
}

/** Drop the newline that a block beside the text makes already. */
function trimmed(text, after, before) {
  let result = text;
  if (after) result = result.replace(/^\n/, "");
  if (before) result = result.replace(/\n$/, "");
  return result;
}

function lines(text, names) {
  if (!text) return [];
  const all = text.split("\n");
  const nodes = [];
  const plain = [];
  const flush = () => {
    if (plain.length) nodes.push(el("div", { class: "run" }, inline(plain.join("\n"), names)));
    plain.length = 0;
  };
  const takeWhile = (from, test) => {
    let to = from;
    while (to < all.length && test(all[to])) to += 1;
    return all.slice(from, to);
  };

  for (let at = 0; at < all.length; at += 1) {
    const line = all[at];
    const header = HEADER.exec(line);
    const subtext = SUBTEXT.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(quote([line.slice(4), ...all.slice(at + 1)], names));
      at = all.length;
    } else if (line.startsWith("> ")) {
      flush();
      const quoted = takeWhile(at, (next) => next.startsWith("> "));
      nodes.push(
        quote(
          quoted.map((next) => next.slice(2)),
          names,
        ),
      );
      at += quoted.length - 1;
    } else if (header) {
      flush();
      const level = header[1].length;
      nodes.push(el("div", { class: `h${level}`, role: "heading", "aria-level": level + 3 }, inline(header[2], names)));
    } else if (subtext) {
      flush();
      nodes.push(el("div", { class: "subtext" }, inline(subtext[1], names)));
    } else if (ITEM.test(line)) {
      flush();
      const items = takeWhile(at, (next) => ITEM.test(next));
      nodes.push(
        ...list(
          items.map((next) => ITEM.exec(next)),
          names,
        ),
      );
      at += items.length - 1;
    } else plain.push(line);
  }
  flush();
  return nodes;
}

function quote(quoted, names) {
  return el("blockquote", {}, lines(quoted.join("\n"), names));
}

/** Return lists of items given as matches of ITEM; deeper indented ones hang below the item before them. */
function list(items, names) {
  const lists = [];
  for (let at = 0; at < items.length;) {
    const [, indent, number, text] = items[at];
    const below = [];
    at += 1;
    while (at < items.length && items[at][1].length > indent.length) below.push(items[at++]);
    const tag = number === undefined ? "UL" : "OL";
    if (lists.at(-1)?.tagName !== tag) lists.push(el(tag, tag === "OL" ? { start: number } : {}));
    lists.at(-1).append(el("li", {}, inline(text, names), list(below, names)));
  }
  return lists;
}
