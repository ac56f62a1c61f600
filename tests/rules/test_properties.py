"""Properties of the board sheets, whatever is played and by whatever house rules."""

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from service.rules.events import RoundSettled
from service.rules.game import Game, decide, evolve, fold, initial, legal_moves, settle
from service.rules.laying.lattice import neighbours_of
from service.rules.laying.tiles import NUMBERS_OF, TILES
from service.rules.moves import Bid, Cell, Declare, Discard, Draw, Move, Pass, Place, Play, Resign, Stop, Timeout
from service.rules.rulings import Accepted, Refused
from tests.rules.cases import SHEETS
from tests.rules.house_strategies import house_rules_of
from tests.rules.positions import FIVE, NAMES, terms_of

SEEDS = st.integers(0, 2**32)

CORNERS = list(product(range(6), repeat=3))


def cells_near(game: Game) -> list[Cell]:
    """Every laid cell, every one beside it, and one round further out."""
    laid = set(game.table.board.cells) or {(0, 0)}
    near = laid | {cell for at in laid for cell in neighbours_of(at)}
    return sorted(near | {cell for at in near for cell in neighbours_of(at)})


def candidates(game: Game) -> set[Move]:
    """All moves of the seat on turn that could be legal: its tiles in every order everywhere near, and the others."""
    player = game.turn or NAMES[0]
    orders = {order for tile in game.table.hands[player] for order in permutations(NUMBERS_OF[tile])}
    places = {Place(player, at, order) for at in cells_near(game) for order in orders}
    return places | {Draw(player), Pass(player), Stop(player)}


def anything(rng: Random) -> Move:
    """A well-formed move of any kind of game by anybody."""
    player = rng.choice([*NAMES, "stranger"])
    at = (rng.randint(-200, 200), rng.randint(-200, 200)) if rng.random() < 0.3 else (rng.randint(-3, 3),) * 2
    return rng.choice(
        [
            Place(player, at, rng.choice(CORNERS)),
            Draw(player, rng.choice([None, *TILES, "0-2-1", "6-6", ""])),
            Pass(player),
            Stop(player),
            Bid(player, rng.randint(-(2**53), 2**53)),
            Discard(player, rng.choice(TILES)),
            Declare(player, "doubles"),
            Play(player, "6-6"),
        ]
    )


class BoardGame(RuleBasedStateMachine):
    """Plays round after round at random and looks at the states from all sides."""

    prefix: str

    @initialize(data=st.data(), seed=SEEDS)
    def open_a_game(self, data, seed):
        self.sheet = SHEETS[self.prefix]
        players = data.draw(st.sampled_from(self.sheet.seats))
        self.game = self.start = initial(
            self.sheet, terms_of(self.sheet, players, data.draw(house_rules_of(self.sheet)))
        )
        self._deal(seed)

    def _deal(self, seed):
        game, kind = self.game, self.sheet.kind
        tiles = Random(seed).sample(TILES, len(TILES))
        deal = kind.cut(game.rules, game.players, tiles)
        assert list(kind.deal_faults(self.sheet, game.rules, game.terms, deal, None)) == []
        self.start = game
        self.events = [
            kind.open_round(
                self.sheet, game.rules, terms=game.terms, number=game.round + 1, scores=game.scores, deal=deal
            )
        ]
        self.game = fold(game, self.events)
        assert self.game.scores == game.scores

    @rule(seed=SEEDS, moves=st.integers(1, 80))
    def play_on(self, seed, moves):
        """Some legal moves; a round that ends is settled and the next one dealt."""
        rng = Random(seed)
        for _ in range(moves):
            if self.game.over:
                return
            if self.game.ended:
                self._settle()
                if not self.game.over:
                    self._deal(seed)
                return
            self._play(*rng.choice(legal_moves(self.game)))

    def _play(self, move, items):
        ruling = decide(self.game, move)
        assert isinstance(ruling, Accepted)
        assert ruling.items == items
        assert all(item.points or item.reason == "tile-value" for item in items)
        assert len({item.reason for item in items}) == len(items)
        before = self.game.scores
        self.game = fold(self.game, ruling.events)
        self.events += ruling.events
        self._scores_have_changed_by(items, before)

    def _settle(self):
        if not self.game.ended.settles:
            return
        before = self.game.scores
        settlement, end = settle(self.game)
        assert isinstance(settlement, RoundSettled)
        assert all(item.points for item in settlement.items)
        self.game = evolve(self.game, settlement)
        self._scores_have_changed_by(settlement.items, before)
        if end:
            assert end.winner
            self.game = evolve(self.game, end)
        self.start, self.events = self.game, []

    def _scores_have_changed_by(self, items, before):
        sums = dict(before)
        for item in items:
            assert item.clause in self.sheet.clause_by_id
            sums[item.player] += item.points
        assert self.game.scores == sums

    @rule()
    def every_listed_move_is_accepted_and_everything_else_is_refused(self):
        listed = dict(legal_moves(self.game))
        assert len(listed) == len(legal_moves(self.game))
        assert bool(listed) == (self.game.turn is not None)
        allowed = {move: ruling.items for move in candidates(self.game) if (ruling := self._accepted(move))}
        assert allowed == listed

    def _accepted(self, move):
        ruling = decide(self.game, move)
        return ruling if isinstance(ruling, Accepted) else None

    @rule(seed=SEEDS)
    def any_well_formed_move_is_judged_and_judging_changes_nothing(self, seed):
        rng = Random(seed)
        before = fold(self.start, self.events)
        for move in [*(anything(rng) for _ in range(60)), Resign(NAMES[0]), Timeout(NAMES[0])]:
            ruling = decide(self.game, move)
            if isinstance(ruling, Refused):
                assert ruling.violations
                assert all(found.text and found.clause in self.sheet.clause_by_id for found in ruling.violations)
            else:
                assert move.type in ("resign", "timeout") or (move.player == self.game.turn)
        assert self.game == before

    @rule(seed=SEEDS)
    def folding_in_steps_is_folding_at_once(self, seed):
        middle = Random(seed).randint(0, len(self.events))
        version = self.start.version
        assert fold(fold(self.start, self.events[:middle]), self.events[middle:]) == self.game
        assert self.start.version == version

    @invariant()
    def tiles_are_conserved(self):
        table = self.game.table
        held = [tile for hand in table.hands.values() for tile in hand]
        assert sorted([*held, *table.laid, *table.pool[table.place :]]) == list(TILES)
        assert len(table.board.cells) == len(table.laid) == len(table.placements)


@pytest.mark.parametrize("prefix", FIVE)
def test_the_properties_hold_whatever_is_played(prefix):
    game = type(f"BoardGame{prefix}", (BoardGame,), {"prefix": prefix})
    run_state_machine_as_test(game, settings=settings(max_examples=10, stateful_step_count=20, deadline=None))
