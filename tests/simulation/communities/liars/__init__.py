"""Who lies in communities: members, for who holds no key is not let in at all.

``benders``    run the real engine over records that are not so
``writers``    the same, over posts that they signed themselves and nobody should heed
``lines``      a connection on which more is said, less, or something else
``habits``     what is said there
``crowd``      who does what, by the rows of reliability C-1 to C-11
"""
