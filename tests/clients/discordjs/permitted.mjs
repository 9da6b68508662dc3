import { assert, checkPermitted, hear, refused } from "./harness.mjs";

checkPermitted("a message is pinned, listed and unpinned", async ({ games }) => {
  const message = await games.send("pin me");
  await message.pin();
  assert.deepEqual(
    (await games.messages.fetchPins()).items.map((one) => one.message.id),
    [message.id],
  );
  await message.unpin();
  assert.deepEqual((await games.messages.fetchPins()).items, []);
});
checkPermitted("messages are deleted in bulk", async ({ client, games }) => {
  const sent = [await games.send("one"), await games.send("two")];
  const heard = hear(client, "messageDeleteBulk");
  await games.bulkDelete(sent);
  assert.deepEqual([...(await heard).keys()].sort(), sent.map((one) => one.id).sort());
  await refused(10008, games.messages.fetch({ message: sent[0].id, force: true }));
});
checkPermitted("a message of somebody else is deleted", async ({ games, ann }) => {
  const said = await ann.say(games, "theirs");
  await games.messages.delete(said.id);
  await refused(10008, games.messages.fetch({ message: said.id, force: true }));
});
checkPermitted("a thread is locked, written to and deleted", async (place) => {
  const thread = await place.thread();
  assert.ok((await thread.edit({ locked: true, archived: true })).locked);
  await thread.send("still");
  await thread.delete();
  await refused(10003, place.client.channels.fetch(thread.id, { force: true }));
});
checkPermitted("a person is removed from a thread", async (place) => {
  const thread = await place.thread();
  await thread.members.add(place.bob.id);
  await thread.members.remove(place.bob.id);
  await refused(10007, thread.members.fetch({ member: place.bob.id, force: true }));
});
checkPermitted("a channel is edited, and that is announced", async ({ client, lounge }) => {
  const heard = hear(client, "channelUpdate");
  assert.equal((await lounge.setTopic("Talk")).topic, "Talk");
  assert.equal((await heard).id, lounge.id);
});
