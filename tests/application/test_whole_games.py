import pytest

from service.application.context import Context
from tests.playing import SHEETS, SHORT, open_game
from tests.surroundings import Jobs


@pytest.mark.parametrize(("ruleset", "players"), SHEETS)
def test_a_game_of_every_sheet_is_played_to_its_end(ctx: Context, run_jobs: Jobs, ruleset: str, players: int) -> None:
    game = open_game(ctx, ruleset, players, house_rules=SHORT.get(ruleset))
    game.play(run_jobs)
    assert game.state.over is not None
    assert run_jobs.failed() == []
