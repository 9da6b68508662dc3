"""Languages, and commands that a person installed for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import disnake
from disnake_checks.commands import command, put
from disnake_checks.place import refused
from harness import check, raised

if TYPE_CHECKING:
    from disnake_checks.place import Place

BOTH = disnake.ApplicationInstallTypes.all()


@check
async def a_persons_language_arrives(place: Place) -> None:
    await put(place, command("try"))
    await place.ann.change(locale="de")
    interaction, shown = await place.interact(place.ann.slash(place.games, "try"))
    await place.ann.change(locale="en-US")
    assert (interaction.locale, interaction.guild_locale) == (disnake.Locale.de, disnake.Locale.en_US)
    await interaction.response.send_message("done")
    await shown


@check
async def a_person_uses_an_installed_command_in_a_group(place: Place) -> None:
    await put(place, command("try", contexts=disnake.InteractionContextTypes.all(), install_types=BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    interaction, shown = await place.interact(place.ann.slash(group, "try"))
    assert interaction.context.private_channel
    owners = interaction.authorizing_integration_owners
    assert (owners.user_id, owners.guild_id) == (place.ann.id, None)
    await interaction.response.defer()
    await shown
    assert (await interaction.edit_original_response("to all of you")).content == "to all of you"
    await interaction.followup.send("and more")
    assert {"to all of you", "and more"} <= {one["content"] for one in await place.bob.messages(group)}
    await refused(50001, place.bot.get_partial_messageable(int(group["id"])).send("?"))


@check
async def a_command_for_guilds_is_not_used_in_a_group(place: Place) -> None:
    await put(place, command("try", contexts=disnake.InteractionContextTypes(guild=True), install_types=BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    await raised(ValueError, place.ann.slash(group, "try"))
