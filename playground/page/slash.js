// A slash command being filled in: one field an option, with a list of values where there is one.

import * as api from "./api.js";
import { fixedValues, typedValue } from "./commands.js";
import { avatar, botAvatar, el, icon } from "./dom.js";

const PAUSE = 150;
const USER = 6;

export class SlashForm {
  command = null;
  #root;
  #store;
  #popup;
  #leave;
  #fields = [];
  #asked = 0;
  #timer = 0;
  #note;

  /** `leave()` is called when the visitor gives the command up, `run(command, options)` when it is complete. */
  constructor(root, store, popup, leave, run) {
    this.#root = root;
    this.#store = store;
    this.#popup = popup;
    this.#leave = leave;
    this.run = run;
  }

  /** Show the fields of a command; `rest` is what was typed behind its name already. */
  open(command, rest = "") {
    this.command = command;
    this.#fields = [];
    const cancel = {
      type: "button",
      class: "plain",
      "aria-label": "Leave the command",
      data: { testid: "slash-cancel" },
      onclick: this.#leave,
    };
    this.#note = el("p", { class: "note", id: "slash-note", "aria-live": "polite", data: { testid: "slash-note" } });
    this.row = el(
      "div",
      { class: "fields" },
      el("span", { class: "command", data: { testid: "slash-command" }, text: `/${command.name}` }),
    );
    this.#root.replaceChildren(this.row, el("button", cancel, icon("close")), this.#note);
    this.#root.hidden = false;
    for (const option of command.options.filter((one) => one.required)) this.#add(option);
    if (rest && !this.#fields.length && command.options.length) this.#add(command.options[0]);
    for (const option of command.options)
      if (!this.#fields.some((field) => field.option === option)) this.row.append(this.#offer(option));
    const words = rest.split(/\s+/).filter(Boolean);
    for (const [index, { input }] of this.#fields.entries())
      input.value = (index < this.#fields.length - 1 ? words.splice(0, 1) : words).join(" ");
    this.#say("");
    const empty = this.#fields.find((field) => !field.input.value);
    const begun = /\S$/.test(rest) && this.#fields.findLast((field) => field.input.value);
    const next = begun || empty || this.#fields.at(-1);
    (next?.input ?? this.#bare()).focus();
  }

  close() {
    this.command = null;
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#popup.hide();
    this.#root.hidden = true;
    this.#root.replaceChildren();
  }

  /** Run the command if every field holds a value that fits; else say which does not. */
  submit() {
    const options = {};
    for (const field of this.#fields) {
      const text = field.input.value.trim();
      if (!text && !field.option.required) continue;
      const read = text ? this.#read(field) : { error: `${field.option.label} is needed: ${field.option.description}` };
      if (read.error) {
        field.input.focus();
        field.input.setAttribute("aria-invalid", "true");
        this.#say(read.error, true);
        return;
      }
      options[field.option.name] = read.value;
    }
    this.run(this.command, options);
  }

  #read(field) {
    if (field.picked?.label === field.input.value) return { value: field.picked.value };
    return typedValue(field.option, field.input.value.trim(), fixedValues(field.option, this.#store));
  }

  #say(text, wrong = false) {
    this.#note.textContent = text || this.command.description;
    this.#note.classList.toggle("problem", wrong);
  }

  /** Return the button that adds a field for an option that may be left out. */
  #offer(option) {
    const onclick = (event) => {
      event.currentTarget.remove();
      this.#add(option).input.focus();
    };
    return el(
      "button",
      {
        type: "button",
        class: "offer",
        title: option.description,
        data: { testid: `add-option-${option.name}` },
        onclick,
      },
      `+ ${option.label}`,
    );
  }

  /** A command without fields still needs something that takes Enter. */
  #bare() {
    const onkeydown = (event) => {
      if (event.key === "Escape" || event.key === "Backspace") this.#leave();
      else if (event.key === "Enter") this.submit();
      else return;
      event.preventDefault();
    };
    const node = el("span", {
      class: "bare",
      tabindex: "0",
      role: "button",
      "aria-label": `Run /${this.command.name}`,
      text: "Enter runs it",
      onkeydown,
      onclick: () => this.submit(),
    });
    this.row.append(node);
    return node;
  }

  #add(option) {
    const input = el("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-describedby": "slash-note",
      "aria-required": String(option.required ?? false),
      placeholder: option.required ? "" : "optional",
      size: "10",
      data: { testid: `option-${option.name}` },
    });
    const field = { option, input, picked: null };
    input.addEventListener("focus", () => {
      this.#say(option.description);
      this.#suggest(field, 0);
    });
    input.addEventListener("blur", () => this.#popup.hide());
    input.addEventListener("input", () => {
      field.picked = null;
      input.removeAttribute("aria-invalid");
      input.size = Math.max(10, input.value.length + 1);
      this.#suggest(field);
    });
    input.addEventListener("keydown", (event) => this.#key(field, event));
    this.#fields.push(field);
    const label = el("label", { class: "option" }, el("span", { text: option.label }), input);
    const offers = this.row.querySelector(".offer, .bare");
    this.row.insertBefore(label, offers);
    this.row.querySelector(".bare")?.remove();
    return field;
  }

  #key(field, event) {
    const whole = this.#popup.active?.label.toLowerCase() === field.input.value.trim().toLowerCase();
    if (event.key === "Enter" && this.#popup.isOpen && whole) {
      // What is typed in full need not be confirmed first.
      this.#choose(field, this.#popup.active);
      this.#popup.hide();
      event.preventDefault();
      return this.submit();
    }
    if (this.#popup.key(event)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") this.#leave();
    else if (event.key === "Backspace" && !field.input.value) {
      event.preventDefault();
      const before = this.#fields[this.#fields.indexOf(field) - 1];
      if (before) before.input.focus();
      else this.#leave();
    }
  }

  #choose(field, item) {
    field.picked = item;
    field.input.value = item.label;
    field.input.size = Math.max(10, item.label.length + 1);
    field.input.removeAttribute("aria-invalid");
  }

  #pick(field, item) {
    this.#choose(field, item);
    const empty = this.#fields.find((one) => one.option.required && !one.input.value);
    if (empty) empty.input.focus();
  }

  /** Show the values that fit what is typed so far; the bot is asked only when the typing pauses. */
  #suggest(field, pause = PAUSE) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const asked = this.#asked;
    const typed = field.input.value.trim().replace(/^@/, "").toLowerCase();
    const fixed = fixedValues(field.option, this.#store);
    if (fixed) {
      const fitting = field.picked ? fixed : fixed.filter((one) => one.label.toLowerCase().includes(typed));
      return this.#offerValues(field, fitting);
    }
    if (!field.option.autocomplete) return this.#popup.hide();
    // Until the bot has answered, the list shown belongs to an earlier text: Enter must not take from it.
    this.#popup.deactivate();
    this.#timer = setTimeout(async () => {
      const options = {};
      for (const one of this.#fields) {
        const read = this.#read(one);
        if (one === field) options[one.option.name] = one.input.value;
        else if (one.input.value.trim() && !read.error) options[one.option.name] = read.value;
      }
      const { me, current } = this.#store;
      const answer = await api
        .autocomplete(me.id, current, this.command.path, options, field.option.name)
        .catch((error) => ({ choices: [], error }));
      if (asked !== this.#asked) return;
      if (answer.error) this.#say(answer.error.message, true);
      this.#offerValues(
        field,
        answer.choices.map((choice) => ({ label: choice.name, value: choice.value })),
      );
    }, pause);
  }

  #offerValues(field, values) {
    if (document.activeElement !== field.input) return;
    const items = values.map((one) => ({ ...one, lead: field.option.type === USER ? this.#face(one.value) : null }));
    const preselect = Boolean(field.option.required || field.input.value);
    this.#popup.show(
      field.input,
      `${field.option.label}: ${field.option.description}`,
      items,
      (item) => this.#pick(field, item),
      preselect,
    );
  }

  #face(id) {
    const person = this.#store.who(id);
    return person.bot ? botAvatar() : avatar(person.name, person.seat);
  }
}
