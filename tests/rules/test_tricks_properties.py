"""Properties of trick games, whatever is played: on Three-Player Moon and on the pocket sheet of the tests."""

from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from service.rules.game import decide, evolve, fold, legal_moves, settle
from service.rules.library import load
from service.rules.moves import Bid, Declare, Discard, Draw, Move, Pass, Place, Play, Stop
from service.rules.rulings import Accepted
from service.rules.sheet import Sheet
from tests.rules.moon import MOON, PLAYERS, deal, opened

POCKET = load([Path(__file__).parents[1] / "sheets"]).find("pocket-moon", 1)
assert POCKET is not None

HOUSES = {
    "target": st.integers(1, 40),
    "all_pass": st.sampled_from(["redeal", "force-last"]),
    "allow_doubles_trump": st.booleans(),
}


def candidates(sheet: Sheet) -> list[Move]:
    """Every move that a seat could name, and some that are no moves of any trick game."""
    names = [*sheet.rules.tiles, "9-9", "1-6", "6-0", "tile"]
    trumps = [*map(str, range(9)), "doubles", "none", "trump"]
    return [
        move
        for player in (*PLAYERS, "stranger")
        for move in (
            *(Bid(player, value) for value in range(-1, 24)),
            Pass(player),
            *(Discard(player, tile) for tile in names),
            *(Declare(player, trump) for trump in trumps),
            *(Play(player, tile) for tile in names),
            Place(player, (0, 0), (1, 2, 3)),
            Draw(player),
            Stop(player),
        )
    ]


class TrickGame(RuleBasedStateMachine):
    """Plays round after round at random and looks at every state from all sides."""

    @initialize(sheet=st.sampled_from([MOON, POCKET]), house_rules=st.fixed_dictionaries({}, optional=HOUSES))
    def open_a_game(self, sheet, house_rules):
        self._open(sheet, house_rules)

    def _open(self, sheet, house_rules):
        self.start = self.game = opened(sheet, house_rules=house_rules)
        self.candidates = candidates(sheet)
        self.events = []

    @rule(data=st.data())
    def go_on(self, data):
        game = self.game
        if game.over:
            assert {decide(game, move).violations[0].code for move in self.candidates} == {"game-over"}
            self._open(game.sheet, game.terms.house_rules)
        elif game.table is None or game.settled:
            self._deal_a_round(data.draw(st.permutations(game.sheet.rules.tiles)), data.draw(st.sampled_from(PLAYERS)))
        elif game.ended:
            self._settle_the_round()
        else:
            self._play(data.draw(st.sampled_from([move for move, _ in legal_moves(game)])))

    def _deal_a_round(self, tiles, lot):
        sheet, game = self.game.sheet, self.game
        first = sheet.kind.next_first(game) or lot
        given = replace(sheet.kind.cut(game.rules, PLAYERS, tiles), first_bidder=first)
        assert list(sheet.kind.deal_faults(sheet, game.rules, game.terms, given, first)) == []
        self.start = self.game = deal(game, given)
        self.events = []

    def _play(self, move):
        ruling = decide(self.game, move)
        assert isinstance(ruling, Accepted)
        self.events += ruling.events
        before = dict(self.game.scores)
        self.game = fold(self.game, ruling.events)
        assert self.game.scores == before

    def _settle_the_round(self):
        settlement, end = settle(self.game)
        sums = dict(self.game.scores)
        for item in settlement.items:
            assert item.points
            sums[item.player] += item.points
        self.game = evolve(self.game, settlement)
        assert self.game.scores == settlement.scores == sums
        if end:
            assert end.winner
            self.game = evolve(self.game, end)

    @invariant()
    def every_listed_move_is_accepted_and_everything_else_refused(self):
        listed = [move for move, _ in legal_moves(self.game)]
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (self.game.turn is not None)
        accepted = [move for move in self.candidates if isinstance(decide(self.game, move), Accepted)]
        assert set(accepted) == set(listed)

    @invariant()
    def tiles_are_conserved(self):
        table = self.game.table
        if table is None:
            return
        held = [tile for hand in table.hands.values() for tile in hand]
        shown = [play.tile for plays in (*(trick.plays for trick in table.tricks), table.trick) for play in plays]
        hidden = [tile for tile in (table.widow, table.discard) if tile is not None]
        assert sorted([*held, *shown, *hidden]) == list(self.game.sheet.rules.tiles)
        assert list(table.played) == shown

    @invariant()
    def folding_in_two_steps_is_folding_in_one(self):
        if not self.events or self.game.settled:
            return
        middle = len(self.events) // 2
        before = self.start.version
        halves = fold(fold(self.start, self.events[:middle]), self.events[middle:])
        assert halves == fold(self.start, self.events) == self.game
        assert self.start.version == before


TestTrickGame = TrickGame.TestCase
TestTrickGame.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
