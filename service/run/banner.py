"""What a person reads in the terminal when the service is ready."""

from service.run.checks import base_url
from service.run.settings import Settings

OPENING = '{"ruleset": "tridomino-hexagono", "players": ["Ana", "Ben"], "dealer": "service"}'


def banner(settings: Settings) -> str:
    """The addresses, three lines to try and how to stop."""
    url = base_url(settings.host, settings.port)
    credential = "" if not settings.api_keys else " -H 'Authorization: Bearer KEY'"
    lines = [
        f"domino-referee is ready: {url}",
        f"  docs   {url}/docs",
        f"  games  {settings.data_dir}" if settings.needs_embedded_store else "  games  in the Redis that was given",
        f"  logs   {settings.data_dir / 'log'}",
    ]
    if not settings.api_keys:
        lines += ["  open   API_KEYS is not set: whoever reaches this address may open games and post records"]
    lines += [
        "Try:",
        f"  curl {url}/v1/rulesets",
        f"  curl {url}/v1/games{credential} -H 'Content-Type: application/json' -d '{OPENING}'",
        f"  curl {url}/v1/rulesets/tridomino-hexagono",
        "Press Ctrl-C to stop",
    ]
    return "\n".join(lines)
