"""Receipts: signed statements (compact JWS, EdDSA) that a game stood at a version with a hash."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import jwt
import orjson
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.api_jws import PyJWS

ALGORITHM = "EdDSA"


class BadReceipt(Exception):
    """A receipt that none of the keys signed, or that says nothing of a game."""


def _public_bytes(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _jwk(key: Ed25519PublicKey) -> dict[str, str]:
    """The public JWK (RFC 8037); its `kid` is the thumbprint (RFC 7638)."""
    jwk = {"crv": "Ed25519", "kty": "OKP", "x": _base64url(_public_bytes(key))}
    thumbprint = _base64url(hashlib.sha256(rfc8785.dumps(dict(jwk))).digest())
    return {**jwk, "kid": thumbprint, "alg": ALGORITHM, "use": "sig"}


class UnknownKey(BadReceipt):
    """A receipt of a key that is not known here: it may be another service's, and proves nothing."""


class ReceiptKeys:
    """Public keys that receipts are checked with. `jwks`: a JWK Set of Ed25519 keys with their `kid`."""

    def __init__(self, jwks: Mapping[str, Any]) -> None:
        self._public = {jwk["kid"]: _public_key(jwk) for jwk in jwks["keys"]}
        self._jws = PyJWS(algorithms=[ALGORITHM])

    def check(self, receipt: str) -> Mapping[str, Any]:
        """What a receipt says: game, version, hash; raises BadReceipt, of it UnknownKey."""
        try:
            signer = self._jws.get_unverified_header(receipt)["kid"]
            key = self._public.get(signer)
            if key is None:
                raise UnknownKey("its key is not known here")
            claims = orjson.loads(self._jws.decode(receipt, key, algorithms=[ALGORITHM]))
        except (jwt.PyJWTError, KeyError, TypeError, ValueError) as error:
            raise BadReceipt("none of the service's keys signed it") from error
        if not isinstance(claims, dict) or set(claims) != {"game", "version", "hash"}:
            raise BadReceipt("it says nothing of a game's version and hash")
        return claims


def _public_key(jwk: Mapping[str, Any]) -> Ed25519PublicKey:
    if (jwk["kty"], jwk["crv"]) != ("OKP", "Ed25519"):
        raise ValueError("receipt keys are Ed25519")
    padded = jwk["x"] + "=" * (-len(jwk["x"]) % 4)
    return Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(padded))


class Receipts(ReceiptKeys):
    """Signs with the newest of the keys and checks with them all. `seeds`: Ed25519 seeds of 32 bytes."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        keys = [Ed25519PrivateKey.from_private_bytes(seed) for seed in seeds]
        self._signing = keys[0]
        self._jwks = {"keys": [_jwk(key.public_key()) for key in keys]}
        self._header = {"kid": self._jwks["keys"][0]["kid"]}
        super().__init__(self._jwks)

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        """The public keys as a JWK Set, newest first."""
        return self._jwks

    def sign(self, game: str, version: int, hash_: str) -> str:
        """The receipt of a game at a version."""
        payload = orjson.dumps({"game": game, "hash": hash_, "version": version})
        return self._jws.encode(payload, self._signing, algorithm=ALGORITHM, headers=self._header)
