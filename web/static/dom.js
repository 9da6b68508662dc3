/* Elements of the page, and its sentences, which the server wrote in the person's language. */

/** Return the element with an id. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Return the JSON that the server put into the page under an id. @param {string} id @returns {any} */
export const readData = (id) => JSON.parse(byId(id).textContent);

const labels = readData("labels");

/** Return a sentence with values for its placeholders. @param {string} key @param {Record<string, any>} [values] */
export const say = (key, values = {}) => labels[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The language of the page. */
export const language = document.documentElement.lang.replace("_", "-");
const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Return a sentence for Discord with its times, such as `<t:1700000000:R>`, written for a page. @param {string} text */
export const writeTimes = (text) => text.replace(/<t:(\d+)(:\w)?>/g, (_, seconds) => exact.format(seconds * 1000));

/**
 * Return a new element with properties and children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Return a new SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {any}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Write a text into an element where it differs, so that screen readers say only what is new.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Fill an element anew, hide it if nothing is in it, and keep the focus on the button or link of the same text.
 * @param {HTMLElement} element
 * @param {Node[]} children
 */
export function fill(element, children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.textContent : null;
  element.replaceChildren(...children);
  element.hidden = !children.length;
  if (focused) [...element.querySelectorAll("button, a")].find((each) => each.textContent === focused)?.focus();
}
