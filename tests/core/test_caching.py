"""Cached results: kept while the fields they depend on stay, never seen by a state that differs in one of them."""

from __future__ import annotations

from types import ModuleType

from sandtable.core import Hooks, Position, Query, Ruleset, State, Term, modifies, offers

ONE, TWO, BOTH = frozenset({"one"}), frozenset({"two"}), frozenset({"one", "two"})


class Pair(State, frozen=True, kw_only=True):
    one: int = 0
    two: int = 0


def at(state: Pair) -> Position[Pair, Ruleset]:
    return Position(Ruleset(), state)


def total(p: Position[Pair, Ruleset], of: frozenset[str]) -> int:
    return p.memo("sum", lambda: sum(int(getattr(p.state, name)) for name in of), of)


def test_a_result_is_kept_until_one_of_its_fields_changes() -> None:
    made: list[int] = []

    def make(number: int) -> int:
        made.append(number)
        return number

    state = Pair(one=1, two=2)
    assert at(state).memo("one", make, ONE, state.one) == 1
    other = state.but(two=5)
    assert at(other).memo("one", make, ONE, other.one) == 1 and made == [1]
    changed = other.but(one=3)
    assert at(changed).memo("one", make, ONE, changed.one) == 3 and made == [1, 3]


def test_states_that_share_results_do_not_share_those_of_fields_in_which_they_differ() -> None:
    """The parts were known before the change, and none depended on the changed field: they are shared from then on."""
    before = Pair(one=1, two=2)
    assert total(at(before), ONE) == 1
    after = before.but(two=7)
    assert total(at(after), TWO) == 7 and total(at(after), BOTH) == 8
    assert total(at(before), TWO) == 2 and total(at(before), BOTH) == 3
    assert total(at(before.but(two=9)), TWO) == 9 and total(at(after), TWO) == 7


def test_a_change_drops_what_depends_on_it_and_keeps_the_rest() -> None:
    state = Pair(one=1, two=2)
    for of in (ONE, TWO, BOTH):
        total(at(state), of)
    after = state.but(one=4)
    assert [total(at(after), of) for of in (ONE, TWO, BOTH)] == [4, 2, 6]
    assert after.cached(TWO) is state.cached(TWO) and after.cached(ONE) is not state.cached(ONE)


def test_what_is_kept_can_be_looked_up() -> None:
    state = Pair(one=1)
    assert at(state).known("sum", ONE) is None
    total(at(state), ONE)
    assert at(state).known("sum", ONE) == at(state.but(two=3)).known("sum", ONE) == 1
    assert (
        at(state).known("other", ONE) is at(state).known("sum", TWO) is at(state.but(one=2)).known("sum", ONE) is None
    )


def test_keeping_spares_only_the_results_it_names() -> None:
    state = Pair(one=1, two=2)
    for of in (ONE, TWO, BOTH):
        total(at(state), of)
    after = state.keeping(ONE, one=4)
    assert after.one == 4 and after.two == 2
    assert [total(at(after), of) for of in (ONE, TWO, BOTH)] == [1, 2, 6]  # the first as it was: the caller knows why
    assert Pair().keeping(ONE, one=4) == Pair(one=4)


class Size(Query, frozen=True):
    def base(self, p: Position) -> tuple[Term, ...]:
        return (Term(1, "base", op="base"),)


def test_hooks_of_special_rules_are_found_by_rule_for_every_kind() -> None:
    module = ModuleType("chapter")

    def plain(p: Position, q: Size) -> tuple[Term, ...]:
        return (Term(1, "plain"),)

    def special(p: Position, q: Size) -> tuple[Term, ...]:
        return (Term(10, "special"),)

    for function in (plain, special):
        function.__module__ = "chapter"
    vars(module).update(plain=modifies(Size)(plain), special=offers("W")(modifies(Size, rule="x")(special)))
    hooks = Hooks([module])
    assert hooks.of("modifies", Size) == hooks.modifies[Size] == (plain, special)
    none, some = hooks.active(()), hooks.active(("x", "y"))
    assert none.of("modifies", Size) == none.modifies[Size] == (plain,)
    assert some.of("modifies", Size) == some.modifies[Size] == (plain, special)
    assert none.offers["W"] == none.of("offers", "W") == (special,) and none.offers["V"] == ()
    assert none.of("forbids", Size) == none.of("nothing", Size) == hooks.of("forbids", Size) == ()
