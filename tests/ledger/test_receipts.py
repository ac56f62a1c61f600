import base64
import json
from typing import Any

import jwt
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from service.ledger.receipts import BadReceipt, Receipts

# RFC 8037, appendix A: a key, its public half and its thumbprint.
SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
GAME, HASH = "0123456789abcdef0123456789abcdef", "ab" * 32


def part(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(value: Any) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def signed(header: Any, payload: Any, seed: bytes = SEED) -> str:
    """A compact JWS made by hand."""
    text = f"{encoded(header)}.{encoded(payload)}"
    return f"{text}.{encoded(Ed25519PrivateKey.from_private_bytes(seed).sign(text.encode()))}"


def test_the_published_key_is_that_of_the_rfc_s_example() -> None:
    assert Receipts([SEED]).jwks() == {
        "keys": [{"kty": "OKP", "crv": "Ed25519", "x": PUBLIC, "kid": THUMBPRINT, "alg": "EdDSA", "use": "sig"}]
    }


def test_a_receipt_is_a_compact_jws_that_the_published_key_verifies() -> None:
    receipts = Receipts([SEED])
    receipt = receipts.sign(GAME, 12, HASH)
    header, payload, signature = receipt.split(".")
    key = Ed25519PublicKey.from_public_bytes(part(receipts.jwks()["keys"][0]["x"]))
    key.verify(part(signature), f"{header}.{payload}".encode())
    assert json.loads(part(header)) == {"alg": "EdDSA", "kid": THUMBPRINT, **_type(header)}
    assert json.loads(part(payload)) == {"game": GAME, "version": 12, "hash": HASH}
    with pytest.raises(InvalidSignature):
        key.verify(part(signature), f"{header}.{encoded({'game': GAME, 'version': 13, 'hash': HASH})}".encode())


def _type(header: str) -> dict[str, str]:
    return {name: value for name, value in json.loads(part(header)).items() if name == "typ"}


def test_another_library_reads_it_from_the_key_set() -> None:
    receipts = Receipts([SEED])
    receipt = receipts.sign(GAME, 12, HASH)
    keys = jwt.PyJWKSet.from_dict(receipts.jwks())
    kid = jwt.get_unverified_header(receipt)["kid"]
    assert jwt.PyJWS().decode(receipt, keys[kid].key, algorithms=["EdDSA"])
    assert dict(receipts.check(receipt)) == {"game": GAME, "version": 12, "hash": HASH}


def test_retired_keys_sign_no_more_and_still_check() -> None:
    old, new = Receipts([SEED]), Receipts([b"n" * 32, SEED])
    kept = old.sign(GAME, 3, HASH)
    assert new.check(kept)["version"] == 3
    assert [key["kid"] for key in new.jwks()["keys"]][1] == THUMBPRINT
    fresh = new.sign(GAME, 4, HASH)
    assert jwt.get_unverified_header(fresh)["kid"] == new.jwks()["keys"][0]["kid"]
    with pytest.raises(BadReceipt):
        old.check(fresh)


CLAIMS = {"game": GAME, "version": 12, "hash": HASH}
EDDSA = {"alg": "EdDSA", "kid": THUMBPRINT}
GOOD = signed(EDDSA, CLAIMS)

FORGED = {
    "nothing": "",
    "no jws": "receipt",
    "two parts": GOOD.rpartition(".")[0],
    "a fourth part": GOOD + ".e30",
    "an empty signature": GOOD.rpartition(".")[0] + ".",
    "no algorithm": f"{encoded({'alg': 'none', 'kid': THUMBPRINT})}.{encoded(CLAIMS)}.",
    "another's signature": signed(EDDSA, CLAIMS, seed=b"x" * 32),
    "no key named": signed({"alg": "EdDSA"}, CLAIMS),
    "a key unknown": signed({"alg": "EdDSA", "kid": "x"}, CLAIMS),
    "a key that is no text": signed({"alg": "EdDSA", "kid": [1]}, CLAIMS),
    "a key of its own": signed({"alg": "EdDSA", "jwk": {"kty": "OKP", "crv": "Ed25519", "x": PUBLIC}}, CLAIMS),
    "a changed payload": ".".join([GOOD.split(".")[0], encoded({**CLAIMS, "version": 13}), GOOD.split(".")[2]]),
    "a critical header": signed({**EDDSA, "crit": ["exp"], "exp": 1}, CLAIMS),
    "a header that is no object": signed([1], CLAIMS),
    "a header that is no json": f"{encoded(b'{')}.{encoded(CLAIMS)}.{encoded(b'x' * 64)}",
    "bits that say nothing": GOOD[:-1] + ("B" if GOOD[-1] == "A" else "A") + "!",
    "a claim too many": signed(EDDSA, {**CLAIMS, "at": 1}),
    "a claim too few": signed(EDDSA, {"game": GAME, "version": 12}),
    "no object": signed(EDDSA, [GAME, 12, HASH]),
    "no json": signed(EDDSA, b"12"[:1] + b"}"),
    "no text": "é" * 40,
}


def test_the_receipt_made_by_hand_is_taken() -> None:
    assert dict(Receipts([SEED]).check(GOOD)) == CLAIMS


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_receipt_is_refused(what: str) -> None:
    with pytest.raises(BadReceipt):
        Receipts([SEED]).check(FORGED[what])


def test_a_signature_by_the_public_key_as_a_secret_is_refused() -> None:
    import hashlib
    import hmac

    text = f"{encoded({'alg': 'HS256', 'kid': THUMBPRINT})}.{encoded(CLAIMS)}"
    forged = f"{text}.{encoded(hmac.digest(part(PUBLIC), text.encode(), hashlib.sha256))}"
    with pytest.raises(BadReceipt):
        Receipts([SEED]).check(forged)
