import socket
from pathlib import Path

from service.run.store import EmbeddedStore
from tests.run.processes import free_port, run_service


def assert_one_line(ran_code: int, stdout: str, stderr: str, *words: str) -> None:
    assert ran_code == 1
    assert stdout == ""
    assert stderr.count("\n") == 1, stderr
    assert stderr.startswith("domino-referee: ")
    for word in words:
        assert word in stderr


def test_a_wrong_setting_is_one_line() -> None:
    ran = run_service(PORT="http")
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, "PORT must be a whole number", "'http'")


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        ran = run_service(PORT=port, DATA_DIR=str(tmp_path))
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, f"port {port} on 127.0.0.1 is in use", "set PORT")


def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run_service(PORT=str(free_port()), DATA_DIR=str(tmp_path / "file" / "var"))
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, "DATA_DIR", "cannot be written to")


def test_a_redis_that_cannot_be_reached_is_one_line_without_its_password(tmp_path: Path) -> None:
    url = f"redis://user:hush@127.0.0.1:{free_port()}/0"
    ran = run_service(PORT=str(free_port()), DATA_DIR=str(tmp_path), REDIS_URL=url)
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, "REDIS_URL: no Redis answers at redis://127")
    assert "hush" not in ran.stderr


def test_data_in_use_by_another_run_is_one_line(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path):
        ran = run_service(PORT=str(free_port()), DATA_DIR=str(tmp_path))
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, "in use by another run")


def test_the_api_alone_needs_a_redis(tmp_path: Path) -> None:
    ran = run_service(["api"], DATA_DIR=str(tmp_path))
    assert_one_line(ran.returncode, ran.stdout, ran.stderr, "REDIS_URL must be set")
