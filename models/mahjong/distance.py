"""How far a hand is from a complete one, what to draw, and what to discard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from models.defects import Defects, Path, shown, suggestion
from models.mahjong.blocks import Block
from models.mahjong.hand import Hand
from models.mahjong.tiles import Tile

SEVEN = 7
PAIR_TILES = 2
ORPHANS = 13


class Form(StrEnum):
    """The forms a complete hand may have.

    ``standard``: the sets, and the pair, that the rules ask for. ``seven-pairs``: pairs of seven
    different kinds. ``thirteen-orphans``: one of each lowest and highest number and each honour,
    and one more of these.
    """

    STANDARD = "standard"
    SEVEN_PAIRS = "seven-pairs"
    THIRTEEN_ORPHANS = "thirteen-orphans"


type Forms = tuple[Form, ...]

DEFAULT_FORMS: Forms = (Form.STANDARD,)


class Within(Enum):
    """Which tiles a complete hand may be made of: the three distances of a hand.

    ``GAME``: as many of a kind as the game has. ``ANY_NUMBER``: any number of a kind.
    ``AVAILABLE``: those that are held or can still be drawn; a wild tile may stand for any, as long
    as the hand shows no more of a kind than the game has.
    """

    GAME = auto()
    ANY_NUMBER = auto()
    AVAILABLE = auto()


type Kinds = int
"""A set of kinds of tile: bit *i* is set if ``rules.kinds[i]`` is in it.

Of these there are many in an answer, a dozen kinds each, and they are mostly compared and counted.
"""


class Useful(NamedTuple):
    """A tile whose draw brings a hand nearer, and how many of it are left to be drawn."""

    tile: Tile
    left: int


def useful_tiles(hand: Hand, kinds: Kinds) -> tuple[Useful, ...]:
    """List useful kinds as tiles, in order, with what is left of each.

    Parameters
    ----------
    hand
        The hand they are useful to.
    kinds
        The kinds.
    """
    listed = zip(hand.rules.kinds, hand.left, strict=True)
    return tuple(Useful(*one) for place, one in enumerate(listed) if kinds >> place & 1)


class Discard(NamedTuple):
    """A tile that may go, and what is then.

    Attributes
    ----------
    tile
        The tile.
    exchanges
        The distance of the hand without it, within what is available.
    useful
        The kinds that are useful then; the tile that went is not left to be drawn.
    """

    tile: Tile
    exchanges: int | None
    useful: Kinds


@dataclass(frozen=True, slots=True)
class Nearest:
    """A complete hand as near as can be.

    Attributes
    ----------
    form
        Its form.
    blocks
        Its sets and pairs; empty for thirteen orphans.
    tiles_out, tiles_in
        What leaves the hand for it, and what is drawn.
    wilds
        What the wild tiles that stay stand for, in order.
    """

    form: Form
    blocks: tuple[Block, ...]
    tiles_out: tuple[Tile, ...]
    tiles_in: tuple[Tile, ...]
    wilds: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Distance:
    """What is known of how far a hand is from a complete one, over all forms asked for.

    A distance counts the tiles that are lacking; ``None`` is: there is no such complete hand.

    Attributes
    ----------
    exchanges
        No more tiles of a kind than the game has, wherever they may be.
    without_copy_limit
        As if there were any number of each tile.
    available
        Only tiles that are held or can still be drawn: those not visible.
    nearest
        A complete hand at the distance ``available``; ``None`` where there is none.
    useful
        The kinds of tile whose draw lowers ``available``; ``None`` if not asked for.
    discards
        Each tile of the hand, in order; none while a complete hand has more tiles than are held;
        ``None`` if not asked for.
    """

    exchanges: int | None
    without_copy_limit: int | None
    available: int | None
    nearest: Nearest | None
    useful: Kinds | None = None
    discards: tuple[Discard, ...] | None = None


def shanten(exchanges: int | None) -> int | None:
    """Return the usual count: one less, so that 0 is ready and -1 complete."""
    return None if exchanges is None else exchanges - 1


def form_obstacle(hand: Hand, form: Form) -> str | None:
    """Say why a form can't be asked of a hand; ``None`` if it can."""
    rules, size = hand.rules, hand.complete_size
    if form is Form.STANDARD:
        return None
    if size != SEVEN * PAIR_TILES:
        return f"{form} is a form of 14 tiles, and a complete hand here has {size}"
    if rules.copies < PAIR_TILES:
        return f"{form} needs two equal tiles: these rules have one of each kind"
    if form is Form.SEVEN_PAIRS and len(rules.kinds) < SEVEN:
        return f"{form}: these rules have {len(rules.kinds)} kinds of tile"
    if form is Form.THIRTEEN_ORPHANS and len(rules.orphans) != ORPHANS:
        count = len(rules.orphans)
        return f"{form}: these rules have {count} lowest and highest numbers and honours, not 13"
    return None


def read_forms(raw: object, path: Path, defects: Defects) -> Forms:
    """Read forms from JSON: a list of names.

    Parameters
    ----------
    raw
        The JSON value.
    path
        Where it stands in the document.
    defects
        Takes every name that is none of a form.

    Returns
    -------
    Forms
        Those that could be read, in the order they were named.
    """
    if not isinstance(raw, list):
        detail = f"{shown(raw)}: give the forms as a list of {', '.join(Form)}"
        defects.add(path, "wrong_type", detail)
        return ()
    read: list[Form] = []
    for place, name in enumerate(raw):
        if isinstance(name, str) and name in tuple(Form):
            read.append(Form(name))
        else:
            hint = f"{suggestion(name, Form)}the forms are {', '.join(Form)}"
            defects.add((*path, place), "unknown_form", f"{shown(name)}: {hint}")
        if defects.full:
            break
    return tuple(read)


def check_forms(hand: Hand, forms: Iterable[Form], path: Path, defects: Defects) -> None:
    """Note forms that can't be asked of a hand, forms named twice, and that there are none.

    Parameters
    ----------
    hand
        The hand.
    forms
        The forms.
    path
        Where they stand in the document.
    defects
        Takes everything that is wrong.
    """
    seen: set[Form] = set()
    for place, form in enumerate(forms):
        obstacle = form_obstacle(hand, form)
        if form in seen:
            defects.add((*path, place), "repeated_form", f"{form} is there already; name it once")
        elif obstacle is not None:
            defects.add((*path, place), "form_does_not_fit", obstacle)
        seen.add(form)
    if not seen:
        defects.add(path, "no_form", f"no form: give at least one of {', '.join(Form)}")
