"""Who lies about feeds.

``benders``    run a bent engine: they give what was not signed, or sign two histories
``strangers``  dial with the key of a feed that everybody knows, and keep none of the rules
``scripts``    what strangers say
"""
