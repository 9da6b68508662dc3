import { ChannelType } from "discord.js";
import { assert, check, checkPermitted, control, hear, refused } from "./harness.mjs";

async function room(client, type, name, ...tags) {
  const heard = hear(client, "channelCreate");
  await control("add_room", String(type), name, ...tags);
  return heard;
}

check("a post starts with a message and tags", async ({ client }) => {
  const forum = await room(client, ChannelType.GuildForum, "clips", "chess", "go");
  const appliedTags = forum.availableTags.map((tag) => tag.id);
  const post = await forum.threads.create({ name: "Ann - Bob", message: { content: "the board" }, appliedTags });
  assert.deepEqual(post.appliedTags, appliedTags);
  assert.equal((await post.fetchStarterMessage()).content, "the board");
  assert.deepEqual((await post.setAppliedTags(appliedTags.slice(1))).appliedTags, appliedTags.slice(1));
});
check("a post with an unknown tag is refused", async ({ client }) => {
  const forum = await room(client, ChannelType.GuildForum, "clips", "chess");
  await refused(10087, forum.threads.create({ name: "t", message: { content: "x" }, appliedTags: ["5"] }));
});
check("a forum takes no messages itself", async ({ client }) => {
  const forum = await room(client, ChannelType.GuildForum, "clips");
  await refused(50008, client.rest.post(`/channels/${forum.id}/messages`, { body: { content: "x" } }));
});
check("an announcement channel takes messages and threads", async ({ client }) => {
  const news = await room(client, ChannelType.GuildAnnouncement, "news");
  const message = await news.send("news");
  assert.equal((await message.startThread({ name: "t" })).type, ChannelType.AnnouncementThread);
});
checkPermitted("a private thread is for those in it", async ({ games, bob }) => {
  const thread = await games.threads.create({ name: "secret", type: ChannelType.PrivateThread, invitable: false });
  assert.equal(thread.invitable, false);
  assert.ok(!(thread.id in (await bob.view()).messages));
  await thread.members.add(bob.id);
  assert.ok(thread.id in (await bob.view()).messages);
});
