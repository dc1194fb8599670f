-- Words of scripts that set no blanks between them are found by any of their letters, and ß by ss:
-- ``indexed_text`` hands them to the word index so. Only posts and comments that it changes are
-- indexed anew. What they were found by is marked, and left behind when the index is tidied.

CREATE TEMP TABLE otherwise_indexed AS
    SELECT number FROM timeline_words_source
    WHERE octet_length(text) > length(text) AND indexed_text(text) <> text;

CREATE TEMP TABLE otherwise_indexed_comment AS
    SELECT word.id AS number, comment.text FROM hyperbloom_comment AS comment
    JOIN timeline_words_docsize AS word ON word.id = (1 << 62) + comment.value_number
    WHERE indexed_text(comment.text) <> comment.text;

INSERT INTO timeline_words (timeline_words, rank) VALUES ('secure-delete', 0);

INSERT INTO timeline_words (timeline_words, rowid, text)
    SELECT 'delete', number, text FROM otherwise_indexed CROSS JOIN timeline_words_source USING (number);

INSERT INTO timeline_words (timeline_words, rowid, text)
    SELECT 'delete', number, text FROM otherwise_indexed_comment;

DROP VIEW timeline_words_source;

CREATE VIEW timeline_words_source AS               -- more of a very long text is not found
    SELECT number, CASE
        WHEN detail IS NOT NULL THEN indexed_text(substr(text || coalesce(char(10) || (
            SELECT group_concat(file.value ->> 0, char(10)) FROM json_each(detail, '$.files') AS file
        ), ''), 1, 65536))
        WHEN octet_length(text) = length(text) THEN substr(text, 1, 65536)
        ELSE indexed_text(substr(text, 1, 65536))
    END AS text
    FROM timeline
    WHERE (text <> '' OR json_array_length(detail, '$.files') > 0)
        AND (kind <> 'mark' OR aside IS NULL OR aside = 'edit');

INSERT INTO timeline_words (rowid, text)
    SELECT number, text FROM otherwise_indexed CROSS JOIN timeline_words_source USING (number);

INSERT INTO timeline_words (rowid, text)
    SELECT number, indexed_text(text) FROM otherwise_indexed_comment;

INSERT OR REPLACE INTO setting
    SELECT 'words_untidy', CAST('marked' AS BLOB) WHERE EXISTS (SELECT 1 FROM otherwise_indexed)
        OR EXISTS (SELECT 1 FROM otherwise_indexed_comment);

DROP TABLE otherwise_indexed;
DROP TABLE otherwise_indexed_comment;
