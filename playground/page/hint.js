// The card that tells a newcomer what to do first. It follows what they do, and goes when the channel has a thread.

import { exampleGame } from "./commands.js";
import { el, icon, refill } from "./dom.js";

const KEY = "turnpost.hint";
const FEW = 8;
const OPPONENT = "Bob";

/** Return whether the card has been put away for good. */
const dismissed = () => {
  try {
    return localStorage.getItem(KEY) === "dismissed";
  } catch {
    return false;
  }
};

/** Return whether a button of a message has a custom_id that begins so. */
const hasButton = (message, prefix) =>
  (message.components ?? []).some((row) => row.components?.some((one) => one.custom_id?.startsWith(prefix)));

/**
 * Draw the card into `root` where it is wanted. `write(text)` fills the composer, `become(id)` switches to a person,
 * `play()` begins a match against the bot.
 */
export function drawHint(root, store, { write, become, play }) {
  const channel = store.channels.get(store.current);
  const threads = [...store.channels.values()].some((one) => one.parent_id === channel?.id);
  const messages = store.list(store.current);
  const wanted = channel?.type === 0 && channel.name === "games" && !threads && messages.length < FEW && !dismissed();
  root.hidden = !wanted;
  if (!wanted) return root.replaceChildren();

  const opponent = store.people.find((person) => person.name === OPPONENT) ?? store.people.at(-1);
  const game = exampleGame(store);
  const text = `${store.messageContent ? "!" : "/"}challenge @${opponent.name} ${game?.value ?? ""}`.trim();
  const asked = messages.some((message) => message.author.bot && hasButton(message, "accept"));
  const there = asked && store.me.id === opponent.id;
  const step = (done, ...words) =>
    el("li", { class: done ? "done" : "" }, ...words, done && el("span", { class: "sr", text: " (done)" }));
  const put = {
    type: "button",
    class: "btn primary",
    text: "Write it for me",
    data: { testid: "hint-write" },
    onclick: () => write(text),
  };
  const go = {
    type: "button",
    class: "btn primary",
    text: `Be ${opponent.name}`,
    data: { testid: "hint-switch" },
    onclick: () => become(opponent.id),
  };
  const alone = {
    type: "button",
    class: "btn primary",
    text: `Play ${store.bot.name}`,
    disabled: !store.bot.online,
    data: { testid: "hint-play" },
    onclick: (event) => {
      event.currentTarget.disabled = true; // one match is enough
      play();
    },
  };
  const playsItself = game && store.commands.some(({ name, options }) => name === "challenge" && options?.some((one) => one.name === "level"));
  const close = () => {
    try {
      localStorage.setItem(KEY, "dismissed");
    } catch {
      // Without storage the card comes back with the next visit.
    }
    root.hidden = true;
  };
  refill(
    root,
    el(
      "button",
      {
        type: "button",
        class: "close",
        "aria-label": "Dismiss the hint",
        data: { testid: "hint-dismiss" },
        onclick: close,
      },
      icon("close"),
    ),
    el("h2", { text: "Try a match" }),
    playsItself && el("p", { class: "alone" }, el("button", alone), el("span", { text: `A first match of ${game.label}, by pressing Move.` })),
    el("p", { text: playsItself ? "Or be two people yourself:" : "You play everybody:" }),
    el(
      "ol",
      {},
      step(asked, el("span", {}, "Write ", el("code", { text })), !asked && el("button", put)),
      step(there, el("span", { text: `Switch to ${opponent.name}` }), asked && !there && el("button", go)),
      step(false, el("span", {}, "Press ", el("b", { text: "Accept" }), " on the challenge")),
    ),
    el("p", { text: "This is a small Discord of its own, on this machine. Nothing you do here leaves it." }),
  );
}
