"""The policy's distribution over actions: one function head, one head for each argument.

As in SC2LE (Vinyals et al. 2017, section 4.2) the function and its arguments are independent
choices given the state, so

    log pi(action) = log pi(function) + sum of log pi(argument) over the arguments it takes.

An action is an int32 vector: the function, then one column for each argument of the action spec,
in its order. The columns of arguments that the function does not take hold arbitrary values and
count for nothing.
"""

from collections.abc import Sequence

from a3c_tf.specs import ActionSpec
from a3c_tf.tensorflow_setup import tf

# Not -inf: 0 * -inf is NaN in the entropy and in its gradient. exp(-1e9) is 0 all the same.
MASKED_LOGIT = -1e9


class ActionDistribution:
    """Distribution over the actions of a batch of states."""

    def __init__(
        self,
        action_spec: ActionSpec,
        function_logits: tf.Tensor,
        argument_logits: Sequence[tf.Tensor],
        function_mask: tf.Tensor,
    ) -> None:
        """Mask and normalize the logits.

        Args:
            action_spec: Functions and arguments, F and A in number.
            function_logits: float32 [B, F].
            argument_logits: One float32 [B, size] for each argument; row-major for spatial ones.
            function_mask: bool [B, F], the functions that may be chosen. Where none may, the
                distribution is uniform over all: finite, but the caller should not act on it.
        """
        self._action_spec = action_spec
        self._function_mask = function_mask
        masked_logits = tf.where(function_mask, function_logits, MASKED_LOGIT)
        self._function_log_probs = tf.nn.log_softmax(masked_logits)
        self._argument_log_probs = [tf.nn.log_softmax(logits) for logits in argument_logits]
        self._takes = tf.constant(action_spec.argument_mask, tf.float32)

    @property
    def _log_probs(self) -> list[tf.Tensor]:
        """Log-probabilities of every head, in the order of an action's columns."""
        return [self._function_log_probs, *self._argument_log_probs]

    def uniform(self) -> "ActionDistribution":
        """The policy that prefers nothing among what this one may choose."""
        function, *arguments = [tf.zeros_like(p) for p in self._log_probs]
        return ActionDistribution(self._action_spec, function, arguments, self._function_mask)

    def greedy(self) -> "ActionDistribution":
        """The policy that always takes the mode of this one."""
        function, *arguments = [
            tf.where(tf.one_hot(tf.argmax(p, axis=1), p.shape[1], True, False), 0.0, MASKED_LOGIT)
            for p in self._log_probs
        ]
        return ActionDistribution(self._action_spec, function, arguments, self._function_mask)

    def sample(self, noise: tf.Tensor) -> tf.Tensor:
        """Draw one action a state.

        Args:
            noise: float32 [B, 1 + A] in [0, 1), independent and uniform. The same noise and logits
                give the same actions, whatever else is in the batch.

        Returns:
            int32 [B, 1 + A].
        """
        columns = [_draw(p, noise[:, head]) for head, p in enumerate(self._log_probs)]
        return tf.stack(columns, axis=1)

    def mode(self) -> tf.Tensor:
        """The most probable function and the most probable value of each argument.

        Returns:
            int32 [B, 1 + A].
        """
        columns = [tf.argmax(p, axis=1, output_type=tf.int32) for p in self._log_probs]
        return tf.stack(columns, axis=1)

    def log_prob(self, actions: tf.Tensor) -> tf.Tensor:
        """Log-probability of actions, over the arguments that their functions take.

        Args:
            actions: int32 [B, 1 + A].

        Returns:
            float32 [B].
        """
        function, arguments = self.log_prob_parts(actions)
        return function + arguments

    def log_prob_parts(self, actions: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        """Log-probabilities of the functions, and of the arguments that they take.

        Args:
            actions: int32 [B, 1 + A].

        Returns:
            Two float32 [B]; the second is 0 where a function takes no argument.
        """
        chosen = tf.stack(
            [
                tf.gather(log_probs, actions[:, head], axis=1, batch_dims=1)
                for head, log_probs in enumerate(self._log_probs)
            ],
            axis=1,
        )
        takes = tf.gather(self._takes, actions[:, 0])
        return chosen[:, 0], tf.reduce_sum(takes * chosen[:, 1:], axis=1)

    def entropy(self) -> tf.Tensor:
        """Entropy of the actions, in nats: exactly that of the joint distribution.

        Returns:
            float32 [B].
        """
        function, arguments = self.entropy_parts()
        return function + arguments

    def entropy_parts(self) -> tuple[tf.Tensor, tf.Tensor]:
        """Entropies of the function and of the arguments, in nats.

        That of the arguments is the entropy of each argument times the probability that the
        function drawn takes it. SC2LE penalizes the entropy of the arguments that the action at
        hand took; this is the expectation of that. As there, those probabilities are constants for
        the gradient. Otherwise an entropy bonus would not make the choice of the function uniform,
        but push it to functions with many arguments, where the most entropy is to be had.

        Returns:
            Two float32 [B].
        """
        function = _entropy(self._function_log_probs)
        if not self._argument_log_probs:
            return function, tf.zeros_like(function)
        taken = tf.stop_gradient(tf.exp(self._function_log_probs) @ self._takes)
        arguments = tf.stack([_entropy(p) for p in self._argument_log_probs], axis=1)
        return function, tf.reduce_sum(taken * arguments, axis=1)


def _draw(log_probs: tf.Tensor, noise: tf.Tensor) -> tf.Tensor:
    """The categories where cumulated probabilities first exceed uniform noise, int32 [B].

    Categories without probability add nothing to the sum, so it never passes the noise there.
    """
    cumulated = tf.cumsum(tf.exp(log_probs), axis=1)
    # Rounding may leave the sum of all a little above or below 1.
    threshold = noise * cumulated[:, -1]
    return tf.reduce_sum(tf.cast(cumulated <= threshold[:, tf.newaxis], tf.int32), axis=1)


def _entropy(log_probs: tf.Tensor) -> tf.Tensor:
    """Entropy of normalized log-probabilities along the last axis."""
    return -tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=-1)
