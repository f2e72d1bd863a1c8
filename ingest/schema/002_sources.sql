CREATE TABLE sources (
    source_id INTEGER PRIMARY KEY,
    name      VARCHAR NOT NULL UNIQUE,
    format    VARCHAR NOT NULL,
    loaded_at TIMESTAMP NOT NULL
);
