"""Events as stored: a kebab-case type, a schema number, public data, and secrets that are sealed.

`encode` splits an event into what everybody reads and what is sealed (by name); `decode` joins them
again, with None where a secret is not known. Every (type, schema) ever written decodes for ever.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from service.rules.events import (
    BidMade,
    DealAwaited,
    Event,
    GameEnded,
    GameOpened,
    OpeningDraw,
    PlayStopped,
    RoundDealt,
    RoundEnded,
    RoundSettled,
    SeatForfeited,
    SeedGiven,
    SeedingClosed,
    Terms,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TilePlayed,
    TrickTaken,
    TrumpDeclared,
    TurnPassed,
    WidowTaken,
)
from service.rules.rulings import ScoreItem

Data = dict[str, Any]
Secrets = Mapping[str, Any]


class UnknownForm(Exception):
    """An event of a type or schema that was never released: a fault, never stepped over."""


class Encoded(NamedTuple):
    """A written event: `data` is public, `secrets` are to be sealed, by name."""

    type: str
    schema: int
    data: Data
    secrets: Data


def items_data(items: tuple[ScoreItem, ...]) -> list[Data]:
    """Score items as JSON objects."""
    return [{"player": i.player, "points": i.points, "reason": i.reason, "clause": i.clause} for i in items]


def _items(data: Data) -> tuple[ScoreItem, ...]:
    return tuple(ScoreItem(i["player"], i["points"], i["reason"], i["clause"]) for i in data["score_items"])


def terms_data(terms: Terms) -> Data:
    """A game's terms as a JSON object."""
    return {
        "ruleset": terms.ruleset,
        "edition": terms.edition,
        "house_rules": dict(terms.house_rules),
        "players": list(terms.players),
        "dealer": terms.dealer,
        "public": terms.public,
        "engine": terms.engine,
    }


def _terms(data: Data) -> Terms:
    return Terms(**{**data, "players": tuple(data["players"])})


def _encode_opened(event: GameOpened) -> tuple[Data, Data]:
    data = {"terms": terms_data(event.terms), "await_seeds": event.await_seeds, "commitment": event.commitment}
    return data, {} if event.root is None else {"root": event.root}


def _decode_opened(data: Data, secrets: Secrets) -> GameOpened:
    return GameOpened(
        terms=_terms(data["terms"]),
        await_seeds=data["await_seeds"],
        commitment=data["commitment"],
        root=secrets.get("root"),
    )


def _encode_seed(event: SeedGiven) -> tuple[Data, Data]:
    return {"player": event.player}, {"seed": event.seed}


def _decode_seed(data: Data, secrets: Secrets) -> SeedGiven:
    return SeedGiven(data["player"], secrets.get("seed"))


def _encode_dealt(event: RoundDealt) -> tuple[Data, Data]:
    data: Data = {
        "terms": terms_data(event.terms),
        "round": event.round,
        "scores": dict(event.scores),
        "hands": {player: len(hand) for player, hand in event.hands.items()},
        "pool": {"count": len(event.pool), "known": event.pool_known},
        "phase": event.phase,
        "turn": event.turn,
        "clause": event.clause,
        "opening_draws": [{"player": d.player, "place": d.place} for d in event.opening_draws],
        "first_bidder": event.first_bidder,
        "key_commitment": event.key_commitment,
    }
    secrets: Data = {f"hand/{player}": list(hand) for player, hand in event.hands.items()}
    if event.pool_known:
        secrets |= {f"pool/{place}": tile for place, tile in enumerate(event.pool)}
    else:
        secrets |= {f"opening/{d.place}": d.tile for d in event.opening_draws}
    if event.widow is not None:
        secrets["widow"] = event.widow
    return data, secrets


MOST_TILES = 1000
"""More than any set has: a count from elsewhere must not fill the memory."""


def _count(count: int) -> int:
    if not 0 <= count <= MOST_TILES:
        raise ValueError(f"no deal has {count} tiles in one place")
    return count


def _hand(tiles: list[str] | None, count: int) -> tuple[str | None, ...]:
    if tiles is None:
        return (None,) * count
    if len(tiles) != count:
        raise ValueError(f"a hand of {count} tiles opens as {len(tiles)}")
    return tuple(tiles)


def _decode_dealt(data: Data, secrets: Secrets) -> RoundDealt:
    known = data["pool"]["known"]
    source = "pool" if known else "opening"
    hands = {player: _hand(secrets.get(f"hand/{player}"), _count(count)) for player, count in data["hands"].items()}
    return RoundDealt(
        terms=_terms(data["terms"]),
        round=data["round"],
        scores=data["scores"],
        hands=hands,
        pool=tuple(secrets.get(f"pool/{place}") for place in range(_count(data["pool"]["count"]))),
        pool_known=known,
        phase=data["phase"],
        turn=data["turn"],
        clause=data["clause"],
        opening_draws=tuple(
            OpeningDraw(player=d["player"], place=d["place"], tile=secrets.get(f"{source}/{d['place']}"))
            for d in data["opening_draws"]
        ),
        widow=secrets.get("widow"),
        first_bidder=data["first_bidder"],
        key_commitment=data["key_commitment"],
    )


def _encode_placed(event: TilePlaced) -> tuple[Data, Data]:
    return {
        "player": event.player,
        "at": list(event.at),
        "corners": list(event.corners),
        "draws": event.draws,
        "score_items": items_data(event.items),
        "turn": event.turn,
    }, {}


def _decode_placed(data: Data, _: Secrets) -> TilePlaced:
    x, y = data["at"]
    a, b, c = data["corners"]
    return TilePlaced(
        player=data["player"],
        at=(x, y),
        corners=(a, b, c),
        draws=data["draws"],
        items=_items(data),
        turn=data["turn"],
    )


def _encode_drawn(event: TileDrawn) -> tuple[Data, Data]:
    data = {
        "player": event.player,
        "place": event.place,
        "pool_known": event.pool_known,
        "score_items": items_data(event.items),
    }
    return data, {} if event.pool_known else {"drawn": event.tile}


def _decode_drawn(data: Data, secrets: Secrets) -> TileDrawn:
    name = f"pool/{data['place']}" if data["pool_known"] else "drawn"
    return TileDrawn(
        player=data["player"],
        place=data["place"],
        tile=secrets.get(name),
        items=_items(data),
        pool_known=data["pool_known"],
    )


def _encode_passed(event: TurnPassed) -> tuple[Data, Data]:
    return {
        "player": event.player,
        "draws": event.draws,
        "score_items": items_data(event.items),
        "turn": event.turn,
    }, {}


def _decode_passed(data: Data, _: Secrets) -> TurnPassed:
    return TurnPassed(player=data["player"], draws=data["draws"], items=_items(data), turn=data["turn"])


def _encode_discarded(event: TileDiscarded) -> tuple[Data, Data]:
    return {"player": event.player}, {"discard": event.tile}


def _decode_discarded(data: Data, secrets: Secrets) -> TileDiscarded:
    return TileDiscarded(data["player"], secrets.get("discard"))


def _encode_settled(event: RoundSettled) -> tuple[Data, Data]:
    return {
        "round": event.round,
        "score_items": items_data(event.items),
        "clause": event.clause,
        "scores": dict(event.scores),
        "round_winner": event.round_winner,
        "key": event.key,
    }, {}


def _decode_settled(data: Data, _: Secrets) -> RoundSettled:
    return RoundSettled(
        round=data["round"],
        items=_items(data),
        clause=data["clause"],
        scores=data["scores"],
        round_winner=data["round_winner"],
        key=data["key"],
    )


def _encode_over(event: GameEnded) -> tuple[Data, Data]:
    return {
        "ended_by": event.ended_by,
        "winner": list(event.winner),
        "scores": dict(event.scores),
        "clause": event.clause,
        "root": event.root,
        "note": event.note,
    }, {}


def _decode_over(data: Data, _: Secrets) -> GameEnded:
    return GameEnded(**{**data, "winner": tuple(data["winner"])})


def _plain(cls: Any, *names: str) -> tuple[Any, Any]:
    """Coders of an event whose fields are all public and plain."""

    def encode_plain(event: Any) -> tuple[Data, Data]:
        return {name: getattr(event, name) for name in names}, {}

    def decode_plain(data: Data, _: Secrets) -> Any:
        return cls(**data)

    return encode_plain, decode_plain


Encoder = Callable[[Any], tuple[Data, Data]]
Decoder = Callable[[Data, Secrets], Event]

_FORMS: tuple[tuple[type, str, int, tuple[Encoder, Decoder]], ...] = (
    (GameOpened, "game-opened", 1, (_encode_opened, _decode_opened)),
    (SeedGiven, "seed-given", 1, (_encode_seed, _decode_seed)),
    (SeedingClosed, "seeding-closed", 1, _plain(SeedingClosed, "by")),
    (DealAwaited, "awaiting-deal", 1, _plain(DealAwaited, "round")),
    (RoundDealt, "round-dealt", 1, (_encode_dealt, _decode_dealt)),
    (TilePlaced, "tile-placed", 1, (_encode_placed, _decode_placed)),
    (TileDrawn, "tile-drawn", 1, (_encode_drawn, _decode_drawn)),
    (TurnPassed, "turn-passed", 1, (_encode_passed, _decode_passed)),
    (PlayStopped, "play-stopped", 1, _plain(PlayStopped, "player")),
    (BidMade, "bid-made", 1, _plain(BidMade, "player", "value", "turn", "forced")),
    (WidowTaken, "widow-taken", 1, _plain(WidowTaken, "player", "value")),
    (TileDiscarded, "tile-discarded", 1, (_encode_discarded, _decode_discarded)),
    (TrumpDeclared, "trump-declared", 1, _plain(TrumpDeclared, "player", "trump")),
    (TilePlayed, "tile-played", 1, _plain(TilePlayed, "player", "tile", "turn")),
    (TrickTaken, "trick-taken", 1, _plain(TrickTaken, "player", "tile", "clause", "turn")),
    (SeatForfeited, "seat-forfeited", 1, _plain(SeatForfeited, "player", "how")),
    (RoundEnded, "round-ended", 1, _plain(RoundEnded, "round", "ended_by", "clause", "settles")),
    (RoundSettled, "round-settled", 1, (_encode_settled, _decode_settled)),
    (GameEnded, "game-ended", 1, (_encode_over, _decode_over)),
)

_WRITTEN: Mapping[type, tuple[str, int, Encoder]] = {
    cls: (name, schema, coders[0]) for cls, name, schema, coders in _FORMS
}
_READ: Mapping[tuple[str, int], Decoder] = {(name, schema): coders[1] for _, name, schema, coders in _FORMS}

FORMS: tuple[tuple[str, int], ...] = tuple(_READ)
"""Every (type, schema) that can be read."""


def encode(event: Event) -> Encoded:
    """An event as it is written."""
    name, schema, encoder = _WRITTEN[type(event)]
    data, secrets = encoder(event)
    return Encoded(name, schema, data, secrets)


def decode(name: str, schema: int, data: Data, secrets: Secrets) -> Event:
    """An event as it was written; raises UnknownForm."""
    decoder = _READ.get((name, schema))
    if decoder is None:
        raise UnknownForm(f"no event form {name!r} with schema {schema!r}")
    return decoder(data, secrets)
