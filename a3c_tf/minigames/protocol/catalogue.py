"""The maps that the server offers."""

from a3c_tf.minigames.maps.build_marines import BuildMarines
from a3c_tf.minigames.maps.collect_mineral_shards import CollectMineralShards
from a3c_tf.minigames.maps.collect_minerals_and_gas import CollectMineralsAndGas
from a3c_tf.minigames.maps.defeat_roaches import DefeatRoaches
from a3c_tf.minigames.maps.defeat_zerglings_and_banelings import DefeatZerglingsAndBanelings
from a3c_tf.minigames.maps.find_and_defeat_zerglings import FindAndDefeatZerglings
from a3c_tf.minigames.maps.move_to_beacon import MoveToBeacon
from a3c_tf.minigames.maps.script import MapScript

SCRIPTS: dict[str, type[MapScript]] = {
    script.name: script
    for script in (
        BuildMarines,
        CollectMineralShards,
        CollectMineralsAndGas,
        DefeatRoaches,
        DefeatZerglingsAndBanelings,
        FindAndDefeatZerglings,
        MoveToBeacon,
    )
}
"""Map scripts by the name pysc2 knows them by."""
