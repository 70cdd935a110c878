"""Many games: conformance checks for any ruleset, simulation and reports."""
