SELECT count(*) AS traces, coalesce(sum(messages), 0) AS messages,
    count(*) FILTER (WHERE analysed_with IS DISTINCT FROM $version) AS stale
FROM traces
