"""Whether the service may listen where it was told to."""

from __future__ import annotations

import ipaddress
import socket

from app.access.errors import AccessError
from app.settings import Settings


def check_exposure(settings: Settings) -> None:
    """See to it that nobody opens the service to a network by accident.

    Raises
    ------
    AccessError
        If it would listen on an address that is not loopback, without keys, and without that being
        asked for.
    """
    if settings.allow_anonymous or settings.keys.strip() or settings.keys_file is not None:
        return
    try:
        addresses = _addresses(settings.host)
    except OSError as error:
        raise AccessError(
            f"MELDWISE_HOST: {settings.host!r} has no address: {error.strerror or error}"
        ) from None
    public = sorted(address for address in addresses if not _is_loopback(address))
    if public:
        shown = settings.host or "every address"
        meaning = "" if public == [settings.host] else f" ({', '.join(public)})"
        raise AccessError(
            f"MELDWISE_HOST: {shown}{meaning} can be reached from other machines, and there are no "
            "keys: set MELDWISE_KEYS_FILE to a file of lines of `meldwise keys new NAME`, or "
            "MELDWISE_ALLOW_ANONYMOUS=true to let everybody in, or MELDWISE_HOST=127.0.0.1"
        )


def _addresses(host: str) -> set[str]:
    # As listening does it: no name at all means every address of the machine.
    found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return {str(address[0]) for *_, address in found}


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
