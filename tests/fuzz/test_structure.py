from tests.fuzz.structure import run


def test_no_record_deal_or_move_raises_hangs_or_fills_the_memory() -> None:
    """A short form of `make fuzz`."""
    figures = run(0, 1500)
    assert not figures.failures, figures.failures[0]
    assert figures.slowest < 5
    assert figures.rss_after - figures.rss_before < 32 * 2**20
    kinds = {outcome.partition(":")[0] for outcome in figures.outcomes}
    assert kinds == {"record", "deal", "move", "problem"}
    assert {"record: upheld", "record: illegal-move", "record: tampered", "move: legal"} <= set(figures.outcomes)
