"""Sentences about offers that differ with the match and the offer."""

from __future__ import annotations

from bot.referee import offers as rejections
from tests.bot.features.match_sample import ANN, BOB, BOLD_BOB, MATCH


def test_an_offer_is_told_with_its_kind_and_the_others() -> None:
    assert rejections.none_open(MATCH, None) == "Nothing is on offer in #7 right now."
    assert rejections.none_open(MATCH, "draw") == "No draw is on offer in #7 right now."
    assert rejections.you_offer(MATCH, "draw", [BOB]).startswith(f"You offer {BOLD_BOB} a draw in #7.")
    assert rejections.you_offer(MATCH, "pause", [ANN, BOB]).startswith(f"You ask **Ann** and {BOLD_BOB} for a pause")
    assert rejections.offer_declined(MATCH, "draw", own=True) == "You withdrew your offer of a draw in #7."
    assert rejections.offer_declined(MATCH, "takeback", own=False) == "You declined a takeback in #7."
    assert rejections.you_agree(MATCH, "draw") == "You agree to a draw in #7."
    assert rejections.you_agree(MATCH, "draw", [ANN]) == "You agree to a draw in #7. It's up to **Ann** now."
