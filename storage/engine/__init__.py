"""Open the database, SQLite or PostgreSQL, hand out transactions and bring its schema up to date."""
