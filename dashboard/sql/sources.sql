WITH kept AS (SELECT source_id, count(*) AS messages, count(DISTINCT trace_id) AS traces FROM messages GROUP BY source_id),
refused AS (SELECT source_id, count(*) AS refused FROM rejects GROUP BY source_id)
SELECT name, format, loaded_at, coalesce(messages, 0) AS messages, coalesce(traces, 0) AS traces,
    coalesce(refused, 0) AS refused
FROM sources LEFT JOIN kept USING (source_id) LEFT JOIN refused USING (source_id)
ORDER BY loaded_at DESC, name
