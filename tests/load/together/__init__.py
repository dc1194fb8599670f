"""All protocols at once: ten real programs on this computer, one of which takes part in everything.

``programs``  a serving process, and its engine through the control socket
``places``    what several share, and how something is said there and heard
``circle``    who shares what with whom
``rounds``    something is said everywhere, and until when it is heard; something large beside it
"""
