-- What each agent of one trace sent, received, spent and stated.
SELECT agent, sent, received, input_tokens, output_tokens, cost_cents, unpriced_messages,
       answered_tasks, latency_seconds, confidence, inherited
FROM agents WHERE trace_id = ? ORDER BY sent DESC, agent
