"""Lets pytest explain failed asserts of the cases, which stand outside test files."""

from pathlib import Path

import pytest

for _file in Path(__file__).parent.glob("*_cases.py"):
    pytest.register_assert_rewrite(f"tests.rules.{_file.stem}")
pytest.register_assert_rewrite("tests.rules.positions")
