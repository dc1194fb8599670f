"""What is said about feeds, whichever of the two wire protocols carries it.

Reading order: ``conversation`` (one connection), ``lanes`` and ``lane`` (one feed over it), then
what a lane is made of: ``giving`` and ``serving``; ``asking`` (what is asked for, of whom, in which
order); ``trust`` (what authors signed, forks, and who is the author).
"""
