-- The roll-up row of one trace.
SELECT * FROM traces WHERE trace_id = ?
