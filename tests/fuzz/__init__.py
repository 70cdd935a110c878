"""Hostile input by the thousand: every case ends in a result or a typed error, never in anything else.

`make test` tries a seeded slice of it; `make fuzz` goes on for as long as it is told and writes JSON. A new kind of
input is a `Target` in `tests.fuzz.targets.TARGETS`.
"""
