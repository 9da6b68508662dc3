"""The Discord app: thin handlers round a referee that knows no Discord."""
