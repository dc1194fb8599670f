"""Hostile peers: a behaviour for each row of the list of attacks that a peer can carry out.

``forgers``    members whose messages break a rule, or bend it to the edge
``benders``    members whose answers are not what was asked, whose bytes are not what was said
``strangers``  hosts that dial, say something wrong, and dial again
``scripts``    what they say
``crowd``      puts them among honest people
"""
