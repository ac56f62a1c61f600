"""The pages for people: complete, offline, without a script that stands within them."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.problems import KINDS
from service.http.readable import code, groups_of, players, takes, words
from service.http.site import ASSETS
from service.rules.library import load

SHEETS = tuple(load().newest)
PAGES = (
    "/",
    "/docs",
    "/docs/rulesets",
    *(f"/docs/rulesets/{sheet}" for sheet in SHEETS),
    "/problems",
    *(f"/problems/{kind}" for kind in KINDS),
)
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
EVERYBODY = {"Accept": "*/*"}


class Page(HTMLParser):
    """What a page links to and loads, its anchors, and what stands within it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.headings: list[str] = []
        self.inline: list[str] = []
        self._within: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.inline += [name for name in given if name.startswith("on") or name == "style"]
        if tag == "a":
            self.links.append(given["href"])
        if tag in ("script", "link", "img"):
            self.loads.append(given.get("src") or given.get("href", ""))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        self._within = tag

    def handle_data(self, data: str) -> None:
        if self._within in ("script", "style") and data.strip():
            self.inline.append(data)


def page(client: FlaskClient, path: str) -> tuple[TestResponse, Page]:
    response = client.get(path, headers=BROWSER)
    assert (response.status_code, response.mimetype) == (200, "text/html"), path
    return response, Page(response.text)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_guarded_and_needs_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    response, read = page(client, path)
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    scripts = re.search(r"script-src ([^;]*)", policy)
    assert scripts is None if path != "/docs" else scripts is not None
    assert scripts is None or scripts[1] == "'self'"
    assert "unsafe-eval" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert read.inline == []
    assert all(address.startswith(("/docs/assets/", "data:image/")) for address in read.loads)
    assert read.headings[:1] == ([] if path == "/docs" else ["h1"])
    assert read.headings.count("h1") <= 1
    assert len(set(read.ids)) == len(read.ids)


def test_every_link_leads_somewhere(client: FlaskClient) -> None:
    for path in PAGES:
        _, read = page(client, path)
        for link in read.links:
            address, anchor = urldefrag(link)
            if not address:
                assert anchor in read.ids, (path, link)
                continue
            assert address.startswith("/"), (path, link)
            assert client.get(address, headers=BROWSER).status_code == 200, (path, link)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_shows_every_clause_and_house_rule(client: FlaskClient, sheet: str) -> None:
    response, read = page(client, f"/docs/rulesets/{sheet}")
    served = client.get(f"/v1/rulesets/{sheet}").get_json()
    text = " ".join(re.sub(r"<[^>]*>", "", response.text).replace("&#39;", "'").replace("&#34;", '"').split())
    for clause in served["clauses"]:
        assert clause["id"] in read.ids
        assert clause["title"] in text
        assert clause["text"] in text
        assert clause["source"].removeprefix(f"{served['source']}, ") in text
    for clause in served["interpretations"]:
        assert f"Our reading. {clause['interpretation']}" in text
    for rule in served["house_rules"]:
        assert f"rule-{rule['name']}" in read.ids
        assert rule["text"] in text
    for check in served["citations"]:
        assert check in text


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_groups_hold_every_clause_once(client: FlaskClient, sheet: str) -> None:
    served = client.get(f"/v1/rulesets/{sheet}").get_json()
    grouped = [clause["id"] for group in groups_of(served) for clause in group["clauses"]]
    assert sorted(grouped) == sorted(clause["id"] for clause in served["clauses"])
    assert len(groups_of(served)) >= 4


def test_an_edition_can_be_asked_for(client: FlaskClient) -> None:
    assert client.get("/docs/rulesets/tri-ominoes?edition=1").status_code == 200
    assert client.get("/docs/rulesets/tri-ominoes?edition=900").status_code == 404
    assert client.get("/docs/rulesets/tri-ominoes?edition=x").status_code == 400
    assert client.get("/docs/rulesets/none").status_code == 404


@pytest.mark.parametrize("path", ["/problems", "/problems/illegal-move"])
def test_a_problem_kind_is_json_but_for_browsers(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers=EVERYBODY).mimetype == "application/json"
    assert client.get(path).mimetype == "application/json"
    for headers in (EVERYBODY, BROWSER):
        assert client.get(path, headers=headers).headers["Vary"] == "Accept"
    assert client.get("/problems/none").status_code == 404


@pytest.mark.parametrize("file", ASSETS)
def test_assets_are_served_with_their_type_and_kept(client: FlaskClient, file: str) -> None:
    response = client.get(f"/docs/assets/{file}")
    assert response.mimetype == ASSETS[file][1]
    again = client.get(f"/docs/assets/{file}", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("file", ["none.js", "..%2fsite.py", "swagger-ui.js"])
def test_no_other_file_is_served(client: FlaskClient, file: str) -> None:
    assert client.get(f"/docs/assets/{file}").status_code == 404


def test_what_stands_between_backticks_is_code_and_all_is_escaped() -> None:
    assert code("a `<b>` & c") == "a <code>&lt;b&gt;</code> &amp; c"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "null"), (True, "true"), (7, "7"), ([50, 60], "50, 60"), ({"2": 9}, "2: 9"), ([], "none"), ("a", "a")],
)
def test_values_are_shown_in_words(value: Any, shown: str) -> None:
    assert words(value) == shown


def test_what_a_house_rule_takes_is_shown_in_words() -> None:
    rule = {"type": "integer", "minimum": 1, "maximum": 5, "nullable": True}
    assert takes(rule) == "a whole number, 1 to 5; or null"
    assert takes({"type": "choice", "choices": ["a", "b"], "nullable": False}) == "one of: a, b"


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [([1], "1 player"), ([3], "3 players"), ([2, 3, 4], "2 to 4 players"), ([2, 4], "2 or 4 players")],
)
def test_numbers_of_players_are_shown_in_words(numbers: list[int], shown: str) -> None:
    assert players(numbers) == shown
