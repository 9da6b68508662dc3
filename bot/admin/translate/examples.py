"""An example for each message with placeholders, so that translators see what takes their place."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VALUES: Mapping[str, str] = {
    # people and places
    "name": "**Ann**",
    "names": "**Ann** and **Bob**",
    "people": "**Ann** and **Bob**",
    "person": "<@1>",
    "subject": "<@2>",
    "who": "Ann (South)",
    "winner": "**Ann**",
    "winners": "**Ann**",
    "loser": "**Bob**",
    "losers": "**Bob**",
    "giver": "**Ann**",
    "receiver": "**Bob**",
    "challenger": "**Ann**",
    "mover": "<@1>",
    "newcomer": "**Cleo**",
    "opponents": "**Bob** (2 won, 1 lost)",
    "seat": "South",
    "seats": "Red and Blue",
    "channel": "<#7>",
    "channels": "<#7> and <#8>",
    "home": "<#7>",
    "forum": "7",
    "role": "@Turnpost",
    "others": "**Bob**",
    "players": "**Ann** (South) and **Bob** (North)",
    "tags": "`Over`",
    "permissions": "Send Messages",
    "link": "https://discord.com/channels/1/7/9",
    # matches and games
    "game": "Chomp",
    "games": "`chomp`, `hex`",
    "title": "Chomp",
    "titles": "Chomp and Hex",
    "status": "Ann to move",
    "dates": "March 1 to March 3",
    "heading": "**#42 Chomp** after 3 moves",
    "did": "places a small on c4",
    "does": "places a small on c4.",
    "note": "Watch e5",
    "kinds": "`draw` or `pause`",
    "theme": "dark",
    "nonce": "k3x9-17",
    "match": "42",
    "id": "42",
    "matches": "2 matches",
    "event": "3",
    "challenge": "12",
    "offer": "5",
    "puzzle": "Chomp 17",
    "version": "2",
    "option": "target",
    "options": "target 12",
    "level": "2",
    "pitch": "Place the piece you were given.",
    "reason": "16 points to 12",
    "outcome": "**Ann** won",
    "score": "3 won, 1 lost",
    "rating": "1500",
    "share": "95%",
    "points": "12",
    "tip": "Keep your ships near each other.",
    "task": "to place a small",
    # moves
    "move": "`c4`",
    "moves": "`c4` `d5`",
    "ply": "17",
    "played": "`d5`",
    "better": "`c4`",
    "line": "`c4` `d5`",
    "lines": "`c4`: `d5`",
    "example": "c4",
    "typed": "`zz9`",
    "text": "zz9",
    "word": "`zz9`",
    "choices": "`c4`, `d5` or `e6`",
    "cell": "d4",
    "cells": "d4, e5 and e6",
    "row": "e",
    "hexagon": "e5",
    "hexagons": "e5 and e6",
    "leg": "e5e",
    "legs": "e5e and e5ne",
    "walk": "FLR",
    "xoid": "`FLR`",
    "xoids": "`FLR` and `FRL`",
    "start": "d4",
    "landing": "e6",
    "between": "e5",
    "piece": "ship",
    "pieces": "small, large",
    "ships": "a small and a large",
    "engines": "2",
    "placement": "e5e e5ne",
    "placements": "`e5e e5ne` or `e5e e5nw`",
    "gifts": "`give F` or `give FL`",
    "action": "a small flies from d1 to e1",
    "sides": "`e` and `ne`",
    # numbers and times
    "n": "3",
    "most": "20",
    "least": "2",
    "number": "17",
    "count": "3",
    "total": "20",
    "page": "2",
    "pages": "5",
    "part": "1",
    "parts": "3",
    "first": "1",
    "last": "12",
    "low": "5",
    "high": "25",
    "days": "30",
    "left": "12",
    "year": "2026",
    "place": "3",
    "won": "3",
    "drawn": "0",
    "lost": "1",
    "limit": "10",
    "size": "5",
    "when": "<t:1795600000:R>",
    "until": "<t:1795600000:f>",
    "deadline": "<t:1795600000:f>",
    "length": "2 days",
    "duration": "in 3 days",
    "time": "09:30",
    "date": "24 November 2026",
    "zone": "Europe/Berlin",
    "day": "24 November",
    # what is typed and chosen
    "prefix": "!",
    "command": "`/board`",
    "commands": "`/match agree #42`",
    "topics": "`start` or `moving`",
    "language": "Deutsch",
    "languages": "`discord`, `en` or `de`",
    "nowhere": "none",
    "anywhere": "any",
    "me": "@Turnpost",
}
"""A value for each placeholder that isn't plain by its name."""


class _Values(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def write_example(message: str) -> str:
    """Return a message with values for its placeholders on one line; empty if it has none with a value.

    >>> write_example("{name} has {n} moves, {else}.")
    '**Ann** has 3 moves, {else}.'
    """
    names = {name for _, name, _, _ in Formatter().parse(message) if name} if "{" in message else set[str]()
    return " / ".join(message.format_map(_Values(VALUES)).split("\n")) if names & VALUES.keys() else ""
