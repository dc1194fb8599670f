"""The timeline of one space: a window of posts, their rows, and the scroll area that paints them.

Reading order: ``source`` (what is loaded), ``rows`` (what stands above a post), ``layout`` (where
everything is), ``paint``, ``selection``, ``scrolling`` (the anchor), ``view`` (the widget).
"""
