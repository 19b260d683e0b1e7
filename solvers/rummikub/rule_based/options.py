"""What a request may ask of the player: which layers play, and in which order."""

from __future__ import annotations

from models.defects import Defects, Path, short, shown, suggestion
from solvers.rummikub.rule_based.player import LAYERS


def read_layers(raw: object, path: Path, defects: Defects) -> tuple[str, ...]:
    """Read options from JSON: ``{"layers": ["whole-sets", "loose-tiles"]}``; all layers by default.

    Parameters
    ----------
    raw
        The JSON value; ``None`` for no options.
    path
        Where it stands in the document.
    defects
        Takes everything that is wrong.

    Returns
    -------
    tuple[str, ...]
        The names that could be read, in the order given: the layers play in that order.
    """
    if raw is None:
        return tuple(LAYERS)
    if not isinstance(raw, dict):
        defects.add(path, "wrong_type", 'give an object: {"layers": ["whole-sets", …]}')
        return ()
    for name in raw:
        if name != "layers":
            hint = f"{suggestion(name, ['layers'])}the only option is layers"
            defects.add((*path, name), "unknown_option", f"{short(name)}: {hint}")
    names = raw.get("layers", list(LAYERS))
    at = (*path, "layers")
    if not isinstance(names, list):
        detail = f"{shown(names)}: give a list of layers, from: {', '.join(LAYERS)}"
        defects.add(at, "wrong_type", detail)
        return ()
    read: list[str] = []
    for place, name in enumerate(names):
        if defects.full:
            break
        if not isinstance(name, str) or name not in LAYERS:
            hint = f"{suggestion(name, LAYERS)}known layers: {', '.join(LAYERS)}"
            said = short(name) if isinstance(name, str) else shown(name)
            defects.add((*at, place), "unknown_layer", f"{said}: {hint}")
        elif name in read:
            defects.add((*at, place), "repeated_layer", f"{name} is there already")
        else:
            read.append(name)
    return tuple(read)
