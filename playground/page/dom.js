// Build elements by hand. User text only ever becomes a text node or an attribute: nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new element. `props` are attributes, but for `class`, `text`, `data` (an object for the dataset) and
 * functions, which are listeners (`onclick`). False and null attributes are left out; strings among the children
 * become text nodes, null ones are skipped.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/**
 * Give an element new children, unless they are the same as before: so a press that is under way is not lost. The
 * focus stays on the child with the same test id.
 */
export function refill(root, ...children) {
  const fresh = root.cloneNode(false);
  fresh.append(...children);
  if (root.isEqualNode(fresh)) return;
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
  root.replaceChildren(...fresh.childNodes);
  if (focused) root.querySelector(`[data-testid="${CSS.escape(focused)}"]`)?.focus();
}

const ICONS = {
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M16 12v2a2.500 2.500 0 0 0 5 0v-2a9 9 0 1 0-3.500 7",
  reply: "M9 5 3 11l6 6M3.5 11H14a6 6 0 0 1 6 6v2",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5 5 19",
  send: "M3 20 21 12 3 4l3 8zM6 12h9",
  thread: "M4 5h13M4 10h9M8 14v3a3 3 0 0 0 3 3h8M16 17l3 3-3 3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  check: "M5 13l4 4L19 7",
  chevron: "M6 9l6 6 6-6",
  dots: "M4 12h2M11 12h2M18 12h2",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  forum: "M4 5h16v11H9l-5 4z",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 20a6 6 0 0 1 12 0M16 5a3 3 0 0 1 0 6M18 14a6 6 0 0 1 3 6",
  pin: "M9 3h6l-1 7 4 4H6l4-4zM12 14v7",
  play: "M7 4v16l13-8z",
  plus: "M12 5v14M5 12h14",
  shop: "M4 9h16l-2 11H6zM8 9a4 4 0 0 1 8 0",
  smile: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M8 14a4.500 4.500 0 0 0 8 0M9 9h.01M15 9h.01",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  envelope: "M3 6h18v12H3zM3 6l9 7 9-7",
  horn: "M4 10v4h4l9 5V5L8 10zM20 9v6",
  link: "M14 4h6v6M20 4 11 13M10 6H5v13h13v-5",
  silent: "M6 16h12l-2-3V9a4 4 0 0 0-8 0v4zM10 19h4M4 4l16 16",
  down: "M12 5v14M6 13l6 6 6-6",
};

/** Return a line icon, hidden from assistive technology: the control around it carries the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }))
    svg.setAttribute(key, value);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Return a person's mark: the initial on their colour, which goes by `seat`, their place among the people. */
export function avatar(name, seat) {
  return el("span", {
    class: "avatar",
    data: { seat: String(seat % 5) },
    "aria-hidden": "true",
    text: name.slice(0, 1),
  });
}

/** Return the bot's mark, a folded envelope. */
export function botAvatar() {
  return el("span", { class: "avatar bot", "aria-hidden": "true" }, icon("envelope"));
}

/** Return the text of an error for a notice: what the server said, or that it cannot be reached. */
export function sentence(error) {
  return error instanceof TypeError ? "The playground does not answer. Is it still running?" : error.message;
}
