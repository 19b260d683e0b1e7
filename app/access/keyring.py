"""The keys that open the service, read again when their file changes."""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable
from pathlib import Path

from app.access.errors import AccessError
from app.access.keys import Key, digest_of, read_keys
from app.settings import Settings

logger = logging.getLogger("meldwise")

_LOOK_SECONDS = 1.0


class Keyring:
    """The keys of the settings and of the keys file.

    Parameters
    ----------
    settings
        Its ``keys`` and ``keys_file``.
    clock
        Seconds that never go back.

    Raises
    ------
    AccessError
        With every defect of every line.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._inline = settings.keys
        self._file = settings.keys_file
        self._clock = clock
        self._seen = self._look()
        self._looked = clock()
        self._keys = self._read()

    @property
    def required(self) -> bool:
        """Whether a caller needs a key."""
        return bool(self._keys)

    def find(self, presented: bytes) -> Key | None:
        """Return the key that was presented, if it is one of these."""
        self._read_again()
        digest = digest_of(presented)
        found = None
        # Every key is compared, whole, so that the time taken says nothing about any of them.
        for key in self._keys:
            if hmac.compare_digest(key.digest, digest):
                found = key
        return found

    def _read_again(self) -> None:
        """Read the file again if it is another one; a broken one changes nothing."""
        now = self._clock()
        if self._file is None or now - self._looked < _LOOK_SECONDS:
            return
        self._looked = now
        seen = self._look()
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._keys = self._read()
        except AccessError as error:
            logger.error("the new keys are not taken, the old ones stay:\n%s", error)  # noqa: TRY400
        else:
            logger.info("the keys file was read again: %d keys", len(self._keys))

    def _look(self) -> tuple[int, int, int] | None:
        """Return what tells one state of the file from another."""
        try:
            stat = None if self._file is None else self._file.stat()
        except OSError:
            return None
        return None if stat is None else (stat.st_mtime_ns, stat.st_size, stat.st_ino)

    def _read(self) -> tuple[Key, ...]:
        lines = [("MELDWISE_KEYS", line) for line in self._inline.split(";")]
        defects: list[str] = []
        keys: tuple[Key, ...] = ()
        if self._file is not None:
            lines += _lines(self._file, defects)
        try:
            keys = read_keys(lines)
        except AccessError as error:
            defects.append(str(error))
        if not keys and not defects and (self._file is not None or self._inline.strip()):
            # Taken for "no keys at all", an emptied file would open the service to everybody.
            place = self._file or "MELDWISE_KEYS"
            defects.append(f"{place}: there is no key: `meldwise keys new NAME` makes one")
        if defects:
            raise AccessError("\n".join(defects))
        return keys


def _lines(file: Path, defects: list[str]) -> list[tuple[str, str]]:
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        defects.append(f"{file}: {error.strerror or error}")
    except UnicodeDecodeError as error:
        defects.append(f"{file}: not UTF-8 text at byte {error.start + 1}")
    else:
        return [(f"{file}:{number}", line) for number, line in enumerate(text.split("\n"), 1)]
    return []
