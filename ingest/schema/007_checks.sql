CREATE TABLE checks (
    trace_id VARCHAR NOT NULL,
    mode     VARCHAR NOT NULL,
    checked  BOOLEAN NOT NULL,
    reason   VARCHAR
);
