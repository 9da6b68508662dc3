"""What the outbox holds, put into words and sent."""
