from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import app_commands as slash

from tests.playground.clerk import Clerk, clerk_at
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from playground import Playground

Interaction = discord.Interaction

pytestmark = pytest.mark.usefixtures("clerk")


class Board(discord.ui.View):
    """Buttons and a menu, each answering in a way of its own."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Update", custom_id="update")
    async def update(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.edit_message(content="updated")

    @discord.ui.button(label="Quiet", custom_id="quiet")
    async def quiet(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.defer()

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_message("psst", ephemeral=True, view=Board())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, _: Interaction, __: discord.ui.Button[Board]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(MoveForm())

    @discord.ui.button(label="Labels", custom_id="labels", row=2)
    async def labels(self, interaction: Interaction, _: discord.ui.Button[Board]) -> None:
        await interaction.response.send_modal(LabelledForm())

    @discord.ui.select(
        custom_id="menu", options=[discord.SelectOption(label=name) for name in ("one", "two", "three")], max_values=2
    )
    async def menu(self, interaction: Interaction, select: discord.ui.Select[Board]) -> None:
        await interaction.response.send_message(" and ".join(select.values))


class MoveForm(discord.ui.Modal, title="Your move"):
    move: discord.ui.TextInput[MoveForm] = discord.ui.TextInput(label="Move", custom_id="move", max_length=10)

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(content=f"played {self.move.value}")


class LabelledForm(discord.ui.Modal, title="Settings"):
    hint: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay[Any]("As you like it.")
    theme: discord.ui.Label[LabelledForm] = discord.ui.Label(
        text="Theme",
        component=discord.ui.Select(
            custom_id="theme", options=[discord.SelectOption(label=name) for name in ("dark", "light")]
        ),
    )
    name: discord.ui.Label[LabelledForm] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", required=False)
    )

    async def on_submit(self, interaction: Interaction) -> None:
        assert isinstance(self.theme.component, discord.ui.Select)
        assert isinstance(self.name.component, discord.ui.TextInput)
        await interaction.response.send_message(f"{self.theme.component.values} {self.name.component.value!r}")


class Card(discord.ui.LayoutView):
    """A message made of components alone."""

    text: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay[Any]("**Xero-G**")
    box: discord.ui.Container[Any] = discord.ui.Container[Any](
        discord.ui.Section[Any]("Ann against Bob", accessory=discord.ui.Button[Any](label="Watch", custom_id="watch")),
        discord.ui.Separator[Any](),
        discord.ui.TextDisplay[Any]("Move 17"),
    )


def commands(clerk: Clerk) -> None:
    """Give the clerk its slash commands."""
    tree = clerk.tree

    @tree.command(description="Challenge somebody.")
    @slash.choices(game=[slash.Choice(name="Xero-G", value="xero-g")])
    async def challenge(
        interaction: Interaction, opponent: discord.Member, game: str, days: slash.Range[int, 1, 14] = 3
    ) -> None:
        await interaction.response.send_message(f"{opponent.display_name} {game} {days}")

    @tree.command(description="Play a move.")
    async def move(interaction: Interaction, text: str) -> None:
        await interaction.response.send_message(f"Played {text}.", ephemeral=True)

    @move.autocomplete("text")
    async def complete(_: Interaction, current: str) -> list[slash.Choice[str]]:
        return [slash.Choice(name=f"{current}-{to}", value=f"{current}{to}") for to in "ab"]

    @tree.command(description="Think.")
    async def think(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        file = discord.File(io.BytesIO(b"thought"), "thought.txt")
        await interaction.followup.send("thought", file=file)
        await interaction.followup.send("more", ephemeral=True)

    @tree.command(description="Say nothing.")
    async def silent(_: Interaction) -> None:
        await asyncio.sleep(0)

    @tree.command(description="Show a board.")
    async def board(interaction: Interaction) -> None:
        await interaction.response.send_message("the board", view=Board())

    @tree.command(description="Answer twice.")
    async def twice(interaction: Interaction) -> None:
        adapter = interaction.response
        await adapter.send_message("once")
        adapter._response_type = None  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - past discord.py's own check
        try:
            await adapter.send_message("again")
        except discord.HTTPException as error:
            await interaction.edit_original_response(content=f"refused: {error.code}")

    group = slash.Group(name="settings", description="Settings.")

    @group.command(description="Choose a theme.")
    async def theme(interaction: Interaction, dark: bool) -> None:  # noqa: FBT001 - a slash option
        await interaction.response.send_message(f"dark: {dark}", ephemeral=True)

    tree.add_command(group)


@pytest.fixture
async def clerk(playground: Playground) -> AsyncGenerator[Clerk]:
    async with clerk_at(playground) as clerk:
        commands(clerk)
        clerk.add_view(Board())
        await clerk.tree.sync()
        yield clerk


async def post(clerk: Clerk) -> str:
    """Post a board with buttons and return its id."""
    return str((await clerk.room().send("the board", view=Board())).id)


async def test_registered_commands_are_known_with_their_ids(playground: Playground, clerk: Clerk, ann: Person) -> None:
    fetched = await clerk.tree.fetch_commands()
    seen = (await ann.view())["commands"]
    assert {str(one.id): one.name for one in fetched} == {one["id"]: one["name"] for one in seen}
    assert playground.command_puts == 1
    await clerk.tree.sync()
    assert [one.id for one in await clerk.tree.fetch_commands()] == [one.id for one in fetched]
    assert playground.command_puts == 2


async def test_a_slash_command_brings_its_options_and_the_people_in_them(ann: Person, bob: Person) -> None:
    outcome = await ann.slash("challenge", opponent=bob.id, game="xero-g", days=5)
    assert (outcome["acknowledged"], outcome["type"], outcome["message"]["content"]) == (True, 4, "Bob xero-g 5")
    assert outcome["message"]["interaction_metadata"]["user"]["id"] == ann.id
    assert outcome["message"]["type"] == 20
    await bob.hear_bot("Bob xero-g 5")


async def test_a_subcommand_is_named_after_its_group(ann: Person) -> None:
    assert (await ann.slash("settings theme", dark=True))["message"]["content"] == "dark: True"
    with pytest.raises(Said, match="goes on with one of: theme"):
        await ann.slash("settings")


WRONG: list[tuple[str, dict[str, object], str]] = [
    ("challnge", {}, "There is no command /challnge"),
    ("challenge", {"game": "xero-g"}, "needs the option opponent"),
    ("challenge", {"opponent": "12", "game": "xero-g"}, "nobody here has the id 12"),
    ("challenge", {"opponent": "bob", "game": "go"}, "game is one of: Xero-G"),
    ("challenge", {"opponent": "bob", "game": "xero-g", "days": "few"}, "days is a whole number"),
    ("challenge", {"opponent": "bob", "game": "xero-g", "days": 15}, "days is at most 14"),
    ("challenge", {"opponent": "bob", "game": "xero-g", "colour": "red"}, "has no option colour"),
]


@pytest.mark.parametrize(("name", "options", "sentence"), WRONG)
async def test_people_hear_what_is_wrong_with_a_command(
    ann: Person, bob: Person, name: str, options: dict[str, object], sentence: str
) -> None:
    filled = {key: bob.id if value == "bob" else value for key, value in options.items()}
    with pytest.raises(Said, match=sentence):
        await ann.slash(name, **filled)


async def test_an_ephemeral_answer_is_seen_by_one_person_and_is_in_no_history(
    clerk: Clerk, ann: Person, bob: Person
) -> None:
    outcome = await ann.slash("move", text="b1-b4")
    assert outcome["message"]["ephemeral"]
    assert [one["content"] for one in await ann.messages()] == ["Played b1-b4."]
    assert await bob.messages() == []
    assert [one async for one in clerk.room().history()] == []
    with pytest.raises(Said, match="no message"):
        await bob.press(outcome["message"]["id"], "x")


async def test_autocomplete_offers_what_the_bot_offers(ann: Person) -> None:
    choices = await ann.autocomplete("move", "text", text="b1")
    assert choices == [{"name": "b1-a", "value": "b1a"}, {"name": "b1-b", "value": "b1b"}]
    assert len(await ann.autocomplete("move", "text")) == 2
    with pytest.raises(Said, match="completes no option"):
        await ann.autocomplete("challenge", "days", days="1")


async def test_a_deferred_answer_comes_later_and_the_first_follow_up_fills_it(ann: Person, bob: Person) -> None:
    outcome = await ann.slash("think")
    assert (outcome["type"], outcome["message"]) == (5, None)
    thought = await bob.hear_bot("thought")
    assert thought["flags"] & 128 == 0
    assert await bob.fetch(thought["attachments"][0]["url"]) == b"thought"
    await ann.hear(lambda one: one["content"] == "more" and one["ephemeral"])
    assert [one["content"] for one in await bob.messages()] == ["thought"]


async def test_a_bot_that_stays_silent_has_not_acknowledged(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    playground = await start(patience=0.05)
    async with clerk_at(playground) as clerk, Person(playground, "Ann") as ann:
        commands(clerk)
        await clerk.tree.sync()
        outcome = await ann.slash("silent")
        assert outcome == {
            "interaction_id": outcome["interaction_id"],
            "acknowledged": False,
            "type": None,
            "message": None,
            "modal": None,
        }


async def test_an_interaction_is_answered_once(ann: Person) -> None:
    await ann.slash("twice")
    await ann.hear_bot("refused: 40060")


async def test_a_button_can_update_its_message_or_be_acknowledged_silently(clerk: Clerk, ann: Person) -> None:
    board = await post(clerk)
    updated = await ann.press(board, "update")
    assert (updated["type"], updated["message"]["id"], updated["message"]["content"]) == (7, board, "updated")
    quiet = await ann.press(board, "quiet")
    assert (quiet["acknowledged"], quiet["type"], quiet["message"]) == (True, 6, None)


async def test_a_button_on_a_private_answer_works_too(clerk: Clerk, ann: Person, bob: Person) -> None:
    whispered = (await ann.press(await post(clerk), "whisper"))["message"]
    assert whispered["ephemeral"]
    updated = (await ann.press(whispered, "Update"))["message"]
    assert (updated["id"], updated["content"], updated["ephemeral"]) == (whispered["id"], "updated", True)
    assert all("psst" not in str(event) for event in bob.seen)


async def test_a_disabled_or_missing_button_cannot_be_pressed(clerk: Clerk, ann: Person) -> None:
    board = await post(clerk)
    with pytest.raises(Said, match="disabled"):
        await ann.press(board, "off")
    with pytest.raises(Said, match="no longer"):
        await ann.press(board, "gone")


async def test_a_menu_brings_its_values(clerk: Clerk, ann: Person) -> None:
    board = await post(clerk)
    assert (await ann.press(board, "menu", "one", "three"))["message"]["content"] == "one and three"
    with pytest.raises(Said, match="doesn't offer four"):
        await ann.press(board, "menu", "four")
    with pytest.raises(Said, match="1 to 2"):
        await ann.press(board, "menu", "one", "two", "three")


async def test_a_form_is_shown_filled_in_and_sent_back(clerk: Clerk, ann: Person, bob: Person) -> None:
    shown = await ann.press(await post(clerk), "form")
    assert (shown["type"], shown["modal"]["title"]) == (9, "Your move")
    with pytest.raises(Said, match="no longer open"):
        await bob.modal(shown, move="b1-b4")
    with pytest.raises(Said, match="1 to 10 characters"):
        await ann.modal(shown, move="x" * 11)
    assert (await ann.modal(shown, move="b1-b4"))["message"]["content"] == "played b1-b4"


async def test_a_form_can_hold_texts_and_menus_under_labels(clerk: Clerk, ann: Person) -> None:
    shown = await ann.press(await post(clerk), "labels")
    with pytest.raises(Said, match="Choose 1 to 1"):
        await ann.modal(shown, name="Ann")
    with pytest.raises(Said, match="no field colour"):
        await ann.modal(shown, colour="red")
    outcome = await ann.modal(shown, theme=["dark"])
    assert outcome["message"]["content"] == "['dark'] ''"


async def test_a_message_can_be_made_of_components_alone(clerk: Clerk, ann: Person) -> None:
    sent = await clerk.room().send(view=Card())
    assert sent.flags.components_v2
    shown = (await ann.messages())[-1]["components"]
    assert [one["type"] for one in shown] == [10, 17]
    assert [one["type"] for one in shown[1]["components"]] == [9, 14, 10]
    with pytest.raises(Said, match="takes no values"):
        await ann.press(str(sent.id), "watch", "1")


async def test_a_reply_to_a_slash_answer_never_pings_the_bot(ann: Person) -> None:
    board = (await ann.slash("board"))["message"]
    assert (await ann.say("b1", to=board))["mentions"] == []


async def test_commands_work_in_direct_messages(ann: Person) -> None:
    outcome = await ann.slash("move", await ann.dm(), text="b1")
    assert outcome["message"]["content"] == "Played b1."


async def test_when_the_bot_is_away_nothing_is_acknowledged(clerk: Clerk, ann: Person) -> None:
    await clerk.close()
    assert (await ann.slash("move", text="b1"))["acknowledged"] is False
    assert (await ann.view())["bot"]["online"] is False
