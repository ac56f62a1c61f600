"""`python -m service.demo`: plays a recorded disputed game through the HTTP API and has it audited."""

import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from service.demo.api import Api, ApiError, running_service

RECORD = Path(__file__).with_name("disputed-game.json")
Json = dict[str, Any]


def main() -> int:
    """Plays, settles and audits; the exit code."""
    console = Console(highlight=False, soft_wrap=True)
    record: Json = json.loads(RECORD.read_text(encoding="utf-8"))
    try:
        with ExitStack() as stack:
            api = stack.enter_context(running_service(os.environ, say=console.print))
            play(api, record, console)
            audit(api, record, console)
    except ApiError as error:
        print(f"domino-referee: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def play(api: Api, record: Json, console: Console) -> None:
    """Posts the record's moves one by one and prints each ruling in a line, then the settlement."""
    opening = {name: record[name] for name in ("ruleset", "players", "house_rules")}
    game = api.post("/v1/games", {**opening, "dealer": "client"})
    api.token = game["tokens"]["referee"]
    path = f"/v1/games/{game['id']}"
    console.print(f"Game {game['id']} of {record['ruleset']}: {', '.join(record['players'])}")
    (played,) = record["rounds"]
    version = api.post(f"{path}/rounds", played["deal"], match=game["version"])["version"]
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing", total=len(played["moves"]))
        for number, recorded in enumerate(played["moves"], 1):
            move = {name: value for name, value in recorded.items() if name != "claimed"}
            ruling = api.post(f"{path}/moves", move, match=version)
            version = ruling["version"]
            progress.console.print(_ruling_line(number, recorded, ruling))
            progress.advance(task)
    _print_settlement(api, path, version, console)


def _ruling_line(number: int, recorded: Json, ruling: Json) -> Text:
    """Number, player, move and points with their reasons; what the table wrote down, where it differs."""
    line = Text(f"{number:>3}  {recorded['player']:<6} {_words(recorded):<28}")
    delta = ruling["score_delta"]
    line.append(f"{delta:>+4}  ", style="green" if delta > 0 else "red" if delta < 0 else "")
    line.append(", ".join(f"{i['reason']} {i['points']:+} ({i['clause']})" for i in ruling["score_items"]), "dim")
    if recorded["claimed"] != delta:
        line.append(f"   the table wrote {recorded['claimed']:+}", style="bold yellow")
    return line


def _words(move: Json) -> str:
    if move["type"] == "place":
        x, y = move["at"]
        return f"place {'-'.join(map(str, move['corners']))} at ({x}, {y})"
    return f"draw {move['tile']}" if move["type"] == "draw" else str(move["type"])


def _print_settlement(api: Api, path: str, version: int, console: Console) -> None:
    """Waits for the worker's settlement and prints it."""
    while (state := api.get(path))["phase"] == "settling":
        version = api.get(f"{path}/events?after={version}&wait=10")["version"]
    settlement = state["settlement"]
    console.print(f"Round settled ({settlement['ended_by']}, {settlement['clause']}):")
    for item in settlement["score_items"]:
        console.print(f"     {item['player']:<6} {item['reason']} {item['points']:+} ({item['clause']})")
    console.print("     scores " + ", ".join(f"{name} {points}" for name, points in state["scores"].items()))


def audit(api: Api, record: Json, console: Console) -> None:
    """Has the record audited and prints the verdict with the first divergence."""
    console.print("Audit of the table's own record:")
    report = api.post("/v1/audits", record, prefer="wait=20")
    while report["status"] not in ("finished", "failed"):
        report = api.get(f"/v1/audits/{report['id']}")
    if report["status"] == "failed":
        raise ApiError(f"the audit failed: {report['error']['detail']}")
    console.print(Text(f"     verdict {report['verdict']}", style="bold yellow"))
    first = report["first_divergence"]
    place = f"round {first['round']}, move {first['move']}"
    console.print(f"     {place}: the table claims {first['claimed']:+}, the sheet gives {first['computed']:+}")
    for other in report["divergences"][1:]:
        console.print(f"     besides, the claim of the {other['kind']} of round {other['round']} is wrong")
    if api.stays:
        console.print(f"     the whole report: {api.base}/v1/audits/{report['id']}")


if __name__ == "__main__":
    sys.exit(main())
