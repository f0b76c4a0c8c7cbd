"""pysc2 4.0.0 on today's Python, NumPy and protobuf; importing this package applies the layer.

Released pysc2 does not import on Python 3.11 or later, for these reasons:

* the modules of s2clientprotocol were generated for a protobuf of before version 4, whose
  runtime refuses them (google-deepmind/pysc2 issue 355), see `stale_protobuf`;
* `random.shuffle` lost its second argument, which pysc2.lib.colors passes while it is imported
  (google-deepmind/pysc2 issue 356), see `legacy_shuffle`;
* Python 3.12 dropped the module `imp`, with which s2protocol loads the decoders of replays, see
  `legacy_imp`.

And its tools for replays start nowhere, as what they call lies in a module hidden by a package of
the same name, see `shadowed_replay`.

They are repaired at the moment of import, in memory: no installed file changes, nothing is
imported before it is asked for, and modules that need no repair are left alone. In the same way
pysc2 learns of the embedded mini-games, so that it has a game to start where StarCraft II is not
installed, see `embedded_game`.
"""

import os

from a3c_tf.compat import embedded_game, legacy_imp, legacy_shuffle, shadowed_replay, stale_protobuf
from a3c_tf.compat.import_hook import install

install(r"s2clientprotocol\.\w+_pb2", stale_protobuf.execute)
install(r"pysc2\.lib\.colors", legacy_shuffle.execute)
install(r"s2protocol\.versions", legacy_imp.execute)
install(r"pysc2\.lib\.replay", shadowed_replay.execute)
install(r"pysc2\.run_configs", embedded_game.execute)

# pysc2 imports pygame even where nothing is rendered, and pygame greets on standard output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
