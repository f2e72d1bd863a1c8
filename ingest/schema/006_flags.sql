CREATE TABLE flags (
    trace_id     VARCHAR NOT NULL,
    flag_id      VARCHAR NOT NULL,
    position     INTEGER NOT NULL,
    mode         VARCHAR NOT NULL,
    kind         VARCHAR NOT NULL,
    severity     VARCHAR NOT NULL,
    confidence   DOUBLE NOT NULL,
    messages     VARCHAR[] NOT NULL,
    agents       VARCHAR[] NOT NULL,
    summary      VARCHAR NOT NULL,
    remedy       VARCHAR NOT NULL,
    before       VARCHAR,
    after        VARCHAR,
    waste_cents  DOUBLE,
    waste_tokens BIGINT
);
