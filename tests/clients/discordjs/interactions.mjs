import { ApplicationCommandOptionType, ApplicationCommandType, Events, MessageFlags } from "discord.js";
import { assert, check, control, hear, refused } from "./harness.mjs";

const { String: TEXT, User, Channel, Role, Subcommand } = ApplicationCommandOptionType;
const EPHEMERAL = MessageFlags.Ephemeral;

/** Register one command, let Ann use it, and let `act` respond; return what Ann is shown. */
async function use({ client, games, ann }, act, { options = [], given = {}, channel = games, ...more } = {}) {
  await client.application.commands.set([{ name: "try", description: "Try it", options, ...more }]);
  client.once(Events.InteractionCreate, (interaction) => void act(interaction));
  return ann.slash(channel, "try", given);
}

check("a slash command is heard and replied to", async (place) => {
  const shown = await use(place, (interaction) => interaction.reply("done"));
  assert.equal(shown.message.content, "done");
});
check("an interaction tells who, where and in which language", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("done"));
  const interaction = await heard;
  assert.equal(interaction.user.id, place.ann.id);
  assert.equal(interaction.channelId, place.games.id);
  assert.equal(interaction.locale, "en-US");
  assert.equal(interaction.guildLocale, "en-US");
  assert.ok(interaction.member.joinedAt);
  assert.ok(interaction.memberPermissions.has("ViewChannel"));
});
check("an interaction tells what the bot may do there", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("done"));
  const { appPermissions } = await heard;
  assert.ok(appPermissions.has("SendMessages"));
  assert.ok(!appPermissions.has("ManageThreads"));
});
check("an interaction tells how large a file may be", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("done"));
  assert.equal((await heard).attachmentSizeLimit, 10 * 1024 * 1024);
});
check("an interaction tells for whom the application is installed", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("done"));
  assert.equal((await heard).authorizingIntegrationOwners[0], place.guild.id);
});
check("the text of an option arrives", async (place) => {
  const options = [{ name: "text", description: "A text", type: TEXT }];
  const act = (interaction) => interaction.reply(interaction.options.getString("text"));
  assert.equal((await use(place, act, { options, given: { text: "c4" } })).message.content, "c4");
});
check("a person, a channel and a role are resolved", async (place) => {
  const options = [
    { name: "who", description: "Who", type: User },
    { name: "where", description: "Where", type: Channel },
    { name: "role", description: "Role", type: Role },
  ];
  const regulars = place.guild.roles.cache.find((one) => one.name === "Regulars");
  const given = { who: place.bob.id, where: place.lounge.id, role: regulars.id };
  const respond = (interaction) => {
    const { options: chosen } = interaction;
    const names = [chosen.getUser("who").globalName, chosen.getChannel("where").name, chosen.getRole("role").name];
    return interaction.reply(names.join(" "));
  };
  assert.equal((await use(place, respond, { options, given })).message.content, "Bob lounge Regulars");
});
check("a subcommand arrives with its name", async (place) => {
  await place.client.application.commands.set([
    { name: "try", description: "Try", options: [{ name: "show", description: "Show", type: Subcommand }] },
  ]);
  place.client.once(Events.InteractionCreate, (one) => void one.reply(one.options.getSubcommand()));
  assert.equal((await place.ann.slash(place.games, "try show")).message.content, "show");
});
check("completion offers choices", async ({ client, games, ann }) => {
  const options = [{ name: "text", description: "A text", type: TEXT, autocomplete: true }];
  await client.application.commands.set([{ name: "try", description: "Try", options }]);
  client.once(Events.InteractionCreate, (one) => void one.respond([{ name: one.options.getFocused(), value: "c4" }]));
  const { choices } = await ann.complete(games, "try", "text", { text: "c" });
  assert.deepEqual(choices, [{ name: "c", value: "c4" }]);
});
check("26 choices of a completion are refused", async ({ client, games, ann }) => {
  const options = [{ name: "text", description: "A text", type: TEXT, autocomplete: true }];
  await client.application.commands.set([{ name: "try", description: "Try", options }]);
  const heard = hear(client, Events.InteractionCreate);
  const completing = ann.complete(games, "try", "text", { text: "c" });
  const many = Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` }));
  await refused(50035, (await heard).respond(many));
  await completing;
});
check("a private reply is seen by one only", async (place) => {
  const shown = await use(place, (interaction) => interaction.reply({ content: "psst", flags: EPHEMERAL }));
  assert.ok(shown.message.ephemeral);
  const seen = (await place.bob.view()).messages[place.games.id];
  assert.ok(!seen.some((one) => one.id === shown.message.id));
});
check("a reply can be fetched, edited and deleted", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("one"));
  const interaction = await heard;
  assert.equal((await interaction.fetchReply()).content, "one");
  assert.equal((await interaction.editReply("two")).content, "two");
  await interaction.deleteReply();
  await refused(10008, interaction.fetchReply());
});
check("a reply comes back with its message where that is asked for", async (place) => {
  const replied = new Promise((resolve) => {
    void use(place, async (interaction) => resolve(await interaction.reply({ content: "here", withResponse: true })));
  });
  const { resource } = await replied;
  assert.equal(resource.message.content, "here");
});
check("a deferred reply is filled later", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.deferReply());
  assert.equal((await (await heard).editReply("now")).content, "now");
});
check("the first follow-up fills a deferred reply", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.deferReply());
  const interaction = await heard;
  const message = await interaction.followUp("now");
  assert.equal((await interaction.fetchReply()).id, message.id);
});
check("follow-ups come after a reply", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("one"));
  const message = await (await heard).followUp({ content: "two", flags: EPHEMERAL });
  assert.ok(message.flags.has(EPHEMERAL));
});
check("an interaction is acknowledged once", async (place) => {
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("one"));
  const { id, token } = await heard;
  const body = { type: 4, data: { content: "two" } };
  await refused(40060, place.client.rest.post(`/interactions/${id}/${token}/callback`, { body, auth: false }));
});
check("an unknown interaction is not found", ({ client }) =>
  refused(10062, client.rest.post("/interactions/5/token/callback", { body: { type: 5 }, auth: false })));
check("a reply may have files", async (place) => {
  const files = [{ attachment: Buffer.from("text"), name: "notes.txt" }];
  const shown = await use(place, (interaction) => interaction.reply({ content: "file", files }));
  assert.equal(shown.message.attachments[0].filename, "notes.txt");
});
check("a command for direct messages works there", async (place) => {
  const channel = await place.ann.dm();
  const heard = hear(place.client, Events.InteractionCreate);
  await use(place, (interaction) => interaction.reply("here"), { channel, contexts: [0, 1] });
  const interaction = await heard;
  assert.equal(interaction.guildId, null);
  assert.equal(interaction.context, 1);
});
check("a command for guilds only isn't there in direct messages", async (place) => {
  const channel = await place.ann.dm();
  await assert.rejects(use(place, (interaction) => interaction.reply("here"), { channel, contexts: [0] }));
});
check("a message's menu brings the message", async ({ client, games, ann }) => {
  await client.application.commands.set([{ name: "My view", type: ApplicationCommandType.Message }]);
  const message = await games.send("a board");
  client.once(Events.InteractionCreate, (one) => void one.reply(one.targetMessage.content));
  const shown = await ann.call("POST", `/people/${ann.id}/menu`, { name: "My view", message_id: message.id });
  assert.equal(shown.message.content, "a board");
});
check("a person's menu brings the person", async ({ client, games, ann, bob }) => {
  await client.application.commands.set([{ name: "Challenge", type: ApplicationCommandType.User }]);
  client.once(Events.InteractionCreate, (one) => void one.reply(one.targetUser.globalName));
  const body = { name: "Challenge", user_id: bob.id, channel_id: games.id };
  assert.equal((await ann.call("POST", `/people/${ann.id}/menu`, body)).message.content, "Bob");
});
check("a response is refused where the thread was archived meanwhile", async (place) => {
  const thread = await place.thread();
  const heard = hear(place.client, Events.InteractionCreate);
  const used = use(place, () => {}, { channel: thread });
  const interaction = await heard;
  await control("archive", thread.id);
  await refused(50083, interaction.reply("too late"));
  assert.ok(!(await used).acknowledged);
});
check("no command is used in an archived thread", async (place) => {
  const thread = await place.thread();
  await control("archive", thread.id);
  await assert.rejects(use(place, () => {}, { channel: thread }));
});
