"""Which media type a caller prefers."""

from __future__ import annotations


def prefers_text(accept: str) -> bool:
    """Whether an ``Accept`` header prefers plain text to JSON (RFC 9110, section 12.5.1).

    Without a preference it is JSON.
    """
    quality = {"text/plain": 0.0, "application/json": 0.0}
    for one in accept.split(","):
        name, _, parameters = one.strip().lower().partition(";")
        value = _quality(parameters)
        for media_type, best in quality.items():
            if name.strip() in (media_type, media_type.split("/")[0] + "/*", "*/*"):
                quality[media_type] = max(best, value)
    return quality["text/plain"] > quality["application/json"]


def _quality(parameters: str) -> float:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
