import { Client, GatewayIntentBits, Status } from "discord.js";
import { assert, check, control, hear } from "./harness.mjs";

check("heartbeats are acknowledged", async ({ client }) => {
  assert.equal(client.ws.status, Status.Ready);
  assert.ok(client.ws.ping >= -1);
});
check("a presence is taken", async ({ client, games, ann }) => {
  client.user.setPresence({ status: "idle", activities: [{ name: "chess" }] });
  const heard = hear(client, "messageCreate", (one) => one.content === "still here?");
  await ann.say(games, "still here?");
  await heard;
});
check("two shards share the guilds", async ({ url, guild, client: { token } }) => {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], shards: [0, 1], shardCount: 2, rest: { api: `${url}/api` } });
  const ready = hear(client, "clientReady");
  await client.login(token);
  await ready;
  assert.equal(client.ws.shards.size, 2);
  assert.equal(client.guilds.cache.get(guild.id).shardId, Number((BigInt(guild.id) >> 22n) % 2n));
  await client.destroy();
});
check("a session whose connection breaks is resumed", async ({ client, games, ann }) => {
  const resumed = hear(client, "shardResume");
  const heard = hear(client, "messageCreate", (one) => one.content === "during the break");
  await control("drop_gateway");
  await ann.say(games, "during the break");
  await Promise.all([resumed, heard]);
});
check("a session that is asked to reconnect is resumed", async ({ client }) => {
  const resumed = hear(client, "shardResume");
  await control("ask_to_reconnect");
  await resumed;
});
check("an invalid session is begun anew", async ({ client }) => {
  const ready = hear(client, "shardReady");
  await control("invalidate_session");
  await ready;
});
check("members are sent in chunks, with those that are missing", async ({ client, guild, bob }) => {
  const heard = new Promise((resolve) => client.once("guildMembersChunk", (members, _, chunk) => resolve({ members, chunk })));
  await guild.members.fetch({ user: [bob.id, "5"], force: true });
  const { members, chunk } = await heard;
  assert.deepEqual([...members.keys()], [bob.id]);
  assert.deepEqual(chunk.notFound, ["5"]);
});
