"""What the operator does with the record: checked, saved, carried elsewhere."""
