// Runs the checks one after the other against a playground, and prints one line of JSON for each.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client, GatewayIntentBits } from "discord.js";

export { assert };

const PATIENCE = 8000;
const checks = [];
const realTime = [];
const permitted = [];
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Add a check: `act` gets the {@link Place}, and throws if something isn't as Discord does it. */
export const check = (name, act) => checks.push({ name, act });

/** Add a check to be run while rate limits last as long as on Discord. */
export const checkInRealTime = (name, act) => realTime.push({ name, act });

/** Add a check for a bot that has every permission; it isn't run for the bot of the invitation. */
export const checkPermitted = (name, act) => permitted.push({ name, act });

/** Add a check that the playground doesn't claim to pass, and why. */
export const outOfScope = (name, reason) => checks.push({ name, reason });

/** Wait for an event of the client whose first argument satisfies. */
export async function hear(client, event, fits = () => true) {
  const signal = AbortSignal.timeout(PATIENCE);
  for (;;) {
    const found = await once(client, event, { signal });
    if (fits(...found)) return found[0];
  }
}

/** Let the runner do to the playground what no client can (`call` there), and return the result. */
export async function control(name, ...given) {
  console.log(JSON.stringify({ call: name, arguments: given }));
  return JSON.parse((await answers.next()).value);
}

/** Assert that a request is refused with Discord's error code. */
export async function refused(code, promise) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.code, code, error.message);
    return true;
  });
}

/** A person of the playground, who acts over its people API. */
export class Person {
  constructor(url, id, name) {
    Object.assign(this, { url, id, name });
  }

  async call(method, path, body) {
    const headers = body ? { "Content-Type": "application/json" } : {};
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const answer = response.status === 204 ? null : await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }

  say(channel, content, more = {}) {
    return this.call("POST", `/people/${this.id}/messages`, { channel_id: channel.id, content, ...more });
  }

  edit(message, content) {
    return this.call("PATCH", `/people/${this.id}/messages/${message.id}`, { content });
  }

  remove(message) {
    return this.call("DELETE", `/people/${this.id}/messages/${message.id}`);
  }

  press(message, customId, values = []) {
    return this.call("POST", `/people/${this.id}/press`, { message_id: message.id, custom_id: customId, values });
  }

  slash(channel, name, options = {}) {
    return this.call("POST", `/people/${this.id}/slash`, { channel_id: channel.id, name, options });
  }

  complete(channel, name, focused, options) {
    return this.call("POST", `/people/${this.id}/autocomplete`, { channel_id: channel.id, name, focused, options });
  }

  submit(interactionId, values) {
    return this.call("POST", `/people/${this.id}/modal`, { interaction_id: interactionId, values });
  }

  async upload(interactionId, customId, name, content) {
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ interaction_id: interactionId, values: { [customId]: [0] } }));
    form.set("files[0]", new Blob([content]), name);
    return (await fetch(`${this.url}/people/${this.id}/modal`, { method: "POST", body: form })).json();
  }

  change(settings) {
    return this.call("PATCH", `/people/${this.id}`, settings);
  }

  writeTo(...others) {
    return this.call("POST", `/people/${this.id}/dm`, { user_ids: others.map((one) => one.id) });
  }

  dm() {
    return this.call("POST", `/people/${this.id}/dm`);
  }

  view() {
    return this.call("GET", `/view?as=${this.id}`);
  }
}

/** What a check acts on: the client, its guild and two channels, three people, and a new thread when asked for. */
class Place {
  constructor(client, url, people) {
    this.client = client;
    this.url = url;
    this.guild = client.guilds.cache.first();
    this.games = this.guild.channels.cache.find((channel) => channel.name === "games");
    this.lounge = this.guild.channels.cache.find((channel) => channel.name === "lounge");
    [this.ann, this.bob, this.cleo] = people;
  }

  thread(name = "a thread") {
    return this.games.threads.create({ name });
  }
}

/** Connect, run the checks of the bot of the invitation or of one with every permission, and print what became of each. */
export async function run() {
  // A check that failed may have left something waiting: what that rejects with later is nobody's news.
  process.on("unhandledRejection", () => {});
  const { TURNPOST_URL: url, TURNPOST_TOKEN: token } = process.env;
  const { Guilds, GuildMessages, MessageContent, DirectMessages, GuildMessageReactions } = GatewayIntentBits;
  const intents = [Guilds, GuildMessages, MessageContent, DirectMessages, GuildMessageReactions];
  const client = new Client({ intents, partials: [], rest: { api: `${url}/api`, retries: 0, timeout: PATIENCE } });
  client.on("error", (error) => console.error(error));
  const ready = hear(client, "clientReady");
  await client.login(token);
  await ready;
  const people = await (await fetch(`${url}/people`)).json();
  const place = new Place(
    client,
    url,
    people.map((one) => new Person(url, one.id, one.name)),
  );
  const isPermitted = "TURNPOST_PERMITTED" in process.env;
  await runAll(isPermitted ? [] : realTime, place);
  await control("hurry");
  await runAll(isPermitted ? permitted : checks, place);
  await client.destroy();
  process.exit();
}

async function runAll(some, place) {
  for (const { name, act, reason } of some) {
    const outcome = reason ? { outcome: "out of scope", reason } : await attempt(act, place);
    console.log(JSON.stringify({ name, ...outcome }));
  }
}

async function attempt(act, place) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), 2 * PATIENCE).unref());
  try {
    await Promise.race([act(place), late]);
    return { outcome: "passed" };
  } catch (error) {
    return { outcome: "failed", reason: String(error?.message ?? error).slice(0, 300) };
  } finally {
    place.client.removeAllListeners("interactionCreate");
  }
}
