"""Playing the mini-games through pysc2 to hold their scores against published ones."""
