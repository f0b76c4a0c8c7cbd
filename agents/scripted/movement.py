"""MoveToBeacon and CollectMineralShards: going where it pays."""

from agents.scripted.base import FUNCTIONS, NEUTRAL, SELF, Pixel, Script, ScriptedAgent, nearest


class MoveToBeacon(ScriptedAgent):
    """Sends the marine to each new beacon, the straight way."""

    def play(self) -> Script:
        """Orders once a beacon; the marine keeps its order meanwhile."""
        yield from self.select_army()
        target: Pixel | None = None
        while True:
            (beacon,) = self.situation.of(NEUTRAL)
            if beacon.pixel == target:
                yield FUNCTIONS.no_op()
            else:
                target = beacon.pixel
                yield FUNCTIONS.Move_screen("now", target)


class CollectShards(ScriptedAgent):
    """Sends each of the two marines to the shard nearest to it that the other is not going to.

    A marine is given its next shard as soon as the present one is gone. Only one of them is
    selected at a time, so an order to the other takes a click first.
    """

    def play(self) -> Script:
        """Keeps in mind where the selected marine is going, and where the other one is."""
        goal: Pixel | None = None
        other_goal: Pixel | None = None
        while True:
            shards, marines = self.situation.of(NEUTRAL), self.situation.of(SELF)
            selected = next((marine for marine in marines if marine.is_selected), None)
            other = next((marine for marine in marines if not marine.is_selected), None)
            lying = {shard.pixel for shard in shards}
            goal = goal if goal in lying else None
            other_goal = other_goal if other_goal in lying else None
            free = [shard for shard in shards if shard.pixel not in (goal, other_goal)]
            if selected is None and other is not None:
                yield self.select(other)
            elif selected is not None and goal is None and free:
                goal = nearest(selected.pixel, free).pixel
                yield FUNCTIONS.Move_screen("now", goal)
            elif other is not None and other_goal is None and free:
                goal, other_goal = other_goal, goal
                yield self.select(other)
            else:
                yield FUNCTIONS.no_op()
