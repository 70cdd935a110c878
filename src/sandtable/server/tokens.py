"""Keys to seats: at least 128 random bits, shown once, stored hashed."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 24  # 192 bits


def new_token() -> str:
    return secrets.token_urlsafe(BYTES)


def new_id() -> str:
    """Of a match: no secret, but not to be guessed by counting either."""
    return secrets.token_hex(6)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
