"""Between pysc2's function calls and the learner's functions and arguments."""

from typing import Any

import numpy as np
import numpy.typing as npt
from pysc2.lib import actions

from a3c_tf.envs.starcraft2_action_sets import action_set
from a3c_tf.specs import Action, ActionSpec, ArgumentSpec, FunctionSpec


class ActionTranslator:
    """One action set at one resolution.

    Attributes:
        spec: The functions of the set, and one argument for each kind of argument that they take
            and that the set does not fix.
    """

    def __init__(
        self, name: str, *, screen_shape: tuple[int, int], minimap_shape: tuple[int, int]
    ) -> None:
        """Derive the spec.

        Args:
            name: Name of the action set.
            screen_shape: (height, width) of the feature screen, in pixels.
            minimap_shape: (height, width) of the feature minimap, in pixels.

        Raises:
            ConfigError: There is no such set.
        """
        chosen = action_set(name)
        self._functions = [actions.FUNCTIONS[function] for function in chosen.functions]
        # By number of pysc2's argument type.
        self._fixed = {
            kind.id: int(kind.values[chosen.fixed[kind.name]])
            for kind in actions.TYPES
            if kind.name in chosen.fixed
        }
        taken = {kind.id for function in self._functions for kind in function.args}
        heads = [k for k in actions.TYPES if k.id in taken and k.id not in self._fixed]
        self._head = {kind.id: position for position, kind in enumerate(heads)}
        shapes = {"screen": screen_shape, "screen2": screen_shape, "minimap": minimap_shape}
        sizes = {kind.name: (chosen.limits.get(kind.name, kind.sizes[0]),) for kind in heads}
        self.spec = ActionSpec(
            functions=tuple(
                FunctionSpec(f.name, tuple(k.name for k in f.args if k.id in self._head))
                for f in self._functions
            ),
            arguments=tuple(ArgumentSpec(k.name, (sizes | shapes)[k.name]) for k in heads),
            name=name,
        )
        # Function number to position in the set; functions outside of it share a position of
        # their own, behind the last.
        self._position = np.full(len(actions.FUNCTIONS), len(self._functions))
        self._position[[int(f.id) for f in self._functions]] = np.arange(len(self._functions))

    def flags(self, function_ids: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Which functions of the set are among some of pysc2's.

        Args:
            function_ids: int [n], pysc2's numbers, for instance its available_actions.

        Returns:
            bool [functions of the set].
        """
        flags = np.zeros(len(self._functions) + 1, bool)
        flags[self._position[np.asarray(function_ids)]] = True
        return flags[:-1]

    def function_call(self, action: Action) -> actions.FunctionCall:
        """Translate a decision.

        Args:
            action: A function of the spec and its arguments.

        Returns:
            What pysc2's step takes; pixels are (x, y) there.

        Raises:
            ValueError: An argument that the function takes is out of its range.
        """
        function = self._functions[action.function]
        return actions.FunctionCall(
            int(function.id),
            [
                [self._fixed[kind.id]] if kind.id in self._fixed else self._chosen(kind, action)
                for kind in function.args
            ],
        )

    def _chosen(self, kind: Any, action: Action) -> list[int]:
        """A policy head's choice as pysc2 writes it."""
        position = self._head[kind.id]
        argument, index = self.spec.arguments[position], int(action.arguments[position])
        if not 0 <= index < argument.size:
            raise ValueError(f"{argument.name}={index} is outside 0..{argument.size - 1}")
        return list(argument.to_point(index)) if argument.is_spatial else [index]
