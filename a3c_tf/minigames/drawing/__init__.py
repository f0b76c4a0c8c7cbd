"""Feature layers: from a world's units to the images that pysc2 reads."""
