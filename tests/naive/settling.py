"""How rounds and games end, and what is settled then (sections 2 and 3)."""

from tests.naive.game import Game, Item
from tests.naive.laying import something_fits
from tests.naive.tiles import value


def ended_or_blocked(game: Game, move) -> str | None:
    """What ends the round after this move on a triangular sheet, None where it goes on."""
    if game.alone:
        if move["type"] == "stop":
            return "stopped"
        used_up = game.drawn_in_all >= game.rules["draw_limit"] or not game.pool
        return "exhausted" if used_up and not something_fits(game.board, game.hands[game.turn]) else None
    if not game.hands[game.turn]:
        return "out"
    if move["type"] == "draw":
        return None
    if game.rules["blocked_when"] == "all-pass":
        return "blocked" if game.passes_in_a_row >= len(game.players) else None
    if game.pool or any(something_fits(game.board, hand) for hand in game.hands.values()):
        return None
    return "blocked"


def finish_round(game: Game, ended_by: str) -> None:
    """Settles a round that a move has ended, and the game with it where the target is reached."""
    game.round_over, game.ended_by = True, ended_by
    game.phase = "awaiting-deal"
    game.settlement = settlement_items(game)
    for player, points, _ in game.settlement:
        game.scores[player] += points
    if game.alone or max(game.scores.values()) >= game.rules["target"]:
        finish_game(game, game.players)


def settlement_items(game: Game) -> list[Item]:
    """The items at the end of a round, as (player, points, reason); sets the round's winner."""
    rules, player = game.rules, game.turn
    if game.alone:
        laid_all = game.ended_by == "exhausted" and not game.hands[player]
        return [(player, rules["out_bonus"], "out-bonus")] if laid_all and rules["out_bonus"] else []
    totals = {seat: sum(value(tile) for tile in hand) for seat, hand in game.hands.items()}
    all_hands = sum(totals.values())
    if game.ended_by == "out":
        game.round_winner = player
        items = [(player, rules["out_bonus"], "out-bonus")]
        if rules["out_takes_hands"]:
            items.append((player, all_hands, "opponents-hands"))
        return [item for item in items if item[1]]
    lowest = [seat for seat in game.players if totals[seat] == min(totals.values())]
    if len(lowest) == 1:
        game.round_winner = lowest[0]
    if not rules["blocked_settles"] or (len(lowest) > 1 and rules["blocked_tie"] == "nobody"):
        return []
    items = []
    for seat in lowest:
        items.append((seat, all_hands - totals[seat], "opponents-hands"))
        items.append((seat, -totals[seat], "own-hand"))
    return [item for item in items if item[1]]


def finish_game(game: Game, seats: list[str]) -> None:
    """Ends the game; the winner is found among these seats."""
    game.over, game.round_over, game.phase, game.turn = True, True, "over", None
    best = max((game.scores[seat] for seat in seats), default=None)
    game.winner = [seat for seat in seats if game.scores[seat] == best]
    if game.rules.get("winner") == "last-round" and game.ended_by not in ("resigned", "timeout"):
        last = game.round_winner
        if last is not None and game.scores[last] >= game.rules["target"]:
            game.winner = [last]
