"""Secrets. They are random and sent once; the server keeps digests and compares them in constant time."""

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    return _typable(secrets.token_urlsafe(16))


def _typable(token: str) -> str:
    """A token must not begin with a dash: after `--token` it would be read as another option."""
    return f"k{token[1:]}" if token.startswith("-") else token


def derived(secret: str, purpose: str) -> str:
    """A second secret that is computed from the first; it is the same each time."""
    made = hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).digest()
    return _typable(base64.urlsafe_b64encode(made[:16]).decode().rstrip("="))


def derived_number(secret: str, purpose: str) -> int:
    """A number of 256 bits that is computed from a secret, such as the seed of dice."""
    return int.from_bytes(hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).digest())


def new_salt() -> str:
    return secrets.token_hex(16)


def digest(secret: str) -> str:
    """The digest of a random secret. A password needs `password_digest`."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


def password_digest(password: str, salt: str | None = None) -> str:
    """A digest that is slow to compute, because the passwords that people choose can be guessed."""
    if not password:
        return ""
    salt = salt or secrets.token_hex(8)
    key = hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=32)
    return f"{salt}${key.hex()}"


def same(secret_digest: str, stored: str) -> bool:
    return bool(stored) and hmac.compare_digest(secret_digest, stored)


def is_password(password: str, stored: str) -> bool:
    salt, _, _ = stored.partition("$")
    return hmac.compare_digest(password_digest(password or "-", salt), stored)
