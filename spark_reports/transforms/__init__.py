"""The tables of a report: each one a pure function of DataFrames to a DataFrame.

They take ``posts`` as ``inputs`` gives them, or a table that another one made. Counts and sums are
whole numbers, so that no order of addition shows; what is a fraction is rounded to six digits.
Spaces, channels and authors are numbers here (``numbering``); NONE stands for all of them together.
"""
