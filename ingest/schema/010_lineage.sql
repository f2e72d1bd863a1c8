-- Which claim retells which earlier one; places count characters of a message laid out as text.
CREATE TABLE lineage (
    trace_id     VARCHAR NOT NULL,
    source       VARCHAR NOT NULL,
    source_start BIGINT NOT NULL,
    source_end   BIGINT NOT NULL,
    target       VARCHAR NOT NULL,
    target_start BIGINT NOT NULL,
    target_end   BIGINT NOT NULL,
    score        DOUBLE NOT NULL
);
