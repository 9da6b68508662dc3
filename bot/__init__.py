"""The Discord app: thin handlers around a referee that doesn't know Discord."""
