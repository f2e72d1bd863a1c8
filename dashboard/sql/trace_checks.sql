-- Which failure modes were looked for in one trace, and why the others were not.
SELECT mode, checked, reason FROM checks WHERE trace_id = ?
