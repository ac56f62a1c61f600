import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.application import opening
from service.application.callers import REFEREE, SPECTATOR
from service.application.context import Context
from service.application.problems import Problem
from service.application.settling import settle_round
from service.ledger.entries import read
from service.rules.events import GameOpened, RoundDealt, RoundSettled
from tests.ledger import naive
from tests.playing import Game, open_game, seat


def give(game: Game, player: str, seed: str = "mine") -> None:
    opening.give_seed(game.ctx, game.id, seat(player), seat=player, seed=seed)


def kinds(game: Game) -> list[str]:
    return [entry.body["type"] for entry in game.ctx.log.read(game.id, 1, game.version)]


@pytest.fixture
def game(ctx: Context) -> Game:
    return open_game(ctx, players=3, await_seeds=True)


def test_the_first_deal_waits_for_every_seat(game: Game) -> None:
    assert game.state.phase == "awaiting-seeds"
    for player in ("blue", "red"):
        give(game, player)
        assert game.state.phase == "awaiting-seeds"
    give(game, "green")
    assert game.state.phase == "opening"
    assert kinds(game) == ["game-opened", "seed-given", "seed-given", "seed-given", "round-dealt"]


def test_a_seed_counts_once(game: Game) -> None:
    give(game, "red")
    with pytest.raises(Problem) as caught:
        give(game, "red", "another")
    assert caught.value.kind == "not-your-phase"
    assert kinds(game) == ["game-opened", "seed-given"]


def test_a_seat_gives_its_own_seed_and_nobody_else_gives_any(game: Game) -> None:
    for caller in (seat("blue"), REFEREE, SPECTATOR):
        with pytest.raises(Problem) as caught:
            opening.give_seed(game.ctx, game.id, caller, seat="red", seed="x")
        assert caught.value.kind == "forbidden"
    assert kinds(game) == ["game-opened"]


def test_the_referee_closes_seeding_and_the_deal_takes_the_seeds_there_are(game: Game) -> None:
    give(game, "blue", "only mine")
    for caller in (seat("red"), SPECTATOR):
        with pytest.raises(Problem) as caught:
            opening.close_seeding(game.ctx, game.id, caller)
        assert caught.value.kind == "forbidden"
    opening.close_seeding(game.ctx, game.id, REFEREE)
    assert kinds(game) == ["game-opened", "seed-given", "seeding-closed", "round-dealt"]
    for late in (lambda: give(game, "red"), lambda: opening.close_seeding(game.ctx, game.id, REFEREE)):
        with pytest.raises(Problem) as caught:
            late()
        assert caught.value.kind == "not-your-phase"
    assert_dealt_by(game, {"blue": "only mine"})


def assert_dealt_by(game: Game, seeds: dict[str, str]) -> None:
    """Every deal is the one that the contract's steps give with these seeds."""
    events = read(game.ctx.log.read(game.id, 1, game.version))
    opened = events[0]
    assert isinstance(opened, GameOpened)
    assert opened.root is not None
    root = bytes.fromhex(opened.root)
    assert opened.commitment == naive.root_commitment(root)
    deals = [event for event in events if isinstance(event, RoundDealt)]
    for deal in deals:
        key = naive.round_key(root, game.id, deal.round)
        order, _ = naive.shuffle(game.state.sheet.kind.tiles(game.state.rules), key, naive.mix(seeds))
        assert [tile for player in deal.terms.players for tile in deal.hands[player]] + list(deal.pool) == order
        assert deal.key_commitment == naive.key_commitment(key)
    for settled in (event for event in events if isinstance(event, RoundSettled)):
        assert settled.key == naive.round_key(root, game.id, settled.round).hex()


def test_all_rounds_are_dealt_as_the_contract_says(game: Game) -> None:
    seeds = {player: f"{player} ✓ 😀" for player in game.state.players}
    for player, seed in seeds.items():
        give(game, player, seed)
    game.play(lambda: settle_round(game.ctx, game.id), rounds=2)
    assert game.state.round == 3
    assert_dealt_by(game, seeds)


def test_without_seeds_deals_follow_from_the_root_alone(ctx: Context) -> None:
    game = open_game(ctx)
    game.play(lambda: settle_round(ctx, game.id), rounds=1)
    assert_dealt_by(game, {})


def test_seats_that_give_their_seeds_at_once_all_count_once(ctx: Context) -> None:
    game = open_game(ctx, players=6, await_seeds=True)
    together = threading.Barrier(6)

    def at_once(player: str) -> None:
        together.wait(10)
        give(game, player, player)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(at_once, game.state.players))
    assert kinds(game) == ["game-opened", *["seed-given"] * 6, "round-dealt"]
    assert_dealt_by(game, {player: player for player in game.state.players})


def test_a_game_that_awaits_no_seeds_takes_none(ctx: Context) -> None:
    game = open_game(ctx)
    with pytest.raises(Problem) as caught:
        give(game, "red")
    assert caught.value.kind == "not-your-phase"
    with pytest.raises(Problem) as caught:
        open_game(ctx, dealer="client", await_seeds=True)
    assert caught.value.kind == "malformed"


def test_two_games_have_nothing_in_common(ctx: Context) -> None:
    games = [open_game(ctx, await_seeds=True) for _ in range(2)]
    for game in games:
        for player in game.state.players:
            give(game, player, "the same")
    one, other = (read(game.ctx.log.read(game.id, 1, game.version))[-1] for game in games)
    assert isinstance(one, RoundDealt)
    assert isinstance(other, RoundDealt)
    assert one.hands != other.hands
    assert one.key_commitment != other.key_commitment
