-- The traces that the filters let through, the worst and then the newest first. A filter that is NULL lets all through.
WITH worst AS (
    SELECT trace_id, count(*) AS flags,
        min(CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END) AS rank
    FROM flags GROUP BY trace_id
),
spoken AS (
    SELECT DISTINCT trace_id FROM messages
    WHERE $agents IS NOT NULL AND (list_contains($agents, sender) OR list_contains($agents, recipient))
),
matched AS (
    SELECT DISTINCT trace_id FROM messages
    WHERE $text IS NOT NULL AND (contains(lower(payload), lower($text_in_json)) OR contains(lower(trace_id), lower($text)))
),
found AS (
    SELECT DISTINCT trace_id FROM flags
    WHERE ($modes IS NULL OR list_contains($modes, mode)) AND ($severities IS NULL OR list_contains($severities, severity))
)
SELECT trace_id, messages, agents, started, epoch(ended - started) AS seconds, cost_cents, unpriced_messages,
    final_confidence, final_level, complete, coalesce(analysed_with = $version, false) AS analysed,
    coalesce(worst.flags, 0) AS flags, worst.rank AS worst
FROM traces LEFT JOIN worst USING (trace_id)
WHERE ($agents IS NULL OR trace_id IN (FROM spoken))
    AND ($text IS NULL OR trace_id IN (FROM matched))
    AND (($modes IS NULL AND $severities IS NULL) OR trace_id IN (FROM found))
    AND ($since IS NULL OR ended >= $since)
    AND ($until IS NULL OR started < $until)
ORDER BY worst.rank ASC NULLS LAST, started DESC NULLS LAST, trace_id
