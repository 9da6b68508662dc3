import { ChannelType, ThreadAutoArchiveDuration } from "discord.js";
import { assert, check, control, hear, outOfScope, refused } from "./harness.mjs";

check("a thread starts on a message and takes its id", async ({ games }) => {
  const message = await games.send("a challenge");
  const thread = await message.startThread({ name: "#1: Ann, Bob" });
  assert.equal(thread.id, message.id);
  assert.equal(thread.type, ChannelType.PublicThread);
  assert.equal(thread.parentId, games.id);
});
check("a message has one thread at most", async ({ games }) => {
  const message = await games.send("a challenge");
  await message.startThread({ name: "one" });
  await refused(160004, message.startThread({ name: "two" }));
});
check("a thread starts without a message", async ({ games }) => {
  assert.equal((await games.threads.create({ name: "free" })).name, "free");
});
check("a new thread is announced", async ({ games, client }) => {
  const heard = hear(client, "threadCreate", (one) => one.name === "announced");
  await games.threads.create({ name: "announced" });
  assert.equal((await heard).ownerId, client.user.id);
});
check("a thread without a name is refused", ({ games, client }) =>
  refused(50035, client.rest.post(`/channels/${games.id}/threads`, { body: { name: "", type: 11 } })));
check("a name of 101 characters is refused", ({ games }) =>
  refused(50035, games.threads.create({ name: "x".repeat(101) })));
check("a thread archives after one of four times", async ({ games }) => {
  const thread = await games.threads.create({ name: "t", autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek });
  assert.equal(thread.autoArchiveDuration, 10080);
});
check("another time of archiving is refused", ({ games }) =>
  refused(50035, games.threads.create({ name: "t", autoArchiveDuration: 61 })));
check("a person's message in a thread is heard", async (place) => {
  const thread = await place.thread();
  const heard = hear(place.client, "messageCreate", (one) => one.content === "c4");
  await place.ann.say(thread, "c4");
  assert.equal((await heard).channelId, thread.id);
});
check("the bot renames its own thread", async (place) => {
  const thread = await place.thread();
  assert.equal((await thread.setName("renamed")).name, "renamed");
});
check("the bot archives and reopens its own thread", async (place) => {
  const thread = await place.thread();
  assert.ok((await thread.setArchived(true)).archived);
  assert.ok(!(await thread.setArchived(false)).archived);
});
check("an archived thread can't be renamed", async (place) => {
  const thread = await place.thread();
  await thread.setArchived(true);
  await refused(50083, thread.setName("too late"));
});
check("a message reopens an archived thread", async (place) => {
  const thread = await place.thread();
  await thread.setArchived(true);
  const heard = hear(place.client, "threadUpdate", (_, now) => now?.id === thread.id || _.id === thread.id);
  await thread.send("awake");
  await heard;
  assert.ok(!(await place.client.channels.fetch(thread.id, { force: true })).archived);
});
check("without Manage Threads no thread is locked", async (place) => {
  const thread = await place.thread();
  await refused(50013, thread.setLocked(true));
});
check("a locked thread takes nothing from the bot", async (place) => {
  const thread = await place.thread();
  await control("archive_and_lock", thread.id);
  await refused(160005, thread.send("too late"));
  await refused(50013, thread.setArchived(false));
});
check("without Manage Threads no thread is deleted", async (place) => {
  const thread = await place.thread();
  await refused(50013, thread.delete());
});
check("active threads are listed", async (place) => {
  const thread = await place.thread();
  assert.ok((await place.guild.channels.fetchActiveThreads()).threads.has(thread.id));
});
check("archived threads are listed", async (place) => {
  const thread = await place.thread();
  await thread.setArchived(true);
  assert.ok((await place.games.threads.fetchArchived()).threads.has(thread.id));
});
check("a person is added to a thread", async (place) => {
  const thread = await place.thread();
  await thread.members.add(place.bob.id);
  assert.equal((await thread.members.fetch({ member: place.bob.id, force: true })).id, place.bob.id);
});
check("whoever writes in a thread is a member of it", async (place) => {
  const thread = await place.thread();
  await place.ann.say(thread, "hello");
  assert.equal((await thread.members.fetch({ member: place.ann.id, force: true })).id, place.ann.id);
});
check("the bot leaves and joins a thread", async (place) => {
  const thread = await place.thread();
  await thread.leave();
  await refused(10007, thread.members.fetch({ member: place.client.user.id, force: true }));
  await thread.join();
});
check("without Manage Threads nobody is removed from a thread", async (place) => {
  const thread = await place.thread();
  await thread.members.add(place.bob.id);
  await refused(50013, thread.members.remove(place.bob.id));
});
check("without Create Private Threads no private thread is made", ({ games }) =>
  refused(50013, games.threads.create({ name: "secret", type: ChannelType.PrivateThread })));
check("a thread's first message can be fetched", async ({ games }) => {
  const message = await games.send("a challenge");
  const thread = await message.startThread({ name: "t" });
  assert.equal((await thread.fetchStarterMessage()).id, message.id);
});
check("a thread in a thread is refused", async (place) => {
  const thread = await place.thread();
  await refused(50024, place.client.rest.post(`/channels/${thread.id}/threads`, { body: { name: "t", type: 11 } }));
});
outOfScope("stage instances are opened", "the bot has no voice");
