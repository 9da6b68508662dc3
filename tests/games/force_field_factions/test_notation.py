"""Moves of Force Field Factions as text: every form of one, and every sentence that refuses one."""

from __future__ import annotations

import pytest

from games.contract import IllegalMove
from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, State
from tests.games.force_field_factions.positions import CROWD, GAME, at, played, start

START = start()
POINTS = "point (`n` `ne` `e` `se` `s` `sw` `w` `nw` `up`)"
ADDS = "add a field (`+red` `+green` `+blue` `+yellow` `+purple` `+orange` `+clear`)"


def canonical(state: State, text: str) -> str:
    return GAME.format(state, GAME.parse(state, text))


def refusal(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value.kind, rejection.value.reason


class TestForms:
    @pytest.mark.parametrize(
        "text",
        [
            "d4: f f f",
            "d4: f3",
            "d4: 3",
            "d4: fff",
            "d4: f2 f",
            "d4: f 2",
            "D4: FFF",
            "`d4: f f f`",
            " d4 :  f  f2 ",
            "d4:f3",
        ],
    )
    def test_advances(self, text: str) -> None:
        assert canonical(at("d4:w3.n", 2), text) == "d4: f f f"

    @pytest.mark.parametrize("number", range(9))
    def test_pointings_by_letters_and_by_words(self, number: int) -> None:
        state = at("d4:w2.n.r", 2)
        for word in (FACINGS[number], COMPASS[number], COMPASS[number].replace("-", ""), COMPASS[number].upper()):
            assert canonical(state, f"d4: -red {word}") == f"d4: -red {FACINGS[number]}"

    def test_upright_in_short(self) -> None:
        assert canonical(at("d4:w1.n", 2), "d4: u") == "d4: up"

    @pytest.mark.parametrize(("letter", "colour"), COLOURS.items())
    def test_removals_and_additions_by_colour_letter_and_outermost(self, letter: str, colour: str) -> None:
        state = at(f"d4:w2.n.{letter}", 2)
        for text in ("-", f"-{letter}", f"-{colour}", f"\u2212{colour}", f"\u2013{letter}", f"- {colour}"):
            assert canonical(state, f"d4: {text}") == f"d4: -{colour}"
        bare = at("d4:w2.n", 2)
        for text in (f"+{letter}", letter, f"+{colour}", f"+ {colour}", f"+ {letter}"):
            assert canonical(bare, f"d4: {text}") == f"d4: +{colour}"

    def test_a_bare_minus_before_a_bare_letter_is_a_removal_and_an_addition(self) -> None:
        assert canonical(at("d4:w2.n.r", 2), "d4: - b") == "d4: -red +blue"

    @pytest.mark.parametrize(
        ("text", "written"),
        [
            ("x", "x"),
            ("\u00d7", "x"),
            ("x>n", "x"),
            ("x>ne", "x>ne"),
            ("x > ne", "x>ne"),
            ("x>north-east", "x>ne"),
            ("x>upright", "x>up"),
            ("x ne", "x ne"),
        ],
    )
    def test_attacks(self, text: str, written: str) -> None:
        assert canonical(at("d4:w2.n d5:b1.n", 2), f"d4: {text}") == f"d4: {written}"

    @pytest.mark.parametrize(
        ("text", "written"),
        [
            ("x", "x,up"),
            ("x,up", "x,up"),
            ("x,u", "x,up"),
            ("x , s", "x,s"),
            ("x>n,s", "x,s"),
            ("x>ne", "x>ne,up"),
            ("x>ne,s", "x>ne,s"),
            ("x>north-east, south", "x>ne,s"),
            ("x ne", "x,up ne"),
            ("x,s,ne", "x,s ne"),
            ("x>ne,s, n", "x>ne,s n"),
        ],
    )
    def test_conversions(self, text: str, written: str) -> None:
        assert canonical(at("d4:w2.n.p d5:b1.n", 2), f"d4: {text}") == f"d4: {written}"

    @pytest.mark.parametrize(
        "text",
        [
            "c8 s f +yellow",
            "c8 s f plus yellow",
            "c8 South and forward and add yellow",
            "C8 colon south forward plus yellow.",
            "c8: s then advance then + y",
            "c8: s, f, +yellow",
            "c8, s, f, +yellow",
            "c8:s f+yellow",
            "c8: s,f,+y",
        ],
    )
    def test_a_turn_as_it_is_dictated(self, text: str) -> None:
        assert canonical(START, text) == "c8: s f +yellow"

    @pytest.mark.parametrize("text", ["d4: x, +yellow", "d4: x,+y", "d4: x>n, + yellow"])
    def test_what_comes_behind_an_attack_and_a_comma(self, text: str) -> None:
        assert canonical(at("d4:w2.n d5:b1.up", 2), text) == "d4: x +yellow"

    @pytest.mark.parametrize("text", ["d4 minus red attack", "d4 remove red x", "d4: - red and attack"])
    def test_a_removal_and_an_attack_as_they_are_dictated(self, text: str) -> None:
        assert canonical(at("d4:w2.n.r d5:b1.n", 2), text) == "d4: -red x"

    def test_a_facing_that_is_the_old_one_may_stand_behind_an_attack_that_fails(self) -> None:
        assert canonical(at("d4:w2.n d5:b1.up", 2), "d4: x>n e") == "d4: x e"

    def test_the_star_names_the_piece_out_of_phase_and_is_kept_where_both_are_yours(self) -> None:
        both = at("d4:w2.n d4:w1.n.c", 2)
        assert canonical(both, "d4: e") == "d4: e"
        assert canonical(both, "d4*: +red") == "d4*: +red"
        assert canonical(both, "d4 * : +r") == "d4*: +red"
        other = at("d4:b2.n d4:w1.n.c", 2)
        assert canonical(other, "d4*: +red") == "d4: +red"
        assert canonical(other, "d4: +red") == "d4: +red"
        assert canonical(at("d4:w1.n.c", 2), "d4: +red") == "d4: +red"

    def test_the_whole_form_of_the_page(self) -> None:
        state = at("c1:w1.e.yr d3:b1.s", 2)
        assert canonical(state, "c1: -red n f +blue") == "c1: -red n f +blue"
        assert canonical(at("c1:w2.e.r d2:b1.s", 2), "c1: - ne x>e +b") == "c1: -red ne x>e +blue"

    @pytest.mark.parametrize(
        "text",
        [
            "nice one",
            "a1 was better?",
            "d4 looks good",
            "c1 threatens d4",
            "gg",
            "3",
            "x",
            "+red",
            "n",
            "a1: well, that was that",
            "c1: ok",
            "d8 d7",
            "d8, d7",
            "c1, ok",
            "d8 and d7",
            "d8 plus d7",
            "d9",
            "j5",
            "\u00e91: n",
            "d8: s +\x04red",
            "",
            "a1: n " * 60,
        ],
    )
    def test_chat(self, text: str) -> None:
        assert refusal(START, text)[0] == "not_a_move"


class TestUnfinished:
    @pytest.mark.parametrize(
        ("state", "text", "reason"),
        [
            (START, "d", "Not yet a move: name one of your pieces and its actions, `d8:`."),
            (START, "d8", f"Not yet a move: after `d8:` the piece on d8 can {POINTS} or {ADDS}."),
            (START, "d8:", f"Not yet a move: after `d8:` the piece on d8 can {POINTS} or {ADDS}."),
            (CROWD, "c", "Not yet a move: name one of your pieces and its actions, `c1:` or `c1*:`."),
            (CROWD, "c1*", "Not yet a move: after `c1*:` the piece on c1 can remove its field (`-clear`)."),
            (
                CROWD,
                "c1:",
                (
                    f"Not yet a move: after `c1:` the piece on c1 can remove its field (`-yellow`), {POINTS} or "
                    "attack d2 (`x`)."
                ),
            ),
            (
                START,
                "d8: up",
                (
                    f"`d8: up` leaves the position as it was, and a turn must change it. Go on: the piece on d8 "
                    f"can {ADDS}."
                ),
            ),
            (
                CROWD,
                "e1: x",
                f"`e1: x` leaves the position as it was, and a turn must change it. Go on: the piece on e1 can {ADDS}.",
            ),
            (START, "d8: +bl", "Not yet a move: action 1, `+bl`, can become `+blue`."),
            (START, "d8: nor", "Not yet a move: action 1, `nor`, can become `n` `ne` `nw`."),
            (CROWD, "c1: -ye", "Not yet a move: action 1, `-ye`, can become `-yellow`."),
            (
                CROWD,
                "c1: - x>",
                "Not yet a move: action 2, `x>`, can become `x>n` `x>e` `x>se` `x>s` `x>sw` `x>w` `x>nw` `x>up`.",
            ),
            (
                at("d4:w2.n.p d5:b1.n", 2),
                "d4: x",
                "",
            ),
            (
                at("d4:w2.n.p d5:b1.n", 2),
                "d4: x,",
                (
                    "Not yet a move: action 1, `x,`, can become `x,up` `x,n` `x,ne` `x,e` `x,se` `x,s` `x,sw` "
                    "`x,w` `x,nw`."
                ),
            ),
        ],
    )
    def test_says_what_can_come_next(self, state: State, text: str, reason: str) -> None:
        if reason:
            assert refusal(state, text) == ("unfinished", reason)
        else:
            assert GAME.parse(state, text)

    def test_a_piece_that_can_advance_is_told_where(self) -> None:
        assert "advance to d5 (`f`)" in refusal(at("d4:w2.n", 2), "d4:")[1]


class TestIllegal:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("z9: n", "`z9` isn't on the board: its squares go from `a1` to `h8`."),
            ("d9: n", "`d9` isn't on the board: its squares go from `a1` to `h8`."),
            ("c1: n", "c1 is White's 1-pip piece: name one of your pieces, the nearest is on `a8`."),
            ("c4: n", "c4 is empty: name one of your pieces, the nearest is on `a8`."),
            ("d8*: s", "You have no out-of-phase piece on d8: `d8:` names the one in phase."),
            (
                "d8: x",
                (
                    "Action 1, `x`: the piece stands upright on d8 and points at no square: point it first, "
                    "for example `n`."
                ),
            ),
            (
                "d8: s f",
                (
                    "Action 2, `f`: the 1-pip piece has spent its 1 movement point; a field can be added, for "
                    "example `+red`."
                ),
            ),
            ("d8: s +red f", "Action 3, `f`: an added field ends the turn: write it last, and add only one."),
            ("d8: -", "Action 1, `-`: d8 carries no field to remove."),
            (
                "d8: s -red",
                "Action 2, `-red`: a field is removed before anything else is done, and this piece carries none.",
            ),
            ("d8: blue", "Action 1, `blue`, isn't an action: `+blue` adds that field, `-blue` removes it."),
            ("d8: s +cyan", f"Action 2, `+cyan`, isn't an action. Here the piece can {ADDS}."),
            ("d8: ` +red", f"Action 1, `'`, isn't an action. Here the piece can {POINTS} or {ADDS}."),
            ("d8: +re s", f"Action 1, `+re`, isn't an action. Here the piece can {POINTS} or {ADDS}."),
            ("d8: +red 0", "Action 2, `0`, isn't an action, and the turn is over."),
            ("a8: +red", "Action 1, `+red`: a8 is a 3-pip piece, which carries no fields."),
            (
                "a8: s f5",
                "Action 2, `f5`: the 3-pip piece has spent its 3 movement points. `f2` goes as far as it can.",
            ),
            (
                "a8: up up up",
                (
                    "`a8: up up up` leaves the position as it was, and a turn must change it; nothing can "
                    "follow, so do something else with a8."
                ),
            ),
        ],
    )
    def test_at_the_start(self, text: str, reason: str) -> None:
        assert refusal(START, text) == ("illegal", reason)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("b", "You have no piece in column b; the nearest is on `a1`."),
            ("c1: -r", "Action 1, `-r`: the outermost field on c1 is yellow, and only it can be removed: `-yellow`."),
            (
                "c1: +b",
                (
                    "Action 1, `+b`: c1 is a 1-pip piece and carries two fields, the most it can: "
                    "begin with `-yellow` to make room."
                ),
            ),
            ("c1: - -", "Action 2, `-`: only one field is removed in a turn."),
            (
                "c1: n -",
                "Action 2, `-`: a field is removed before anything else is done: begin the turn with `-yellow`.",
            ),
            (
                "c1: x>n,s",
                (
                    "Action 1, `x>n,s`: nothing is converted on d2, and only a converted piece faces as a "
                    "comma says: write `x>n`."
                ),
            ),
            ("c1: f", "Action 1, `f`: d2 is occupied by Black's 2-pip piece: `x` attacks it."),
            (
                "c1: w f2",
                (
                    "Action 2, `f2`: the 1-pip piece has spent its 2 movement points, doubled for each yellow "
                    "field. `f1` goes as far as it can."
                ),
            ),
            (
                "c1*: n",
                (
                    "Action 1, `n`: c1 is out of phase: it can't point, advance or attack until its clear "
                    "field is removed: begin with `-clear`."
                ),
            ),
            (
                "c1*: -clear n",
                "Action 2, `n`: the change of phase has destroyed both pieces, and the turn is over (R6).",
            ),
            (
                "e1: x>w",
                (
                    "Action 1, `x>w`: the attack on e2 fails (attack 1 against defence 3), so nobody turns: it "
                    "is written `x`."
                ),
            ),
            (
                "f1: n x",
                (
                    "Action 2, `x`: Black's 2-pip piece on f2 is out of phase and can't be attacked; `f` goes "
                    "onto its square."
                ),
            ),
            ("f1: w f", "Action 2, `f`: e1 is occupied by your 1-pip piece: point past it."),
            ("f1: w x", "Action 2, `x`: e1 is your 1-pip piece, and only enemy pieces can be attacked (R1)."),
            ("a1: e x", "Action 2, `x`: b1 is empty, there's nothing to attack; `f` advances to it."),
            ("h1: f", "Action 1, `f`: h1 points east, where the board ends: point it elsewhere first."),
            ("f2: -", "f2 is Black's 2-pip piece: name one of your pieces, the nearest is on `e1`."),
        ],
    )
    def test_in_a_crowd(self, text: str, reason: str) -> None:
        assert refusal(CROWD, text) == ("illegal", reason)

    def test_what_the_pool_lacks_is_told_with_what_it_has(self) -> None:
        state = at("a4:b2.n.r b4:w1.n.gr c4:b1.n.br e4:w2.n", 2)
        assert refusal(state, "e4: n +red") == (
            "illegal",
            (
                "Action 2, `+red`: the pool has no red field of 3 pips left, the size that e4 needs: "
                "of that size it has `+green` `+blue` `+yellow` `+purple` `+orange` `+clear`."
            ),
        )

    def test_after_the_end_nothing_is_played_but_chat_is_still_chat(self) -> None:
        ended = GAME.leave(START, 1)
        assert refusal(ended, "d8: s") == ("illegal", "The match is over.")
        assert refusal(ended, "gg")[0] == "not_a_move"


class TestSuggestions:
    def test_an_empty_text_gives_every_piece_from_a1_to_h8(self) -> None:
        assert GAME.suggest(CROWD, "", 25) == ["a1:", "c1:", "c1*:", "e1:", "f1:", "g1:", "h1:"]

    def test_actions_come_in_the_order_of_a_turn_whatever_they_win(self) -> None:
        state = at("d4:w3.n d5:b2.n c3:w2.e d3:b1.n", 2, rest="a1:w1.n a8:b3.n b8:b2.n c8:b3.n")
        found = GAME.suggest(state, "c3:", 25)
        assert found[:2] == ["c3:", "c3: n"]
        ends = [text.split()[-1] for text in found[1:]]
        turned = [f"x>{facing}" for facing in ("n", "ne", "se", "s", "sw", "w", "nw", "up")]
        assert ends == ["n", "ne", "se", "s", "sw", "w", "nw", "up", "x", *ends[9:16], *turned]
        assert all(end.startswith("+") for end in ends[9:16])
        result = GAME.result(played(state, "c3: x"))
        assert result
        assert result.winners == (2,)

    @pytest.mark.parametrize(
        ("text", "among"),
        [
            ("c", "c1*:"),
            ("C1", "c1:"),
            ("c1:", "c1: -yellow"),
            ("c1: ", "c1: se"),
            ("c1: x", "c1: x>sw"),
            ("c1: x>s", "c1: x>sw"),
            ("c1: -", "c1: -yellow"),
            ("c1: - ", "c1: -yellow n"),
            ("c1: north", "c1: nw"),
            ("c1: n", "c1: n e"),
            ("f1: n f +cl", "f1: n f +clear"),
            ("f1: n 1 ", "f1: n f +clear"),
            ("c1*: ", "c1*: -clear"),
            ("c1 n", "c1: n"),
        ],
    )
    def test_a_half_typed_turn_is_completed(self, text: str, among: str) -> None:
        assert among in GAME.suggest(CROWD, text, 25)

    def test_every_facing_after_a_conversion_can_be_reached(self) -> None:
        state = at("d4:w2.n.p d5:b1.n", 2)
        assert {f"d4: x>e,{facing}" for facing in FACINGS} <= set(GAME.suggest(state, "d4: x>e,", 25))
        assert {f"d4: x,{facing}" for facing in FACINGS} <= set(GAME.suggest(state, "d4: x,", 25))

    @pytest.mark.parametrize(
        "text", ["z", "d9", "nice one", "c1: foo", "c1: +red ", "d2: n", "b1", "c1: f ", "x" * 5000]
    )
    def test_what_begins_no_turn_has_none(self, text: str) -> None:
        assert GAME.suggest(CROWD, text, 25) == []

    def test_what_changes_nothing_is_not_suggested(self) -> None:
        assert "e1: n" not in GAME.suggest(CROWD, "e1: n", 25)
        assert "e1: x" not in GAME.suggest(CROWD, "e1: x", 25)
        assert "c1: -yellow +yellow" not in GAME.suggest(CROWD, "c1: -yellow +", 25)

    def test_there_are_never_more_than_the_limit_and_none_after_the_end(self) -> None:
        assert [len(GAME.suggest(START, "", limit)) for limit in (-1, 0, 1, 8)] == [0, 0, 1, 8]
        assert GAME.suggest(GAME.leave(START, 1), "", 25) == []


class TestWords:
    @pytest.mark.parametrize(
        ("pieces", "text", "words"),
        [
            ("d4:w2.n.r", "d4: -red f2", "plays d4 (2 pips): removes red, advances to d6"),
            ("d4:w1.n", "d4: up +blue", "plays d4 (1 pip): stands upright, adds blue"),
            (
                "d4:w2.n d5:b1.n",
                "d4: x>e f",
                "plays d4 (2 pips): takes Black's 1-pip piece on d5 and turns east, advances to e5",
            ),
            (
                "d6:w2.n.g d7:b1.n d8:w1.n",
                "d6: x",
                (
                    "plays d6 (2 pips): pushes Black's 1-pip piece from d7 to d8 and White's 1-pip piece from d8 over "
                    "the edge, and moves to d7"
                ),
            ),
            (
                "d4:w2.n.p d5:b1.n",
                "d4: x,s",
                "plays d4 (2 pips): converts Black's 1-pip piece on d5 (now facing south)",
            ),
            (
                "d4:w2.n.o d5:b1.n.yb",
                "d4: x>e",
                "plays d4 (2 pips): strips Black's 1-pip piece on d5 of yellow and blue and turns east",
            ),
            (
                "d4:w2.n d5:b1.up",
                "d4: x sw",
                "plays d4 (2 pips): attacks d5 in vain (1 against 2), points south-west",
            ),
            (
                "d4:w1.n.c d4:b2.n",
                "d4: -clear",
                "plays d4 (1 pip, out of phase): removes clear, which destroys it and Black's 2-pip piece on d4",
            ),
        ],
    )
    def test_a_turn_is_told(self, pieces: str, text: str, words: str) -> None:
        state = at(pieces, 2)
        assert GAME.describe(state, GAME.parse(state, text)) == words

    def test_the_task_shows_a_turn_that_can_be_played(self) -> None:
        what, example = GAME.task(START).rsplit("`", 2)[:2]
        assert what.endswith("for example ")
        assert GAME.parse(START, example)
        assert GAME.task(GAME.leave(START, 2)) == ""


class TestPositionText:
    def test_squares_go_column_by_column_and_the_piece_in_phase_comes_first(self) -> None:
        text = "a1:w3.up a2:b3.s b1:w1.ne.ry b1:b2.s.c h8:b1.nw.cc 2"
        assert GAME.position(GAME.parse_position(text)) == text

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "ends with the seat"),
            ("a1:w3.up 3", "not '3'"),
            ("a1:w3.up  1", "'' is no piece"),
            ("b1:w3.up a1:b3.up 1", "out of order"),
            ("a2:b1.up a1:w3.up 1", "out of order"),
            ("a1:b1.up.c a1:w3.up 1", "out of order"),
            ("a1:w3.up a1:b2.n 1", "Two pieces in phase stand on a1"),
            ("a1:w2.up.c a1:b2.n.c 1", "Two pieces out of phase stand on a1"),
            ("a9:w3.up 2", "is no piece"),
            ("a1:w4.up 2", "is no piece"),
            ("a1:w3.north 2", "faces 'north'"),
            ("a1:w2.n.q 2", "carries 'q'"),
            ("a1:w3.n.r 2", "carries 1 fields: a 3-pip piece carries at most 0"),
            ("a1:w2.n.rr 2", "at most 1"),
            ("a1:w2.n. 2", "is no piece"),
            ("a1:w3.up 1", "Black has no piece to move"),
            ("a1:w3.n a2:w3.n a3:w3.n 2", "White has 3 pieces of size 3: at most 2"),
            ("a1:b2.n.r a2:b2.n.r a3:w2.n.r a4:w2.n.r 2", "4 red fields of 3 pips are in use: there are 3"),
            ("a1:w3.up " * 60 + "1", "at most 400 characters"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            GAME.parse_position(text)

    def test_a_larger_pool_allows_more_fields(self) -> None:
        text = "a1:b2.n.r a2:b2.n.r a3:w2.n.r a4:w2.n.r 2"
        assert GAME.position(GAME.parse_position(text, 2, {"pool": 5})) == text

    def test_an_ended_position_is_over_and_says_no_more(self) -> None:
        state = GAME.parse_position("a1:w3.up -")
        result = GAME.result(state)
        assert result is not None
        assert (GAME.to_move(state), result.places, result.clause) == (None, (), "the match is over")
