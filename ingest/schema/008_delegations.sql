CREATE TABLE delegations (
    trace_id   VARCHAR NOT NULL,
    task_id    VARCHAR NOT NULL,
    result_id  VARCHAR,
    parent     VARCHAR NOT NULL,
    child      VARCHAR NOT NULL,
    state      VARCHAR NOT NULL,
    matched_by VARCHAR,
    reason     VARCHAR NOT NULL
);
