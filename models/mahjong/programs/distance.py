"""The programs whose optimum is the distance of a hand, one for each form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.decomposition import in_order
from models.mahjong.distance import SEVEN, Form, Nearest, Within
from models.mahjong.hand import Hand
from models.mahjong.tiles import WILD, Tile
from models.program import Goal, Pause, Program, no_pause, whole_columns

type _Terms = list[tuple[LpVariable, float]]


def distance_program(
    hand: Hand,
    form: Form,
    within: Within,
    pause: Pause = no_pause,
    *,
    strong: bool = True,
) -> Program[Nearest]:
    r"""Write the program of a nearest complete hand.

    Columns, all whole: :math:`x_s` copies of block *s*, :math:`d_i` tiles *i* drawn, :math:`g_i`
    wild tiles standing for *i*. With :math:`h_i` tiles held, :math:`r_i` that can be drawn,
    :math:`n_{si}` of them in block *s*, and *c* copies in the game:

    .. math::

        \min \sum_i d_i, \qquad \sum_s n_{si}\,x_s \le h_i + d_i + g_i,\qquad
        \sum_s n_{si}\,x_s \le c,\qquad d_i \le r_i,\qquad \sum_i g_i \le w

    with *k* sets and *p* pairs. The relaxation of this is 0 for almost every hand of as many tiles
    as a complete one: a third of a triplet costs nothing. So, with :math:`t_i` and :math:`y_i` the
    triplet and the pair of *i*, there is a row more, which every whole point keeps:

    .. math:: d_i + g_i \ge (3 - h_i)^+ t_i + (2 - h_i)^+ y_i

    Seven pairs are seven :math:`y_i` of different tiles; thirteen orphans are 1 or 2 of each, 14 in
    all.

    Parameters
    ----------
    hand
        The hand.
    form
        The form of the complete hand.
    within
        Which tiles it may be made of.
    pause
        Called every so often while the program is written.
    strong
        Whether the row more is written.
    """
    rules = hand.rules
    problem = LpProblem("meldwise_mahjong_distance", LpMaximize)
    held = dict(zip(rules.kinds, hand.counts, strict=True))
    size = hand.complete_size
    most, reach = rules.copies, dict.fromkeys(rules.kinds, rules.copies)
    if within is Within.ANY_NUMBER:
        most = size
        reach = dict.fromkeys(rules.kinds, most + rules.copies)
    elif within is Within.AVAILABLE:
        reach = {
            tile: here + left for (tile, here), left in zip(held.items(), hand.left, strict=True)
        }
    blocks = _blocks(hand, form, within)
    pause()
    uses = whole_columns(problem, {_name(block): high for block, high in blocks.items()})
    draws = whole_columns(
        problem, {f"draw_{tile}": min(size, reach[tile] - held[tile]) for tile in rules.kinds}
    )
    wild_names = {f"wild_as_{tile}": hand.wilds for tile in rules.kinds} if hand.wilds else {}
    wilds = whole_columns(problem, wild_names)
    pause()
    shown: defaultdict[Tile, _Terms] = defaultdict(list)
    weak: defaultdict[Tile, _Terms] = defaultdict(list)
    for block, column in zip(blocks, uses, strict=True):
        for tile, count in Counter(block.tiles).items():
            shown[tile].append((column, count))
            if count > held[tile] and count > 1:
                weak[tile].append((column, count - held[tile]))
    if form is Form.THIRTEEN_ORPHANS:
        for tile, column in zip(rules.orphans, uses, strict=True):
            shown[tile] = [(column, 1)]
            column.lowBound = 1
        weak.clear()
    for place, tile in enumerate(rules.kinds):
        lacking: _Terms = [(columns[place], -1) for columns in (draws, wilds) if columns]
        if not shown[tile]:
            continue
        row = LpAffineExpression.from_list([*shown[tile], *lacking])
        problem.addConstraint(row <= held[tile], f"tile_{tile}")
        if within is not Within.ANY_NUMBER:
            copies = LpAffineExpression.from_list(shown[tile])
            problem.addConstraint(copies <= most, f"copies_{tile}")
        if strong and weak[tile]:
            row = LpAffineExpression.from_list([*weak[tile], *lacking])
            problem.addConstraint(row <= 0, f"lacking_{tile}")
    if hand.wilds:
        problem.addConstraint(_sum(wilds) <= hand.wilds, "wilds")
    pause()
    _count(problem, hand, form, dict(zip(blocks, uses, strict=True)))

    def decode(values: Sequence[int]) -> Nearest:
        copies = {b: values[column.id] for b, column in zip(blocks, uses, strict=True)}
        return _decode(hand, form, copies, [values[column.id] for column in draws])

    drawn = LpAffineExpression.from_list([(column, -1) for column in draws])
    return Program("distance", problem, (Goal("exchanges", drawn, sign=-1),), decode)


def _blocks(hand: Hand, form: Form, within: Within) -> Mapping[Block, int]:
    """Return the blocks of a form, and how many of each there may be.

    Orphans stand as single tiles, by a kind of block that nothing else has.
    """
    rules = hand.rules
    if form is Form.SEVEN_PAIRS:
        return {Block(PAIR, tile): 1 for tile in rules.kinds}
    if form is Form.THIRTEEN_ORPHANS:
        return {Block(_SINGLE, tile): 2 for tile in rules.orphans}
    if within is not Within.ANY_NUMBER:
        high = {Shape.TRIPLET: rules.copies // 3, Shape.RUN: rules.copies, PAIR: 1}
        return {b: min(high[b.kind], max(1, hand.sets)) for b in rules.blocks}
    # Whatever the game has copies for.
    found = {b: max(1, hand.sets) for b in rules.blocks if b.kind == Shape.RUN}
    for tile in rules.kinds:
        if Shape.TRIPLET in rules.shapes:
            found[Block(Shape.TRIPLET, tile)] = max(1, hand.sets)
        if rules.pair:
            found[Block(PAIR, tile)] = 1
    return found


_SINGLE = "single"


def _name(block: Block) -> str:
    return f"{block.kind}_{block.first}" if block.kind == _SINGLE else f"{block.kind}_{block}"


def _count(problem: LpProblem, hand: Hand, form: Form, columns: Mapping[Block, LpVariable]) -> None:
    """Write how many blocks there are."""
    if form is Form.SEVEN_PAIRS:
        problem.addConstraint(_sum(columns.values()) == SEVEN, "pairs")
    elif form is Form.THIRTEEN_ORPHANS:
        problem.addConstraint(_sum(columns.values()) == hand.complete_size, "tiles")
    else:
        sets = [column for block, column in columns.items() if block.kind != PAIR]
        pairs = [column for block, column in columns.items() if block.kind == PAIR]
        problem.addConstraint(_sum(sets) == hand.sets, "sets")
        problem.addConstraint(_sum(pairs) == int(hand.rules.pair), "pair")


def _decode(hand: Hand, form: Form, copies: Mapping[Block, int], draws: Sequence[int]) -> Nearest:
    """Read a complete hand; a tile may have been drawn that nothing needs."""
    rules = hand.rules
    shown: Counter[Tile] = Counter()
    for block, times in copies.items():
        tiles = (block.first,) if block.kind == _SINGLE else block.tiles
        for tile in tiles:
            shown[tile] += times
    natural = Counter(dict(zip(rules.kinds, hand.counts, strict=True)))
    lacking = shown - natural
    drawn = Counter(dict(zip(rules.kinds, draws, strict=True))) & lacking
    stand = lacking - drawn
    out = natural - shown
    out[WILD] = hand.wilds - stand.total()
    blocks: list[Block] = []
    if form is not Form.THIRTEEN_ORPHANS:
        blocks = [block for block, times in copies.items() for _ in range(times)]
    in_rules = in_order(rules, blocks) if form is Form.STANDARD else tuple(blocks)
    return Nearest(
        form,
        in_rules,
        rules.in_order(out.elements()),
        rules.in_order(drawn.elements()),
        rules.in_order(stand.elements()),
    )


def _sum(columns: Iterable[LpVariable]) -> LpAffineExpression:
    return LpAffineExpression.from_list([(column, 1) for column in columns])
