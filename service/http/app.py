"""The Flask application of a context."""

import threading
from collections.abc import Sequence

from flask import Flask, Response
from werkzeug.routing import BaseConverter

from service.application.context import Context
from service.http import problems
from service.http.audits import audits
from service.http.games import games
from service.http.pages import pages
from service.http.reading import MOST_RECORD
from service.http.rulesets import rulesets
from service.http.site import site


def create_app(context: Context, *, api_keys: Sequence[str] = (), threads: int = 4) -> Flask:
    """The application. `api_keys`: credentials that guard opening and posting; `threads`: of this process."""
    app = Flask(__name__, static_folder=None)
    app.config["API_KEYS"] = tuple(api_keys)
    app.config["MAX_CONTENT_LENGTH"] = MOST_RECORD
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.url_map.converters["name"] = PlayerNames
    app.extensions["context"] = context
    app.extensions["wait slots"] = threading.BoundedSemaphore(max(1, threads // 4))
    for blueprint in (rulesets, games, audits, pages, site):
        app.register_blueprint(blueprint)
    problems.install(app)
    app.after_request(_guard)
    return app


class PlayerNames(BaseConverter):
    """A player's name in a path: any characters, slashes too."""

    regex = ".+"
    part_isolating = False


def _guard(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
