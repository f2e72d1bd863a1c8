-- Which claim of one trace retells which earlier one, as written: of the sources of a claim the best comes first.
SELECT source, source_start, source_end, target, target_start, target_end, score
FROM lineage WHERE trace_id = ? ORDER BY rowid
