"""Encryption, with a certificate of the host or a self-signed one whose fingerprint the clients remember."""

import datetime
import hashlib
import os
import ssl
from pathlib import Path

from server.errors import StorageError


def context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise StorageError(f"this certificate cannot be used ({certificate}): {error}") from None
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
    return certificate, key


def _make(certificate: Path, key: Path) -> None:
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError:
        raise StorageError(
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
    certificate.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with open(os.open(key, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(private)
