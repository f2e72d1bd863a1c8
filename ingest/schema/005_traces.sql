-- One roll-up row per trace; what ingest cannot know is NULL until the trace has been analysed.
CREATE TABLE traces (
    trace_id          VARCHAR PRIMARY KEY,
    messages          BIGINT NOT NULL,
    agents            BIGINT NOT NULL,
    started           TIMESTAMP,
    ended             TIMESTAMP,
    loaded_at         TIMESTAMP NOT NULL,
    analysed_with     VARCHAR,
    complete          BOOLEAN,
    end_reason        VARCHAR,
    cost_cents        DOUBLE,
    unpriced_messages BIGINT,
    input_tokens      BIGINT,
    output_tokens     BIGINT,
    final_confidence  DOUBLE,
    final_level       VARCHAR
);
