-- The traces to choose from, the newest first.
SELECT trace_id, messages, agents, started FROM traces ORDER BY started DESC NULLS LAST, trace_id LIMIT ?
