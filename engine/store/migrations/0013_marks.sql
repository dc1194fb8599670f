-- Marks of Greek, Hebrew and Arabic letters do not count, nor do those of ё: ``searched_text`` hands
-- texts to the word index so. Only posts and comments that it changes are indexed anew. What they were
-- found by is marked, and left behind when the index is tidied.

CREATE TEMP TABLE otherwise_indexed AS
    SELECT number FROM (
        SELECT number, CASE
            WHEN detail IS NOT NULL THEN substr(text || coalesce(char(10) || (
                SELECT group_concat(file.value ->> 0, char(10)) FROM json_each(detail, '$.files') AS file
            ), ''), 1, 65536)
            ELSE substr(text, 1, 65536)
        END AS said
        FROM timeline
        WHERE (text <> '' OR json_array_length(detail, '$.files') > 0)
            AND (kind <> 'mark' OR aside IS NULL OR aside = 'edit')
    ) WHERE octet_length(said) > length(said) AND searched_text(said) <> indexed_text(said);

CREATE TEMP TABLE otherwise_indexed_comment AS
    SELECT word.id AS number, comment.text FROM hyperbloom_comment AS comment
    JOIN timeline_words_docsize AS word ON word.id = (1 << 62) + comment.value_number
    WHERE searched_text(comment.text) <> indexed_text(comment.text);

INSERT INTO timeline_words (timeline_words, rank) VALUES ('secure-delete', 0);

INSERT INTO timeline_words (timeline_words, rowid, text)
    SELECT 'delete', number, text FROM otherwise_indexed CROSS JOIN timeline_words_source USING (number);

INSERT INTO timeline_words (timeline_words, rowid, text)
    SELECT 'delete', number, indexed_text(text) FROM otherwise_indexed_comment;

DROP VIEW timeline_words_source;

CREATE VIEW timeline_words_source AS               -- more of a very long text is not found
    SELECT number, CASE
        WHEN detail IS NOT NULL THEN searched_text(substr(text || coalesce(char(10) || (
            SELECT group_concat(file.value ->> 0, char(10)) FROM json_each(detail, '$.files') AS file
        ), ''), 1, 65536))
        WHEN octet_length(text) = length(text) THEN substr(text, 1, 65536)
        ELSE searched_text(substr(text, 1, 65536))
    END AS text
    FROM timeline
    WHERE (text <> '' OR json_array_length(detail, '$.files') > 0)
        AND (kind <> 'mark' OR aside IS NULL OR aside = 'edit');

INSERT INTO timeline_words (rowid, text)
    SELECT number, text FROM otherwise_indexed CROSS JOIN timeline_words_source USING (number);

INSERT INTO timeline_words (rowid, text)
    SELECT number, searched_text(text) FROM otherwise_indexed_comment;

INSERT OR REPLACE INTO setting
    SELECT 'words_untidy', CAST('marked' AS BLOB) WHERE EXISTS (SELECT 1 FROM otherwise_indexed)
        OR EXISTS (SELECT 1 FROM otherwise_indexed_comment);

DROP TABLE otherwise_indexed;
DROP TABLE otherwise_indexed_comment;

-- What answers a post is looked up when that post comes: its quote is shown from then on.

CREATE INDEX timeline_answer ON timeline (space, about) WHERE aside IS NULL AND about IS NOT NULL;
