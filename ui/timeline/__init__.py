"""The timeline of one space: a window of posts, their rows, and the scroll area that paints them.

Reading order: ``loading`` (what is loaded: ``source``, ``run``, ``rows``), ``laying`` and ``parts``
(where everything is, and how it is painted), ``moving`` (the anchor), ``selecting``, ``speaking``,
``canvas`` (what is shown), ``view`` (what the person does with it), ``wishes`` (what follows).
"""
