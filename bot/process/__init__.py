"""Parts of the running process: its clock and its stop, the end of tasks, and what errors mean."""
