/* The picture of a board, and over it the places that can be tapped. */

import { make, makeSvg, say } from "./dom.js";

/** @typedef {{name: string, shape: import("./server.js").Shape, label: string}} Place and what a tap on it does */

const WIDTHS = { small: 600, normal: 1000, large: 2000 };
/* How far from the middle of a place a finger may tap beside it, in pixels of the screen. */
const FINGER = 26;
/* Farther than any place lies from another, in pixels of the picture. */
const FARTHEST = 10_000;

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {(place: string) => void} onTap
   * @param {(trouble: string) => void} onTrouble called with a sentence if a picture can't be loaded
   */
  constructor(root, onTap, onTrouble) {
    this.picture = root.querySelector("img");
    this.overlay = root.querySelector("svg");
    this.address = this.picture.getAttribute("src").replace(/&size=\w+$/, "");
    this.onTap = onTap;
    this.onTrouble = onTrouble;
    this.pressed = makeSvg("g", { class: "pressed" });
    /** @type {[number, number] | null} where the keyboard was last */
    this.last = null;
    this.picture.decode().then(() => this.#fit(), () => null);
    this.overlay.addEventListener("click", (event) => this.#click(event));
    this.overlay.addEventListener("focusin", (event) => (this.#active = event.target));
    this.overlay.addEventListener("keydown", (event) => {
      if (event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.#tap(event.target);
    });
  }

  /** Whether the keyboard's focus is on the board. */
  get focused() {
    return this.overlay.contains(document.activeElement);
  }

  /**
   * Show a picture once it is loaded; the one before stays until then.
   * @param {string} address without its size
   * @param {string} alt
   */
  async show(address, alt) {
    if (address !== this.address) {
      this.address = address;
      const { width, height } = this.overlay.getBoundingClientRect();
      const next = make("img", {
        alt,
        sizes: `${Math.ceil(Math.min(width, (height * 1000) / this.overlay.viewBox.baseVal.height))}px`,
        srcset: Object.entries(WIDTHS).map(([size, wide]) => `${address}&size=${size} ${wide}w`).join(", "),
      });
      const loaded = await next.decode().then(() => true, () => false);
      if (address !== this.address) return;
      this.picture.replaceWith(next);
      this.picture = next;
      if (loaded) this.#fit();
      else {
        this.address = "";
        this.onTrouble(say("no_picture"));
      }
    }
    this.picture.alt = alt;
    this.pressed.replaceChildren();
  }

  /**
   * Set the places that can be tapped, in the order in which they are read. Those without a label are for taps alone,
   * and silent to keyboard and voice.
   * @param {Place[]} places
   */
  setPlaces(places) {
    if (this.#active) this.last = middle(this.#active);
    const focused = this.focused;
    const groups = places.map(({ name, shape, label }) => {
      const role = label ? { role: "button", tabindex: -1, "aria-label": label } : { "aria-hidden": "true" };
      return makeSvg("g", { "data-place": name, ...role }, draw(shape));
    });
    this.overlay.replaceChildren(...groups, this.pressed);
    this.overlay.prepend(...groups.sort((one, other) => area(other) - area(one))); // small ones lie on large ones
    this.#active = this.last ? this.#find((there) => distance(there, this.last)) : this.#buttons[0];
    if (focused) this.focus();
  }

  /** Move the focus to the board if something can be tapped there, and return whether. */
  focus() {
    this.#active?.focus({ preventScroll: true });
    return Boolean(this.#active);
  }

  /**
   * Move the focus to the next place in a direction, or to the board if it isn't there; return whether it is now.
   * @param {number} right
   * @param {number} down
   */
  move(right, down) {
    if (!this.focused) return this.focus();
    const [x, y] = middle(this.#active);
    const next = this.#find((there) => {
      const [east, south] = [there[0] - x, there[1] - y];
      const [ahead, aside] = [east * right + south * down, south * right - east * down];
      if (ahead <= 1) return Infinity;
      const within = -ahead < aside && aside <= ahead; // a quarter of the directions each: so all can be reached
      return Math.hypot(ahead, aside) + (within ? 0 : FARTHEST);
    });
    if (next) this.#active = next;
    return this.focus();
  }

  /** Show places as if the pointer were on them. @param {string[]} names */
  highlight(names) {
    for (const group of this.overlay.querySelectorAll("[data-place]"))
      group.classList.toggle("shown", names.includes(group.dataset.place));
  }

  /** Give the overlay the shape of the picture. */
  #fit() {
    const { naturalWidth, naturalHeight } = this.picture;
    this.overlay.setAttribute("viewBox", `0 0 1000 ${Math.round((1000 * naturalHeight) / naturalWidth)}`);
  }

  /** @type {SVGElement | null} the place that has the focus, or gets it when the board does */
  get #active() {
    return this.overlay.querySelector('[tabindex="0"]');
  }

  set #active(group) {
    for (const each of this.#buttons) each.setAttribute("tabindex", each === group ? "0" : "-1");
  }

  get #buttons() {
    return [...this.overlay.querySelectorAll("[role=button]")];
  }

  /** Return the place with the least cost of its middle, null if none has a finite one. */
  #find(cost) {
    const costs = this.#buttons.map((group) => [cost(middle(group)), group]);
    const [least, best] = costs.reduce((one, other) => (other[0] < one[0] ? other : one), [Infinity, null]);
    return least < Infinity ? best : null;
  }

  /** Tap the place under the pointer, or the nearest one that a finger may have meant. */
  #click(event) {
    const screen = this.overlay.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const near = (there) => {
      const away = distance(there, [at.x, at.y]) * screen.a;
      return away <= FINGER ? away : Infinity;
    };
    const group = event.target.closest("[data-place]") || this.#find(near);
    if (group) this.#tap(group);
  }

  /** Show a place as pressed until the next picture, and tell of it. */
  #tap(group) {
    this.pressed.replaceChildren(group.firstElementChild.cloneNode());
    this.onTap(group.dataset.place);
  }
}

/** @param {import("./server.js").Shape} shape */
function draw({ points, circle }) {
  if (points) return makeSvg("polygon", { points: points.join(" ") });
  const [cx, cy, r] = circle;
  return makeSvg("circle", { cx, cy, r });
}

const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);

function middle(group) {
  const box = group.firstElementChild.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function area(group) {
  const box = group.firstElementChild.getBBox();
  return Math.round(box.width * box.height);
}
