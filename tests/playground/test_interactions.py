from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from tests.playground.bot_client import BotClient, bot_client_at
from tests.playground.bot_views import Board, Card, commands
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from playground import Playground

pytestmark = pytest.mark.usefixtures("bot_client")


@pytest.fixture
async def bot_client(playground: Playground) -> AsyncGenerator[BotClient]:
    async with bot_client_at(playground) as bot_client:
        commands(bot_client)
        bot_client.add_view(Board())
        await bot_client.tree.sync()
        yield bot_client


async def post(bot_client: BotClient) -> str:
    """Post a board with buttons and return its id."""
    return str((await bot_client.room().send("the board", view=Board())).id)


async def test_registered_commands_are_known_with_their_ids(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    fetched = await bot_client.tree.fetch_commands()
    seen = (await ann.view())["commands"]
    assert {str(one.id): one.name for one in fetched} == {one["id"]: one["name"] for one in seen}
    assert playground.command_puts == 1
    await bot_client.tree.sync()
    assert [one.id for one in await bot_client.tree.fetch_commands()] == [one.id for one in fetched]
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
    bot_client: BotClient, ann: Person, bob: Person
) -> None:
    outcome = await ann.slash("move", text="b1-b4")
    assert outcome["message"]["ephemeral"]
    assert [one["content"] for one in await ann.messages()] == ["Played b1-b4."]
    assert await bob.messages() == []
    assert [one async for one in bot_client.room().history()] == []
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
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        commands(bot_client)
        await bot_client.tree.sync()
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


async def test_a_button_can_update_its_message_or_be_acknowledged_silently(bot_client: BotClient, ann: Person) -> None:
    board = await post(bot_client)
    updated = await ann.press(board, "update")
    assert (updated["type"], updated["message"]["id"], updated["message"]["content"]) == (7, board, "updated")
    quiet = await ann.press(board, "quiet")
    assert (quiet["acknowledged"], quiet["type"], quiet["message"]) == (True, 6, None)


async def test_a_button_on_a_private_answer_works_too(bot_client: BotClient, ann: Person, bob: Person) -> None:
    whispered = (await ann.press(await post(bot_client), "whisper"))["message"]
    assert whispered["ephemeral"]
    updated = (await ann.press(whispered, "Update"))["message"]
    assert (updated["id"], updated["content"], updated["ephemeral"]) == (whispered["id"], "updated", True)
    assert all("psst" not in str(event) for event in bob.seen)


async def test_a_disabled_or_missing_button_cannot_be_pressed(bot_client: BotClient, ann: Person) -> None:
    board = await post(bot_client)
    with pytest.raises(Said, match="disabled"):
        await ann.press(board, "off")
    with pytest.raises(Said, match="no longer"):
        await ann.press(board, "gone")


async def test_a_menu_brings_its_values(bot_client: BotClient, ann: Person) -> None:
    board = await post(bot_client)
    assert (await ann.press(board, "menu", "one", "three"))["message"]["content"] == "one and three"
    with pytest.raises(Said, match="doesn't offer four"):
        await ann.press(board, "menu", "four")
    with pytest.raises(Said, match="1 to 2"):
        await ann.press(board, "menu", "one", "two", "three")


async def test_a_form_is_shown_filled_in_and_sent_back(bot_client: BotClient, ann: Person, bob: Person) -> None:
    shown = await ann.press(await post(bot_client), "form")
    assert (shown["type"], shown["modal"]["title"]) == (9, "Your move")
    with pytest.raises(Said, match="no longer open"):
        await bob.modal(shown, move="b1-b4")
    with pytest.raises(Said, match="1 to 10 characters"):
        await ann.modal(shown, move="x" * 11)
    assert (await ann.modal(shown, move="b1-b4"))["message"]["content"] == "played b1-b4"


async def test_a_form_can_hold_texts_and_menus_under_labels(bot_client: BotClient, ann: Person) -> None:
    shown = await ann.press(await post(bot_client), "labels")
    with pytest.raises(Said, match="Choose 1 to 1"):
        await ann.modal(shown, name="Ann")
    with pytest.raises(Said, match="no field colour"):
        await ann.modal(shown, colour="red")
    outcome = await ann.modal(shown, theme=["dark"])
    assert outcome["message"]["content"] == "['dark'] ''"


async def test_a_message_can_be_made_of_components_alone(bot_client: BotClient, ann: Person) -> None:
    sent = await bot_client.room().send(view=Card())
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


async def test_channels_and_roles_are_options_of_a_command(bot_client: BotClient, ann: Person) -> None:
    room, thread = (
        bot_client.room(),
        await bot_client.room().create_thread(name="aside", type=discord.ChannelType.public_thread),
    )
    role = next(one for one in bot_client.guilds[0].roles if one.name == "Regulars")
    outcome = await ann.slash("place", room=str(room.id), role=str(role.id))
    assert outcome["message"]["content"] == f"{room.name} Regulars {role.mention}"
    with pytest.raises(Said, match="room is a channel; none here that fits"):
        await ann.slash("place", room=str(thread.id), role=str(role.id))
    with pytest.raises(Said, match="role is a role; none here has the id 7"):
        await ann.slash("place", room=str(room.id), role="7")


async def test_when_the_bot_is_away_nothing_is_acknowledged(bot_client: BotClient, ann: Person) -> None:
    await bot_client.close()
    assert (await ann.slash("move", text="b1"))["acknowledged"] is False
    assert (await ann.view())["bot"]["online"] is False
