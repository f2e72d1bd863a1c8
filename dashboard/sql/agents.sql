-- One row per agent, over all traces or the one of $trace. Latency is taken from the messages, for a median of
-- medians is none; confidence is the mean over traces, each trace counted once.
WITH latency AS (
    SELECT child AS agent, median(epoch(answer.timestamp - task.timestamp)) AS latency_seconds
    FROM delegations
    JOIN messages AS task ON task.trace_id = delegations.trace_id AND task.id = delegations.task_id
    JOIN messages AS answer ON answer.trace_id = delegations.trace_id AND answer.id = delegations.result_id
    WHERE answer.timestamp >= task.timestamp AND ($trace IS NULL OR delegations.trace_id = $trace)
    GROUP BY child
),
found AS (
    SELECT agent, count(*) AS flags
    FROM (SELECT trace_id, unnest(agents) AS agent FROM flags WHERE $trace IS NULL OR trace_id = $trace)
    GROUP BY agent
)
SELECT agent, count(*) AS traces, sum(sent)::BIGINT AS sent, sum(received)::BIGINT AS received,
    sum(input_tokens)::BIGINT AS input_tokens, sum(cached_tokens)::BIGINT AS cached_tokens,
    sum(output_tokens)::BIGINT AS output_tokens, sum(cost_cents) AS cost_cents,
    sum(unpriced_messages)::BIGINT AS unpriced_messages, sum(answered_tasks)::BIGINT AS answered_tasks,
    any_value(latency.latency_seconds) AS latency_seconds,
    sum(completed)::BIGINT AS completed, sum(partial)::BIGINT AS partial, sum(blocked)::BIGINT AS blocked,
    sum(failed)::BIGINT AS failed, sum(unstated)::BIGINT AS unstated,
    avg(confidence) AS confidence, avg(inherited) AS inherited, coalesce(any_value(found.flags), 0) AS flags
FROM agents LEFT JOIN latency USING (agent) LEFT JOIN found USING (agent)
WHERE $trace IS NULL OR trace_id = $trace
GROUP BY agent ORDER BY sent DESC, agent
