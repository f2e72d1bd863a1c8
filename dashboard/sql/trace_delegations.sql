-- What became of each task of one trace.
SELECT task_id, result_id, parent, child, state, matched_by, reason FROM delegations WHERE trace_id = ?
