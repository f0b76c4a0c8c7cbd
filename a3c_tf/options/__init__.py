"""The fields of Config by subject, and how one is declared."""
