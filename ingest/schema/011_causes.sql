-- What led to the end of a run: at position 0 a sentence about it, behind that one row a chain; steps are JSON.
CREATE TABLE causes (
    trace_id    VARCHAR NOT NULL,
    position    INTEGER NOT NULL,
    about       VARCHAR,
    end_message VARCHAR,
    flag_id     VARCHAR,
    sure        DOUBLE,
    link        VARCHAR,
    steps       VARCHAR
);
