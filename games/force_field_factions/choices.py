"""What can come next in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.force_field_factions.action_words import FACING_WORDS, attack_word
from games.force_field_factions.attacks import AttackResult, resolve_attack
from games.force_field_factions.powers import AHEAD, addable_fields
from games.force_field_factions.state import COLOURS, FACINGS, GRID, UP, FieldAddition
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from games.force_field_factions.turns import Progress


class Choices(NamedTuple):
    """What a turn can go on with.

    `remove` is the letter of the field that can be removed (empty: none), `point` whether the piece can be pointed,
    `advance` the square it can advance to, `attack` the attack that it can make, failing or not, `adds` the letters of
    the fields that it can be given.
    """

    remove: str = ""
    point: bool = False
    advance: int | None = None
    attack: AttackResult | None = None
    adds: str = ""


def choices(turn: Progress) -> Choices:
    """Return what can come next."""
    if turn.over:
        return Choices()
    piece = turn.piece
    remove = piece.fields[-1:] if not turn.actions else ""
    adds = addable_fields(turn.rest, piece, turn.supply)
    if piece.out_of_phase or not turn.points:
        return Choices(remove, adds=adds)
    ahead = AHEAD[turn.square][piece.facing]
    free = ahead if ahead not in turn.rest else None
    return Choices(remove, True, free, resolve_attack(turn.rest, turn.square, piece), adds)  # noqa: FBT003 - fields in order


def next_words(turn: Progress) -> list[str]:
    """Return every canonical word that can come next, in the order of a turn: remove, point, advance, attack, add.

    The other ways to face after an attack, of which there are up to 80, come behind all else.
    """
    can = choices(turn)
    plain, *turned = attack_words(turn, can.attack) if can.attack is not None else [""]
    return [
        *(f"-{COLOURS[colour]}" for colour in can.remove),
        *(FACINGS if can.point else ()),
        *(["f"] if can.advance is not None else []),
        *([plain] if plain else []),
        *(f"+{COLOURS[colour]}" for colour in can.adds),
        *turned,
    ]


def attack_words(turn: Progress, attack: AttackResult) -> list[str]:
    """Return the words for an attack that can be made, with every facing that can follow; the plainest first."""
    now = turn.piece.facing
    if attack.outcome == "fails":
        return ["x"]
    facings = sorted(range(9), key=lambda facing: facing != now)
    if attack.outcome != "converts":
        return [attack_word(now, facing, None) for facing in facings]
    news = sorted(range(9), key=lambda facing: facing != UP)
    return [attack_word(now, facing, new) for facing in facings for new in news]


def completions(turn: Progress, part: str) -> list[str]:
    """Return the canonical words that can come next and that the half-typed word `part` may become."""
    return [word for word in next_words(turn) if any(spelling.startswith(part) for spelling in _spellings(word))]


def _spellings(word: str) -> list[str]:
    facing = FACING_WORDS.get(word)
    return [word] if facing is None else [other for other, number in FACING_WORDS.items() if number == facing]


def list_choices(turn: Progress) -> str:
    """Return what can come next as a list for a sentence, in code spans; empty when nothing can."""
    can = choices(turn)
    parts: list[str] = []
    if can.remove:
        parts.append(_("remove its field (`-{field}`)").format(field=COLOURS[can.remove]))
    if can.point:
        parts.append(_("point (`n` `ne` `e` `se` `s` `sw` `w` `nw` `up`)"))
    if can.advance is not None:
        parts.append(_("advance to {square} (`f`)").format(square=GRID.names[can.advance]))
    if can.attack is not None:
        template = _("attack {square} (`{action}`)")
        action = attack_words(turn, can.attack)[0]
        parts.append(template.format(square=GRID.names[can.attack.target], action=action))
    if can.adds:
        # Translators: {actions} are code spans: `+red` `+blue`.
        actions = " ".join(f"`+{COLOURS[colour]}`" for colour in can.adds)
        parts.append(_("add a field ({actions})").format(actions=actions))
    return format_list(parts, "or")


def has_added_field(turn: Progress) -> bool:
    """Return whether a field was added, which ends a turn."""
    return any(isinstance(event, FieldAddition) for event in turn.events)
