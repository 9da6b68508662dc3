// Markdown inside a line: emphasis, code, links, mentions and times.

import { el } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { timestamp } from "./time.js";

const DEEPEST = 12;

const wrap = (tag) => (match, again) => el(tag, {}, again(match[1] ?? match[2]));

// In the order in which they are tried. Each handler gets the match, a function for the text inside, and the names;
// null means that the text stands for itself after all.
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, (match) => match[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (match) => el("code", { text: unpadded(match[2]) })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match) => timestamp(Number(match[1]), match[2])],
  [/<@!?(\d{1,20})>/y, (match, _, names) => names.user(match[1])],
  [/<@&(\d{1,20})>/y, (match, _, names) => names.role(match[1])],
  [/<#(\d{1,20})>/y, (match, _, names) => names.channel(match[1])],
  [/<\/([^:<>]{1,100}):\d{1,20}>/y, (match) => el("span", { class: "mention", text: `/${match[1]}` })],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (match) => emojiNode({ name: match[1], id: match[2] })],
  [/<(https?:\/\/[^\s<>]+)>/y, (match, _, names) => link(match[1], [match[1]], names)],
  [
    /\[((?:[^[\]\\]|\\.|\[[^[\]]*\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: +"[^"]*")?\)/y,
    (match, again, names) => (/https?:\/\//.test(match[1]) ? null : link(match[2], again(match[1]), names)),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;!?"'\])*_~|]/y, (match, _, names) => link(match[0], [match[0]], names)],
  [/\|\|([^]+?)\|\|/y, (match, again) => spoiler(again(match[1]))],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, wrap("u")],
  [/\b_((?:__|\\[^]|[^\\_])+?)_\b|\*(?=\S)((?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?)\*(?!\*)/y, wrap("em")],
  [/~~([^]+?)~~/y, wrap("s")],
];
const SPECIAL = /[\\`<[h|*_~]/g;

/** Return the nodes of a text; see `markdown` for `names`. */
export function inline(text, names, depth = 0) {
  const nodes = [];
  let plain = "";
  const again = (inner) => (depth < DEEPEST ? inline(inner, names, depth + 1) : [inner]);
  for (let at = 0; at < text.length;) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at === text.length) break;
    const [node, length] = firstRule(text, at, again, names) ?? [text[at], 1];
    at += length;
    if (typeof node === "string") plain += node;
    else {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(node);
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function firstRule(text, at, again, names) {
  for (const [rule, make] of RULES) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    const node = match && make(match, again, names);
    if (node !== null) return [node, match[0].length];
  }
  return null;
}

const unpadded = (code) => (/^ [^]*` $|^ `[^]* $/.test(code) ? code.slice(1, -1) : code);

function link(address, children, names) {
  const inside = names.link(address, children);
  if (inside) return inside;
  if (!URL.canParse(address)) return null;
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children);
}

function spoiler(children) {
  const show = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    node.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
    inner.inert = false;
  };
  const inner = el("span", { "aria-hidden": "true", inert: true }, children);
  const node = el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Spoiler, show it",
      onclick: show,
      onkeydown: show,
    },
    inner,
  );
  return node;
}
