"""The words of every post. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.posting.agreed import what_goes
from bot.posting.timing import clock_agreed, clock_chosen, time_until
from bot.referee import looks, results, words
from bot.replies import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import timedelta

    from bot.referee.looks import Look
    from bot.referee.views import Moment
    from games.contract import Game, Info, Result
    from storage.records import Challenge, Event, Match, Person

    Call = Callable[[Person], str]


def ways_to_move(*, content: bool) -> str:
    """Return how a move can be given; without the message content intent only what works then."""
    if content:
        return "Reply to this post, write it here, or use `/move`."
    return "Reply to this post with the ping on, mention me with your move, or use `/move`."


def challenge_post(challenge: Challenge, info: Info, call: Call) -> str:
    """Return the post of an open challenge, or of a table that others can join; `call` names those invited."""
    challenger = words.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opens a table of **{info.title}** for {challenge.size}: {info.pitch}"
    else:
        invited = words.listed(map(call, challenge.people[1:]))
        first = f"{challenger} challenges {invited} to **{info.title}**: {info.pitch}"
    seats = "Seats are drawn at the start"
    if challenge.seating:
        seats = f"The rematch of #{challenge.rematch_of}, seats changed: {_seated(challenge.seating, info)}"
    elif challenge.seat is not None:
        seats = f"{challenger} plays {info.seats[challenge.seat - 1]}"
    chosen = f"{chosen_options(challenge, info)}{clock_chosen(challenge.clock)}{seats}. {_looks(challenge)}"
    lines = [first, f"{chosen}Open until {words.ago(challenge.expires_at)}."]
    if challenge.size > 2:
        there = [words.name(person) for person in challenge.people if person.id in challenge.accepted]
        lines.append(f"In so far: {words.listed(there)} ({len(there)} of {challenge.size}).")
    return "\n".join([*lines, f"-# challenge {challenge.id}"])


def chosen_options(challenge: Challenge, info: Info) -> str:
    """Return the options that differ from the game's defaults, as the beginning of a sentence; often empty."""
    defaults = {option.name: option.default for option in info.options}
    chosen = [f"{name} {value}" for name, value in challenge.options.items() if defaults.get(name) != value]
    return f"With {words.listed(chosen)}. " if chosen else ""


def _looks(challenge: Challenge) -> str:
    """Return how the boards will look where that is not as usual, as a sentence; often empty."""
    said = looks.described(looks.known(challenge.look))
    return f"Boards: {words.listed(said)}. " if said else ""


def closed_post(challenge: Challenge, info: Info, by: Person | None, word: str = "") -> str:
    """Return what becomes of a challenge's post when it won't lead to a match; `by` declined and said `word`."""
    challenger = words.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opened a table of **{info.title}** for {challenge.size}"
    else:
        people = words.listed(words.name(person) for person in challenge.people[1:])
        first = f"{challenger} challenged {people} to **{info.title}**"
    how = {"withdrawn": "withdrawn", "expired": "not taken up in time"}.get(challenge.status, "declined")
    closed = f"{first}: {how}{f' by {words.name(by)}' if by and how == 'declined' else ''}."
    return f"{closed}\n> {words.plain(word)}" if word else closed


def seated_post(match: Match, info: Info, clock: str) -> str:
    """Return what becomes of a challenge's post when the match begins; `clock` is its time control."""
    where = f"<#{match.thread_id}>" if match.thread_id else "here in the channel"
    return f"**{info.title} #{match.id}**, {_seated(match.seats, info)}: {where}{clock_agreed(clock)}"


def _seated(people: Sequence[Person], info: Info) -> str:
    """Return who sits where, in seat order."""
    seats = [f"{words.name(person)} ({seat})" for person, seat in zip(people, info.seats, strict=False)]
    return " against ".join(seats) if len(seats) == 2 else words.listed(seats)


def thread_name(match: Match, info: Info) -> str:
    """Return a name for the match's thread, plain text of at most 100 characters."""
    people = " - ".join(words.tidy(person.name)[:24] or "somebody" for person in match.seats)
    return f"{info.title} #{match.id}: {people}"[:100]


def board_post(moment: Moment, game: Game[Any, Any], call: Call, *, content: bool) -> str:
    """Return the words over a match's board: what happened, who is to move (named by `call`), how to answer."""
    if moment.ending:
        took = f"After {words.counted(moment.ply, 'move')} in {length(_time_taken(moment))}."
        return "\n".join([without_result(moment.match, game, moment.ending), took, footer(moment)])
    result = results.result(game, moment.match, moment.event, moment.state)
    happened = _event(moment, game)
    if not (moment.closed or moment.undone):  # what the last turn brought was told at its own board
        happened += [words.sentence(news) for news in game.news(moment.state)]
    if result is not None:
        took = f"after {words.counted(moment.ply, 'move')} in {length(_time_taken(moment))}"
        ending = f"{outcome(moment.match, game, result)}, {took}."
        lines = (" ".join(happened), ending, *_standings(moment.match, result), footer(moment))
        return "\n".join(line for line in lines if line)
    seat = game.to_move(moment.state) or 1
    mover = call(moment.match.seats[seat - 1])
    if moment.ply < len(moment.match.seats):
        happened.append(f"{mover}, {words.sentence(game.task(moment.state))}{time_until(moment.until)}")
        return "\n".join([" ".join(happened), ways_to_move(content=content), footer(moment)])
    until = f", until {words.until(moment.until)}" if moment.until else ""
    return "\n".join([" ".join([*happened, f"{mover} to move{until}."]), footer(moment, content=content)])


def barred_board(moment: Moment) -> str:
    """Return the line over a board that its player gets directly."""
    match = moment.match
    goes_on = "this is how your match ended." if match.ended_at else "your match goes on here until that is mended."
    return f"I can't post in <#{match.home}>, so {goes_on}"


def unshown_board(match: Match, mover: Person | None, call: Call) -> str:
    """Return what is said in the place of a board that we fail to show."""
    stands = f"{call(mover)} is to move" if mover else "it is over"
    return (
        f"I can't show the board of #{match.id} as it stood here: something is broken on our side, and those who run "
        f"me find it in the log. The match is safe: {stands}."
    )


def barred_challenge(challenge: Challenge, info: Info) -> str:
    """Return what its challenger is told of a challenge that can't be posted."""
    return (
        f"I can't post in <#{challenge.channel_id}>, so nobody sees your challenge {challenge.id} to **{info.title}** "
        f"there. It can still be taken up with `/accept {challenge.id}`; `/decline {challenge.id}` withdraws it."
    )


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
    match, result = moment.match, results.result(game, moment.match, moment.event, moment.state)
    if moment.ending:
        stands = without_result(match, game, moment.ending)
    elif result is not None:
        stands = words.sentence(outcome(match, game, result))
    else:
        mover = match.seats[(game.to_move(moment.state) or 1) - 1]
        task = words.sentence(game.task(moment.state))
        stands = f"{words.name(mover)} is to move since {words.ago(match.since)}: {task}{time_until(moment.until)}"
    return "\n".join(part for part in (note, stands, footer(moment)) if part)


def then_post(moment: Moment, game: Game[Any, Any], of: int) -> str:
    """Return the words over an earlier board of a match that now has `of` moves."""
    match, event = moment.match, moment.event
    when = f"after move {moment.ply} of {of}" if moment.ply else f"at the start, before its {words.counted(of, 'move')}"
    at = event.at if event else match.created_at
    first = f"**{game.info.title} #{match.id}** as it stood {when} (<t:{int(at.timestamp())}:f>)."
    seat = game.to_move(moment.state)
    moved = [*_event(moment, game), *([f"Then {words.name(match.seats[seat - 1])} was to move."] if seat else [])]
    return "\n".join([first, " ".join(moved), footer(moment)])


def text_post(moment: Moment, game: Game[Any, Any], text: str, letters: str) -> str:
    """Return words, the board in letters and the position's line as one post; too long a line is left out."""
    whole = text_board(text, letters, game.position(moment.state))
    if len(whole) <= LIMIT:
        return whole
    return f"{text_board(text, letters)}\nThe position's line is too long for this post: `/board` with `text` has it."


def text_board(text: str, letters: str, position: str = "") -> str:
    """Return words, the board in letters, and the position's line."""
    line = f"\n\nPosition:\n```\n{position}\n```" if position else ""
    return f"{text}\n```\n{letters}\n```{line}"


def still_post(moment: Moment, game: Game[Any, Any]) -> str:
    """Return the words over one picture of a match, of whatever moment."""
    when = f"after move {moment.ply}" if moment.ply else "at the start"
    return f"{game.info.title} #{moment.match.id} {when}.\n{footer(moment)}"


def look_post(look: Look) -> str:
    """Return what a person prefers."""
    turned = "from seat 1's side, never turned"
    if look.sides == "mover":
        turned = "from your own side; boards that all see, from that of whoever is to move"
    return (
        f"Your look: theme `{look.theme}`, size `{look.size}`, sides `{look.sides}` ({turned}).\n"
        "What you alone see is drawn so, and the boards of matches that you start from now on."
    )


def outcome(match: Match, game: Game[Any, Any], result: Result) -> str:
    """Return how a match ended, as a clause."""
    title = f"{game.info.title} #{match.id}"
    if result.drawn:
        return f"**{title} is drawn**: {result.reason}"
    winners = words.listed(words.name(match.seats[seat - 1]) for seat in result.winners)
    won = "wins" if len(result.winners) == 1 else "share first place in"
    return f"{winners} {won} **{title}**: {result.reason}"


def without_result(match: Match, game: Game[Any, Any], event: Event) -> str:
    """Return how a match was ended without a result, by whom and why, as a line of sentences."""
    title, why = f"{game.info.title} #{match.id}", words.plain(event.text)
    if event.user_id is None:
        return f"**{title} is void**: nobody wins. {words.sentence(why)}"
    by = f"A server admin, <@{event.user_id}>, ended **{title}**: nobody wins."
    return f"{by} The reason: {words.sentence(why)}" if why else by


def length(time: timedelta) -> str:
    """Return how long something took, in the largest unit that fits."""
    for unit, seconds in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if time.total_seconds() >= seconds:
            return words.counted(int(time.total_seconds() // seconds), unit)
    return "under a minute"


def _event(moment: Moment, game: Game[Any, Any]) -> list[str]:
    event = moment.event
    if event is None or event.seat is None or event.closes:
        return []
    who = words.name(moment.match.seats[event.seat - 1])
    if event.kind == "leave":
        return [f"{who} {event.text}."]
    if event.kind == "takeback":
        return [f"{who} takes back {what_goes(moment.ply + 1, moment.undone)}."]
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
