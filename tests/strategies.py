"""Random rules, positions and objectives for hypothesis."""

from collections import Counter

from hypothesis import strategies as st

from models.rummikub.meld import Meld
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS, Rules
from models.rummikub.tiles import JOKER, Tile
from tests.oracle import best_value_as_set

objectives = st.lists(st.sampled_from(Term), min_size=1, max_size=5, unique=True).map(tuple)
standard = st.just(PRESETS["standard"])
presets = st.sampled_from(list(PRESETS.values()))


@st.composite
def odd_rules(draw: st.DrawFn) -> Rules:
    """Rules that nobody plays by: other numbers, colours, copies, jokers, minimum sizes."""
    jokers = draw(st.integers(0, 4))
    return Rules(
        colours=tuple("RBOKG"[: draw(st.integers(2, 5))]),
        numbers=draw(st.integers(3, 7)),
        copies=draw(st.integers(1, 3)),
        jokers=jokers,
        min_set_size=draw(st.integers(2, 4)),
        initial_meld_points=draw(st.integers(0, 20)),
        max_jokers_in_set=draw(st.one_of(st.none(), st.integers(0, 3))),
        joker_penalty=draw(st.integers(0, 30)),
    )


@st.composite
def legal_sets(draw: st.DrawFn, rules: Rules, box: Counter[Tile]) -> tuple[Tile, ...] | None:
    """A legal set out of a box, or None if what was drawn can't be taken."""
    size = draw(st.integers(rules.min_set_size, rules.min_set_size + 4))
    if draw(st.booleans()):
        first = draw(st.integers(1, rules.numbers))
        colour = draw(st.sampled_from(rules.colours))
        tiles = [Tile(colour, first + i) for i in range(size) if first + i <= rules.numbers]
    else:
        number = draw(st.integers(1, rules.numbers))
        tiles = [Tile(colour, number) for colour in draw(st.permutations(rules.colours))[:size]]
    for place in draw(st.sets(st.integers(0, 6), max_size=rules.jokers)):
        if place < len(tiles):
            tiles[place] = JOKER
    legal = best_value_as_set(tiles, rules) is not None
    return tuple(tiles) if legal and Counter(tiles) <= box else None


@st.composite
def positions(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] = standard,
    most_sets: int = 6,
    most_table_tiles: int = 60,
    most_hand: int = 14,
) -> Position:
    """A legal position: sets laid out of the box, then a hand out of what is left."""
    from models.rummikub.legality import read_meld  # noqa: PLC0415

    chosen = draw(rules)
    box = Counter({tile: chosen.count(tile) for tile in chosen.order})
    table: list[Meld] = []
    for _ in range(draw(st.integers(0, most_sets))):
        tiles = draw(legal_sets(chosen, box))
        if tiles and sum(map(len, table)) + len(tiles) <= most_table_tiles:
            meld = read_meld(tiles, chosen)
            assert isinstance(meld, Meld)
            table.append(meld)
            box -= Counter(tiles)
    pool = sorted(box.elements())
    places = draw(st.lists(st.integers(0, max(0, len(pool) - 1)), max_size=most_hand, unique=True))
    hand = [pool[place] for place in places if pool]
    if not hand and not table:
        hand = [pool[0]]
    opened = draw(st.booleans())
    flat = bool(table) and draw(st.booleans())
    if flat:
        loose = [tile for meld in table for tile in meld.tiles]
        if draw(st.booleans()):
            # A tile too many or too few, so that some tables can't be laid out.
            loose.pop(draw(st.integers(0, len(loose) - 1)))
        return (
            Position(chosen, tuple(hand), (), tuple(loose))
            if hand or loose
            else draw(positions(rules, most_sets, most_table_tiles, most_hand))
        )
    return Position(chosen, tuple(hand), tuple(table), (), opened)


def supported(where: Position, objective: Objective) -> Objective:
    """An objective without the term that has no meaning where the table is only known as tiles."""
    terms = tuple(t for t in objective if not (t is Term.KEPT_SETS and where.table_tiles))
    return terms or (Term.TILES,)
