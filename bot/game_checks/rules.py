"""Check the rules of a game on random matches: what it says of itself, states, positions, boards and versions."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, fields, replace
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageChops

from bot.game_checks.pictures import PANELS, count_pixels, crop_board, find_changes
from bot.game_checks.subject import is_listable, quote, rejection_of
from bot.game_checks.texts import find_flaw
from games.contract import BadOption
from games.guide import LONGEST_LABEL, LONGEST_WORDS
from games.random_play import choices, choose_move, play_random_match
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from bot.game_checks.subject import Subject
    from games.contract import Choice, Game, Option, Options, Result, Step
    from games.random_play import RandomMatch

_MOST_LINES = 80
_MOST_CHARACTERS = 4000
_LONGEST_TIP = 130
_SECTION = "\n## How you write it\n"
_MOST_MATCHES = 100
"""Random matches in which a position is looked for where an example can be played."""


def check_facts(subject: Subject) -> Iterator[str]:
    """The number of players, the seats, the pitch and the tips fit together."""
    info = subject.game.info
    if not 1 <= info.min_players <= info.max_players:
        yield f"The game is for {info.min_players} to {info.max_players} players: give `max_players` the higher number."
    if len(info.seats) != info.max_players:
        yield f"There are {len(info.seats)} `seats` for up to {info.max_players} players: name each seat once."
    if len(set(info.seats)) < len(info.seats):
        yield "Two seats have the same name: give each its own."
    if "\n" in info.pitch or not info.pitch:
        yield "The `pitch` is one line that says what the game is about."
    for tip in info.tips:
        if not tip.endswith(".") or len(tip) > _LONGEST_TIP:
            yield f"A tip is a sentence of at most {_LONGEST_TIP} characters that ends with a full stop: {quote(tip)}."


def check_help(subject: Subject) -> Iterator[str]:
    """The help is short, credits the designer and shows every example, and every example can be played somewhere."""
    game, info = subject.game, subject.game.info
    lines = len(info.help.splitlines())
    if lines >= _MOST_LINES or len(info.help) >= _MOST_CHARACTERS:
        yield (
            f"The help has {lines} lines and {len(info.help)} characters: keep it under {_MOST_LINES} lines and "
            f"{_MOST_CHARACTERS} characters."
        )
    if info.designer not in info.help:
        yield f"The help doesn't name the designer, {info.designer}: credit them."
    if _SECTION not in info.help:
        yield "The help has no section `## How you write it`, which `!rules` shows first."
    if not info.examples:
        yield "There are no `examples`: give some texts of moves, in every form that players may use."
    for example in info.examples:
        if f"`{example}`" not in info.help:
            yield f"The help doesn't show the example `{example}`: write it there in a code span."
        states = (state for seed in range(_MOST_MATCHES) for state in play_random_match(game, seed, 40).states)
        if all(rejection_of(game.parse, state, example) for state in states):
            yield f"The example `{example}` can't be played in any position of {_MOST_MATCHES} random matches."


def check_options(subject: Subject) -> Iterator[str]:
    """A match starts with every number of players and every value at the ends of every option, and with no others."""
    game, info = subject.game, subject.game.info
    for players in range(info.min_players, info.max_players + 1):
        for options in _settings(info.options):
            state = game.start(players, options, subject.seed)
            if game.to_move(state) is None:
                yield f"With {players} players and the options {options} nobody is to move at the start."
            elif not game.suggest(state, "", 1):
                yield f"With {players} players and the options {options} there is no first move."
    for players, options in _wrong_settings(subject):
        complaint = _complaint(subject, players, options)
        if complaint is None:
            yield (
                f"`start` takes {players} players with the options {options}: raise `BadOption`, as "
                "`games.contract.check_players` and `complete_options` do."
            )
        elif flaw := find_flaw(complaint):
            yield f"The message of `BadOption` for the options {options} {flaw}: {quote(complaint)}."


def _complaint(subject: Subject, players: int, options: Options) -> str | None:
    """Return the message of the `BadOption` that a start raises, or None if it raises none."""
    try:
        subject.game.start(players, options, 0)
    except BadOption as wrong:
        return str(wrong)
    return None


def _settings(options: tuple[Option, ...]) -> Iterator[dict[str, int | str]]:
    """Yield the defaults, and for each option its words or the ends of its range beside the defaults of the others."""
    yield {}
    for option in options:
        for value in option.choices or (option.values[0], option.values[-1]):
            yield {option.name: value}


def _wrong_settings(subject: Subject) -> Iterator[tuple[int, dict[str, Any]]]:
    info = subject.game.info
    yield info.min_players - 1, {}
    yield info.max_players + 1, {}
    yield info.min_players, {"no such option": 1}
    for option in info.options:
        yield info.min_players, {option.name: "?"}
        if not (option.choices or option.is_switch):
            yield info.min_players, {option.name: option.low - 1}
            yield info.min_players, {option.name: option.high + 1}


_MOST_CHOICES = 100
"""What the menus of one message hold; more are shown page by page."""
_MOST_STEPS = 100
"""Choices after which a move has to be whole."""
_USUAL_CHOICES = 4
"""Choices of a usual move: with Move and Play that makes six presses."""


def check_guide(subject: Subject) -> Iterator[str]:
    """`guide` leads by at most four choices to moves that can be played, and to every legal move."""
    game, chance = subject.game, subject.random("guide")
    for _, state in subject.lasts():
        position = game.position(state)
        if game.to_move(state) is None:
            if rejection_of(game.guide, state, "") is None:
                yield f"`guide` must raise `IllegalMove` when the match is over, as at `{position}`."
            continue
        counts: list[int] = []
        for _ in range(3):
            move, count, flaws = walk(game, state, chance)
            counts.append(count)
            yield from (f"{flaw} (at `{position}`)" for flaw in flaws)
            if not flaws and game.format(state, game.parse(state, move)) != move:
                yield f"`guide` ends with {quote(move)} at `{position}`, which isn't canonical."
        if min(counts) > _USUAL_CHOICES:
            yield f"Moves at `{position}` take {min(counts)} choices of `guide`: a usual one takes {_USUAL_CHOICES}."
        for legal in subject.moves(state)[::4] if is_listable(game, state) else ():
            if not _reaches(game, state, game.format(state, legal)):
                yield f"No choices of `guide` lead to the legal move `{game.format(state, legal)}` at `{position}`."


def check_order_of_choices(subject: Subject) -> Iterator[str]:
    """The first choices of `guide`, in each group, come in the order in which `suggest` gives the same texts."""
    game = subject.game
    for _, state in subject.lasts():
        if game.to_move(state) is None:
            continue
        suggested = game.suggest(state, "", 1000)
        for _group, members in groupby(game.guide(state, "").choices, lambda choice: choice.group):
            offered = [choice.text for choice in members if choice.text in suggested]
            if offered != [text for text in suggested if text in offered]:
                yield f"`guide` offers its choices in another order than `suggest` at `{game.position(state)}`."


def walk(game: Game[Any, Any], state: Any, chance: Random) -> tuple[str, int, list[str]]:
    """Choose at random until a move is whole; return it, how many choices it took, and what is wrong with the steps."""
    text, count, flaws = "", 0, list[str]()
    while not flaws:
        step = game.guide(state, text)
        flaws += _find_flaws(step, text)
        if step.move and (not step.choices or chance.random() < 0.5):
            return step.move, count, flaws
        if count > _MOST_STEPS:
            flaws.append(f"After {count} choices of `guide`, the last of which is {quote(text)}, there is no move.")
        elif step.choices:
            text, count = chance.choice(step.choices).text, count + 1
    return text, count, flaws


def _reaches(game: Game[Any, Any], state: Any, move: str, text: str = "") -> bool:
    """Return whether some choices lead to a move, of which every step's text is a beginning or begins no move."""
    step = game.guide(state, text)
    return step.move == move or any(
        _reaches(game, state, move, choice.text)
        for choice in step.choices
        if choice.text != text and (move.startswith(choice.text) or _begins_none(game, state, choice.text))
    )


def _begins_none(game: Game[Any, Any], state: Any, text: str) -> bool:
    """Return whether a text of a choice is a word that no move begins with."""
    return not any(game.format(state, move).startswith(text) for move in game.legal(state))


def _find_flaws(step: Step, text: str) -> Iterator[str]:
    """Yield what the contract doesn't allow in a step."""
    labels, after = [choice.label for choice in step.choices], f"The step of `guide` after {quote(text)}"
    if not labels and not step.move:
        yield f"{after} has neither choices nor a move."
    if bool(step.question) != bool(labels):
        yield f"{after} needs a `question` exactly if there are choices."
    if len(set(labels)) < len(labels) or len({choice.text for choice in step.choices}) < len(labels):
        yield f"{after} has two choices of the same label or text."
    if len(labels) >= _MOST_CHOICES:
        yield f"{after} has {len(labels)} choices: fewer than {_MOST_CHOICES}, so let it choose part by part."
    groups = [group for group, _members in groupby(choice.group for choice in step.choices)]
    if len(set(groups)) < len(groups) or "" in groups[1:]:
        yield f"{after} has choices of one group apart: those without a group come first, then group by group."
    if step.highlights.numbered and labels != [str(number + 1) for number in range(len(step.highlights.numbered))]:
        yield f"{after} numbers {len(step.highlights.numbered)} places, so the labels must be the numbers from 1."
    for choice in step.choices:
        yield from _find_flaws_of_choice(choice)


def _find_flaws_of_choice(choice: Choice) -> Iterator[str]:
    if not 0 < len(choice.label) <= LONGEST_LABEL or "`" in choice.label:
        yield f"The label {quote(choice.label)} isn't of 1 to {LONGEST_LABEL} characters without backticks."
    if len(choice.words) > LONGEST_WORDS:
        yield f"The words {quote(choice.words)} have more than {LONGEST_WORDS} characters."
    if "" in choice.places or len(set(choice.places)) < len(choice.places):
        yield f"The choice {quote(choice.label)} has places without a name, or one of them twice."
    if choice.ways and {*chain(*choice.ways)} != {*choice.places}:
        yield f"The `ways` of the choice {quote(choice.label)} have other places than its `places`."


_PLIES = 4
"""Moves that are played on from a position and from what was read back."""


def check_position_text(subject: Subject) -> Iterator[str]:
    """A position text is one line, is read back, and hardly ever forgets what matters later."""
    game, forgotten = subject.game, list[str]()
    for match in subject.played():
        for state in match.states:
            text = game.position(state)
            if "\n" in text:
                yield f"A position is one line of text: {quote(text)}."
            again = game.parse_position(text, match.players, match.options, match.seed)
            if game.position(again) != text:
                yield f"`parse_position` reads {quote(text)}, which `position` then writes as {game.position(again)!r}."
            if game.to_move(again) != game.to_move(state):
                yield (
                    f"`position` forgets who is to move: {quote(text)} is read back with seat {game.to_move(again)} "
                    f"to move in place of {game.to_move(state)}."
                )
            if (game.result(again) is None) != (game.result(state) is None):
                yield f"`position` forgets whether the match is over: {quote(text)}."
        forgotten += _play_on(subject, match)
    # A rare difference may come of what only the history tells, as who could not move earlier in a round.
    if len(forgotten) > subject.matches // 10:
        yield from forgotten


def _play_on(subject: Subject, match: RandomMatch) -> Iterator[str]:
    """Yield how a position that was read back differs when it is played on."""
    game, chance = subject.game, subject.random(f"position {match.seed}")
    text = game.position(match.last)
    state, again = match.last, game.parse_position(text, match.players, match.options, match.seed)
    for ply in range(_PLIES):
        if game.to_move(state) is None or game.to_move(again) is None:
            return
        if choices(game, state) != choices(game, again):
            yield f"`position` forgets something: {ply} moves after {quote(text)} was read back other moves are legal."
            return
        move = game.format(state, choose_move(game, state, chance))
        state, again = (game.play(one, game.parse(one, move)) for one in (state, again))
        if game.to_move(state) is None or game.to_move(again) is None:
            return  # a match may end by what a position doesn't tell, such as a repetition
        if game.position(state) != game.position(again):
            yield (
                f"`position` forgets something: `{move}` leads to {quote(game.position(state))}, and after "
                f"{quote(text)} was read back to {quote(game.position(again))}."
            )
            return


def check_damaged_positions(subject: Subject) -> Iterator[str]:
    """A damaged position text is rejected in a sentence, or read as it is written."""
    game, chance = subject.game, subject.random("damage")
    for match in subject.played():
        whole = game.position(match.last)
        damaged = ["", "\ud800", "?" * 2000, whole + " ", whole[: chance.randint(0, len(whole))], whole * 20]
        for _ in range(20):
            at = chance.randrange(len(whole))
            damaged.append(whole[:at] + chance.choice(whole + "x9/ -") + whole[at + 1 :])
        for text in damaged:
            yield from _damage(subject, match, text)


def _damage(subject: Subject, match: RandomMatch, text: str) -> Iterator[str]:
    game = subject.game
    state: Any
    try:
        state = game.parse_position(text, match.players, match.options, match.seed)
    except ValueError as wrong:
        if flaw := find_flaw(str(wrong)):
            yield f"The complaint about the position {quote(text)} {flaw}: {quote(str(wrong))}."
        return
    if " ".join(game.position(state).split()) != " ".join(text.split()):
        yield f"`parse_position` takes {quote(text)} and reads it as {quote(game.position(state))}: reject it."


def check_states(subject: Subject) -> Iterator[str]:
    """States are frozen, hashable and picklable, and no call changes them."""
    game = subject.game
    for _, state in subject.lasts():
        before, kind = repr(state), type(state).__name__
        hash(state)
        if pickle.loads(pickle.dumps(state)) != state:  # noqa: S301 - of our own making
            yield f"A `{kind}` that is pickled and read back isn't equal to itself: compare by value."
        for field in fields(state):
            if _can_set(state, field.name):
                yield f"`{kind}.{field.name}` can be changed: declare `@dataclass(frozen=True, slots=True)`."
        for move in subject.moves(state)[:3]:
            game.describe(state, move)
            game.play(state, move)
        game.suggest(state, "", 3)
        rejection_of(game.parse, state, "a1")
        rejection_of(game.destinations, state, "")
        rejection_of(game.guide, state, "")
        game.leave(state, 1)
        game.news(state)
        if repr(state) != before:
            yield f"A call changed the state at `{game.position(state)}`: keep tuples, and return new states."


def _can_set(state: Any, name: str) -> bool:
    try:
        setattr(state, name, getattr(state, name))
    except (FrozenInstanceError, AttributeError, TypeError):
        return False
    return True


def check_replays(subject: Subject) -> Iterator[str]:
    """The options, the seed and the texts of the moves rebuild every state, in many threads too."""
    matches = list(subject.played())
    for match in matches:
        states = _replay(subject, match)
        differing = next((ply for ply, state in enumerate(states) if state != match.states[ply]), None)
        if differing is not None:
            yield (
                f"Match {match.seed} played again gives another state after {differing} moves: everything random must "
                "come from the seed that `start` gets, and nothing from a clock or a global."
            )
        elif [*map(hash, states)] != [*map(hash, match.states)]:
            yield "Equal states have different hashes: let the dataclass make both, from values."
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(partial(_replay, subject), matches[:4] * 2))
    if again != [list(match.states) for match in matches[:4]] * 2:
        yield "Matches played in threads beside each other come out differently: keep nothing between calls."


def _replay(subject: Subject, match: RandomMatch) -> list[Any]:
    game = subject.game
    states = [game.start(match.players, match.options, match.seed)]
    for text in match.texts:
        states.append(game.play(states[-1], game.parse(states[-1], text)))
    return states


def check_turns(subject: Subject) -> Iterator[str]:
    """Somebody is to move and has a task until there is a result, and what a task shows can be played."""
    game = subject.game
    for match in subject.played():
        if not re.search("`[^`]+`", game.task(match.states[0])):
            yield f"The first task shows no move in a code span: {quote(game.task(match.states[0]))}."
        for state in match.states:
            at, result, points = f"at `{game.position(state)}`", game.result(state), game.points(state)
            yield from _check_mover(subject, state, at)
            yield from _check_task(subject, state, at)
            if points is not None and len(points) != match.players:
                yield f"`points` gives {len(points)} numbers for {match.players} players {at}."
            yield from (f"The news {flaw} {at}." for flaw in map(find_flaw, game.news(state)) if flaw)
            if result is not None:
                yield from find_flaws_of_result(result, match.players)
                if result.drawn and match.players > 1 and not game.info.draws:
                    yield f"The match is drawn {at}, and `draws` says that it can't be."
        if bool(choices(game, match.last, breadth=1)) != (game.to_move(match.last) is not None):
            yield f"A seat is to move exactly if there are moves: not at `{game.position(match.last)}`."


def _check_mover(subject: Subject, state: Any, at: str) -> Iterator[str]:
    mover, result = subject.game.to_move(state), subject.game.result(state)
    if (result is None) != (mover is not None):
        yield f"There must be a result exactly if nobody is to move: {mover} and {result} {at}."
    if mover != state.mover or result != state.outcome:
        yield f"`mover` and `outcome` of the state must be what `to_move` and `result` return {at}."


def _check_task(subject: Subject, state: Any, at: str) -> Iterator[str]:
    game, task = subject.game, subject.game.task(state)
    if bool(task) != (game.to_move(state) is not None):
        yield f"`task` says {quote(task)} {at}, where the seat to move is {game.to_move(state)}."
    for example in re.findall("`([^`]+)`", task):
        if rejection := rejection_of(game.parse, state, example):
            yield f"The task shows `{example}` {at}, which is rejected: {rejection.reason}"


def check_departures(subject: Subject) -> Iterator[str]:
    """A seat that leaves neither moves nor wins, and when all but one have left the match is over."""
    game = subject.game
    for match in subject.played():
        was_over = game.to_move(match.last) is None
        at = f"at `{game.position(match.last)}`"
        for seat in range(1, match.players + 1):
            left = game.leave(match.last, seat)
            result = game.result(left)
            if was_over:
                if left != match.last:
                    yield f"`leave` changes a match that is over, {at}."
                continue
            if game.to_move(left) == seat:
                yield f"Seat {seat} has left and is to move {at}."
            if (result is None) != (game.to_move(left) is not None):
                yield f"After seat {seat} left there must be a result exactly if nobody is to move, {at}."
            if match.players == 2 and (result is None or result.winners != (3 - seat,)):
                yield f"Seat {seat} has left, so seat {3 - seat} must win; the result is {result} {at}."
        yield from _leave_one_by_one(subject, match)


def _leave_one_by_one(subject: Subject, match: RandomMatch) -> Iterator[str]:
    game, state = subject.game, match.last
    leavers = subject.random(f"leave {match.seed}").sample(range(1, match.players + 1), match.players)
    for seat in leavers[:-1]:
        state = game.leave(state, seat)
        if game.leave(state, seat) != state:
            yield f"`leave` changes something when seat {seat} leaves a second time."
    result = game.result(state)
    if match.players == 1:
        return
    if result is None:
        yield f"All seats but {leavers[-1]} have left, and the match isn't over."
        return
    if game.legal(state) or game.task(state):
        yield "There are moves or a task after all seats but one have left."
    yield from find_flaws_of_result(result, match.players)
    if game.to_move(match.last) is not None and set(result.winners) & set(leavers[:1]):
        yield f"Seat {leavers[0]} left first and wins: a seat that leaves comes behind those that stay."


def find_flaws_of_result(result: Result, players: int) -> Iterator[str]:
    """Yield what the contract doesn't allow in a result."""
    if len(result.places) != players or min(result.places, default=0) != 1:
        yield f"The places of a result are one for each of {players} seats, 1 the best: {result.places}."
    if not result.clause or result.clause[-1] in ".!":
        yield f'The reason of a result is a clause that follows "Ann wins", without a full stop: {result.clause!r}.'
    if result.points is not None and len(result.points) != players:
        yield f"The points of a result are one for each of {players} seats: {result.points}."


_LINES = 84
"""Picture pixels of the lines below the board, which are on the right of the number of the move."""
_UNLIKE = 0.04
"""The share of a board's picture in which the outlines from two sides may differ, by labels and ornaments."""


def check_sides(subject: Subject) -> Iterator[str]:
    """With `homes` the board is turned for one of two seats, framed as before, and told in the same words."""
    homes, renderer = subject.game.info.homes, subject.renderer
    for scene in subject.scenes(8):
        plain = renderer.draw(scene)
        seen = {seat: replace(scene, side=seat) for seat in range(1, len(scene.names) + 1)}
        pictures = {seat: renderer.draw(side) for seat, side in seen.items()}
        turned = [seat for seat, picture in pictures.items() if picture.tobytes() != plain.tobytes()]
        if homes and len(turned) != len(scene.names) - 1:
            yield (
                f"`homes` is set, but the board is turned for {len(turned)} of {len(scene.names)} seats: draw the edge "
                "of `scene.side` at the bottom, and row 1 there if it is None."
            )
        elif homes and subject.game.info.far_seat not in turned:
            yield f"The board isn't turned for seat {subject.game.info.far_seat}: name another `far_seat` in `Info`."
        for seat in turned:
            if pictures[seat].size != plain.size:
                yield f"The picture for seat {seat} is {pictures[seat].size}, the one for all {plain.size}."
            panels = (0, 0, plain.width, PANELS)
            caption = (190, plain.height - _LINES, plain.width, plain.height)
            if any(pictures[seat].crop(part).tobytes() != plain.crop(part).tobytes() for part in (panels, caption)):
                yield f"The panels or the caption differ in the picture for seat {seat}: turn the board alone."
            if homes and _compare_outlines(pictures[seat], plain) > _UNLIKE:
                yield (
                    f"The board has another outline for seat {seat}: `homes` is for boards that look the same from "
                    "both sides."
                )
        for side in seen.values():
            if (renderer.alt(side), renderer.text(side)) != (renderer.alt(scene), renderer.text(scene)):
                yield "The words depend on the side from which the board is seen: tell the same to everybody."


def _compare_outlines(one: Image.Image, other: Image.Image) -> float:
    """Return the share of two pictures' boards in which one shows its ground and the other does not."""
    first, second = (crop_board(_find_outline(picture.convert("RGB"))) for picture in (one, other))
    return count_pixels(ImageChops.difference(first, second)) / (first.width * first.height)


def _find_outline(picture: Image.Image) -> Image.Image:
    """Return where a picture doesn't show its ground, the colour of its corner: 255 there, else 0."""
    return find_changes(picture, Image.new("RGB", picture.size, picture.getpixel((2, 2))), least=2)


_VERSION_PLIES = 12
_NODES = 20
"""Nodes of a thought, whatever the level."""


def check_versions(subject: Subject) -> Iterator[str]:
    """Matches under earlier versions of the rules are played, read back and drawn."""
    for game in subject.game.info.earlier:
        for number in range(3):
            match = play_random_match(game, subject.seed + number, _VERSION_PLIES)
            state, rules = match.last, game.info.rules
            last = match.texts[-1] if match.texts else None
            scene = Scene(state, game.info.seats[: match.players], len(match.texts), last)
            subject.renderer.draw(scene)
            if not subject.renderer.alt(scene) or not subject.renderer.text(scene):
                yield f"A position under version {rules} of the rules has no words: the renderer draws all versions."
            again = game.parse_position(game.position(state), match.players, match.options, match.seed)
            if game.position(again) != game.position(state):
                yield f"Version {rules} of the rules doesn't read {quote(game.position(state))} back."


def check_engine(subject: Subject) -> Iterator[str]:
    """The engine of a package plays a legal move at each level, the same one for the same seed."""
    engine, game = subject.engine, subject.game
    if engine is None:
        return
    for match in list(subject.played())[:3]:
        state = next(state for state in reversed(match.states) if game.to_move(state) is not None)
        for level in range(1, len(engine.levels) + 1):
            move = engine.think(state, level, subject.seed, _NODES).move
            if rejection_of(game.parse, state, move):
                yield f"Level {level} of the engine plays {quote(move)} at `{game.position(state)}`, which isn't legal."
            if engine.think(state, level, subject.seed, _NODES).move != move:
                yield f"Level {level} of the engine plays two moves for one seed at `{game.position(state)}`."
