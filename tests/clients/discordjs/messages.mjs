import { AttachmentBuilder, EmbedBuilder, MessageFlags, MessageType } from "discord.js";
import { assert, check, checkPermitted, control, hear, outOfScope, refused } from "./harness.mjs";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

check("a text is sent and comes back with its author", async ({ games, client }) => {
  const message = await games.send("hello");
  assert.equal(message.content, "hello");
  assert.equal(message.author.id, client.user.id);
  assert.equal(message.type, MessageType.Default);
});
check("a sent text is announced by the gateway", async ({ games, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "announced");
  const message = await games.send("announced");
  assert.equal((await heard).id, message.id);
});
check("spaces around a text are cut off", async ({ games }) => {
  assert.equal((await games.send("  in the middle  ")).content, "in the middle");
});
check("2000 characters are sent", async ({ games }) => {
  assert.equal((await games.send("x".repeat(2000))).content.length, 2000);
});
check("2001 characters are refused", ({ games }) => refused(50035, games.send("x".repeat(2001))));
check("an empty message is refused", ({ games }) => refused(50006, games.send({ content: "   " })));
check("a message of the bot's can be edited", async ({ games }) => {
  const message = await games.send("before");
  const edited = await message.edit("after");
  assert.equal(edited.content, "after");
  assert.ok(edited.editedTimestamp);
});
check("an edit is announced by the gateway", async ({ games, client }) => {
  const message = await games.send("before");
  const heard = hear(client, "messageUpdate", (old) => old.id === message.id);
  await message.edit("after");
  await heard;
});
check("a message of the bot's can be deleted", async ({ games }) => {
  const message = await games.send("gone soon");
  await message.delete();
  await refused(10008, games.messages.fetch({ message: message.id, force: true }));
});
check("a deletion is announced by the gateway", async ({ games, client }) => {
  const message = await games.send("gone soon");
  const heard = hear(client, "messageDelete", (one) => one.id === message.id);
  await message.delete();
  await heard;
});
check("a message of somebody else can't be edited", async ({ games, ann, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "mine");
  await ann.say(games, "mine");
  const theirs = await heard;
  await refused(50005, client.rest.patch(`/channels/${games.id}/messages/${theirs.id}`, { body: { content: "no" } }));
});
check("without Manage Messages a message of somebody else can't be deleted", async ({ games, ann, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "mine too");
  await ann.say(games, "mine too");
  await refused(50013, (await heard).delete());
});
check("a reply points to the message and pings its author", async ({ games, ann, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "answer me");
  await ann.say(games, "answer me");
  const theirs = await heard;
  const reply = await theirs.reply("here");
  assert.equal(reply.type, MessageType.Reply);
  assert.equal(reply.reference.messageId, theirs.id);
  assert.ok(reply.mentions.users.has(ann.id));
});
check("a reply without the ping mentions nobody", async ({ games, ann, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "quietly");
  await ann.say(games, "quietly");
  const reply = await (await heard).reply({ content: "here", allowedMentions: { repliedUser: false } });
  assert.equal(reply.mentions.users.size, 0);
});
check("a reply to nothing is refused", ({ games }) =>
  refused(50035, games.send({ content: "?", reply: { messageReference: "5", failIfNotExists: true } })));
check("a reply to nothing is sent all the same where that is said", async ({ games }) => {
  const message = await games.send({ content: "?", reply: { messageReference: "5", failIfNotExists: false } });
  assert.equal(message.reference, null);
});
check("what a reply points to can be fetched", async ({ games }) => {
  const first = await games.send("first");
  const reply = await first.reply("second");
  assert.equal((await reply.fetchReference()).id, first.id);
});
check("mentions are parsed", async ({ games, ann }) => {
  const message = await games.send(`<@${ann.id}>`);
  assert.ok(message.mentions.users.has(ann.id));
});
check("mentions that aren't allowed aren't made", async ({ games, ann }) => {
  const message = await games.send({ content: `<@${ann.id}>`, allowedMentions: { parse: [] } });
  assert.equal(message.mentions.users.size, 0);
});
check("named mentions are made and others not", async ({ games, ann, bob }) => {
  const allowedMentions = { users: [bob.id] };
  const message = await games.send({ content: `<@${ann.id}> <@${bob.id}>`, allowedMentions });
  assert.deepEqual([...message.mentions.users.keys()], [bob.id]);
});
check("allowed mentions that contradict themselves are refused", ({ games, ann }) =>
  refused(50035, games.send({ content: "?", allowedMentions: { parse: ["users"], users: [ann.id] } })));
check("allowed mentions of an unknown kind are refused", ({ games, client }) =>
  refused(
    50035,
    client.rest.post(`/channels/${games.id}/messages`, { body: { content: "?", allowed_mentions: { parse: ["all"] } } }),
  ));
check("more than 100 named mentions are refused", ({ games }) => {
  const users = Array.from({ length: 101 }, (_, place) => String(100 + place));
  return refused(50035, games.send({ content: "?", allowedMentions: { users } }));
});
check("the same nonce, enforced, sends no second message", async ({ games }) => {
  const options = { content: "once", nonce: "nonce-1", enforceNonce: true };
  const [one, two] = [await games.send(options), await games.send(options)];
  assert.equal(one.id, two.id);
});
check("a nonce comes back", async ({ games, client }) => {
  const heard = hear(client, "messageCreate", (one) => one.content === "with a nonce");
  await games.send({ content: "with a nonce", nonce: "nonce-2" });
  assert.equal((await heard).nonce, "nonce-2");
});
check("a nonce of more than 25 characters is refused", ({ games, client }) =>
  refused(
    50035,
    client.rest.post(`/channels/${games.id}/messages`, { body: { content: "?", nonce: "n".repeat(26) } }),
  ));
check("a silent message has its flag", async ({ games }) => {
  const message = await games.send({ content: "psst", flags: MessageFlags.SuppressNotifications });
  assert.ok(message.flags.has(MessageFlags.SuppressNotifications));
});
checkPermitted("an embed comes back as it was", async ({ games }) => {
  const embed = new EmbedBuilder()
    .setTitle("Title")
    .setDescription("Text")
    .setColor(0x336699)
    .addFields({ name: "a", value: "b", inline: true })
    .setFooter({ text: "foot" })
    .setAuthor({ name: "author" });
  const [back] = (await games.send({ embeds: [embed] })).embeds;
  assert.equal(back.title, "Title");
  assert.equal(back.color, 0x336699);
  assert.deepEqual(back.fields[0], { name: "a", value: "b", inline: true });
  assert.equal(back.footer.text, "foot");
});
for (const [what, embed] of Object.entries({
  "a title of 257 characters": { title: "x".repeat(257) },
  "a description of 4097 characters": { description: "x".repeat(4097) },
  "26 fields": { fields: Array.from({ length: 26 }, () => ({ name: "n", value: "v" })) },
  "a field without a value": { fields: [{ name: "n", value: "" }] },
  "a footer of 2049 characters": { footer: { text: "x".repeat(2049) } },
  "an author of 257 characters": { author: { name: "x".repeat(257) } },
  "a colour that is too large": { title: "t", color: 0x1000000 },
  "an address of no web scheme": { title: "t", url: "ftp://example.org" },
})) {
  checkPermitted(`an embed with ${what} is refused`, ({ games, client }) =>
    refused(50035, client.rest.post(`/channels/${games.id}/messages`, { body: { embeds: [embed] } })));
}
checkPermitted("11 embeds are refused", ({ games }) =>
  refused(50035, games.send({ embeds: Array.from({ length: 11 }, () => ({ title: "t" })) })));
checkPermitted("embeds of more than 6000 characters in all are refused", ({ games }) =>
  refused(50035, games.send({ embeds: [{ description: "x".repeat(4000) }, { description: "x".repeat(2001) }] })));
check("a picture is uploaded with its alt text and size", async ({ games }) => {
  const file = new AttachmentBuilder(PIXEL, { name: "board.png", description: "a board" });
  const attachment = (await games.send({ files: [file] })).attachments.first();
  assert.deepEqual(
    [attachment.name, attachment.description, attachment.width, attachment.height, attachment.contentType],
    ["board.png", "a board", 1, 1, "image/png"],
  );
});
check("an uploaded file can be downloaded", async ({ games }) => {
  const file = new AttachmentBuilder(Buffer.from("some text"), { name: "notes.txt" });
  const attachment = (await games.send({ files: [file] })).attachments.first();
  assert.equal(await (await fetch(attachment.url)).text(), "some text");
});
checkPermitted("an embed shows an uploaded picture", async ({ games }) => {
  const message = await games.send({
    embeds: [{ image: { url: "attachment://board.png" } }],
    files: [new AttachmentBuilder(PIXEL, { name: "board.png" })],
  });
  assert.match(message.embeds[0].image.url, /^http.*board\.png/);
});
check("an alt text of 1025 characters is refused", ({ games }) =>
  refused(50035, games.send({ files: [new AttachmentBuilder(PIXEL, { name: "a.png", description: "x".repeat(1025) })] })));
check("eleven files are refused", ({ games }) =>
  refused(
    50035,
    games.send({ files: Array.from({ length: 11 }, (_, at) => new AttachmentBuilder(PIXEL, { name: `${at}.png` })) }),
  ));
check("a file of more than 10 MiB is refused", ({ games }) =>
  refused(40005, games.send({ files: [new AttachmentBuilder(Buffer.alloc(10 * 1024 * 1024 + 1), { name: "big.bin" })] })));
check("files can be taken off a message", async ({ games }) => {
  const message = await games.send({ content: "t", files: [new AttachmentBuilder(PIXEL, { name: "a.png" })] });
  assert.equal((await message.edit({ attachments: [] })).attachments.size, 0);
});
check("a file can be added to a message", async ({ games }) => {
  const message = await games.send({ content: "t", files: [new AttachmentBuilder(PIXEL, { name: "a.png" })] });
  const kept = [...message.attachments.values()];
  const edited = await message.edit({ attachments: kept, files: [new AttachmentBuilder(PIXEL, { name: "b.png" })] });
  assert.deepEqual(edited.attachments.map((one) => one.name).sort(), ["a.png", "b.png"]);
});
checkPermitted("embeds can be suppressed", async ({ games }) => {
  const message = await games.send({ embeds: [{ title: "t" }] });
  assert.ok((await message.suppressEmbeds(true)).flags.has(MessageFlags.SuppressEmbeds));
});
check("the last messages can be fetched, newest first", async ({ lounge }) => {
  const sent = [];
  for (const text of ["one", "two", "three"]) sent.push(await lounge.send(text));
  const found = await lounge.messages.fetch({ limit: 3 });
  assert.deepEqual([...found.keys()], sent.map((one) => one.id).reverse());
});
check("messages before, after and around one can be fetched", async ({ lounge }) => {
  const sent = [];
  for (const text of ["one", "two", "three"]) sent.push(await lounge.send(text));
  const ids = async (options) => [...(await lounge.messages.fetch(options)).keys()];
  assert.deepEqual(await ids({ after: sent[0].id }), [sent[2].id, sent[1].id]);
  assert.deepEqual(await ids({ before: sent[2].id, limit: 2 }), [sent[1].id, sent[0].id]);
  assert.deepEqual(await ids({ around: sent[1].id, limit: 3 }), [sent[2].id, sent[1].id, sent[0].id]);
});
check("a limit of 101 messages is refused", ({ lounge, client }) =>
  refused(50035, client.rest.get(`/channels/${lounge.id}/messages`, { query: new URLSearchParams({ limit: "101" }) })));
check("an unknown message is not found", ({ games }) => refused(10008, games.messages.fetch("5")));
check("a poll can't be sent without its permission", ({ games }) => {
  const poll = { question: { text: "Who wins?" }, answers: [{ text: "Ann" }, { text: "Bob" }], duration: 1 };
  return refused(50013, games.send({ poll: { ...poll, allowMultiselect: false } }));
});
check("a reaction is added, listed and taken back", async ({ client, games }) => {
  const message = await games.send("like it?");
  const reaction = await message.react("👍");
  assert.ok((await reaction.users.fetch()).has(client.user.id));
  assert.ok((await games.messages.fetch({ message: message.id, force: true })).reactions.cache.first().me);
  const heard = hear(client, "messageReactionRemove", (one) => one.message.id === message.id);
  await reaction.users.remove(client.user.id);
  await heard;
});
check("a reaction that is no emoji is refused", async ({ games }) =>
  refused(10014, (await games.send("like it?")).react("no")));
check("without Add Reactions no reaction can be added", async ({ lounge }) => {
  const message = await lounge.send("like it?");
  await control("deny", lounge.id, "ADD_REACTIONS");
  await refused(50013, message.react("👍"));
  await control("allow", lounge.id);
  await message.react("👍");
});
check("a person's reaction is announced and can be listed", async ({ games, ann, client }) => {
  const message = await games.send("like it?");
  const heard = hear(client, "messageReactionAdd", (reaction) => reaction.message.id === message.id);
  await ann.call("PUT", `/people/${ann.id}/messages/${message.id}/reactions/${encodeURIComponent("👍")}`);
  assert.equal((await heard).emoji.name, "👍");
  const again = await games.messages.fetch({ message: message.id, force: true });
  assert.equal(again.reactions.cache.first().count, 1);
});
check("without Pin Messages no message can be pinned", async ({ games }) =>
  refused(50013, (await games.send("pin me")).pin()));
check("pinned messages can be listed", async ({ games }) => {
  assert.deepEqual((await games.messages.fetchPins()).items, []);
});
check("without Manage Messages nothing is deleted in bulk", async ({ games }) => {
  const sent = [await games.send("one"), await games.send("two")];
  await refused(50013, games.bulkDelete(sent));
});
check("a message shows its link", async ({ games, guild }) => {
  const message = await games.send("where?");
  assert.equal(message.url, `https://discord.com/channels/${guild.id}/${games.id}/${message.id}`);
});
check("typing is shown", ({ games }) => games.sendTyping());
check("a person's edit is announced", async ({ games, ann, client }) => {
  const said = await ann.say(games, "c4");
  const heard = hear(client, "messageUpdate", (_, now) => now?.id === said.id || _.id === said.id);
  await ann.edit(said, "c5");
  await heard;
});
outOfScope("stickers are sent", "the bot sends none");
outOfScope("messages are crossposted", "the bot publishes nothing");
outOfScope("voice messages are sent", "the bot sends none");
