// Things that open over the page: a picture in full size, a question.

import { el, icon } from "./dom.js";
import { returnTo } from "./focus.js";

/** Open a window of a kind over the page and return the dialog. */
export function open(kind, label, ...children) {
  const close = el(
    "button",
    {
      type: "button",
      class: "close",
      "aria-label": "Close",
      data: { testid: "dialog-close" },
      onclick: () => node.close(),
    },
    icon("close"),
  );
  const node = el("dialog", { class: kind, "aria-label": label, data: { testid: kind } }, close, ...children);
  const focusAgain = returnTo(document.activeElement);
  node.addEventListener("close", () => {
    node.remove();
    focusAgain();
  });
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  return node;
}

/** Show a picture as large as it is, with its description below. */
export function lightbox(address, description, filename) {
  open(
    "lightbox",
    description || filename,
    el("img", { src: address, alt: description }),
    el(
      "p",
      {},
      description,
      " ",
      el("a", { href: address, target: "_blank", rel: "noopener", text: "Open in a new tab" }),
    ),
  );
}

/** Ask before something that cannot be undone. Resolves to whether the visitor agreed. */
export function confirm(question, detail, yes) {
  return new Promise((resolve) => {
    const answer = (agreed) => () => {
      resolve(agreed);
      node.close();
    };
    const node = open(
      "question",
      question,
      el("h2", { text: question }),
      el("p", { class: "detail", text: detail }),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "btn secondary", text: "Cancel", onclick: answer(false) }),
        el("button", {
          type: "button",
          class: "btn danger",
          text: yes,
          data: { testid: "confirm" },
          onclick: answer(true),
        }),
      ),
    );
    node.addEventListener("close", () => resolve(false));
    node.querySelector(".danger").focus();
  });
}
