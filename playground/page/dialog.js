// Things that open over the page: a picture in full size, a question, a form that the bot asks to fill in.

import { el, icon, sentence } from "./dom.js";

function open(kind, label, ...children) {
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
  node.addEventListener("close", () => node.remove());
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

const SHORT = 1;
const TEXT_INPUT = 4;
const LABEL = 18;

/**
 * Show a form that the bot sent as an interaction's answer. `submit` takes {custom_id: value}, and resolves to null or
 * a sentence on why the form stays open.
 */
export function modalForm(modal, submit) {
  const inputs = modal.components.flatMap(asked);
  const problem = el("p", { class: "problem", role: "alert", data: { testid: "modal-error" } });
  const go = el("button", { type: "submit", class: "btn primary", text: "Submit", data: { testid: "modal-submit" } });
  const onsubmit = async (event) => {
    event.preventDefault();
    go.disabled = true;
    go.setAttribute("aria-busy", "true");
    const values = Object.fromEntries(inputs.map(({ id, input }) => [id, valueOf(input)]));
    problem.textContent = (await submit(values).catch(sentence)) ?? "";
    go.disabled = false;
    go.removeAttribute("aria-busy");
    if (!problem.textContent) node.close();
  };
  const form = el(
    "form",
    { onsubmit },
    el("h2", { text: modal.title }),
    inputs.map(({ label, description, input }) =>
      el(
        "label",
        {},
        el("span", { text: label + (input.required ? " *" : "") }),
        description && el("small", { text: description }),
        input,
      ),
    ),
    problem,
    el("div", { class: "buttons" }, go),
  );
  const node = open("modal", modal.title, form);
  inputs[0]?.input.focus();
}

const valueOf = (input) =>
  input.tagName === "SELECT" ? [...input.selectedOptions].map((option) => option.value) : input.value;

/** Return what a row or label of a form asks, as {id, label, description, input}. */
function asked(row) {
  const found = row.type === LABEL ? [row.component] : (row.components ?? []);
  return found.map((component) => ({
    id: component.custom_id,
    label: row.label ?? component.label ?? component.custom_id,
    description: row.description,
    input: component.type === TEXT_INPUT ? textInput(component) : selectInput(component),
  }));
}

function textInput(component) {
  const props = {
    name: component.custom_id,
    required: component.required !== false,
    placeholder: component.placeholder,
    minlength: component.min_length || null,
    maxlength: component.max_length,
    autocomplete: "off",
    data: { testid: `modal-${component.custom_id}` },
  };
  const input =
    component.style === SHORT ? el("input", { type: "text", ...props }) : el("textarea", { rows: 4, ...props });
  input.value = component.value ?? "";
  return input;
}

function selectInput(component) {
  const options = (component.options ?? []).map((option) =>
    el("option", { value: option.value, selected: option.default, text: option.label }),
  );
  const props = {
    name: component.custom_id,
    required: component.required !== false,
    multiple: component.max_values > 1,
  };
  return el("select", { ...props, data: { testid: `modal-${component.custom_id}` } }, options);
}
