"""The commands about Rummikub."""

from app.cli.rummikub.arguments import add as add
from app.cli.rummikub.commands import COMMANDS as COMMANDS
