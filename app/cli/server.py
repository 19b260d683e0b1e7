"""Which server is asked, with which key: options, and variables of the environment."""

from __future__ import annotations

import os
import re
import shlex
from argparse import Namespace
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from app.access.keys import PREFIX
from app.cli.documents import STDIN, BadInputError, read_source
from models.defects import short

SERVER, KEY = "MELDWISE_SERVER", "MELDWISE_KEY"

_HOST = re.compile(r"[^\s/@]+")
_VISIBLE = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True)
class Server:
    """A service, and how to ask it.

    Attributes
    ----------
    url
        Its address.
    key
        The API key; ``None`` for none. It is never printed.
    key_source
        Where the key comes from.
    patience
        How many seconds to go on asking while it is busy or away.
    options
        The options that name it, to be repeated in a command; empty where the environment does.
    """

    url: str
    key: str | None = field(repr=False)
    key_source: str
    patience: float
    options: str


def server_of(options: Namespace) -> Server | None:
    """Find out which server is asked; ``None``: the question is answered here.

    Raises
    ------
    BadInputError
        If what is given as address or key can't be one.
    """
    named = options.server
    given = named or os.environ.get(SERVER)
    if not given or getattr(options, "local", False):
        return None
    url = _read_url(given, "--server" if named else SERVER)
    key, source = _key(options.key_file)
    repeated = [f"--server {shlex.quote(url)}"] if named else []
    if options.key_file is not None:
        repeated.append(f"--key-file {shlex.quote(options.key_file)}")
    return Server(url, key, source, options.patience, " ".join(repeated))


def required_server(options: Namespace, purpose: str) -> Server:
    """Find out which server is asked, for what only a server can do.

    Raises
    ------
    BadInputError
        If none is named.
    """
    server = server_of(options)
    if server is None:
        raise BadInputError(f"options: {purpose} a server: give --server URL, or set {SERVER}")
    return server


def _read_url(given: str, place: str) -> str:
    wanted = "give an address such as http://127.0.0.1:8000"
    try:
        parts = urlsplit(given.strip())
        valid = parts.scheme in ("http", "https") and bool(_HOST.fullmatch(parts.hostname or ""))
        valid = valid and (parts.port is None or parts.port > 0)
    except ValueError:
        raise BadInputError(f"{place}: {wanted}") from None
    if "@" in parts.netloc:
        # It may hold a password: it is not quoted.
        raise BadInputError(f"{place}: {wanted}, without a name or password in it")
    if not valid or parts.query or parts.fragment or not given.isprintable():
        raise BadInputError(f"{place}: {short(given)!r}: {wanted}")
    return given.strip().rstrip("/")


def _key(file: str | None) -> tuple[str | None, str]:
    """Read the key; a message about it never quotes it."""
    if file is None:
        given, source = os.environ.get(KEY, "").strip(), KEY
        if not given:
            return None, source
    else:
        source = "standard input" if file == STDIN else file
        given = read_source(file).decode("utf-8", "replace").strip()
    if "sha256:" in given:
        raise BadInputError(f"{source}: this is the line for the service: the key itself is needed")
    if not _VISIBLE.fullmatch(given):
        raise BadInputError(f"{source}: give the key, one word ({PREFIX}…), and nothing else")
    return given, source
