"""Worlds of the whole program: one person takes part in everything, thirty others in some of it.

``program``   all that is spoken, as it is shipped
``circle``    who shares what with whom, and each as a person of each kind of world
``places``    what several share: how something is said there, and whether all hold the same
``fairness``  said everywhere at once, what takes how long until all have it
``scenario``  a seed's world
"""
