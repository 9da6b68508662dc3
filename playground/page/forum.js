// A forum: the list of its posts, with their tags.

import { face } from "./choices.js";
import { el, icon, refill } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { gist } from "./gist.js";
import { isThread } from "./places.js";
import { byAge } from "./store.js";
import { timeText } from "./time.js";

/** The id of the tag by which each forum's list is filtered. */
const filters = new Map();

/** Draw the posts of a forum into `root`; `go(channel)` opens one, `write()` begins a new one. */
export function drawForum(root, forum, store, go, write) {
  const again = () => drawForum(root, forum, store, go, write);
  const wanted = filters.get(forum.id);
  const posts = [...store.channels.values()]
    .filter((one) => isThread(one) && one.parent_id === forum.id && (!wanted || one.applied_tags.includes(wanted)))
    .sort((a, b) => Number(a.archived) - Number(b.archived) || byAge(b.last_message_id ?? b.id, a.last_message_id ?? a.id));
  const firstOld = posts.find((one) => one.archived);
  const cards = posts.flatMap((post) => [
    post === firstOld && el("li", {}, el("h3", { text: "Older posts" })),
    el("li", {}, card(post, forum, store, () => go(post.id))),
  ]);
  const none = el("li", { class: "none", text: wanted ? "No post has this tag." : "There are no posts yet." });
  const begin = { type: "button", class: "btn primary", data: { testid: "new-post" }, onclick: write };
  refill(
    root,
    el(
      "header",
      {},
      el("p", { text: forum.topic || `Posts in ${forum.name}` }),
      el("button", begin, icon("plus"), el("span", { text: "New post" })),
    ),
    filterBar(forum, wanted, again),
    el("ul", { "aria-label": "Posts" }, cards.length ? cards : none),
  );
}

function filterBar(forum, wanted, again) {
  const choose = (id) => () => {
    if (id === wanted) filters.delete(forum.id);
    else filters.set(forum.id, id);
    again();
  };
  const chips = forum.available_tags.map((tag) =>
    el(
      "button",
      {
        type: "button",
        class: "tag-chip",
        "aria-pressed": String(tag.id === wanted),
        data: { testid: `filter-${tag.id}` },
        onclick: choose(tag.id),
      },
      tagInside(tag),
    ),
  );
  return el("div", { class: "tags", role: "group", "aria-label": "Show posts with a tag" }, chips);
}

/** Return the tags of a post as they stand on its card. */
export function tags(post, forum) {
  const known = forum.available_tags.filter((tag) => post.applied_tags.includes(tag.id));
  return el(
    "span",
    { class: "tags" },
    known.map((tag) => el("span", { class: "tag-chip", data: { testid: "tag" } }, tagInside(tag))),
  );
}

/** Return a tag's emoji and name. */
export function tagInside(tag) {
  const emoji = tag.emoji_id || tag.emoji_name;
  return [emoji && emojiNode({ id: tag.emoji_id, name: tag.emoji_name ?? tag.name }), el("span", { text: tag.name })];
}

function card(post, forum, store, onclick) {
  const messages = store.list(post.id);
  const first = messages.find((message) => message.id === post.id);
  const author = store.who(post.owner_id);
  const { unread } = store.news(post.id);
  const last = messages.at(-1);
  const answers = messages.length - (first ? 1 : 0);
  return el(
    "button",
    {
      type: "button",
      class: `post${unread ? " unread" : ""}${post.archived ? " archived" : ""}`,
      data: { testid: "post", name: post.name },
      onclick,
    },
    post.applied_tags.length > 0 && tags(post, forum),
    el("b", { class: "name" }, post.name, post.locked && icon("lock")),
    el(
      "span",
      { class: "gist" },
      author && face(author),
      author && el("span", { class: "by", text: `${author.name}:` }),
      el("span", { class: "words", text: first ? gist(first, store, 200) : "The first message was deleted." }),
    ),
    el(
      "span",
      { class: "figures" },
      answers === 1 ? "1 message" : `${answers} messages`,
      last && el("time", { datetime: last.timestamp, text: timeText(new Date(last.timestamp), "R") }),
    ),
  );
}
