// The fields of a form, each by the type of its component.

import { defaultsOf } from "./choices.js";
import { el } from "./dom.js";
import * as kinds from "./kinds.js";
import { select } from "./select.js";

const SHORT = 1;

/**
 * Return a field as {id, node, focus, read, problem}: `read(files)` returns its value, after putting what is uploaded
 * into `files`; `problem()` returns a sentence if the value doesn't fit, else "".
 */
export function field(component, store) {
  const make = {
    [kinds.TEXT_INPUT]: textInput,
    [kinds.FILE_UPLOAD]: fileUpload,
    [kinds.RADIO_GROUP]: radioGroup,
    [kinds.CHECKBOX_GROUP]: checkboxGroup,
    [kinds.CHECKBOX]: checkbox,
  };
  return (make[component.type] ?? menu)(component, store);
}

const isRequired = (component) => component.required !== false;

const labelText = (component) => (component.label ?? component.custom_id) + (isRequired(component) ? " *" : "");

/** Return the usual frame of a field: its label and description, and the control. */
function labelled(component, control, tag = "label") {
  return el(
    tag,
    { class: "field" },
    el(tag === "fieldset" ? "legend" : "span", { class: "label", text: labelText(component) }),
    component.about && el("small", { text: component.about }),
    control,
  );
}

function countProblem(component, count) {
  const [least, most] = [component.min_values ?? 1, component.max_values ?? Infinity];
  if (count === 0 && !isRequired(component)) return "";
  if (count >= least && count <= most && (count > 0 || !isRequired(component))) return "";
  const wanted = least === most ? least : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  return `${component.label}: choose ${wanted}.`;
}

function textInput(component) {
  const props = {
    name: component.custom_id,
    required: isRequired(component),
    placeholder: component.placeholder,
    minlength: component.min_length || null,
    maxlength: component.max_length,
    autocomplete: "off",
    data: { testid: `modal-${component.custom_id}` },
  };
  const input =
    component.style === SHORT ? el("input", { type: "text", ...props }) : el("textarea", { rows: 4, ...props });
  input.value = component.value ?? "";
  return {
    id: component.custom_id,
    node: labelled(component, input),
    focus: () => input.focus(),
    read: () => input.value,
    problem: () => "",
  };
}

function menu(component, store) {
  let values = defaultsOf(component);
  const slot = el("div", { class: "slot" });
  const draw = () => {
    const props = { "aria-required": String(isRequired(component)), data: { testid: `modal-${component.custom_id}` } };
    slot.replaceChildren(select({ placeholder: component.label, ...component }, store, values, choose, props));
  };
  const choose = (next) => {
    values = next;
    draw();
    slot.firstElementChild.focus();
  };
  draw();
  return {
    id: component.custom_id,
    node: labelled(component, slot, "div"),
    focus: () => slot.firstElementChild.focus(),
    read: () => values,
    problem: () => countProblem(component, values.length),
  };
}

/** Return a group of boxes of a type, {node, boxes}. */
function boxes(component, type) {
  const all = component.options.map((option) =>
    el("input", {
      type,
      name: component.custom_id,
      value: option.value,
      checked: option.default,
      data: { testid: `modal-${component.custom_id}` },
    }),
  );
  const rows = component.options.map((option, index) =>
    el(
      "label",
      { class: "box" },
      all[index],
      el("span", {}, option.label, option.description && el("small", { text: option.description })),
    ),
  );
  return { all, node: labelled(component, el("div", { class: "boxes" }, rows), "fieldset") };
}

function radioGroup(component) {
  const { all, node } = boxes(component, "radio");
  const read = () => all.find((one) => one.checked)?.value ?? null;
  return {
    id: component.custom_id,
    node,
    focus: () => (all.find((one) => one.checked) ?? all[0]).focus(),
    read,
    problem: () => (isRequired(component) && !read() ? `${component.label}: choose one.` : ""),
  };
}

function checkboxGroup(component) {
  const { all, node } = boxes(component, "checkbox");
  const read = () => all.filter((one) => one.checked).map((one) => one.value);
  return {
    id: component.custom_id,
    node,
    focus: () => all[0].focus(),
    read,
    problem: () => countProblem(component, read().length),
  };
}

function checkbox(component) {
  const input = el("input", {
    type: "checkbox",
    checked: component.default,
    data: { testid: `modal-${component.custom_id}` },
  });
  const text = el("span", {}, component.label, component.about && el("small", { text: component.about }));
  return {
    id: component.custom_id,
    node: el("label", { class: "field box" }, input, text),
    focus: () => input.focus(),
    read: () => input.checked,
    problem: () => "",
  };
}

function fileUpload(component) {
  const input = el("input", {
    type: "file",
    multiple: (component.max_values ?? 1) > 1,
    data: { testid: `modal-${component.custom_id}` },
  });
  return {
    id: component.custom_id,
    node: labelled(component, input),
    focus: () => input.focus(),
    read: (files) => [...input.files].map((file) => String(files.push(file) - 1)),
    problem: () => countProblem(component, input.files.length),
  };
}
