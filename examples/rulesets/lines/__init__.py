"""Lines: a small mass battle with stands in units of three, on a table of 90 x 60 cm."""

from lines.ruleset import Lines


def lines() -> Lines:
    return Lines()


__all__ = ["Lines", "lines"]
