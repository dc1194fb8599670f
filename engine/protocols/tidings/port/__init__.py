"""The tidings port: one secured connection for every protocol between peers of ours. Pure.

Reading order: ``records`` (what runs inside), ``channel`` (Noise over records), ``select``,
``greeting`` and ``connection`` (one connection from its first byte), ``meeting`` (``tidings/1``,
the first of them), ``port`` (all of it together).
"""
