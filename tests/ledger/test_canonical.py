"""What the service writes is canonical JSON, whichever library makes it."""

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from service.ledger.canonical import canonical

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(_VALUES)
def test_the_canonical_form_is_that_of_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_escaped_as_rfc_8785_wants(text: str) -> None:
    assert canonical({text: [text]}) == rfc8785.dumps({text: [text]})
