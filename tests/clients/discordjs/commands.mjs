import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from "discord.js";
import { assert, check, refused } from "./harness.mjs";

const { String: TEXT, Integer, Number: NUMBER, Boolean: BOOL, User, Channel, Role, Subcommand, SubcommandGroup } =
  ApplicationCommandOptionType;
const command = (more = {}) => ({ name: "move", description: "Make a move", ...more });
const option = (more = {}) => ({ name: "text", description: "Your move", type: TEXT, ...more });
const set = ({ client }, ...commands) => client.application.commands.set(commands);

check("commands are registered all at once", async (place) => {
  const found = await set(place, command(), command({ name: "board" }));
  assert.deepEqual(found.map((one) => one.name).sort(), ["board", "move"]);
});
check("a command that stays keeps its id", async (place) => {
  const known = async (more) => {
    const [{ id, version }] = (await set(place, command(more))).values();
    return { id, version };
  };
  const [before, after] = [await known(), await known({ description: "Other words" })];
  assert.equal(before.id, after.id);
  assert.notEqual(before.version, after.version);
});
check("registered commands can be fetched", async (place) => {
  await set(place, command());
  assert.equal((await place.client.application.commands.fetch()).first().name, "move");
});
check("one command is made, edited and deleted", async ({ client }) => {
  const made = await client.application.commands.create(command({ name: "extra" }));
  const edited = await made.edit({ description: "Else" });
  assert.equal(edited.description, "Else");
  await made.delete();
  await refused(10063, client.application.commands.fetch(made.id, { force: true }));
});
check("a command of one guild is registered there", async ({ client, guild }) => {
  const [made] = (await client.application.commands.set([command({ name: "here" })], guild.id)).values();
  assert.equal(made.guildId, guild.id);
  await client.application.commands.set([], guild.id);
});
check("all kinds of options come back", async (place) => {
  const options = [TEXT, Integer, NUMBER, BOOL, User, Channel, Role].map((type, at) => option({ name: `o${at}`, type }));
  const [made] = (await set(place, command({ options }))).values();
  assert.deepEqual(
    made.options.map((one) => one.type),
    options.map((one) => one.type),
  );
});
check("subcommands and groups of them come back", async (place) => {
  const show = { name: "show", description: "Show it", type: Subcommand, options: [option()] };
  const group = { name: "group", description: "More", type: SubcommandGroup, options: [show] };
  const [made] = (await set(place, command({ options: [show, group] }))).values();
  assert.equal(made.options[1].options[0].options[0].name, "text");
});
check("choices and ranges come back", async (place) => {
  const choices = [
    { name: "Small", value: 1 },
    { name: "Large", value: 3 },
  ];
  const options = [option({ type: Integer, choices }), option({ name: "n", type: Integer, minValue: 1, maxValue: 5 })];
  const [made] = (await set(place, command({ options }))).values();
  assert.deepEqual(
    made.options[0].choices.map((one) => one.value),
    [1, 3],
  );
  assert.deepEqual([made.options[1].minValue, made.options[1].maxValue], [1, 5]);
});
check("translations of names and descriptions come back", async ({ client, ...place }) => {
  await set({ client, ...place }, command({ nameLocalizations: { de: "zug" }, descriptionLocalizations: { de: "Zieh" } }));
  const found = (await client.application.commands.fetch({ withLocalizations: true })).first();
  assert.equal(found.nameLocalizations.de, "zug");
});
check("without being asked for translations are left out", async ({ client, ...place }) => {
  await set({ client, ...place }, command({ nameLocalizations: { de: "zug" } }));
  const [raw] = await client.rest.get(`/applications/${client.application.id}/commands`);
  assert.equal(raw.name_localizations, undefined);
});
check("contexts and installs come back", async (place) => {
  const [made] = (
    await set(
      place,
      command({
        contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
        integrationTypes: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
      }),
    )
  ).values();
  assert.deepEqual(made.contexts, [0, 1]);
  assert.deepEqual(made.integrationTypes, [0, 1]);
});
check("without contexts and installs a command has those of the application", async (place) => {
  const [made] = (await set(place, command())).values();
  const { integration_types_config: configured } = await place.client.rest.get("/applications/@me");
  assert.deepEqual(made.integrationTypes.map(String), Object.keys(configured));
  assert.equal(made.contexts, null);
});
check("permissions that a command needs by default come back", async (place) => {
  const [made] = (await set(place, command({ defaultMemberPermissions: PermissionFlagsBits.ManageGuild }))).values();
  assert.ok(made.defaultMemberPermissions.has(PermissionFlagsBits.ManageGuild));
});
check("commands of messages' and people's menus are registered", async (place) => {
  const found = await set(
    place,
    { name: "My view", type: ApplicationCommandType.Message },
    { name: "Challenge", type: ApplicationCommandType.User },
  );
  assert.equal(found.size, 2);
});
for (const [what, made] of Object.entries({
  "a name in capitals": command({ name: "Move" }),
  "a name with a space": command({ name: "my move" }),
  "a name of 33 characters": command({ name: "x".repeat(33) }),
  "a description of 101 characters": command({ description: "x".repeat(101) }),
  "no description": { name: "move", description: "" },
  "26 options": command({ options: Array.from({ length: 26 }, (_, at) => option({ name: `o${at}` })) }),
  "two options of one name": command({ options: [option(), option()] }),
  "a needed option behind one that isn't": command({ options: [option(), option({ name: "b", required: true })] }),
  "26 choices": command({
    options: [option({ choices: Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` })) })],
  }),
  "a choice of 101 characters": command({ options: [option({ choices: [{ name: "x".repeat(101), value: "x" }] })] }),
  "choices and completion at once": command({
    options: [option({ autocomplete: true, choices: [{ name: "a", value: "a" }] })],
  }),
  "a range whose least is above its most": command({ options: [option({ type: Integer, minValue: 5, maxValue: 1 })] }),
  "an option of an unknown kind": command({ options: [option({ type: 99 })] }),
  "subcommands beside options": command({
    options: [option(), { name: "show", description: "Show it", type: Subcommand }],
  }),
  "a context that doesn't exist": command({ contexts: [9] }),
  "an install that doesn't exist": command({ integrationTypes: [9] }),
  "a language that doesn't exist": command({ nameLocalizations: { xx: "zug" } }),
  "more than 8000 characters in all": command({
    options: Array.from({ length: 25 }, (_, at) =>
      option({
        name: `o${at}`,
        choices: Array.from({ length: 25 }, (_, place) => ({ name: `${"x".repeat(90)}${place}`, value: `${place}` })),
      }),
    ),
  }),
  "a menu with a description": { name: "My view", type: ApplicationCommandType.Message, description: "no" },
})) {
  check(`a command with ${what} is refused`, ({ client }) => {
    const body = [toJson(made)];
    return refused(50035, client.rest.put(`/applications/${client.application.id}/commands`, { body }));
  });
}
check("two commands of one name are refused", ({ client }) =>
  refused(
    50035,
    client.rest.put(`/applications/${client.application.id}/commands`, { body: [command(), command()].map(toJson) }),
  ));
check("101 commands are refused", ({ client }) => {
  const body = Array.from({ length: 101 }, (_, at) => toJson(command({ name: `c${at}` })));
  return refused(30032, client.rest.put(`/applications/${client.application.id}/commands`, { body }));
});

function toJson(one) {
  const { contexts, integrationTypes, nameLocalizations, options, ...rest } = one;
  return {
    ...rest,
    ...(contexts && { contexts }),
    ...(integrationTypes && { integration_types: integrationTypes }),
    ...(nameLocalizations && { name_localizations: nameLocalizations }),
    ...(options && { options: options.map(({ minValue, maxValue, ...more }) => ({ ...more, ...(minValue !== undefined && { min_value: minValue, max_value: maxValue }) })) }),
  };
}
