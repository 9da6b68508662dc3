// Reactions below a message, and the list of emojis to react with.

import { el, icon } from "./dom.js";
import { EMOJIS, emojiKey, emojiNode } from "./emoji.js";
import { narrow, popover } from "./popover.js";

const COLUMNS = 7;

/** Return the row of reactions of a message; each is a button that adds mine or takes it back. */
export function reactions(message, { store, react }) {
  if (!message.reactions?.length) return null;
  const chips = message.reactions.map((reaction) => {
    const mine = reaction.user_ids.includes(store.me.id);
    const names = reaction.user_ids.map((id) => store.who(id)?.name ?? "somebody").join(", ");
    const key = emojiKey(reaction.emoji);
    return el(
      "button",
      {
        type: "button",
        class: "reaction",
        title: names,
        "aria-pressed": String(mine),
        "aria-label": `${reaction.emoji.name}: ${names}`,
        data: { testid: "reaction", customId: key },
        onclick: () => react(message, key, !mine),
      },
      emojiNode(reaction.emoji),
      el("span", { class: "number", text: String(reaction.count) }),
    );
  });
  if (store.channels.get(message.channel_id)?.archived) return el("div", { class: "reactions", inert: true }, chips);
  const more = {
    type: "button",
    class: "reaction add",
    "aria-label": "Add a reaction",
    title: "Add a reaction",
    data: { testid: "add-reaction" },
    onclick: (event) => pickReaction(event.currentTarget, message, react),
  };
  return el("div", { class: "reactions", role: "group", "aria-label": "Reactions" }, chips, el("button", more, icon("smile")));
}

/** Let the visitor pick an emoji beside an element, and react with it. */
export function pickReaction(anchor, message, react) {
  const buttons = EMOJIS.map(([emoji, words]) =>
    el("button", {
      type: "button",
      class: "pick",
      text: emoji,
      title: words,
      "aria-label": words,
      tabindex: "-1",
      data: { testid: "emoji", value: emoji },
      onclick: () => {
        node.close();
        react(message, emoji, true);
      },
    }),
  );
  const search = el("input", {
    type: "text",
    placeholder: "Find an emoji",
    "aria-label": "Find an emoji",
    autocomplete: "off",
    data: { testid: "emoji-search" },
    oninput: () => {
      const typed = search.value.trim().toLowerCase();
      for (const [index, one] of buttons.entries())
        one.hidden = !EMOJIS[index][1].includes(typed) && EMOJIS[index][0] !== typed;
    },
    onkeydown: (event) => {
      const first = buttons.find((one) => !one.hidden);
      if (!first || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
      event.preventDefault();
      if (event.key === "Enter") first.click();
      else first.focus();
    },
  });
  const grid = el("div", { class: "emojis", onkeydown: (event) => step(event, buttons, search) }, buttons);
  const node = popover(anchor, "Add a reaction", "emoji-picker", el("div", {}, search, grid));
  // On a phone the keyboard would cover what it is to choose from.
  (narrow.matches ? buttons[0] : search).focus();
}

function step(event, buttons, search) {
  const shown = buttons.filter((one) => !one.hidden);
  const at = shown.indexOf(document.activeElement);
  const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };
  if (!(event.key in moves)) return;
  event.preventDefault();
  const to = at + moves[event.key];
  if (to < 0) search.focus();
  else shown[Math.min(to, shown.length - 1)].focus();
}
