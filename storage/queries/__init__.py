"""The tables, and the queries on each of them; every call runs in the caller's transaction."""
