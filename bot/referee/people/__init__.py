"""What people choose for themselves: preferences, quiet hours, time zone, daily digest, and how boards look."""
