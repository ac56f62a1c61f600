"""The jobs. Arguments are ids and versions; each calls one use case."""

import os
from functools import lru_cache, partial

from service.application import audits, settling
from service.application.context import Context
from service.edge.records import parse_record
from service.run import settings as run_settings
from service.run.compose import context


@lru_cache(maxsize=1)
def this_context() -> Context:
    """This process's context, from the environment."""
    return context(run_settings.load(os.environ))


def settle(game: str, version: int) -> None:  # noqa: ARG001
    """Settles the round of a game that ended with event `version`, unless it is settled."""
    settling.settle_round(this_context(), game)


def audit(audit_id: str) -> None:
    """Carries out an audit."""
    ctx = this_context()
    audits.run(ctx, audit_id, partial(parse_record, ctx.library))
