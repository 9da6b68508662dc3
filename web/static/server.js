/* Requests to the server, all below the board's address. */

import { say, writeTimes } from "./dom.js";

/**
 * @typedef {{points?: [number, number][], circle?: [number, number, number]}} Shape in picture pixels, 1000 wide
 * @typedef {{label: string, words: string, places: string[], group: string, piece: string}} Choice
 * @typedef {{at: string, question: string, so_far: string[], taps: string[], choices: Choice[],
 *   places: Record<string, Shape>, move: string, words: string, picture: string, alt: string, notice: string}} Step
 * @typedef {{do: string, label: string, question?: string,
 *   field?: {label: string, max: number, value?: string} | null}} Action
 * @typedef {{at: string, ply: number, text: string, player: string, words: string}} Move
 * @typedef {{at: string, turn: boolean, status: string, deadline: string | null, steps: Step | null, picture: string,
 *   alt: string, text: string, moves: Move[], lines: {at: string, label: string}[], confirm: boolean, stamp: string,
 *   offers: {text: string, answers: Action[]}[], actions: Action[], notice: string, request: string,
 *   waiting: {url: string, title: string, text: string}[], links: {url: string, label: string}[]}} State
 */

/* After how many milliseconds a change that got no answer is sent again. */
const REPEATS = [1000, 3000];

const { base, token } = document.querySelector("main").dataset;

/** Whether the pictures must be asked for in light colours: the server knows those of people who are signed in. */
export const inLight = !document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: light)").matches;

/** An answer of the server that something can't be done; the message is a sentence for the person. */
export class Refused extends Error {}

/** Return the board at a position; a match is where it is. @param {string} at @returns {Promise<State>} */
export const getState = (at) => get("state", [["at", at]]);

/**
 * Return the step after some choices and taps.
 * @param {string} at
 * @param {string[]} choices labels
 * @param {string[]} taps names of places
 * @returns {Promise<Step>}
 */
export const getStep = (at, choices, taps) =>
  get("step", [["at", at], ...choices.map((label) => ["choice", label]), ...taps.map((place) => ["tap", place])]);

/** Return a picture's address at another position. @param {string} picture @param {string} at */
export function pictureAt(picture, at) {
  const address = new URL(picture, location.href);
  address.searchParams.set("at", at);
  return address.pathname + address.search;
}

/** Return a stream of news since a state of the board. @param {string} stamp */
export const openEvents = (stamp) => new EventSource(`${base}/events?${new URLSearchParams({ since: stamp })}`);

/**
 * Change something, and return the new state. The same request is sent again while no answer comes: the server does it
 * once. Raises `Refused`.
 * @param {"play" | "do"} what
 * @param {Record<string, string>} body
 * @returns {Promise<State>}
 */
export async function change(what, body) {
  const headers = { "Content-Type": "application/json", "X-Turnpost-Token": token };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  for (const wait of REPEATS) {
    const answer = await fetch(`${base}/${what}`, options).catch(() => null);
    if (answer && answer.status < 500) return (await read(answer)).state;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return (await read(await fetch(`${base}/${what}`, options).catch(() => null))).state;
}

/** @param {string} what @param {string[][]} query @returns {Promise<any>} */
async function get(what, query) {
  const look = inLight ? [["theme", "light"]] : [];
  return read(await fetch(`${base}/${what}?${new URLSearchParams([...query, ...look])}`).catch(() => null));
}

/** @param {Response | null} answer @returns {Promise<any>} */
async function read(answer) {
  const data = await answer?.json().catch(() => null);
  if (!answer?.ok || !data) throw new Refused(writeTimes(data?.error || say("unanswered")));
  return data;
}
