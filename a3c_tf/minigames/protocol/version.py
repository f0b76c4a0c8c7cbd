"""The release of the game whose rules and numbers the mini-games follow."""

GAME_VERSION = "4.10.0"
BASE_BUILD = 75689  # and the hash of its data: pysc2/run_configs/lib.py
DATA_VERSION = "B89B5D6FA7CBF6452E721311BFBC6CB2"
