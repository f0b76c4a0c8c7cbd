"""Game rules: units, orders, economy and combat, stepped one game loop at a time."""
