-- What led to the end of one trace: a sentence at position 0, then the chains, the most probable cause first.
SELECT position, about, end_message, flag_id, sure, link, steps
FROM causes WHERE trace_id = ? ORDER BY position
