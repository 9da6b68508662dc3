"""What a person prefers, besides how boards look."""
