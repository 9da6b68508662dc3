import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  ComponentType,
  ContainerBuilder,
  Events,
  FileBuilder,
  FileUploadBuilder,
  LabelBuilder,
  MediaGalleryBuilder,
  MessageFlags,
  ModalBuilder,
  RoleSelectMenuBuilder,
  SectionBuilder,
  SeparatorBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
  ThumbnailBuilder,
  UserSelectMenuBuilder,
} from "discord.js";
import { assert, check, hear, refused } from "./harness.mjs";

const V2 = MessageFlags.IsComponentsV2;
const row = (...inside) => new ActionRowBuilder().addComponents(...inside);
const button = (id = "go", label = "Go") =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Primary);
const select = (count = 2) =>
  new StringSelectMenuBuilder()
    .setCustomId("menu")
    .addOptions(Array.from({ length: count }, (_, at) => ({ label: `Option ${at}`, value: `${at}` })));
const post = ({ client, games }, body) => client.rest.post(`/channels/${games.id}/messages`, { body });
const text = (content = "some text") => ({ type: ComponentType.TextDisplay, content });

check("a button comes back with an id of its own", async ({ games }) => {
  const message = await games.send({ content: "t", components: [row(button())] });
  const [found] = message.components[0].components;
  assert.equal(found.customId, "go");
  assert.ok(found.id > 0);
});
check("a press is heard, and its message updated", async ({ client, games, ann }) => {
  const message = await games.send({ content: "t", components: [row(button())] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: "pressed", components: [] }));
  const shown = await ann.press(message, "go");
  assert.equal(shown.message.content, "pressed");
});
check("a press is acknowledged silently", async ({ client, games, ann }) => {
  const message = await games.send({ content: "t", components: [row(button())] });
  client.once(Events.InteractionCreate, (one) => void one.deferUpdate());
  assert.equal((await ann.press(message, "go")).type, 6);
});
check("a press is replied to with a message of its own", async ({ client, games, ann }) => {
  const message = await games.send({ content: "t", components: [row(button())] });
  client.once(Events.InteractionCreate, (one) => void one.reply({ content: "hi", flags: MessageFlags.Ephemeral }));
  const shown = await ann.press(message, "go");
  assert.equal(shown.message.content, "hi");
});
check("a disabled button can't be pressed", async ({ games, ann }) => {
  const message = await games.send({ content: "t", components: [row(button().setDisabled(true))] });
  await assert.rejects(ann.press(message, "go"));
});
check("a link is a button without an id to press", async ({ games }) => {
  const link = new ButtonBuilder().setURL("https://example.org").setLabel("Site").setStyle(ButtonStyle.Link);
  const message = await games.send({ content: "t", components: [row(link)] });
  assert.equal(message.components[0].components[0].url, "https://example.org");
});
for (const [what, one] of Object.entries({
  "no label and no emoji": { style: 1, custom_id: "go" },
  "a label of 81 characters": { style: 1, custom_id: "go", label: "x".repeat(81) },
  "an unknown style": { style: 9, custom_id: "go", label: "Go" },
  "no custom id": { style: 1, label: "Go" },
  "a custom id of 101 characters": { style: 1, label: "Go", custom_id: "x".repeat(101) },
  "a link and a custom id": { style: 5, label: "Go", url: "https://example.org", custom_id: "go" },
  "a link of no web scheme": { style: 5, label: "Go", url: "ftp://example.org" },
  "an emoji that doesn't exist": { style: 1, custom_id: "go", emoji: { id: "5" } },
})) {
  check(`a button with ${what} is refused`, (place) =>
    refused(50035, post(place, { components: [{ type: 1, components: [{ type: 2, ...one }] }] })));
}
check("six buttons in a row are refused", (place) => {
  const components = Array.from({ length: 6 }, (_, at) => ({ type: 2, style: 1, label: "x", custom_id: `${at}` }));
  return refused(50035, post(place, { components: [{ type: 1, components }] }));
});
check("six rows are refused", (place) => {
  const components = Array.from({ length: 6 }, (_, at) => ({
    type: 1,
    components: [{ type: 2, style: 1, label: "x", custom_id: `${at}` }],
  }));
  return refused(50035, post(place, { content: "t", components }));
});
check("two components of one custom id are refused", (place) => {
  const one = { type: 2, style: 1, label: "x", custom_id: "same" };
  return refused(50035, post(place, { content: "t", components: [{ type: 1, components: [one, one] }] }));
});
check("a menu of texts brings what was chosen", async ({ client, games, ann }) => {
  const message = await games.send({ content: "t", components: [row(select())] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: one.values.join(), components: [] }));
  assert.equal((await ann.press(message, "menu", ["1"])).message.content, "1");
});
check("several values are chosen where that is allowed", async ({ client, games, ann }) => {
  const message = await games.send({ content: "t", components: [row(select(3).setMinValues(2).setMaxValues(3))] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: one.values.join(), components: [] }));
  await assert.rejects(ann.press(message, "menu", ["1"]));
  assert.equal((await ann.press(message, "menu", ["0", "2"])).message.content, "0,2");
});
check("a menu of people brings the people", async ({ client, games, ann, bob }) => {
  const menu = new UserSelectMenuBuilder().setCustomId("who");
  const message = await games.send({ content: "t", components: [row(menu)] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: one.users.first().globalName, components: [] }));
  assert.equal((await ann.press(message, "who", [bob.id])).message.content, "Bob");
});
check("a menu of roles brings the roles", async ({ client, games, ann, guild }) => {
  const regulars = guild.roles.cache.find((one) => one.name === "Regulars");
  const message = await games.send({ content: "t", components: [row(new RoleSelectMenuBuilder().setCustomId("role"))] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: one.roles.first().name, components: [] }));
  assert.equal((await ann.press(message, "role", [regulars.id])).message.content, "Regulars");
});
check("a menu of channels brings the channels", async ({ client, games, lounge, ann }) => {
  const menu = new ChannelSelectMenuBuilder().setCustomId("where");
  const message = await games.send({ content: "t", components: [row(menu)] });
  client.once(Events.InteractionCreate, (one) => void one.update({ content: one.channels.first().name, components: [] }));
  assert.equal((await ann.press(message, "where", [lounge.id])).message.content, "lounge");
});
const option = (at, more = {}) => ({ label: `${at}`, value: `${at}`, ...more });
const options = (count) => Array.from({ length: count }, (_, at) => option(at));
for (const [what, one] of Object.entries({
  "26 options": { options: options(26) },
  "no options": { options: [] },
  "two options of one value": { options: [option(1), option(1)] },
  "a label of 101 characters": { options: [option(1, { label: "x".repeat(101) })] },
  "a placeholder of 151 characters": { options: options(2), placeholder: "x".repeat(151) },
  "fewer values at most than at least": { options: options(3), min_values: 3, max_values: 2 },
  "more values than options": { options: options(2), max_values: 3 },
  "26 values": { options: options(25), max_values: 26 },
})) {
  check(`a menu with ${what} is refused`, (place) =>
    refused(50035, post(place, { components: [{ type: 1, components: [{ type: 3, custom_id: "m", ...one }] }] })));
}
check("a menu beside a button is refused", (place) =>
  refused(
    50035,
    post(place, { components: [{ type: 1, components: [button().toJSON(), select().toJSON()] }] }),
  ));
check("texts, separators and containers come back", async ({ games }) => {
  const container = new ContainerBuilder()
    .setAccentColor(0x336699)
    .addTextDisplayComponents(new TextDisplayBuilder().setContent("# Rules"))
    .addSeparatorComponents(new SeparatorBuilder());
  const message = await games.send({ components: [container], flags: V2 });
  assert.equal(message.components[0].components[0].content, "# Rules");
  assert.ok(message.flags.has(V2));
});
check("a section has a text and a button", async ({ games }) => {
  const section = new SectionBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent("Press"))
    .setButtonAccessory(button());
  const message = await games.send({ components: [section], flags: V2 });
  assert.equal(message.components[0].accessory.customId, "go");
});
check("a section may have a thumbnail", async ({ games }) => {
  const thumbnail = new ThumbnailBuilder().setURL("https://example.org/a.png").setDescription("a picture");
  const section = new SectionBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent("Look"))
    .setThumbnailAccessory(thumbnail);
  const message = await games.send({ components: [section], flags: V2 });
  assert.equal(message.components[0].accessory.description, "a picture");
});
check("a gallery shows an uploaded picture with its alt text", async ({ games }) => {
  const gallery = new MediaGalleryBuilder().addItems({
    media: { url: "attachment://a.png" },
    description: "a board",
  });
  const files = [{ attachment: Buffer.from("89504e470d0a1a0a", "hex"), name: "a.png" }];
  const message = await games.send({ components: [gallery], files, flags: V2 });
  assert.match(message.components[0].items[0].media.url, /^http/);
  assert.equal(message.components[0].items[0].description, "a board");
});
check("a file is shown by a component", async ({ games }) => {
  const files = [{ attachment: Buffer.from("text"), name: "notes.txt" }];
  const message = await games.send({ components: [new FileBuilder().setURL("attachment://notes.txt")], files, flags: V2 });
  assert.match(message.components[0].file.url, /^http.*notes\.txt/);
});
check("content beside the new components is refused", (place) =>
  refused(50035, post(place, { content: "t", components: [text()], flags: V2 })));
check("the new components without their flag are refused", (place) => refused(50035, post(place, { components: [text()] })));
check("more than 40 components in all are refused", (place) => {
  const components = Array.from({ length: 41 }, () => text());
  return refused(50035, post(place, { components, flags: V2 }));
});
check("nested components count as well", (place) => {
  const container = { type: 17, components: Array.from({ length: 20 }, () => text()) };
  return refused(50035, post(place, { components: [container, container], flags: V2 }));
});
check("more than 4000 characters in all are refused", (place) => {
  const components = [text("x".repeat(2001)), text("x".repeat(2000))];
  return refused(50035, post(place, { components, flags: V2 }));
});
check("a container in a container is refused", (place) =>
  refused(50035, post(place, { components: [{ type: 17, components: [{ type: 17, components: [text()] }] }], flags: V2 })));
check("a file that no component shows is refused", async ({ games }) =>
  refused(
    50035,
    games.send({ components: [text()], files: [{ attachment: Buffer.from("x"), name: "a.txt" }], flags: V2 }),
  ));
check("the flag of the new components stays for a message's life", async ({ games }) => {
  const message = await games.send({ components: [text()], flags: V2 });
  await refused(50035, message.edit({ content: "plain", components: [] }));
});

const modal = (...inside) => new ModalBuilder().setCustomId("form").setTitle("A form").addLabelComponents(...inside);
const input = (id = "text") => new TextInputBuilder().setCustomId(id).setStyle(TextInputStyle.Short);
async function open({ client, games, ann }, form) {
  const message = await games.send({ content: "t", components: [row(button())] });
  client.once(Events.InteractionCreate, (one) => void one.showModal(form));
  return ann.press(message, "go");
}

check("a press opens a form, whose text arrives", async (place) => {
  const shown = await open(place, modal(new LabelBuilder().setLabel("Move").setTextInputComponent(input())));
  place.client.once(Events.InteractionCreate, (one) => void one.reply(one.fields.getTextInputValue("text")));
  assert.equal((await place.ann.submit(shown.interaction_id, { text: "c4" })).message.content, "c4");
});
check("a form's menu arrives", async (place) => {
  const shown = await open(place, modal(new LabelBuilder().setLabel("Pick").setStringSelectMenuComponent(select())));
  place.client.once(Events.InteractionCreate, (one) => void one.reply(one.fields.getStringSelectValues("menu").join()));
  assert.equal((await place.ann.submit(shown.interaction_id, { menu: ["1"] })).message.content, "1");
});
check("a form can't be answered by a form", async (place) => {
  const shown = await open(place, modal(new LabelBuilder().setLabel("Move").setTextInputComponent(input())));
  const heard = hear(place.client, Events.InteractionCreate);
  const submitted = place.ann.submit(shown.interaction_id, { text: "c4" });
  const { id, token } = await heard;
  const body = { type: 9, data: modal(new LabelBuilder().setLabel("Move").setTextInputComponent(input())).toJSON() };
  await refused(50035, place.client.rest.post(`/interactions/${id}/${token}/callback`, { body, auth: false }));
  await submitted;
});
check("a form updates the message that it began at", async (place) => {
  const shown = await open(place, modal(new LabelBuilder().setLabel("Move").setTextInputComponent(input())));
  place.client.once(Events.InteractionCreate, (one) => void one.update({ content: "updated", components: [] }));
  assert.equal((await place.ann.submit(shown.interaction_id, { text: "c4" })).message.content, "updated");
});
check("a form's file arrives", async (place) => {
  const upload = new FileUploadBuilder().setCustomId("file");
  const shown = await open(place, modal(new LabelBuilder().setLabel("Game").setFileUploadComponent(upload)));
  place.client.once(Events.InteractionCreate, (one) => void one.reply(one.fields.getUploadedFiles("file").first().name));
  const done = await place.ann.upload(shown.interaction_id, "file", "game.txt", "1. c4");
  assert.equal(done.message.content, "game.txt");
});
const label = (component, more = {}) => ({ type: 18, label: "Label", component, ...more });
const field = { type: 4, custom_id: "text", style: 1 };
for (const [what, form] of Object.entries({
  "a title of 46 characters": { title: "x".repeat(46), components: [label(field)] },
  "six fields": { title: "t", components: Array.from({ length: 6 }, (_, at) => label({ ...field, custom_id: `${at}` })) },
  "no fields": { title: "t", components: [] },
  "a label of 46 characters": { title: "t", components: [label(field, { label: "x".repeat(46) })] },
  "a description of 101 characters": { title: "t", components: [label(field, { description: "x".repeat(101) })] },
  "a text that is too long for its field": { title: "t", components: [label({ ...field, value: "abc", max_length: 2 })] },
  "a field of an unknown style": { title: "t", components: [label({ ...field, style: 7 })] },
  "a button": { title: "t", components: [label({ type: 2, style: 1, label: "x", custom_id: "x" })] },
})) {
  check(`a form with ${what} is refused`, async ({ client, games, ann }) => {
    const message = await games.send({ content: "t", components: [row(button())] });
    const heard = hear(client, Events.InteractionCreate);
    const pressed = ann.press(message, "go");
    const interaction = await heard;
    const body = { type: 9, data: { custom_id: "form", ...form } };
    await refused(50035, client.rest.post(`/interactions/${interaction.id}/${interaction.token}/callback`, { body, auth: false }));
    await interaction.deferUpdate();
    await pressed;
  });
}
check("a form's check boxes and radio buttons arrive", async (place) => {
  const shown = await open(place, {
    custom_id: "form",
    title: "A form",
    components: [
      label({ type: 21, custom_id: "one", options: options(3) }),
      label({ type: 22, custom_id: "many", options: options(3) }),
    ],
  });
  place.client.once(Events.InteractionCreate, (one) => void one.reply("thanks"));
  const done = await place.ann.submit(shown.interaction_id, { one: "1", many: ["0", "2"] });
  assert.equal(done.message.content, "thanks");
});
