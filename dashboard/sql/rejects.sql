SELECT sources.name AS source, line, problem, raw[:400] AS beginning
FROM rejects JOIN sources USING (source_id) ORDER BY sources.loaded_at DESC, source, line LIMIT $most
