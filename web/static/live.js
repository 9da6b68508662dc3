/* News of the board as they happen. */

import { say } from "./dom.js";
import { openEvents } from "./server.js";

/* Milliseconds: until a lost connection is tried anew, until it is told as such, and in which news are one. */
const AGAIN = 2000;
const AWAY = 60_000;
const TOGETHER = 80;

/**
 * Call `onNews` whenever something changed or may have been missed.
 * @param {() => string} getStamp returns the stamp of the state that is shown
 * @param {() => void} onNews
 * @param {(trouble: string) => void} onTrouble called with a sentence on the connection, empty when it is back
 */
export function listen(getStamp, onNews, onTrouble) {
  let lostSince = 0;
  let stream, again, soon;

  const tell = () => {
    clearTimeout(soon);
    soon = setTimeout(onNews, TOGETHER);
  };
  const open = () => {
    clearTimeout(again);
    stream = openEvents(getStamp());
    stream.addEventListener("news", tell);
    stream.addEventListener("open", () => {
      if (lostSince) tell();
      lostSince = 0;
      onTrouble("");
    });
    stream.addEventListener("error", () => {
      stream.close();
      lostSince ||= Date.now();
      onTrouble(say(Date.now() - lostSince < AWAY ? "lost" : "away"));
      again = setTimeout(open, AGAIN * (1 + Math.random()));
    });
  };

  open();
  document.addEventListener("visibilitychange", () => document.hidden || tell());
  window.addEventListener("pagehide", () => stream.close());
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    open();
    tell();
  });
}
