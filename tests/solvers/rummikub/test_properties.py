"""How optima must behave when a position changes."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.tiles import Tile
from solvers.rummikub.solve import solve
from tests.strategies import objectives, odd_rules, positions, presets, supported

ANY = st.one_of(positions(), positions(presets, most_hand=20), positions(odd_rules(), most_hand=8))


def values(position: Position, objective: Objective) -> tuple[int | None, ...]:
    result = solve(position, objective)
    assert result.proven
    return tuple(term.value for term in result.terms)


@given(ANY, objectives, st.data())
def test_renaming_colours_changes_no_optimum(
    position: Position, objective: Objective, data: st.DataObject
) -> None:
    objective = supported(position, objective)
    colours = position.rules.colours
    names = dict(zip(colours, data.draw(st.permutations(colours)), strict=True)) | {"J": "J"}

    def renamed(tile: Tile) -> Tile:
        return Tile(names[tile.colour], tile.number)

    table = [read_meld([*map(renamed, meld.tiles)], position.rules) for meld in position.table]
    other = Position(
        position.rules,
        tuple(map(renamed, position.hand)),
        tuple(meld for meld in table if isinstance(meld, Meld)),
        tuple(map(renamed, position.table_tiles)),
        position.opened,
    )
    assert values(position, objective) == values(other, objective)


@given(ANY, objectives, st.data())
def test_the_order_of_hand_and_table_changes_no_optimum(
    position: Position, objective: Objective, data: st.DataObject
) -> None:
    objective = supported(position, objective)
    other = Position(
        position.rules,
        tuple(data.draw(st.permutations(position.hand))),
        tuple(data.draw(st.permutations(position.table))),
        tuple(data.draw(st.permutations(position.table_tiles))),
        position.opened,
    )
    assert values(position, objective) == values(other, objective)


@given(ANY, st.data())
def test_one_more_tile_in_hand_never_means_fewer_tiles_played(
    position: Position, data: st.DataObject
) -> None:
    rules = position.rules
    used = position.hand_counts + position.table_counts
    spare = [tile for tile in rules.order if used[tile] < rules.count(tile)]
    assume(spare)
    hand = (*position.hand, data.draw(st.sampled_from(spare)))
    richer = Position(rules, hand, position.table, position.table_tiles, position.opened)
    before, after = (solve(p, (Term.TILES,)).terms for p in (position, richer))
    if before and before[0].value is not None:
        assert after[0].value is not None
        assert after[0].value >= before[0].value


@given(positions(most_hand=10))
def test_the_same_request_has_the_same_answer(position: Position) -> None:
    first, again = solve(position), solve(position)
    assert (first.answer, first.terms, first.stats.nodes) == (
        again.answer,
        again.terms,
        again.stats.nodes,
    )


@given(positions(presets, most_sets=25, most_table_tiles=90, most_hand=16), objectives)
@settings(max_examples=20)
def test_both_programs_have_the_same_optima(position: Position, objective: Objective) -> None:
    objective = supported(position, objective)
    ilp, dhh = (solve(position, objective, name) for name in ("ilp", "ilp-dhh"))
    assert ilp.status == dhh.status
    assert [t.value for t in ilp.terms] == [t.value for t in dhh.terms]
