"""`turnpost doctor`: whether the machine, the database, the application at Discord and its servers are well."""
