// Emojis: characters that stand for themselves, and pictures of the application.

import { el } from "./dom.js";

/** Return an emoji given as Discord does, {id, name}. */
export function emojiNode({ id, name }) {
  if (!id) return el("span", { class: "emoji", text: name });
  return el("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, decoding: "async" });
}

/** Return how an emoji is named in the address of a reaction. */
export const emojiKey = ({ id, name }) => (id ? `${name}:${id}` : name);

/** What the picker offers, as [character, words to find it by]. */
export const EMOJIS = [
  ["👍", "thumbs up yes good"],
  ["👎", "thumbs down no bad"],
  ["❤️", "heart love"],
  ["😂", "tears of joy laugh"],
  ["😄", "smile happy"],
  ["🙂", "slight smile"],
  ["😉", "wink"],
  ["😅", "sweat smile phew"],
  ["🤔", "thinking hmm"],
  ["😮", "open mouth wow"],
  ["😢", "cry sad"],
  ["😡", "angry"],
  ["😴", "sleeping"],
  ["🤯", "mind blown"],
  ["😎", "cool sunglasses"],
  ["🙈", "see no evil monkey"],
  ["👀", "eyes look"],
  ["👏", "clap applause"],
  ["🙏", "please thanks pray"],
  ["🤝", "handshake deal good game"],
  ["💪", "muscle strong"],
  ["👋", "wave hello bye"],
  ["✌️", "victory peace"],
  ["🤞", "fingers crossed luck"],
  ["🎉", "party tada"],
  ["🏆", "trophy win"],
  ["🥇", "first medal gold"],
  ["🎲", "die dice game"],
  ["♟️", "chess pawn"],
  ["🚀", "rocket"],
  ["⏰", "alarm clock time"],
  ["⏳", "hourglass wait"],
  ["⏸️", "pause"],
  ["↩️", "takeback undo return"],
  ["✅", "check yes done"],
  ["❌", "cross no"],
  ["❓", "question"],
  ["❗", "exclamation"],
  ["💡", "idea light bulb"],
  ["🔥", "fire hot"],
  ["⭐", "star"],
  ["💯", "hundred"],
];
