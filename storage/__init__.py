"""The record: matches, the append-only event log, challenges and the outbox; SQL and nothing else."""
