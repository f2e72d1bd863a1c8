"""From logs on disk to checked messages in one DuckDB file."""
