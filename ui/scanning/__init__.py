"""Finding a code of ours: by camera, in a picture, on the screen, or in pasted text.

Reading order: ``reading`` (picture -> texts -> one found thing), the tabs, ``panel`` (all
together). What was found is handed over and nothing else is done with it.
"""
