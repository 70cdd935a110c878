"""The compiled part of the geometry, and the rows it works on. Nothing here imports numba until a question is asked."""
