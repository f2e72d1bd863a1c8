-- Flags per trace (a row) and mode (a column): NULL where the trace was not checked for the mode, which is not 0.
PIVOT (
    SELECT coalesce(checks.trace_id, counted.trace_id) AS trace_id, coalesce(checks.mode, counted.mode) AS mode,
        CASE WHEN checks.checked OR counted.n > 0 THEN coalesce(counted.n, 0) END AS found
    FROM checks
    FULL JOIN (SELECT trace_id, mode, count(*) AS n FROM flags GROUP BY ALL) AS counted USING (trace_id, mode)
) ON mode USING max(found) GROUP BY trace_id
