// Times as people read them, each in the reader's own zone.

import { el } from "./dom.js";

const LOCALE = navigator.languages.find((language) => language.startsWith("en")) ?? "en-GB";
const FORMS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const FORMATS = Object.fromEntries(
  Object.entries(FORMS).map(([key, options]) => [key, new Intl.DateTimeFormat(LOCALE, options)]),
);
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const LAST_DATE = 8.64e12;

/** Return a moment (in milliseconds) in one of Discord's forms t, T, d, D, f, F, R. */
export function timeText(moment, form) {
  if (form !== "R") return FORMATS[form].format(moment);
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS.at(-1);
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** Return a `<time>` for `<t:seconds:form>`, or null if there is no such moment. */
export function timestamp(seconds, form = "f") {
  if (Math.abs(seconds) > LAST_DATE) return null;
  const moment = new Date(seconds * 1000);
  const node = el("time", { class: "stamp", datetime: moment.toISOString(), title: timeText(moment, "F") });
  node.textContent = timeText(moment, form);
  if (form === "R") node.dataset.relative = String(moment.getTime());
  return node;
}

/** Bring the relative times on the page up to date. */
export function refreshTimes() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = timeText(Number(node.dataset.relative), "R");
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Return the day of a message, as its divider shows it. */
export const dayText = (moment) => FORMATS.D.format(moment);
