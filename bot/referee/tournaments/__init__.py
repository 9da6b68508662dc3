"""Leagues, cups and tables: who plays whom, who leads, and what comes next. To players they are events."""
