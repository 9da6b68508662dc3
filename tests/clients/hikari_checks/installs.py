"""Languages, and commands that a person installed for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hikari
from harness import check, raised
from hikari_checks.commands import command, put
from hikari_checks.interactions import DEFERRED, MESSAGE
from hikari_checks.place import refused

if TYPE_CHECKING:
    from hikari_checks.place import Place

EVERYWHERE = list(hikari.ApplicationContextType)
BOTH = [hikari.ApplicationIntegrationType.GUILD_INSTALL, hikari.ApplicationIntegrationType.USER_INSTALL]


@check
async def a_persons_language_arrives(place: Place) -> None:
    await put(place, command("try"))
    await place.ann.change(locale="de")
    interaction, shown = await place.interact(place.ann.slash(place.games, "try"))
    await place.ann.change(locale="en-US")
    assert (interaction.locale, interaction.guild_locale) == (hikari.Locale.DE, hikari.Locale.EN_US)
    await interaction.create_initial_response(MESSAGE, "done")
    await shown


@check
async def a_person_uses_an_installed_command_in_a_group(place: Place) -> None:
    await put(place, command("try").set_context_types(EVERYWHERE).set_integration_types(BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    interaction, shown = await place.interact(place.ann.slash(group, "try"))
    assert interaction.context is hikari.ApplicationContextType.PRIVATE_CHANNEL
    assert interaction.authorizing_integration_owners == {BOTH[1]: place.ann.id}
    assert (interaction.guild_id, interaction.user.id) == (None, place.ann.id)
    await interaction.create_initial_response(DEFERRED)
    await shown
    assert (await interaction.edit_initial_response("to all of you")).content == "to all of you"
    await interaction.execute("and more")
    assert {"to all of you", "and more"} <= {one["content"] for one in await place.bob.messages(group)}
    await refused(50001, place.rest.create_message(int(group["id"]), "?"))


@check
async def a_command_for_guilds_is_not_used_in_a_group(place: Place) -> None:
    await put(place, command("try").set_context_types(EVERYWHERE[:1]).set_integration_types(BOTH))
    await place.ann.change(installed=True)
    group = await place.ann.write_to(place.bob, place.cleo)
    await raised(ValueError, place.ann.slash(group, "try"))
