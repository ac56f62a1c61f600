"""What a trick-taking hand scores, and when the game is over."""

from collections.abc import Mapping
from typing import Any

from service.rules.rulings import ScoreItem
from service.rules.sheet import Finish, Settlement
from service.rules.tricks.parameters import TrickRules
from service.rules.tricks.table import TrickTable


def settle(game: Any) -> Settlement:
    """The settlement of the round that has ended: the contract, then the others' tricks. Nobody wins a round."""
    ended_by = game.ended.ended_by
    items = _contract_items(game) if ended_by == "played" else ()
    return Settlement(items=items, clause=game.sheet.cite(f"settlement/{ended_by}"))


def _contract_items(game: Any) -> tuple[ScoreItem, ...]:
    table: TrickTable = game.table
    rules: TrickRules = game.rules
    assert table.contract is not None
    bidder, bid = table.contract.player, table.contract.value
    detail = "moon" if bid == rules.moon else ""
    if _contract_made(game):
        contract = game.sheet.item(bidder, bid, "contract-made", detail)
    else:
        contract = game.sheet.item(bidder, -bid, "contract-set", detail)
    taken = {player: table.tricks_of(player) for player in game.players if player != bidder}
    return contract, *(game.sheet.item(player, count, "tricks") for player, count in taken.items() if count)


def _contract_made(game: Any) -> bool:
    contract = game.table.contract
    return bool(game.table.tricks_of(contract.player) >= game.rules.tricks_needed(contract.value))


def finish(game: Any, scores: Mapping[str, int]) -> Finish | None:
    """The end of the game after a settlement: a made moon, or one player alone in the lead at the target."""
    rules: TrickRules = game.rules
    if game.ended.ended_by != "played":
        return None
    contract = game.table.contract
    if rules.moon_wins_game and contract.value == rules.moon and _contract_made(game):
        return Finish(winner=(contract.player,), ended_by="moon", clause=game.sheet.cite("winner/moon"))
    highest = max(scores[player] for player in game.players)
    leaders = tuple(player for player in game.players if scores[player] == highest)
    if highest < rules.target or len(leaders) > 1:
        return None
    return Finish(winner=leaders, ended_by="target", clause=game.sheet.cite("winner/highest"))
