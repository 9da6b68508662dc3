"""The words of every post. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import words

if TYPE_CHECKING:
    from datetime import timedelta

    from bot.referee.views import Moment
    from games.contract import Game, Info, Result
    from storage.records import Challenge, Match, Person


def ways_to_move(*, content: bool) -> str:
    """Return how a move can be given; without the message content intent only what works then."""
    if content:
        return "Reply to this post, write it here, or use `/move`."
    return "Reply to this post with the ping on, mention me with your move, or use `/move`."


def challenge_post(challenge: Challenge, info: Info) -> str:
    """Return the post of an open challenge, or of a table that others can join."""
    challenger = words.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opens a table of **{info.title}** for {challenge.size}: {info.pitch}"
    else:
        invited = words.listed(words.mention(person) for person in challenge.people[1:])
        first = f"{challenger} challenges {invited} to **{info.title}**: {info.pitch}"
    seats = "Seats are drawn at the start"
    if challenge.seat is not None:
        seats = f"{challenger} plays {info.seats[challenge.seat - 1]}"
    lines = [first, f"{chosen_options(challenge, info)}{seats}. Open until {words.ago(challenge.expires_at)}."]
    if challenge.size > 2:
        there = [words.name(person) for person in challenge.people if person.id in challenge.accepted]
        lines.append(f"In so far: {words.listed(there)} ({len(there)} of {challenge.size}).")
    return "\n".join([*lines, f"-# challenge {challenge.id}"])


def chosen_options(challenge: Challenge, info: Info) -> str:
    """Return the options that differ from the game's defaults, as the beginning of a sentence; often empty."""
    defaults = {option.name: option.default for option in info.options}
    chosen = [f"{name} {value}" for name, value in challenge.options.items() if defaults.get(name) != value]
    return f"With {words.listed(chosen)}. " if chosen else ""


def closed_post(challenge: Challenge, info: Info, by: Person | None) -> str:
    """Return what becomes of a challenge's post when it won't lead to a match; `by` is who declined."""
    challenger = words.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opened a table of **{info.title}** for {challenge.size}"
    else:
        people = words.listed(words.name(person) for person in challenge.people[1:])
        first = f"{challenger} challenged {people} to **{info.title}**"
    how = {"withdrawn": "withdrawn", "expired": "not taken up in time"}.get(challenge.status, "declined")
    return f"{first}: {how}{f' by {words.name(by)}' if by and how == 'declined' else ''}."


def seated_post(match: Match, info: Info) -> str:
    """Return what becomes of a challenge's post when the match begins."""
    seats = [f"{words.name(person)} ({seat})" for person, seat in zip(match.seats, info.seats, strict=False)]
    who = " against ".join(seats) if len(seats) == 2 else words.listed(seats)
    where = f"<#{match.thread_id}>" if match.thread_id else "here in the channel"
    return f"**{info.title} #{match.id}**, {who}: {where}"


def thread_name(match: Match, info: Info) -> str:
    """Return a name for the match's thread, plain text of at most 100 characters."""
    people = " - ".join(person.name[:24] for person in match.seats)
    return f"{info.title} #{match.id}: {people}"[:100]


def board_post(moment: Moment, game: Game[Any, Any], *, content: bool) -> str:
    """Return the words over a match's board: what happened, who is to move, how to answer."""
    result = game.result(moment.state)
    happened = [*_event(moment, game), *(words.sentence(news) for news in game.news(moment.state))]
    if result is not None:
        took = f"after {words.counted(moment.ply, 'move')} in {length(_time_taken(moment))}"
        ending = f"{outcome(moment.match, game, result)}, {took}."
        lines = (" ".join(happened), ending, *_standings(moment.match, result), footer(moment))
        return "\n".join(line for line in lines if line)
    seat = game.to_move(moment.state) or 1
    mover = words.mention(moment.match.seats[seat - 1])
    if moment.ply < len(moment.match.seats):
        happened.append(f"{mover}, {words.sentence(game.task(moment.state))}")
        return "\n".join([" ".join(happened), ways_to_move(content=content), footer(moment)])
    return "\n".join([" ".join([*happened, f"{mover} to move."]), footer(moment, content=content)])


def footer(moment: Moment, *, content: bool | None = None) -> str:
    """Return the small print under a board: match, ply, notation, and (where `content` is given) how to answer."""
    parts = [f"#{moment.match.id}"]
    if moment.ply:
        parts.append(f"move {moment.ply}")
    if moment.event and moment.event.kind == "move":
        parts.append(words.code(moment.event.text))
    if content is not None:
        parts.append("reply, write here or `/move`" if content else "reply with the ping on, mention me or `/move`")
    return "-# " + " \u00b7 ".join(parts)


def show_post(moment: Moment, game: Game[Any, Any], note: str) -> str:
    """Return the words over a board that somebody asked for."""
    match, result = moment.match, game.result(moment.state)
    if result is not None:
        stands = words.sentence(outcome(match, game, result))
    else:
        mover = match.seats[(game.to_move(moment.state) or 1) - 1]
        task = words.sentence(game.task(moment.state))
        stands = f"{words.name(mover)} is to move since {words.ago(match.since)}: {task}"
    return "\n".join(part for part in (note, stands, footer(moment)) if part)


def outcome(match: Match, game: Game[Any, Any], result: Result) -> str:
    """Return how a match ended, as a clause."""
    title = f"{game.info.title} #{match.id}"
    if result.drawn:
        return f"**{title} is drawn**: {result.reason}"
    winners = words.listed(words.name(match.seats[seat - 1]) for seat in result.winners)
    return f"{winners} {'wins' if len(result.winners) == 1 else 'win'} **{title}**: {result.reason}"


def length(time: timedelta) -> str:
    """Return how long something took, in the largest unit that fits."""
    for unit, seconds in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if time.total_seconds() >= seconds:
            return words.counted(int(time.total_seconds() // seconds), unit)
    return "under a minute"


def _event(moment: Moment, game: Game[Any, Any]) -> list[str]:
    event = moment.event
    if event is None or event.seat is None:
        return []
    who = words.name(moment.match.seats[event.seat - 1])
    if event.kind == "leave":
        return [f"{who} {event.text}."]
    did = game.describe(moment.before, game.parse(moment.before, event.text))
    return [words.sentence(f"**{moment.ply}.** {who} {did}")]


def _standings(match: Match, result: Result) -> list[str]:
    """Return a line for each place, where there are more places than winner and loser."""
    if len(match.seats) == 2:
        return []
    points = result.points or (None,) * len(match.seats)
    rows = sorted(zip(result.places, match.seats, points, strict=True), key=lambda row: row[0])
    return [
        f"{place}. {words.name(person)}" + ("" if score is None else f", {words.counted(score, 'point')}")
        for place, person, score in rows
    ]


def _time_taken(moment: Moment) -> timedelta:
    start = moment.match.created_at
    return (moment.event.at if moment.event else start) - start
