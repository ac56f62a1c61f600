"""The service's application with the bare route beside it, for the same server and processes."""

import os

from flask import Flask, Response
from redis import Redis

from service.http.wsgi import create_app_from_environment

ENTRIES = 50
_EVENT = b'{"at":[1,2],"corners":[1,2,3],"player":"red","type":"tile-placed"}' * 5
_APPEND = """
redis.call('XADD', KEYS[1], '*', 'event', ARGV[1], 'hash', ARGV[2])
redis.call('HSET', KEYS[2], 'hash', ARGV[2])
return 1
"""


def create_app() -> Flask:
    """The application with `POST /bare`."""
    app = create_app_from_environment()
    client = Redis.from_url(os.environ["EVENTLOG_URL"])
    append = client.register_script(_APPEND)
    pipe = client.pipeline()
    pipe.delete("{bare}:events")
    for _ in range(ENTRIES):
        pipe.xadd("{bare}:events", {"event": _EVENT, "hash": "0" * 64})
    pipe.execute()

    @app.post("/bare")
    def bare() -> Response:
        entries = client.xrevrange("{bare}:events", count=ENTRIES)
        append(keys=["{bare}:appended", "{bare}:head"], args=[_EVENT, "0" * 64])
        return Response(b'{"read": %d}' % len(entries), mimetype="application/json")

    return app
