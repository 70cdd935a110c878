"""Teach a judgement from games: play them, keep what positions looked like and who won, fit networks to it."""
