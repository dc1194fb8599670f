"""Shared folders on this computer's disk: directories that are shared, and those that are filled.

``beside``     the whole of it beside an engine; ``kept_engine`` puts how it goes into its answers
``keeping``    which directories there are, each with a task of its own; ``troubles`` what can be
``sharing``    a directory whose files are published; ``planning`` decides what has changed
``mirroring``  a directory that fills itself; ``placing`` puts one file in its place, ``room`` says
               whether the disk has any; ``published`` asks the engine for files
``inside``     the only way into a directory: no link is followed, nothing outside is touched
``scanning``   what lies there; ``watching`` says when it changes; ``ignoring`` what is left out,
               ``reading`` what a file holds
"""
