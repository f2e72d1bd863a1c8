CREATE TABLE rejects (
    source_id INTEGER NOT NULL,
    line      BIGINT NOT NULL,
    problem   VARCHAR NOT NULL,
    raw       BLOB NOT NULL
);
