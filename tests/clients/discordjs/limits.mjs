import { assert, check, checkInRealTime, control } from "./harness.mjs";

const ask = ({ url, client }, method, path, body) =>
  fetch(`${url}/api/v10${path}`, {
    method,
    headers: { Authorization: `Bot ${client.token}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });

check("every response tells of its bucket", async (place) => {
  const { headers } = await ask(place, "GET", "/users/@me");
  for (const name of ["limit", "remaining", "reset", "reset-after", "bucket"])
    assert.ok(headers.get(`x-ratelimit-${name}`), name);
});
check("two channels have the same bucket's name and count apart", async (place) => {
  const [one, two] = [
    await ask(place, "POST", `/channels/${place.games.id}/messages`, { content: "x" }),
    await ask(place, "POST", `/channels/${place.lounge.id}/messages`, { content: "x" }),
  ];
  assert.equal(one.headers.get("x-ratelimit-bucket"), two.headers.get("x-ratelimit-bucket"));
});
check("too many messages at once are refused until the bucket is empty", async (place) => {
  const sending = Array.from({ length: 12 }, () =>
    ask(place, "POST", `/channels/${place.lounge.id}/messages`, { content: "x" }),
  );
  const refused = (await Promise.all(sending)).filter((one) => one.status === 429);
  assert.ok(refused.length > 0);
  const body = await refused[0].json();
  assert.equal(body.global, false);
  assert.ok(body.retry_after > 0);
  assert.equal(typeof body.code, "number");
  assert.ok(refused[0].headers.get("retry-after"));
  assert.equal(refused[0].headers.get("x-ratelimit-scope"), "user");
});
checkInRealTime("the client waits by itself, loses nothing and is never refused", async (place) => {
  const [thread, before] = [await place.thread(), await control("count_limited")];
  const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => thread.send(`${at}`)));
  assert.equal(new Set(sent.map((one) => one.id)).size, 12);
  assert.equal(await control("count_limited"), before);
});
checkInRealTime("channels are counted apart", async (place) => {
  const [one, two, before] = [await place.thread(), await place.thread(), await control("count_limited")];
  await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? one : two).send(`${at}`)));
  assert.equal(await control("count_limited"), before);
});
check("the sessions that may still begin are told", async ({ client }) => {
  const found = await client.rest.get("/gateway/bot");
  assert.equal(found.session_start_limit.total, 1000);
  assert.ok(found.session_start_limit.remaining < 1000);
});
