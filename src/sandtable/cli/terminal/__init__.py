"""A game by keyboard: a board in characters, numbered options, typed places, and every rule at hand."""
