// A new post for a forum.

import * as api from "./api.js";
import { open } from "./dialog.js";
import { el, sentence } from "./dom.js";
import { tagInside } from "./forum.js";
import { encode } from "./names.js";

const MOST_TAGS = 5;

/** Let the visitor write a post for a forum; `go(channel)` opens it. */
export function newPost(forum, store, go) {
  const title = el("input", {
    type: "text",
    required: true,
    maxlength: "100",
    autocomplete: "off",
    data: { testid: "post-title" },
  });
  const text = el("textarea", { rows: "5", required: true, maxlength: "2000", data: { testid: "post-text" } });
  const boxes = forum.available_tags.map((tag) =>
    el("input", { type: "checkbox", class: "sr", value: tag.id, data: { testid: `post-tag-${tag.name}` } }),
  );
  const chips = forum.available_tags.map((tag, index) =>
    el("label", { class: "tag-chip" }, boxes[index], tagInside(tag)),
  );
  const problem = el("p", { class: "problem", role: "alert", data: { testid: "post-error" } });
  const send = el("button", { type: "submit", class: "btn primary", text: "Post", data: { testid: "post-send" } });
  const onsubmit = async (event) => {
    event.preventDefault();
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    if (forum.requires_tag && !chosen.length) return say("Choose a tag.");
    if (chosen.length > MOST_TAGS) return say(`Choose at most ${MOST_TAGS} tags.`);
    const post = { channel_id: forum.id, name: title.value.trim(), content: encode(text.value.trim(), store) };
    try {
      const channel = await api.startThread(store.me.id, { ...post, applied_tags: chosen });
      node.close();
      store.take({ type: "channel", channel });
      go(channel.id);
    } catch (error) {
      say(sentence(error));
    }
  };
  const say = (words) => {
    problem.textContent = words;
  };
  const field = (label, control) => el("label", { class: "field" }, el("span", { class: "label", text: label }), control);
  const tagLabel = forum.requires_tag ? "Tags *" : "Tags";
  const form = el(
    "form",
    { class: "modal-form", onsubmit },
    el("h2", { text: `New post in ${forum.name}` }),
    el(
      "div",
      { class: "modal-fields" },
      field("Title *", title),
      field("Message *", text),
      chips.length > 0 &&
        el("fieldset", { class: "field" }, el("legend", { class: "label", text: tagLabel }), el("div", { class: "tags" }, chips)),
    ),
    problem,
    el("div", { class: "buttons" }, send),
  );
  const node = open("modal", `New post in ${forum.name}`, form);
  title.focus();
}
