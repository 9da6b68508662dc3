// A form that the bot asks to fill in.

import { open } from "./dialog.js";
import { el, sentence } from "./dom.js";
import { field } from "./fields.js";
import { LABEL, TEXT_DISPLAY } from "./kinds.js";
import { markdown } from "./markdown.js";
import { lookups } from "./names.js";

/**
 * Show a form. `submit` takes {custom_id: value} and a list of files, whose places in it are the values of uploads; it
 * resolves to null, or to a sentence on why the form stays open.
 */
export function modalForm(modal, store, submit) {
  const fields = [];
  const parts = modal.components.flatMap((one) => {
    if (one.type === TEXT_DISPLAY) return el("div", { class: "display" }, markdown(one.content, lookups(store, null)));
    const asked = one.type === LABEL ? [{ ...one.component, label: one.label, about: one.description }] : one.components;
    const made = asked.map((component) => field(component, store));
    fields.push(...made);
    return made.map((each) => each.node);
  });
  const problem = el("p", { class: "problem", role: "alert", data: { testid: "modal-error" } });
  const go = el("button", { type: "submit", class: "btn primary", text: "Submit", data: { testid: "modal-submit" } });
  const cancel = el("button", { type: "button", class: "btn secondary", text: "Cancel", onclick: () => node.close() });
  const onsubmit = async (event) => {
    event.preventDefault();
    const wrong = fields.find((one) => one.problem());
    problem.textContent = wrong ? wrong.problem() : "";
    if (wrong) return wrong.focus();
    go.disabled = true;
    go.setAttribute("aria-busy", "true");
    const files = [];
    const values = Object.fromEntries(fields.map((one) => [one.id, one.read(files)]));
    problem.textContent = (await submit(values, files).catch(sentence)) ?? "";
    go.disabled = false;
    go.removeAttribute("aria-busy");
    if (!problem.textContent) node.close();
  };
  const form = el(
    "form",
    { onsubmit, class: "modal-form" },
    el("h2", { text: modal.title }),
    el("div", { class: "modal-fields" }, parts),
    problem,
    el("div", { class: "buttons" }, cancel, go),
  );
  const node = open("modal", modal.title, form);
  fields[0]?.focus();
}
