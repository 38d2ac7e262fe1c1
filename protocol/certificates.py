"""Encryption, with a certificate of the host or a self-signed one whose fingerprint the clients remember."""

import contextlib
import datetime
import hashlib
import os
import ssl
from pathlib import Path


class CertificateError(Exception):
    """A certificate cannot be made or used; the text says why, in English, for the host."""


ONLY_OWNER, READ_BY_ALL = 0o600, 0o644
"""The modes of the files: nobody else may read the key; the certificate is no secret."""


def context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise CertificateError(f"this certificate cannot be used ({certificate}): {error}") from None
    return made


def fingerprint(certificate: Path) -> str:
    """SHA-256 of the certificate, in the form that clients show and remember."""
    der = ssl.PEM_cert_to_DER_cert(_first_certificate(certificate.read_text("ascii")))
    digest = hashlib.sha256(der).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def _first_certificate(pem: str) -> str:
    begin = pem.index("-----BEGIN CERTIFICATE-----")
    end = pem.index("-----END CERTIFICATE-----") + len("-----END CERTIFICATE-----")
    return pem[begin:end] + "\n"


def self_signed(folder: Path) -> tuple[Path, Path]:
    """The self-signed certificate and its key. They are made once, so the fingerprint stays the same."""
    certificate, key = folder / "certificate.pem", folder / "certificate.key"
    if not (certificate.is_file() and key.is_file()):
        _make(certificate, key)
    with contextlib.suppress(OSError):  # the key may lie where only the host's system may change it
        key.chmod(ONLY_OWNER)
    return certificate, key


def _make(certificate: Path, key: Path) -> None:
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        raise CertificateError(
            "--tls needs one more package, cryptography (pip install cryptography), to make a certificate; "
            "or give a certificate with --cert and --key"
        ) from None
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "QG table server")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=3650))
        .sign(secret, hashes.SHA256())
    )
    private = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    certificate.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(key, private, ONLY_OWNER)
    _write(certificate, signed.public_bytes(serialization.Encoding.PEM), READ_BY_ALL)


def _write(file: Path, content: bytes, mode: int) -> None:
    """Write a new file with exactly this mode, whatever the umask is and whoever made the file before."""
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode & ONLY_OWNER), "wb") as opened:
        draft.chmod(mode)
        opened.write(content)
    draft.replace(file)
