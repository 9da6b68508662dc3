"""Checks of an event that is over, by its posts alone. Each returns sentences that say what is wrong."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from tests.season.results import Line, Result, is_over

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tests.season.event import Event
    from tests.season.results import Page


_ROUND = re.compile(r"\d match(?:es)? played\.$", re.MULTILINE)


def count_table(people: Sequence[str], results: Sequence[Result]) -> list[Line]:
    """Return the table of people whose results count, the best first; among equals by name."""
    points = {name: sum(_points(name, other, results) for other in people) for name in people}

    def ties(name: str) -> tuple[int, int, int]:
        level = [other for other in people if points[other] == points[name]]
        direct = sum(_points(name, other, results) for other in level)
        sonneborn = sum(_points(name, other, results) * points[other] for other in people)
        late = sum(name in result.late for result in results if _counts(result, people))
        return direct, sonneborn, -late

    strength = {name: (points[name], *ties(name)) for name in people}
    return [
        Line(
            1 + sum(strength[other] > strength[name] for other in people),
            name,
            points[name],
            sum(name in result.places and _counts(result, people) for result in results),
        )
        for name in sorted(people, key=lambda name: (*(-each for each in strength[name]), name))
    ]


def walkovers(people: Collection[str], withdrew: Collection[str], results: Sequence[Result]) -> list[Result]:
    """Return how the pairs of a group count that never met because one of them withdrew: as lost by whoever did."""
    met = {frozenset(result.places) for result in results}
    missing = [pair for pair in combinations(sorted(people), 2) if frozenset(pair) not in met]
    return [
        Result(0, {name: 2 if name in withdrew else 1 for name in pair})
        for pair in missing
        if len({name in withdrew for name in pair}) == 2
    ]


def _points(name: str, other: str, results: Sequence[Result]) -> int:
    """Return what a person scored against another: 2 for each place before, 1 for each that they share."""
    if name == other:
        return 0
    both = [result.places for result in results if name in result.places and other in result.places]
    return sum(2 if places[name] < places[other] else int(places[name] == places[other]) for places in both)


def _counts(result: Result, people: Collection[str]) -> bool:
    """Whether a result counts: if at least two of its people do."""
    return len([name for name in result.places if name in people]) > 1


DAY = timedelta(days=1)
LEEWAY = timedelta(minutes=1)


def check_end(event: Event, pages: Sequence[Page]) -> list[str]:
    """Check an event that should be over, with its pages as somebody reads them."""
    return [
        *_check_status(event),
        *_check_tables(event, pages),
        *_check_knock_out(event, pages),
        *_check_pace(event),
        *_check_notices(event),
    ]


def _check_status(event: Event) -> Iterator[str]:
    if not event.status.startswith("It's over"):
        yield f"{event.name} isn't over: {event.status}"
    for post in event.members.match_posts[event.name]:
        if not is_over(boards := event.boards(post)):
            yield f"A match of {event.name} isn't over: {boards[-1]}"


def _check_tables(event: Event, pages: Sequence[Page]) -> Iterator[str]:
    """Compare the tables of all groups with the slow count."""
    results = event.results()
    for page in pages:
        if page.ties:
            continue
        people = [line.name for line in page.lines]
        own = [each for each in results if set(each.places) <= {*people, *page.struck}]
        if event.kind != "tables":
            own = list({frozenset(each.places): each for each in reversed(own)}.values())  # the first time they met
            own += walkovers(people, page.withdrew, own)
        counted = count_table(people, own)
        if sorted(counted, key=lambda line: (line.place, line.name)) != sorted(
            page.lines, key=lambda line: (line.place, line.name)
        ):
            lines = "\n".join(f"{each.place}. {each.name} {each.points} from {each.played}" for each in counted)
            yield f"A table of {event.name} differs from the count:\n{page.text}\nCounted:\n{lines}"


def _check_knock_out(event: Event, pages: Sequence[Page]) -> Iterator[str]:
    """Compare the ties of a knock-out with the results of their matches, and who goes on with the next round."""
    if event.kind != "cup":
        return
    rounds = [page for page in pages if page.ties]
    if not rounds or len(rounds[-1].ties) != 1 or not rounds[-1].ties[0][5]:
        yield f"Nobody won {event.name}: {rounds[-1].text if rounds else 'it has no knock-out'}"
    groups = [{line.name for line in page.lines} for page in pages if not page.ties]
    for page in rounds:
        for high, low, *score, winner, _ in page.ties:
            met = [each for each in event.results() if {high, low} == set(each.places)]
            own = met[1:] if any({high, low} <= group for group in groups) else met
            points = [_score(own, high, low), _score(own, low, high)]
            late = [sum(name in each.late for each in own) for name in (high, low)]
            ahead = (points[0], -late[0]) >= (points[1], -late[1])
            if points != score or winner != (high if ahead else low):
                yield f"{high} and {low} have {points} by their matches: {page.text}"
    for page, following in pairwise(rounds):
        if {tie[4] for tie in page.ties} != {name for tie in following.ties for name in tie[:2]}:
            yield f"Others play the next round than won this one: {page.text}\n{following.text}"


def _score(results: Sequence[Result], name: str, other: str) -> int:
    return sum({-1: 2, 0: 1, 1: 0}[_sign(each.places[name] - each.places[other])] for each in results)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _check_pace(event: Event) -> Iterator[str]:
    """Check that its pages came once a day at most, but for the last one, and pinged nobody."""
    pages = [post for post in event.posts[1:] if not _ROUND.search(post.content)]
    for earlier, later in pairwise(pages[:-1]):
        if later.timestamp - earlier.timestamp < DAY - LEEWAY:
            yield f"{event.name} was posted twice within a day: at {earlier.timestamp} and at {later.timestamp}."
    for post in event.posts:
        if post.mentions or post.everyone or post.mention_roles:
            yield f"A post of {event.name} pings people: {post.content}"


def _check_notices(event: Event) -> Iterator[str]:
    """Check that those who never moved were told why they're out, and those who forgot a match were warned."""
    late = {name for result in event.results() for name in result.late}
    for name, habits in event.habits.items():
        told = event.notices(name)
        if habits.kind == "absent" and not any("None of your results there counts" in one for one in told):
            yield f"{name} never moved in {event.name} and wasn't told that they're out."
        if habits.kind == "forgetful" and name in late and not any("so you lost it" in one for one in told):
            yield f"{name} forgot a match of {event.name} and wasn't warned."
