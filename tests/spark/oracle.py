"""Every table of a report once more, in SQL by DuckDB: written from the text alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from spark_reports.read import Range

Row = Mapping[str, Any]

ROUNDS = 60
EVERYTHING = Range()

_NO_POSTS = """
CREATE TABLE stored (
    kind VARCHAR, channel VARCHAR, id BLOB, author VARCHAR, author_name VARCHAR, depth INTEGER,
    "at" TIMESTAMPTZ, received_at TIMESTAMPTZ, height BIGINT, parents BLOB[], reply_to BLOB,
    type VARCHAR, text VARCHAR, text_length BIGINT, words BIGINT, mentions VARCHAR[],
    link_domains VARCHAR[], attachment_bytes BIGINT, size_bytes BIGINT, space VARCHAR, month VARCHAR
);
"""
_POSTS = """
CREATE VIEW stored AS SELECT *
FROM read_parquet('{posts}', hive_partitioning = true, hive_types_autocast = false);
"""
_VIEWS = """
CREATE VIEW raw AS
SELECT * EXCLUDE ("at", received_at),
       "at" AS written, received_at AS received,
       epoch_us("at") AS us, epoch_us(received_at) AS received_us
FROM stored;
CREATE VIEW known AS
SELECT * FROM raw QUALIFY row_number() OVER (PARTITION BY space, id ORDER BY us, file_row) = 1;
CREATE VIEW dated AS
SELECT *, timezone('{zone}', written) AS clock, CAST(timezone('{zone}', written) AS DATE) AS day,
       type IN ('message', 'block', 'comment') AS said
FROM known
WHERE us >= 946684800000000 AND us <= received_us + 86400000000;
CREATE VIEW posts AS SELECT * FROM dated WHERE day BETWEEN DATE '{since}' AND DATE '{until}';
CREATE VIEW said AS SELECT * FROM posts WHERE said;
CREATE VIEW kept AS SELECT * FROM said WHERE NOT EXISTS (
    SELECT 1 FROM known AS r WHERE r.type = 'retraction' AND r.space = said.space
    AND r.author = said.author AND r.reply_to = said.id);
CREATE VIEW marks AS
SELECT *, sum(CASE type WHEN 'reaction' THEN 1 ELSE -1 END) OVER line AS level,
       row_number() OVER line AS nth
FROM known WHERE type IN ('reaction', 'taken_back') AND reply_to IS NOT NULL
WINDOW line AS (PARTITION BY space, author, reply_to
                ORDER BY height, CASE height WHEN 0 THEN us END, id
                ROWS UNBOUNDED PRECEDING);
CREATE VIEW standing AS SELECT space, id FROM marks AS m WHERE type = 'reaction' AND NOT EXISTS (
    SELECT 1 FROM marks AS n WHERE n.space = m.space AND n.author = m.author
    AND n.reply_to = m.reply_to AND n.nth > m.nth AND n.level < m.level);
CREATE VIEW earlier AS SELECT space, channel, author FROM dated WHERE said AND day < DATE '{since}'
                       UNION SELECT '', '', author FROM dated WHERE said AND day < DATE '{since}';
CREATE VIEW ever AS SELECT space, channel, day FROM dated WHERE said
                    UNION ALL SELECT '', '', day FROM dated WHERE said;
CREATE VIEW asked AS SELECT DATE '{since}' AS since, DATE '{until}' AS until, greatest(
    least(DATE '{until}', (SELECT max(CAST(timezone('{zone}',
        CASE WHEN received_us - epoch_us(newest) < 1098 * 86400000000 THEN received ELSE newest END
        ) AS DATE)) FROM raw, (SELECT max(least(written, received)) AS newest FROM raw))),
    (SELECT max(day) FROM said)) AS last;
"""

_DAILY = """
WITH places AS (SELECT space, channel, day, author, words, size_bytes FROM said
                UNION ALL SELECT '', '', day, author, words, size_bytes FROM said),
     spans AS (SELECT space, channel, min(day) AS first
               FROM (SELECT space, channel, day FROM places
                     UNION ALL SELECT space, channel, since FROM earlier, asked) GROUP BY ALL),
     days AS (SELECT space, channel,
                     unnest(generate_series(first, last, INTERVAL 1 DAY))::DATE AS day
              FROM spans, asked)
SELECT days.space, days.channel, days.day, count(author) AS posts,
       count(DISTINCT author) AS authors, coalesce(sum(words), 0)::BIGINT AS words,
       coalesce(sum(size_bytes), 0)::BIGINT AS bytes
FROM days LEFT JOIN places USING (space, channel, day) GROUP BY ALL
"""

_INTERACTIONS = """
WITH ways AS (
  SELECT space, author, reply_to AS target, 'answer' AS via FROM said WHERE reply_to IS NOT NULL
  UNION ALL SELECT space, author, reply_to, 'reaction' FROM posts JOIN standing USING (space, id)
  UNION ALL SELECT space, author, target, 'build'
            FROM (SELECT *, unnest(list_distinct(parents)) AS target FROM said)
            WHERE target IS DISTINCT FROM reply_to),
found AS (SELECT ways.space, ways.author, dated.author AS other, via
          FROM ways JOIN dated ON dated.space = ways.space AND dated.id = ways.target
          WHERE ways.author <> dated.author),
pairs AS (SELECT space, author, other, count(*) FILTER (via = 'answer') AS answers,
                 count(*) FILTER (via = 'build') AS builds,
                 count(*) FILTER (via = 'reaction') AS reactions, count(*) AS "all"
          FROM found GROUP BY ALL)
SELECT a.*, coalesce(b."all", 0) AS back,
       round(least(a."all", coalesce(b."all", 0)) / greatest(a."all", coalesce(b."all", 0)), 6)
         AS reciprocity
FROM pairs AS a LEFT JOIN pairs AS b
  ON b.space = a.space AND b.author = a.other AND b.other = a.author
"""

TABLES: Mapping[str, str] = {
    "activity_daily": _DAILY,
    "activity_heatmap": """
WITH places AS (SELECT space, channel, clock FROM said UNION ALL SELECT '', '', clock FROM said),
     grid AS (SELECT space, channel, weekday, hour
              FROM (SELECT DISTINCT space, channel FROM places),
                   range(1, 8) AS w(weekday), range(24) AS h(hour))
SELECT grid.*, count(clock) AS posts FROM grid LEFT JOIN places
  ON places.space = grid.space AND places.channel = grid.channel
 AND isodow(clock) = weekday AND extract(hour FROM clock) = grid.hour
GROUP BY ALL
""",
    "authors": """
WITH named AS (SELECT space, author, arg_max(author_name, (us, author_name)) AS name FROM said
               GROUP BY ALL)
SELECT space, author, name, count(*) AS posts,
       round(count(*) / sum(count(*)) OVER (PARTITION BY space), 6) AS share,
       sum(words)::BIGINT AS words, min(written) AS first, max(written) AS last,
       count(DISTINCT day) AS active_days,
       (SELECT min(v) FROM (SELECT text_length AS v,
                                   row_number() OVER (ORDER BY text_length) AS nth,
                                   count(*) OVER () AS total
                            FROM said AS s WHERE s.space = t.space AND s.author = t.author)
        WHERE nth * 2 >= total) AS median_length
FROM said AS t JOIN named USING (space, author) GROUP BY t.space, t.author, name
""",
    "persons": """
SELECT author, min(space) AS space, count(DISTINCT space) AS places, count(*) AS posts,
       min(written) AS first, max(written) AS last, count(DISTINCT day) AS active_days
FROM said GROUP BY author ORDER BY posts DESC, author LIMIT 20
""",
    "cohorts": """
WITH places AS (SELECT space, author, day FROM said UNION ALL SELECT '', author, day FROM said),
     months AS (SELECT DISTINCT space, author, date_trunc('month', day)::DATE AS month FROM places),
     firsts AS (SELECT space, author, min(month) AS cohort FROM months
                WHERE (space, author) NOT IN (SELECT (space, author) FROM earlier) GROUP BY ALL),
     last AS (SELECT max(month) AS last FROM months),
     sizes AS (SELECT space, cohort, count(*) AS size FROM firsts GROUP BY ALL),
     grid AS (SELECT space, cohort, size,
                     unnest(range(0, datediff('month', cohort, last) + 1)) AS months_since
              FROM sizes, last),
     seen AS (SELECT space, cohort, datediff('month', cohort, month) AS months_since,
                     count(*) AS active
              FROM months JOIN firsts USING (space, author) GROUP BY ALL)
SELECT space, cohort, months_since, size, coalesce(active, 0) AS active,
       round(coalesce(active, 0) / size, 6) AS share
FROM grid LEFT JOIN seen USING (space, cohort, months_since)
""",
    "conversations": """
WITH marked AS (SELECT *, coalesce(us // 1000 - lag(us // 1000) OVER line > 1800000, true) AS starts
                FROM said WINDOW line AS (PARTITION BY space, channel ORDER BY us, id)),
     numbered AS (SELECT *, sum(starts::INT) OVER (PARTITION BY space, channel ORDER BY us, id
                                                   ROWS UNBOUNDED PRECEDING) AS number FROM marked)
SELECT space, channel, number::BIGINT AS number, min(written) AS begins, max(written) AS ends,
       (max(us // 1000) - min(us // 1000)) // 1000 AS seconds, count(*) AS posts,
       count(DISTINCT author) AS people, arg_min(author, (us, id)) AS starter,
       arg_min(author_name, (us, id)) AS starter_name
FROM numbered GROUP BY space, channel, number
""",
    "interactions": _INTERACTIONS,
    "pairs": f"""
WITH each AS ({_INTERACTIONS}),
     summed AS (SELECT author, other,
                       sum(answers)::BIGINT AS answers, sum(builds)::BIGINT AS builds,
                       sum(reactions)::BIGINT AS reactions, sum("all")::BIGINT AS "all"
                FROM each GROUP BY author, other)
SELECT a.*, coalesce(b."all", 0) AS back, count(*) OVER () AS pairs,
       (SELECT min(space) FROM each AS e WHERE least(e.author, e.other) = least(a.author, a.other)
          AND greatest(e.author, e.other) = greatest(a.author, a.other)) AS space,
       (SELECT count(DISTINCT space) FROM each AS e
        WHERE least(e.author, e.other) = least(a.author, a.other)
          AND greatest(e.author, e.other) = greatest(a.author, a.other)) AS places,
       round(least(a."all", coalesce(b."all", 0)) / greatest(a."all", coalesce(b."all", 0)), 6)
         AS reciprocity
FROM summed AS a LEFT JOIN summed AS b ON b.author = a.other AND b.other = a.author
ORDER BY a."all" DESC, a.author, a.other LIMIT 20
""",
    "response_times": """
WITH named AS (
  SELECT s.space, s.channel, extract(hour FROM s.clock) AS hour,
         greatest(s.us // 1000 - p.us // 1000, 0) AS ms
  FROM said AS s JOIN dated AS p ON p.space = s.space AND p.id = s.reply_to
  WHERE p.author <> s.author),
following AS (
  SELECT space, channel, extract(hour FROM clock) AS hour, reply_to, day,
         us // 1000 - lag(us // 1000) OVER line AS ms, author <> lag(author) OVER line AS other
  FROM dated WHERE said WINDOW line AS (PARTITION BY space, channel ORDER BY us, id)),
each AS (SELECT * FROM named
         UNION ALL SELECT space, channel, hour, ms FROM following, asked
                   WHERE reply_to IS NULL AND other AND ms <= 1800000
                     AND day BETWEEN since AND until),
both_ AS (SELECT * FROM each UNION ALL SELECT '', '', hour, ms FROM each),
ranked AS (SELECT *, row_number() OVER (PARTITION BY space, channel, hour ORDER BY ms) AS nth,
                  count(*) OVER (PARTITION BY space, channel, hour) AS total FROM both_)
SELECT space, channel, hour, count(*) AS answers,
       min(ms) FILTER (nth * 1000 >= total * 500) AS p50_ms,
       min(ms) FILTER (nth * 1000 >= total * 900) AS p90_ms
FROM ranked GROUP BY ALL
""",
    "dag_shape": """
WITH counted AS (SELECT space, channel, day, height, count(*) AS n FROM posts
                 WHERE kind IN ('peerlinks', 'feed') GROUP BY ALL),
     widths AS (SELECT space, channel, day, max(n) AS width, max(height) AS top
                FROM counted GROUP BY ALL),
     edges AS (SELECT DISTINCT space, channel, id, day, unnest(parents) AS parent FROM posts),
     branched AS (SELECT space, channel, parent, min(day) AS day FROM edges
                  GROUP BY space, channel, parent HAVING count(*) > 1),
     forks AS (SELECT space, channel, day, count(*) AS forks FROM branched GROUP BY ALL)
SELECT space, channel, day, count(*) AS posts, any_value(width) AS width,
       count(*) FILTER (len(list_distinct(parents)) > 1) AS merges,
       coalesce(any_value(forks), 0) AS forks,
       any_value(top) AS height,
       count(*) FILTER (received_us // 1000 - us // 1000 > 86400000) AS late
FROM posts LEFT JOIN widths USING (space, channel, day) LEFT JOIN forks USING (space, channel, day)
GROUP BY space, channel, day
""",
    "terms": """
WITH tokens AS (SELECT space, channel, date_trunc('month', day)::DATE AS month,
                       unnest(regexp_extract_all(regexp_replace(lower(text),
                           '[a-z][a-z0-9+.-]{0,15}://[^\\s\\p{Z}<>"\\\\)\\]\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff09\u3011\u300d\u300f\u300b]+',
                           ' ', 'g'), '[\\p{L}\\p{M}\\p{N}]+')) AS term
                FROM kept WHERE text IS NOT NULL),
     counted AS (SELECT space, channel, month, term, count(*) AS n FROM tokens
                 WHERE length(term) BETWEEN 3 AND 32 GROUP BY ALL),
     sized AS (SELECT *, sum(n) OVER (PARTITION BY space, channel, month) AS words,
                      count(*) OVER (PARTITION BY term) AS df FROM counted),
     whole AS (SELECT count(*) AS docs FROM (SELECT DISTINCT space, channel, month FROM counted)),
     scored AS (SELECT *, round(n / words * CASE docs WHEN 1 THEN 1 ELSE ln(docs / df) END, 6)
                          AS score FROM sized, whole)
SELECT * FROM (
  SELECT space, channel, month,
         row_number() OVER (PARTITION BY space, channel, month ORDER BY score DESC, term) AS place,
         term, n AS count, score FROM scored) WHERE place <= 20 AND score > 0
""",
    "domains": """
WITH each AS (SELECT DISTINCT space, channel, id, author, unnest(link_domains) AS domain FROM kept)
SELECT space, channel, domain, count(*) AS posts, count(DISTINCT author) AS authors
FROM each GROUP BY ALL
""",
    "media": """
SELECT space, channel, date_trunc('month', day)::DATE AS month, count(*) AS posts,
       count(*) FILTER (attachment_bytes > 0) AS with_files,
       sum(attachment_bytes)::BIGINT AS bytes, max(attachment_bytes) AS largest,
       round(count(*) FILTER (attachment_bytes > 0) / count(*), 6) AS share
FROM said GROUP BY ALL
""",
    "quality": """
WITH double AS (SELECT space, count(*) - count(DISTINCT id) AS duplicates FROM raw GROUP BY space),
     measured AS (SELECT space, received_us // 1000 - us // 1000 AS ms, received,
                         us // 1000 % 1000 = 0 AND received_us // 1000 - us // 1000 < 1000
                             AS rounded,
                         us < 946684800000000 OR us > received_us + 86400000000 AS off FROM known),
     ranked AS (SELECT space, ms,
                       row_number() OVER (PARTITION BY space ORDER BY ms) AS nth,
                       count(*) OVER (PARTITION BY space) AS total
                FROM measured WHERE NOT off AND NOT rounded AND ms > 0),
     delays AS (SELECT space, min(ms) FILTER (nth * 1000 >= total * 500) AS p50,
                       min(ms) FILTER (nth * 1000 >= total * 990) AS p99
                FROM ranked GROUP BY space),
     newest AS (SELECT space, max(received) AS newest FROM measured GROUP BY space),
     ended AS (SELECT space, count(*) AS expired FROM authors JOIN newest USING (space)
               WHERE valid_to < newest GROUP BY space)
SELECT space, count(*) AS rows, any_value(duplicates) AS duplicates,
       count(*) FILTER (off) AS misdated,
       count(*) FILTER (NOT off AND ms < -1000) AS ahead,
       coalesce(max(-ms) FILTER (NOT off AND ms < -1000), 0) AS skew_ms,
       coalesce(any_value(p50), 0) AS delay_p50_ms, coalesce(any_value(p99), 0) AS delay_p99_ms,
       coalesce(any_value(expired), 0) AS expired_chains
FROM measured JOIN double USING (space) LEFT JOIN delays USING (space) LEFT JOIN ended USING (space)
GROUP BY space
""",
    "feeds": """
SELECT s.space, s.name, s.blocks, s.bytes, s.held_blocks, s.held_bytes, s.holders,
       count(*) FILTER (p.kind = 'feed') AS entries,
       count(*) FILTER (p.kind = 'comment') AS comments
FROM spaces AS s LEFT JOIN posts AS p ON p.space = s.space
WHERE s.blocks IS NOT NULL GROUP BY ALL
""",
    "spaces": "SELECT space, kind, name, community FROM spaces",
    "growth": f"""
WITH daily AS ({_DAILY}),
     places AS (SELECT space, channel, day, author FROM said
                UNION ALL SELECT '', '', day, author FROM said),
     firsts AS (SELECT space, channel, author, min(day) AS day FROM places GROUP BY ALL),
     fresh AS (SELECT space, channel, day, count(*) AS n,
                      count(*) FILTER ((space, channel, author) NOT IN
                          (SELECT (space, channel, author) FROM earlier)) AS new
               FROM firsts GROUP BY ALL),
     begun AS (SELECT space, channel, min(day) AS first FROM ever GROUP BY ALL),
     whole AS (SELECT space, channel,
                      unnest(generate_series(first, last, INTERVAL 1 DAY))::DATE AS day
               FROM begun, asked),
     filled AS (SELECT whole.space, whole.channel, whole.day, count(ever.day) AS n
                FROM whole LEFT JOIN ever USING (space, channel, day) GROUP BY ALL),
     rolled AS (SELECT space, channel, day,
                       sum(n) OVER week::BIGINT AS posts_7_days,
                       sum(n) OVER month::BIGINT AS posts_28_days,
                       CASE WHEN count(*) OVER month = 1 THEN 0 ELSE
                         round(regr_slope(n, datediff('day', DATE '2020-01-01', day)) OVER month, 6)
                         END AS trend,
                       count(*) OVER month AS trend_days
                FROM filled
                WINDOW week AS (PARTITION BY space, channel ORDER BY day
                                RANGE INTERVAL 6 DAY PRECEDING),
                       month AS (PARTITION BY space, channel ORDER BY day
                                 RANGE INTERVAL 27 DAY PRECEDING))
SELECT space, channel, day, posts,
       sum(posts) OVER upto::BIGINT AS cumulative_posts, coalesce(new, 0) AS new_authors,
       sum(coalesce(fresh.n, 0)) OVER upto::BIGINT AS cumulative_authors,
       posts_7_days, posts_28_days, trend, trend_days
FROM daily JOIN rolled USING (space, channel, day) LEFT JOIN fresh USING (space, channel, day)
WINDOW upto AS (PARTITION BY space, channel ORDER BY day)
""",
}
"""All but PageRank, which needs rounds (``Oracle.pagerank``)."""


def _views(chosen: Range) -> str:
    since, until = chosen.since or date.min, chosen.until or date.max
    told = _VIEWS.format(zone=chosen.zone, since=since, until=until)
    return told.replace("file_row", "written")


class Oracle:
    """What the tables over the dataset in ``folder`` should hold of the days in ``chosen``."""

    def __init__(self, folder: Path, chosen: Range = EVERYTHING) -> None:
        self._database = duckdb.connect()
        self._database.execute("SET TimeZone = 'UTC'; SET threads = 2")
        files = "posts/*/*/*.parquet"
        stored = _POSTS if any(folder.glob(files)) else _NO_POSTS
        self._database.execute(stored.format(posts=f"{folder}/{files}"))
        self._database.execute(_views(chosen))
        for table in ("spaces", "authors"):
            source = f"read_parquet('{folder}/{table}.parquet')"
            self._database.execute(f"CREATE VIEW {table} AS SELECT * FROM {source}")

    def rows(self, table: str) -> Sequence[Row]:
        """Of that table, in any order."""
        found: Sequence[Row] = self._database.sql(TABLES[table]).to_arrow_table().to_pylist()
        return found

    def pagerank(self) -> Mapping[tuple[str, str], float]:
        """By space and author, after so many rounds that nothing moves any more."""
        run = self._database.execute
        run(f'CREATE TEMP TABLE edges AS SELECT space, author, other, "all" / sum("all") OVER '
            f"(PARTITION BY space, author) AS part FROM ({TABLES['interactions']})")  # fmt: skip
        run("CREATE TEMP TABLE ranks AS SELECT space, author, 1.0::DOUBLE AS rank, "
            "bool_or(speaks) AS speaks FROM (SELECT space, author, true AS speaks FROM edges UNION "
            "SELECT space, other, false FROM edges) GROUP BY ALL")  # fmt: skip
        for _ in range(ROUNDS):
            run("CREATE OR REPLACE TEMP TABLE ranks AS WITH given AS (SELECT space, "
                "sum(CASE WHEN speaks THEN 0 ELSE rank END) / count(*) AS to_all FROM ranks "
                "GROUP BY space) SELECT r.space, r.author, 0.15 + 0.85 * (to_all + "
                "coalesce((SELECT sum(e.part * g.rank) FROM edges AS e JOIN ranks AS g ON "
                "g.space = e.space AND g.author = e.author WHERE e.space = r.space AND "
                "e.other = r.author), 0)) AS rank, speaks FROM ranks AS r JOIN given "
                "ON given.space = r.space")  # fmt: skip
        rows = run("SELECT space, author, rank FROM ranks").fetchall()
        return {(space, author): rank for space, author, rank in rows}

    def close(self) -> None:
        self._database.close()
