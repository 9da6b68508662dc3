"""What must hold of rows that were read: functions that yield a clause for each fault, and read nothing."""
