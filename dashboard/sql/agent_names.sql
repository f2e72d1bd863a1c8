-- The names to choose from, the busiest first.
SELECT agent FROM (SELECT sender AS agent FROM messages UNION ALL SELECT recipient FROM messages WHERE recipient <> '*')
GROUP BY agent ORDER BY count(*) DESC, agent LIMIT $most
