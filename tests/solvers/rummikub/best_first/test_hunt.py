"""Hunting near an improvement: how near a state is, and in which order states are taken."""

from solvers.rummikub.best_first.hunt import Hunt, distance
from solvers.rummikub.best_first.node import Node
from solvers.rummikub.best_first.state import State

INCUMBENT: State = (1, 2, 3, 3)


def node(state: State, value: int, born: int = 0) -> Node:
    return Node(state, value, loose=0, depth=0, born=born)


def test_distance_counts_the_collections_that_are_no_longer_there() -> None:
    assert distance(INCUMBENT, INCUMBENT) == 0
    assert distance(INCUMBENT, (1, 2, 3, 7, 8)) == 1
    assert distance(INCUMBENT, (2, 7)) == 3
    assert distance(INCUMBENT, (7, 8, 9)) == 4


NEAR, NEAR_TOO, FAR = (1, 2, 3, 7), (2, 3, 3, 8), (1, 2, 9)


def test_near_states_come_before_better_ones_that_are_farther_off() -> None:
    nodes = [node(FAR, 0, 1), node(NEAR, 5, 2), node(NEAR_TOO, 4, 3)]
    hunt = Hunt(INCUMBENT, 2, 10, nodes)
    assert [hunt.take() for _ in range(4)] == [nodes[2], nodes[1], nodes[0], None]


def test_an_area_is_widened_after_so_many_nodes() -> None:
    nodes = [node(FAR, 0, 1), node(NEAR, 5, 2), node(NEAR_TOO, 4, 3)]
    hunt = Hunt(INCUMBENT, 2, 1, nodes)
    assert [hunt.take() for _ in range(3)] == [nodes[2], nodes[0], None]


def test_what_is_beyond_the_widest_area_is_left_to_the_search() -> None:
    hunt = Hunt(INCUMBENT, 1, 10, [node(FAR, 0)])
    assert hunt.take() is None


def test_what_comes_up_during_a_hunt_takes_part_in_it_and_nothing_is_taken_twice() -> None:
    done, late = node(NEAR, 1, 1), node(NEAR_TOO, 9, 2)
    hunt = Hunt(INCUMBENT, 2, 10, [done])
    done.expanded = True
    hunt.offer(late)
    assert [hunt.take(), hunt.take()] == [late, None]
