"""Charts: pictures of tables and curves about people, in the colours and the typeface of the boards."""
