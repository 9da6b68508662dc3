"""Commands of the operator: verify, back up, restore, export and import the record."""
