"""The people's API, and what each of them sees."""
