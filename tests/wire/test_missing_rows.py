"""Buttons and menus whose match, challenge or event is gone, as after an older backup was restored."""

from __future__ import annotations

import re
from functools import partialmethod
from typing import TYPE_CHECKING, Any, cast

import pytest
from discord.ui import Label, TextInput

from bot.client.components import PersistentForm, PersistentItem, PersistentSelect
from bot.features import registry
from bot.features.challenges.buttons import ChallengeForm, PlayMeButton
from bot.features.plans import PlanModal
from tests.playground.client import text_of
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.client.client import Client
    from bot.client.components import Press
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
UNKNOWN = "987654321"
PARTS = (
    UNKNOWN,
    "54321",
    "4321",
    "3",
    "1",
    f"p{UNKNOWN}",
    f"a{UNKNOWN}-mine-1-1",
    "own",
    "mine",
    "back",
    "dark",
    "here",
    "webp",
    "xero-g",
    "won",
    "a1",
    "match",
    "matches",
    "look",
    "resign",
    "on",
    "turns",
)
"""What parts of a custom_id can be; numbers name no row."""
BUTTON, SELECT = 2, 3


def every_kind(cls: type[PersistentItem[Any]] = PersistentItem) -> Iterator[type[PersistentItem[Any]]]:
    """Yield every kind of button and menu that a feature registers."""
    assert registry
    for each in cls.__subclasses__():
        if template(each).pattern != "$^":
            yield each
        yield from every_kind(each)


def template(cls: type[PersistentItem[Any]]) -> re.Pattern[str]:
    return object.__new__(cls).template


def fill(pattern: str) -> str:
    """Return a text that a template matches, with ids that no row has."""

    def choose(group: re.Match[str]) -> str:
        return next(part for part in PARTS if re.fullmatch(group[1], part))

    whole = re.sub(r"\(\?:((?:[^()]*\([^()?][^()]*\))+[^()]*)\)\?", r"\1", pattern)  # with all optional parts
    text = re.sub(r"\(((?:[^()]|\(\?:[^()]*\))*)\)", choose, whole)
    assert re.fullmatch(pattern, text), f"{text} doesn't fit {pattern}"
    return text


KINDS = sorted({(fill(template(each).pattern), issubclass(each, PersistentSelect)) for each in every_kind()})


@pytest.mark.parametrize(("custom_id", "is_select"), KINDS, ids=[custom_id for custom_id, _ in KINDS])
async def test_a_button_whose_row_is_gone_is_answered_in_a_sentence(
    shared_env: Environment, custom_id: str, *, is_select: bool
) -> None:
    env = shared_env
    shown = await env.ann.ask_by_text("!help", "games")
    message = env.playground.state.said[int(shown["channel_id"])][int(shown["id"])]
    item = {"type": SELECT if is_select else BUTTON, "id": 2, "custom_id": custom_id, "style": 2, "label": "Old"}
    if is_select:
        item |= {"options": [{"label": "Old", "value": UNKNOWN}], "min_values": 1, "max_values": 1}
    message.components = [{"type": 1, "id": 1, "components": [item]}]
    before = env.bot.log.read_text("utf-8")
    since = env.ann.seen_so_far()
    outcome = await env.ann.press(shown["id"], custom_id, *([UNKNOWN] if is_select else ()))
    if not outcome.get("modal"):
        answer = (
            await env.ann.hear(
                lambda one: (
                    one.get("interaction_metadata", {}).get("id") == outcome["interaction_id"] and one["content"]
                ),
                f"an answer to {custom_id}",
                since=since,
            )
            if not outcome["message"]
            else outcome["message"]
        )
        assert cast("str", answer["content"])
        assert "went wrong" not in answer["content"]
    assert "Traceback" not in env.bot.log.read_text("utf-8")[len(before) :]


FIELDS = {"text": "c4", "name": "c4", "note": "c4", "game": "xero-g", "opponents": UNKNOWN}
"""What is filled in, by the custom_ids of fields; a form leaves alone those that it doesn't have."""


@pytest.mark.asyncio(loop_scope="function")
async def test_a_form_whose_row_is_gone_is_answered_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A form can be open on a screen while an older backup is restored: here a button opens each kind, unchecked."""
    async with start_timed_env(tmp_path, monkeypatch, "Ann", limited=False) as env:
        ann, listeners = env["Ann"], env.bot.extra_events["on_interaction"]
        owners = [getattr(each, "__self__", None) for each in listeners]
        forms = [each for each in owners if isinstance(each, type) and issubclass(each, PersistentForm)]
        assert {PlanModal, ChallengeForm} < set(forms)
        for form in forms:
            help_post = await ann.ask_by_text("!help")  # anew, because some forms rewrite the message
            _, *parts = fill(form.template.pattern).split(":")
            unfilled = form(*parts)

            async def open_form(button: PlayMeButton, bot: Client, press: Press, form: PersistentForm) -> None:
                del button, bot
                lines = [Label(text=name, component=TextInput[Any](custom_id=name)) for name in FIELDS]
                await form.open_with(press, lines)

            monkeypatch.setattr(PlayMeButton, "on_press", partialmethod(open_form, form=unfilled))
            since, opened = ann.seen_so_far(), await ann.press(help_post, "Play me")
            outcome = await ann.modal(opened, **FIELDS)
            answer = outcome["message"] or await ann.hear(
                lambda one, sent=outcome: one.get("interaction_metadata", {}).get("id") == sent["interaction_id"],
                f"an answer to {form.__name__}",
                since=since,
            )
            assert text_of(answer), form
            assert "went wrong" not in text_of(answer), form
            if form is ChallengeForm:
                assert f"<@{UNKNOWN}> isn't here any more. Choose somebody else." in answer["content"]
    assert not [record for record in caplog.records if record.exc_info]
