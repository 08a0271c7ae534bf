"""Take the address of a model server; give its parts and the key that may be sent to it."""

from __future__ import annotations

import os
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit


class ClientSetupError(ValueError):
    """The address or the key of a model server cannot be used; the text says why, and never holds the key."""


def read_address(base_url: str) -> SplitResult:
    """Split the address of a server.

    Raises:
        ClientSetupError: it is not `http://…` or `https://…` with a host, or it holds a user name.
    """
    try:
        address = urlsplit(base_url)
        valid = address.scheme in ("http", "https") and bool(address.hostname) and (address.port or 1) > 0
    except ValueError:
        valid = False
    if not valid or not base_url.isprintable() or " " in base_url:
        raise ClientSetupError("the address of a model server looks like `http://127.0.0.1:8000/v1`")
    if address.username is not None or address.password is not None:
        raise ClientSetupError("the address of a model server holds no user name and no password")
    return address


def read_key(address: SplitResult, variable: str | None) -> str:
    """The key for a server: from the environment, or `none` for a server on this machine or network.

    `OPENAI_API_KEY` is used where no variable is named, except over plain `http` to another machine: a key
    that was set for one service must not go readably over the network to another.

    Raises:
        ClientSetupError: there is no key and the server needs one, or it cannot be sent.
    """
    guarded = address.scheme == "https" or is_loopback(address)
    if variable is not None:
        key = os.environ.get(variable, "").strip()
        if not key:
            raise ClientSetupError(f"the environment variable `{variable}` holds no key")
    else:
        key = os.environ.get("OPENAI_API_KEY", "").strip() if guarded else ""
    if not key and is_local(address):
        return "none"
    if not key and guarded:
        raise ClientSetupError(f"`{address.hostname}` needs a key: `OPENAI_API_KEY` is not set")
    if not key:
        raise ClientSetupError(
            f"`{address.hostname}` is reached over plain http: its key is sent only where its variable is named"
        )
    if not (key.isascii() and key.isprintable()):
        raise ClientSetupError(f"the key in `{variable or 'OPENAI_API_KEY'}` has characters that cannot be sent")
    return key


def is_loopback(address: SplitResult) -> bool:
    """Whether the server is this machine."""
    host = address.hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_local(address: SplitResult) -> bool:
    """Whether the server is this machine or one of the own network."""
    host = address.hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        # A name without a dot is one that only the own network can resolve.
        return is_loopback(address) or host.endswith((".local", ".internal")) or "." not in host
