"""The command about peg solitaire."""

from app.cli.peg_solitaire.arguments import add as add
from app.cli.peg_solitaire.commands import COMMANDS as COMMANDS
