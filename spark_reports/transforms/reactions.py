"""Which reactions still stand: those that their authors did not take back."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as f

REACTION = "reaction"
TAKEN_BACK = "taken_back"
_TO_HERE = (Window.unboundedPreceding, Window.currentRow)


def standing(posts: DataFrame, rows: DataFrame) -> DataFrame:
    """Of ``posts`` the reactions that were not taken back, also where that was said on a day that
    is not asked for: ``rows`` are all there are.

    A dataset need not say which emoji (it does in its texts alone, and a report counts the same
    with and without): who takes a reaction to a post back takes back the last one of theirs to it
    that stood then. So of one who has two emojis there and takes the first back, one counts, as in
    the window; of one who gave the same twice, as from two computers at once, both do.
    """
    reactions = posts.where((f.col("type") == REACTION) & f.col("reply_to").isNotNull())
    return reactions.join(_fallen(rows), ["space", "id"], "left_anti")


def _fallen(rows: DataFrame) -> DataFrame:
    """By ``space`` and ``id`` the reactions that were taken back.

    Along what one person says of one post ``count`` is of reactions without what takes some back.
    A reaction is taken back once later there are fewer than with it.
    """
    whose = ["space", "author", "reply_to"]
    marks = rows.where(f.col("type").isin(REACTION, TAKEN_BACK) & f.col("reply_to").isNotNull())
    # Mostly nobody takes any back: then nothing is left to be put in order.
    doubted = marks.join(
        marks.where(f.col("type") == TAKEN_BACK).select(*whose), whose, "left_semi"
    )
    # The order of a timeline; where nothing has a height, as good a one as there is.
    order = ("height", f.when(f.col("height") == 0, f.col("at")), "id")
    upto = Window.partitionBy(*whose).orderBy(*order)
    # From the end: what begins at a row and reaches to the end is summed up anew for each row.
    later = Window.partitionBy(*whose).orderBy(f.desc("place")).rowsBetween(*_TO_HERE)
    step = f.when(f.col("type") == REACTION, 1).otherwise(-1)
    return (
        doubted.withColumn("count", f.sum(step).over(upto.rowsBetween(*_TO_HERE)))
        .withColumn("place", f.row_number().over(upto))
        .withColumn("least", f.min("count").over(later))
        .where((f.col("type") == REACTION) & (f.col("least") < f.col("count")))
        .select("space", "id")
    )
