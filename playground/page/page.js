// The page as a whole: who the visitor is, where they are, and the parts that show it.

import { addressed, readAddress, writeAddress } from "./address.js";
import * as api from "./api.js";
import { drawBeginning } from "./beginning.js";
import { channelMenu, hasMenu } from "./channel_menu.js";
import { exampleGame } from "./commands.js";
import { Composer } from "./composer.js";
import { el, icon, sentence } from "./dom.js";
import { Feed } from "./feed.js";
import { drawForum } from "./forum.js";
import { chooseGroup } from "./group.js";
import { drawHint } from "./hint.js";
import { Log } from "./log.js";
import { title } from "./names.js";
import { newPost } from "./new_post.js";
import { newThread } from "./new_thread.js";
import { drawNotices } from "./notices.js";
import { choosePerson, drawPeople } from "./people.js";
import { openPins, pinned } from "./pins.js";
import { isForum } from "./places.js";
import { Popup } from "./popup.js";
import { Presses } from "./presses.js";
import { drawChannels, ordered } from "./sidebar.js";
import { byAge, Store } from "./store.js";
import { refreshTimes } from "./time.js";
import { Typing } from "./typing.js";

const NEWS_PAUSE = 30;
const TICK = 15_000;

const part = (id) => document.getElementById(id);
const store = new Store();
const typing = new Typing(part("typing"), store);
const feed = new Feed(store);
const narrow = matchMedia("(max-width: 760px)");

const complain = (error) => composer.complain(error);

const page = {
  store,
  presses: new Presses(store, (message) => log.redraw(message), complain),
  go,
  become,
  openDm: () => openDm(),
  converse: (others) => converse(others),
  install: (installed) => api.change(store.me.id, { installed }).catch(complain),
  reply: (message) => composer.answer(message),
  branch: (message) => newThread({ channel_id: message.channel_id, message_id: message.id }, store, openWhat),
  mention: (name) => composer.mention(name),
  react: (message, emoji, wanted) => (wanted ? api.react : api.unreact)(store.me.id, message.id, emoji).catch(complain),
  pin: (message, wanted) => (wanted ? api.pin : api.unpin)(store.me.id, message.id).catch(complain),
};
const log = new Log(
  { scroller: part("scroller"), list: part("messages"), more: part("more"), live: part("live") },
  page,
  complain,
);
const composer = new Composer(
  {
    area: part("composer"),
    box: part("box"),
    reply: part("reply"),
    error: part("error"),
    slash: part("slash"),
    send: part("send"),
  },
  store,
  new Popup(part("popup")),
  (outcome) => page.presses.settle(outcome),
  () => log.edit(),
);

/** Open a channel, and show one of its messages if it is given. */
function go(channel, message = null) {
  drawer(false);
  const known = store.channels.has(channel);
  if (known && channel !== store.current) enter(channel);
  if (known && message) log.point(message);
  else if (known && !narrow.matches) composer.focus();
}

function enter(channel) {
  store.current = channel;
  typing.show(null);
  log.show(channel);
  draw();
  writeAddress(store.me, store.current);
}

let switching = false;
/** Write as another person from now on, in the same place if they can see it. Until then nothing can be pressed. */
async function become(user) {
  if (user === store.me?.id) return composer.focus();
  switching = true;
  setInert();
  await feed.follow(user);
  switching = false;
  setInert();
  if (!narrow.matches) composer.focus();
}

/** Open the channel that a request returns. */
async function openWhat(request) {
  try {
    const channel = await request;
    store.take({ type: "channel", channel });
    go(channel.id);
  } catch (error) {
    complain(error);
  }
}

/** Challenge the bot to a first match, as its command does for everybody, and open the match's thread when it is there. */
async function play() {
  const parent = store.current;
  const known = new Set(store.channels.keys());
  const open = () => {
    const thread = [...store.channels.values()].find((one) => one.parent_id === parent && !known.has(one.id));
    if (!thread) return;
    store.removeEventListener("channels", open);
    if (store.current === parent) go(thread.id);
  };
  store.addEventListener("channels", open);
  const terms = { opponent: store.bot.id, game: exampleGame(store).value, level: 1, seat: "1" };
  try {
    await api.slash(store.me.id, parent, "challenge", terms);
  } catch (error) {
    store.removeEventListener("channels", open);
    complain(error);
  }
}

const openDm = () => openWhat(api.openDm(store.me.id));
const converse = (others) => openWhat(api.openDm(store.me.id, others));

/** Return the channel to stand in: where the visitor was, else where the address says, else where games are played. */
function whereTo() {
  const rows = ordered(store).map((row) => row.channel);
  const wanted = [store.current, readAddress().channel].find((id) => store.channels.has(id));
  return wanted ?? (rows.find((channel) => channel.name === "games") ?? rows[0])?.id ?? null;
}

function draw() {
  const channel = store.channels.get(store.current);
  const name = channel ? title(channel) : "";
  part("guild").textContent = store.guild.name;
  part("title").textContent = name;
  part("messages").setAttribute("aria-label", `Messages in ${name}`);
  const parent = store.channels.get(channel?.parent_id);
  part("parent").replaceChildren(
    ...(parent
      ? [el("button", { type: "button", class: "plain", onclick: () => go(parent.id) }, `#${parent.name}`), " › "]
      : []),
  );
  drawBeginning(part("beginning"), channel, name, store);
  drawNews();
  drawNotices(part, store);
  composer.settleAt();
}

function drawNews() {
  drawChannels(part("channels"), store, go, openDm, (anchor) => chooseGroup(anchor, store, converse));
  drawPeople(part("people"), part("me"), store, become);
  const channel = store.channels.get(store.current);
  const forum = channel !== undefined && isForum(channel);
  part("forum").hidden = !forum;
  part("scroller").hidden = forum;
  if (forum) drawForum(part("forum"), channel, store, go, () => newPost(channel, store, go));
  part("channel-menu").hidden = !hasMenu(channel);
  part("pins").hidden = pinned(store, store.current).length === 0;
  drawHint(part("hint"), store, { write: (text) => composer.write(text), become, play });
  const calls = store.calls(store.me.id);
  document.title = `${calls ? `(${calls}) ` : ""}${part("title").textContent} · ${store.guild.name}`;
  part("menu").classList.toggle("fresh", calls > 0);
}

let newsTimer = 0;
/** Draw the news once for all that comes in within a moment. */
function newsSoon() {
  newsTimer ||= setTimeout(() => {
    newsTimer = 0;
    drawNews();
  }, NEWS_PAUSE);
}

function drawer(open) {
  document.body.classList.toggle("drawer-open", open);
  part("menu").setAttribute("aria-expanded", String(open));
  setInert();
  if (open) part("channels").querySelector("[aria-current]")?.focus();
}

/** Close to mouse and keyboard what is out of sight, and what would still act as the person who is being left. */
function setInert() {
  const open = document.body.classList.contains("drawer-open");
  part("sidebar").inert = narrow.matches && !open;
  part("main").inert = switching || (narrow.matches && open);
}

let reader = null;
store.addEventListener("view", () => {
  if (reader !== store.me.id) {
    log.forget();
    page.presses.forget();
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  }
  reader = store.me.id;
  store.current = whereTo();
  log.show(store.current);
  draw();
  writeAddress(store.me, store.current);
});
store.addEventListener("channels", ({ detail }) => {
  if (!store.channels.has(store.current)) return enter(whereTo());
  // What can be done with a message depends on its thread's state.
  if (detail === store.current) log.show(detail);
  draw();
});
store.addEventListener("read", newsSoon);
store.addEventListener("status", () => {
  if (!store.me) return;
  drawNotices(part, store);
  drawNews();
});
store.addEventListener("delete", newsSoon);
store.addEventListener("message", ({ detail }) => {
  const { message } = detail;
  if (message.author.bot && message.channel_id === store.current) typing.show(null);
  const channel = store.channels.get(message.channel_id);
  if (channel && byAge(channel.last_message_id ?? "", message.id) < 0) channel.last_message_id = message.id;
  newsSoon();
});
store.addEventListener("typing", ({ detail }) => typing.show(detail));

part("menu").append(icon("menu"));
part("menu").addEventListener("click", () => drawer(true));
part("shade").addEventListener("click", () => drawer(false));
part("send").append(icon("send"));
part("more").prepend(icon("down"));
part("me").addEventListener("click", () => choosePerson(part("me"), store, become));
part("channel-menu").append(icon("dots"));
part("channel-menu").addEventListener("click", ({ currentTarget }) =>
  channelMenu(currentTarget, store.channels.get(store.current), store, openWhat, complain),
);
part("pins").append(icon("pin"));
part("pins").addEventListener("click", () => openPins(part("pins"), store, go));
narrow.addEventListener("change", () => drawer(false));
drawer(false);
document.addEventListener("keydown", (event) => {
  const seat = event.altKey && !event.ctrlKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.slice(5)) - 1 : -1;
  if (store.people[seat]) {
    event.preventDefault();
    become(store.people[seat].id);
  } else if (event.key === "Escape" && document.body.classList.contains("drawer-open")) {
    drawer(false);
    part("menu").focus();
  }
});
addEventListener("hashchange", () => {
  const { channel } = readAddress();
  const person = addressed(store.people);
  if (store.channels.has(channel)) go(channel);
  if (person && person.id !== store.me.id) become(person.id);
});
setInterval(refreshTimes, TICK);

async function start() {
  try {
    const people = await api.people();
    const person = addressed(people) ?? people[0];
    await feed.follow(person.id);
    if (!narrow.matches) composer.focus();
  } catch (error) {
    part("lost").hidden = false;
    part("lost").textContent = sentence(error);
    setTimeout(start, 2000);
  }
}
start();
