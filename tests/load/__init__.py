"""Load: one real serving process among honest peers and many more hostile ones.

``house``     the serving process, and honest peers who are members of its channel (``honest``)
``crowd``     others, in a process of their own (``attackers``): hostile (``attacks``,
              ``port_attacks``) or only slow and silent (``visitors``), each on its ``line``
``siege``     a house under attack
``rush``      many peers at once, among themselves and then beside slow and silent ones
``soak``      a house for long
``long_channel``  a newcomer to a channel of a million posts
``goals``     the long loads of a release (``python -m tests.load``)
``together``  all protocols in ten programs
"""
