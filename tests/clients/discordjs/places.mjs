import { ChannelType, PermissionFlagsBits } from "discord.js";
import { assert, check, hear, outOfScope, refused } from "./harness.mjs";

check("the client knows itself", ({ client }) => {
  assert.equal(client.user.username, "Turnpost");
  assert.ok(client.user.bot);
});
check("the application can be fetched, with its owner", async ({ client }) => {
  const application = await client.application.fetch();
  assert.equal(application.name, "Turnpost");
  assert.ok(application.owner);
});
check("the guild is there with its channels and roles", ({ guild }) => {
  assert.ok(guild.available);
  assert.equal(guild.channels.cache.filter((one) => one.type === ChannelType.GuildText).size, 2);
  assert.ok(guild.roles.everyone);
});
check("the guild can be fetched with its counts", async ({ client, guild }) => {
  const found = await client.guilds.fetch({ guild: guild.id, force: true, withCounts: true });
  assert.equal(found.approximateMemberCount, 6);
});
check("a guild without counts has none", async ({ client, guild }) => {
  const raw = await client.rest.get(`/guilds/${guild.id}`, { query: new URLSearchParams({ with_counts: "false" }) });
  assert.equal(raw.approximate_member_count, undefined);
});
check("the bot's guilds can be listed", async ({ client, guild }) => {
  assert.ok((await client.guilds.fetch()).has(guild.id));
});
check("an unknown guild is not found", ({ client }) => refused(10004, client.rest.get("/guilds/5")));
check("channels can be fetched", async ({ guild }) => assert.equal((await guild.channels.fetch()).size, 2));
check("one channel can be fetched", async ({ client, games }) => {
  assert.equal((await client.channels.fetch(games.id, { force: true })).name, "games");
});
check("an unknown channel is not found", ({ client }) => refused(10003, client.channels.fetch("5")));
check("roles can be fetched", async ({ guild }) => assert.ok((await guild.roles.fetch()).size >= 3));
check("the bot's own role is managed", ({ guild }) => assert.ok(guild.roles.botRoleFor(guild.client.user).managed));
check("a member can be fetched", async ({ guild, ann }) => {
  const member = await guild.members.fetch({ user: ann.id, force: true });
  assert.equal(member.displayName, "Ann");
  assert.ok(member.joinedTimestamp);
});
check("an unknown member is not found", ({ guild }) => refused(10007, guild.members.fetch({ user: "5", force: true })));
check("members are found by the beginning of their names", async ({ guild }) => {
  assert.equal((await guild.members.search({ query: "an" })).first().user.globalName, "Ann");
});
check("without the members intent members can't be listed", ({ client, guild }) =>
  refused(50001, client.rest.get(`/guilds/${guild.id}/members`)));
check("members are asked for over the gateway", async ({ guild, bob }) => {
  const found = await guild.members.fetch({ user: [bob.id], force: true });
  assert.ok(found.has(bob.id));
});
check("the bot's permissions are those of the invitation", ({ guild, games }) => {
  const mine = games.permissionsFor(guild.members.me);
  assert.ok(mine.has(PermissionFlagsBits.CreatePublicThreads));
  assert.ok(mine.has(PermissionFlagsBits.AddReactions));
  assert.ok(!mine.has(PermissionFlagsBits.ManageThreads));
  assert.ok(!mine.has(PermissionFlagsBits.EmbedLinks));
});
check("a user can be fetched", async ({ client, ann }) => {
  const user = await client.users.fetch(ann.id, { force: true });
  assert.equal(user.globalName, "Ann");
  assert.equal(user.discriminator, "0");
});
check("an unknown user is not found", ({ client }) => refused(10013, client.users.fetch("5")));
check("a direct message is sent and seen", async ({ client, ann }) => {
  const user = await client.users.fetch(ann.id);
  const message = await user.send("just us");
  assert.equal(message.channel.type, ChannelType.DM);
  const place = await ann.dm();
  assert.ok((await ann.view()).messages[place.id].some((one) => one.id === message.id));
});
check("a direct message of a person is heard", async ({ client, ann }) => {
  await (await client.users.fetch(ann.id)).createDM();
  const heard = hear(client, "messageCreate", (one) => one.content === "to you alone");
  await ann.say(await ann.dm(), "to you alone");
  assert.equal((await heard).guild, null);
});
check("the same person has the same direct messages", async ({ client, ann }) => {
  const user = await client.users.fetch(ann.id);
  assert.equal((await user.createDM(true)).id, (await user.createDM(true)).id);
});
check("the bot can't message itself", ({ client }) => refused(50007, client.user.send("hello?")));
check("without Manage Channels a channel can't be edited", ({ games }) => refused(50013, games.setTopic("Moves")));
check("without Manage Channels no channel can be made", ({ guild }) =>
  refused(50013, guild.channels.create({ name: "new" })));
check("without Manage Webhooks no webhook can be made", ({ games }) =>
  refused(50013, games.createWebhook({ name: "hook" })));
check("without Create Invite no invite can be made", ({ games }) => refused(50013, games.createInvite()));
check("the application's emojis can be listed", async ({ client }) => {
  assert.equal((await client.application.emojis.fetch()).size, 0);
});
check("an emoji of the application can be made, renamed and deleted", async ({ client }) => {
  const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const emoji = await client.application.emojis.create({ attachment: pixel, name: "ship" });
  assert.equal(emoji.name, "ship");
  assert.equal((await emoji.edit({ name: "boat" })).name, "boat");
  await emoji.delete();
  assert.equal((await client.application.emojis.fetch(undefined, { force: true })).size, 0);
});
check("an emoji with a bad name is refused", ({ client }) =>
  refused(50035, client.application.emojis.create({ attachment: "data:image/png;base64,AAAA", name: "!" })));
check("the token begins with the application's id", ({ client }) => {
  assert.equal(Buffer.from(client.token.split(".")[0], "base64").toString(), client.application.id);
});
check("without the token nothing is told", async ({ url }) => {
  const response = await fetch(`${url}/api/v10/users/@me`, { headers: { Authorization: "Bot wrong" } });
  assert.equal(response.status, 401);
  assert.deepEqual(await response.json(), { message: "401: Unauthorized", code: 0 });
});
check("an unknown route is not found", async ({ client }) => refused(0, client.rest.get("/nowhere")));
outOfScope("members are banned", "the bot bans nobody");
outOfScope("voice channels are joined", "the bot has no voice");
outOfScope("auto moderation rules are made", "the bot moderates nothing");
outOfScope("scheduled events are made", "the bot has none");
outOfScope("the audit log is read", "the bot reads none");
