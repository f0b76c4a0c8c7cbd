"""The maps that the server offers."""

from a3c_tf.minigames.maps.collect_minerals_and_gas import CollectMineralsAndGas
from a3c_tf.minigames.maps.script import MapScript

SCRIPTS: dict[str, type[MapScript]] = {script.name: script for script in (CollectMineralsAndGas,)}
"""Map scripts by the name pysc2 knows them by."""
