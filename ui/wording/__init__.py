"""The words of ``ui.wording.sentences``, by what they are about. Tables only; no Qt.

Each entry: the sentence without a detail, the one with it ("" : the same), and the next step. They
are read in the window and in a terminal, so they name things, not buttons or commands.
"""

Words = tuple[str, str, str]
