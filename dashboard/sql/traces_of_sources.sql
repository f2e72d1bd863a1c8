-- The traces that have messages of the named sources, with how many.
SELECT trace_id, count(*) AS messages FROM messages JOIN sources USING (source_id)
WHERE list_contains($names, sources.name) GROUP BY trace_id ORDER BY trace_id
