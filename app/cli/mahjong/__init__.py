"""The command about Mahjong hands."""

from app.cli.mahjong.arguments import add as add
from app.cli.mahjong.commands import COMMANDS as COMMANDS
