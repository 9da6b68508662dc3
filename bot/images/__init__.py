"""Pictures and animations of boards, drawn on a thread."""
