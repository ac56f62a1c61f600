from pathlib import Path

import pytest

from service.run.keys import new_receipt_key, new_secret_key
from service.run.settings import Settings, SettingsError, load


def test_without_any_setting_the_defaults_hold() -> None:
    assert load({}) == Settings(data_dir=Path("var").absolute())


def test_an_empty_value_counts_as_unset() -> None:
    assert load({"PORT": "", "REDIS_URL": " ", "API_KEYS": ""}) == load({})


def test_log_and_queue_are_where_redis_is_unless_they_say_otherwise() -> None:
    both = load({"REDIS_URL": "redis://one:1/0"})
    assert (both.eventlog_url, both.queue_url) == ("redis://one:1/0", "redis://one:1/0")
    assert not both.needs_embedded_store
    apart = load({"REDIS_URL": "redis://one:1/0", "QUEUE_URL": "unix:///run/two.sock"})
    assert (apart.eventlog_url, apart.queue_url) == ("redis://one:1/0", "unix:///run/two.sock")
    assert load({"QUEUE_URL": "redis://two:2"}).needs_embedded_store


def test_settings_survive_the_way_through_the_environment(tmp_path: Path) -> None:
    settings = load(
        {
            "HOST": "0.0.0.0",
            "PORT": "9000",
            "DATA_DIR": str(tmp_path),
            "REDIS_URL": "rediss://user:pass@host:6380/2",
            "API_KEYS": "a, b",
            "SECRET_KEYS": f"{new_secret_key()},{new_secret_key()}",
            "RECEIPT_KEYS": new_receipt_key(),
            "WEB_PROCESSES": "3",
            "WORKERS": "4",
            "LOG_LEVEL": "WARNING",
            "LOG_FORMAT": "json",
            "RULESETS_PATH": str(tmp_path),
        }
    )
    assert settings.api_keys == ("a", "b")
    assert settings.log_level == "warning"
    assert settings.rulesets_path == (tmp_path,)
    assert load(settings.environment()) == settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "80 80"),
        ("PORT", "-1"),
        ("PORT", "²"),
        ("PORT", "99999999999999999999"),
        ("HOST", "http://here"),
        ("WEB_PROCESSES", "none"),
        ("WORKERS", "0"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://host:1"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host:port"),
        ("QUEUE_URL", "unix://"),
        ("EVENTLOG_URL", "redis://[::1"),
        ("API_KEYS", "a,,b"),
        ("API_KEYS", "a,a"),
        ("SECRET_KEYS", "short"),
        ("RECEIPT_KEYS", "not base64!"),
        ("RECEIPT_KEYS", "c2hvcnQ"),
        ("RULESETS_PATH", "/nowhere/at/all"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_the_setting(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load({name: value})
    assert str(caught.value).startswith(name)
    assert "\n" not in str(caught.value)


def test_no_secret_is_shown() -> None:
    secret, receipt = new_secret_key(), new_receipt_key()
    settings = load({"SECRET_KEYS": secret, "RECEIPT_KEYS": receipt, "REDIS_URL": "redis://:hush@h:1"})
    assert not any(word in repr(settings) for word in (secret, receipt, "hush"))
    with pytest.raises(SettingsError) as caught:
        load({"SECRET_KEYS": "hushhush"})
    assert "hush" not in str(caught.value)
