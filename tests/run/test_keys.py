import stat
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.keys import new_receipt_key, new_secret_key, receipt_seed
from service.run.settings import Settings, SettingsError, load_keys
from tests.run.processes import ROOT, environment


def test_keys_are_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    keys = load_keys(settings)
    assert load_keys(settings) == keys
    assert [len(seed) for seed in keys.receipt_seeds] == [32]
    assert [len(key) >= 32 for key in keys.secret_keys] == [True]
    files = sorted((tmp_path / "keys").iterdir())
    assert [file.name for file in files] == ["receipt-keys", "secret-keys"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_processes_that_start_together_get_the_same_keys(tmp_path: Path) -> None:
    program = "import os\nfrom service.run.settings import load, load_keys\nprint(*load_keys(load(os.environ)))"
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env=environment({"DATA_DIR": str(tmp_path / "new")}),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    answers = {racer.communicate(timeout=20)[0] for racer in racers}
    assert len(answers) == 1
    assert len(next(iter(answers))) > 60


def test_keys_in_the_settings_win_and_need_no_folder() -> None:
    secrets, receipts = (new_secret_key(), new_secret_key()), (new_receipt_key(),)
    settings = Settings(data_dir=Path("/proc/nothing"), secret_keys=secrets, receipt_keys=receipts)
    assert load_keys(settings) == (secrets, tuple(map(receipt_seed, receipts)))


def test_a_folder_that_cannot_keep_them_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match=r"^DATA_DIR.*Not a directory"):
        load_keys(Settings(data_dir=tmp_path / "file"))


@pytest.mark.parametrize(("file", "content"), [("secret-keys", ""), ("receipt-keys", "?" * 43)])
def test_a_damaged_key_file_is_one_line_and_never_replaced(tmp_path: Path, file: str, content: str) -> None:
    load_keys(Settings(data_dir=tmp_path))
    (tmp_path / "keys" / file).write_text(content)
    with pytest.raises(SettingsError, match="a kept key is"):
        load_keys(Settings(data_dir=tmp_path))
    assert (tmp_path / "keys" / file).read_text() == content
