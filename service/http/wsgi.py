"""The application that a web server loads."""

import os

from flask import Flask

from service.http.app import create_app
from service.run import logs
from service.run import settings as run_settings
from service.run.commands import WEB_THREADS
from service.run.compose import context


def create_app_from_environment() -> Flask:
    """The application of the process settings in the environment; raises SettingsError."""
    settings = run_settings.load(os.environ)
    logs.configure(settings.log_level, settings.log_format)
    return create_app(context(settings), api_keys=settings.api_keys, threads=WEB_THREADS)
