"""Analysis: the lines that a person tries in a match, and the lines that all try together once it's over."""
