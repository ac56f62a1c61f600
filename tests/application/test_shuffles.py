"""Nothing is dealt from secrets that may be another's, and a game whose first events are damaged is not ended."""

from collections.abc import Callable

import pytest
from redis import Redis

from service.application import settling
from service.application.callers import REFEREE
from service.application.context import Context
from service.application.dealing import shuffles_of
from service.application.problems import Problem
from service.application.reading import state
from service.ledger.entries import seal_preimage
from service.log import keys
from service.rules.moves import Resign
from tests.application.tampering import rows_of, store
from tests.playing import Game, open_game
from tests.surroundings import Jobs


def forged(game: Game) -> bytes:
    return seal_preimage(game.id, 1, "root", "00", "ab" * 32)


SPOILT: dict[str, Callable[[Game], dict[str, object]]] = {
    "another root": lambda game: {"sealed": forged(game)},
    "no root": lambda _: {"sealed": b""},
    "no event": lambda _: {"event": b"{bad"},
    "another commitment": lambda _: {"event": b'{"commitment":null}'},
}


@pytest.fixture(params=SPOILT)
def spoilt(ctx: Context, redis: Redis, run_jobs: Jobs, request: pytest.FixtureRequest) -> Game:
    """A game in its second round whose first event is not what it was."""
    game = open_game(ctx)
    game.play(run_jobs, rounds=1)
    rows = rows_of(redis, game.id)
    store(redis, game.id, [{**rows[0], **SPOILT[request.param](game)}, *rows[1:]])
    return game


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Problem) as stopped:
        call()
    return stopped.value.kind


def test_its_secrets_are_not_used(spoilt: Game) -> None:
    assert refused(lambda: shuffles_of(spoilt.ctx, spoilt.id)) == "log-damaged"


def test_it_is_not_ended_but_still_read(spoilt: Game) -> None:
    version = spoilt.version
    assert refused(lambda: spoilt.move(Resign("red"))) == "log-damaged"
    assert refused(spoilt.close) == "log-damaged"
    assert state(spoilt.ctx, spoilt.id, REFEREE)["version"] == version == spoilt.version


def test_its_next_round_is_not_dealt_and_the_settlement_sets_the_mark(spoilt: Game, redis: Redis) -> None:
    spoilt.play_round()
    assert refused(lambda: settling.settle_round(spoilt.ctx, spoilt.id)) == "log-damaged"
    assert redis.hget(keys.head(spoilt.id), "damaged") is not None
    assert spoilt.state.phase == "settling"


def test_a_client_s_game_has_no_secrets(ctx: Context) -> None:
    assert shuffles_of(ctx, open_game(ctx, dealer="client").id) is None
