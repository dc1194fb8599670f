"""Byte-level fuzzing of every reader that a stranger can reach (reliability.md 5, F1 to F3).

A reader may answer with a value or with the error its docstring names, at once and in little
memory; everything else is a finding. What is read is written again and has to be the same value.

``python -m tests.fuzz`` (``make fuzz MINUTES=n``) looks for new inputs, guided by what the code
does with them; ``corpus`` keeps the few that together reach everything that was ever reached, and
the tests go through those and on from there.
"""
