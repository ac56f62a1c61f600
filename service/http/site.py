"""Handlers of the pages for people. They work offline: all that they need is served here."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, render_template, request

from service import ENGINE
from service.application import sheets
from service.application.problems import Problem
from service.http import answering
from service.http import reading as asked
from service.http.problems import KINDS
from service.http.readable import FILTERS, groups_of

site = Blueprint("site", __name__, template_folder="templates")

_OWN = Path(__file__).parent / "static"
_SWAGGER = Path(str(files("flask_swagger_ui"))) / "dist"
ASSETS = {
    "style.css": (_OWN, "text/css"),
    "docs.js": (_OWN, "text/javascript"),
    "swagger-ui.css": (_SWAGGER, "text/css"),
    "swagger-ui-bundle.js": (_SWAGGER, "text/javascript"),
}

_POLICY = (
    "default-src 'none'; {script}style-src 'self'{inline}; img-src 'self' data:; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
POLICY = _POLICY.format(script="", inline="")
DOCS_POLICY = _POLICY.format(script="script-src 'self'; connect-src 'self'; ", inline=" 'unsafe-inline'")
"""Swagger UI needs scripts of ours and sets styles on its elements; no page runs a script that stands within it."""

for _name, _filter in FILTERS.items():
    site.add_app_template_filter(_filter, _name)


def _page(template: str, policy: str = POLICY, **values: Any) -> Response:
    response = Response(render_template(template, engine=ENGINE, **values), mimetype="text/html")
    response.headers["Content-Security-Policy"] = policy
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Vary"] = "Accept"
    return answering.public(response)


@site.get("/")
def start() -> Response:
    """The start page."""
    return _page("start.html", sheets=sheets.listed(asked.context().library)["rulesets"], base=request.host_url)


@site.get("/docs")
def docs() -> Response:
    """The contract, to read and to try."""
    return _page("docs.html", DOCS_POLICY)


@site.get("/docs/rulesets")
def list_sheets() -> Response:
    """The rule sheets for players."""
    return _page("sheets.html", sheets=sheets.listed(asked.context().library)["rulesets"])


@site.get("/docs/rulesets/<ruleset>")
def show_sheet(ruleset: str) -> Response:
    """A rule sheet for players."""
    edition = asked.integer("edition", None, least=1, most=10_000)
    sheet = sheets.shown(asked.context().library, ruleset, edition)
    return _page("sheet.html", sheet=sheet, groups=groups_of(sheet))


@site.get("/docs/assets/<file>")
def asset(file: str) -> Response:
    """A file that the pages need."""
    folder, mimetype = ASSETS.get(file, (None, ""))
    if folder is None:
        raise Problem("not-found", "There is no such file.")
    return answering.public(Response((folder / file).read_bytes(), mimetype=mimetype), seconds=3600)


@site.get("/problems")
def list_problems() -> Response:
    """The problem kinds."""
    kinds = [_problem(kind) for kind in sorted(KINDS, key=lambda name: KINDS[name].status)]
    return _negotiated("problems.html", {"problems": kinds}, problems=kinds)


@site.get("/problems/<kind>")
def show_problem(kind: str) -> Response:
    """What a problem kind means."""
    if kind not in KINDS:
        raise Problem("not-found", "There is no such problem kind.")
    shown = _problem(kind)
    return _negotiated("problem.html", shown, problem=shown)


def _problem(kind: str) -> dict[str, Any]:
    found = KINDS[kind]
    return {"type": f"/problems/{kind}", "title": found.title, "status": found.status, "text": found.text}


def _negotiated(template: str, body: dict[str, Any], **values: Any) -> Response:
    """A page for a browser, JSON for everybody else."""
    if request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html":
        return _page(template, **values)
    response = answering.json(body)
    response.headers["Vary"] = "Accept"
    return answering.public(response)
