"""Certificates that this machine makes, for a server and for the page in a browser."""

import builtins
import ssl
from pathlib import Path
from typing import Any

import pytest

from protocol import certificates
from protocol.certificates import CertificateError

pytest.importorskip("cryptography")


def test_a_certificate_is_made_once_and_its_key_is_the_owners(tmp_path: Path) -> None:
    """S12."""
    certificate, key = certificates.self_signed(tmp_path / "own")
    before = certificates.fingerprint(certificate)
    assert certificates.self_signed(tmp_path / "own") == (certificate, key)
    assert certificates.fingerprint(certificate) == before
    assert len(before.split(":")) == 32
    assert key.stat().st_mode & 0o777 == 0o600
    assert isinstance(certificates.context(certificate, key), ssl.SSLContext)


def test_a_file_that_is_no_certificate_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.pem").write_text("no certificate")
    with pytest.raises(CertificateError, match="cannot be used"):
        certificates.context(tmp_path / "bad.pem", None)


def test_without_the_package_that_makes_it_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return imported(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CertificateError, match="needs one more package"):
        certificates.self_signed(tmp_path)
