import { Events, InteractionContextType } from "discord.js";
import { assert, check, hear, refused } from "./harness.mjs";

const command = (contexts) => ({ name: "try", description: "Try it", contexts, integrationTypes: [0, 1] });

check("a person's language arrives", async ({ client, games, ann }) => {
  await client.application.commands.set([command([0])]);
  await ann.change({ locale: "de" });
  client.once(Events.InteractionCreate, (one) => void one.reply(`${one.locale} ${one.guildLocale}`));
  const shown = await ann.slash(games, "try");
  await ann.change({ locale: "en-US" });
  assert.equal(shown.message.content, "de en-US");
});
check("a person uses an installed command in a group", async ({ client, ann, bob, cleo }) => {
  await client.application.commands.set([command([0, 1, 2])]);
  await ann.change({ installed: true });
  const group = await ann.writeTo(bob, cleo);
  const heard = hear(client, Events.InteractionCreate);
  const used = ann.slash(group, "try");
  const interaction = await heard;
  assert.equal(interaction.context, InteractionContextType.PrivateChannel);
  assert.equal(interaction.authorizingIntegrationOwners[1], ann.id);
  assert.equal(interaction.authorizingIntegrationOwners[0], undefined);
  await interaction.deferReply();
  await used;
  await interaction.editReply("to all of you");
  await interaction.followUp("and more");
  const seen = (await bob.view()).messages[group.id].map((one) => one.content);
  assert.deepEqual(seen, ["to all of you", "and more"]);
  await refused(50001, client.rest.post(`/channels/${group.id}/messages`, { body: { content: "?" } }));
});
check("a command for guilds isn't used in a group", async ({ client, ann, bob, cleo }) => {
  await client.application.commands.set([command([0])]);
  await ann.change({ installed: true });
  await assert.rejects(ann.slash(await ann.writeTo(bob, cleo), "try"));
});
