-- The flags of one trace, in order of cause.
SELECT flag_id, mode, kind, severity, confidence, messages, agents, summary, remedy, before, after,
       waste_cents, waste_tokens
FROM flags WHERE trace_id = ? ORDER BY position
